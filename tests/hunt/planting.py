"""Twins, equal options and numbers that almost respect them, planted into a problem.

What exchanges items or options that are alike is right for some questions and wrong for others, and
random problems have few of them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.hunt.asking import Case

__all__ = ["planted", "swap", "twinned"]

Options = list[list[list[int]]]


def planted(draw: Callable[[Random], Case], most_options: int = 14) -> Callable[[Random], Case]:
    """The problems that this draws, half of them with twins."""

    def drawn(random: Random) -> Case:
        case = draw(random)
        return twinned(random, case, most_options) if random.random() < 0.5 else case

    return drawn


def twinned(random: Random, case: Case, most_options: int) -> Case:
    """The problem with one or two copies of an item, whose options are copied with it.

    Costs and numbers are copied, too, but for one now and then.
    """
    case = {**case, "items": list(case["items"]), "options": list(case["options"])}
    tables = [case[name] for name in ("costs", "numbers") if name in case]
    for table in tables:
        table += [0] * (len(case["options"]) - len(table))
    for _ in range(random.choice([1, 1, 2])):
        _copy_an_item(random, case, tables, most_options)
    if case["options"] and len(case["options"]) < most_options and random.random() < 0.3:
        _append(case, tables, random.randrange(len(case["options"])))
    for table in tables:
        if table and random.random() < 0.6:
            table[random.randrange(len(table))] += random.choice([-1, 1, 2])
    order = list(range(len(case["options"])))
    random.shuffle(order)
    case["options"] = [case["options"][number] for number in order]
    for table in tables:
        table[:] = [table[number] for number in order]
    return case


def _copy_an_item(random: Random, case: Case, tables: list[list[int]], most_options: int) -> None:
    options, new = case["options"], len(case["items"])
    # Items with colors are never alike.
    colored = {item for option in options for item, color in option if color}
    plain = [item for item in range(new) if item not in colored]
    if not plain:
        return
    item = random.choice(plain)
    own = [number for number, option in enumerate(options) if [item, 0] in option]
    if len(options) + len(own) > most_options:
        return
    case["items"].append(list(case["items"][item]))
    for number in own:
        _append(case, tables, number, {item: new})
    primary = [other for other, (secondary, _, _) in enumerate(case["items"]) if not secondary]
    if random.random() < 0.3 and len(options) < most_options:
        # An option of both: exchanging them does not change it.
        others = [other for other in primary if other not in (item, new)]
        chosen = [item, new, *random.sample(others, min(len(others), 1))]
        if not {*chosen}.isdisjoint(primary):
            options.append([[each, 0] for each in chosen])
            for table in tables:
                table.append(random.randint(0, 2))


def _append(
    case: Case, tables: list[list[int]], number: int, renamed: dict[int, int] | None = None
) -> None:
    names = renamed or {}
    case["options"].append([[names.get(i, i), color] for i, color in case["options"][number]])
    for table in tables:
        table.append(table[number])


def swap(options: Options, one: int, other: int) -> list[int] | None:
    """The permutation of the options that exchanges two items; None if there is none."""
    names = {one: other, other: one}
    places: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for number, option in enumerate(options):
        places.setdefault(tuple(sorted((i, c) for i, c in option)), []).append(number)
    found = []
    for option in options:
        left = places.get(tuple(sorted((names.get(i, i), c) for i, c in option)))
        if not left:
            return None
        found.append(left.pop(0))
    return found
