"""The rule for copies: options with the same items, colors and cost.

Copies can be exchanged in any solution.  But merging them changes the count, which can be corrected
only by a *constant* factor.  There is one if some item is in exactly one chosen option and all its
options come in classes of copies whose sizes have a common divisor d > 1: each solution contains
exactly one of these options, so d copies of each can be merged into one, and there were d times as
many solutions.  Other copies are not merged.
"""

from __future__ import annotations

from math import gcd

from combien.cover._reduction.remains import Remains

__all__ = ["merge_copies"]


def merge_copies(remains: Remains) -> None:
    """Merge copies if a constant factor accounts for them.

    >>> from combien.cover import Problem
    >>> remains = Remains(Problem.from_options(["ab", "ab", "a", "a", "b"]), steps=100)
    >>> merge_copies(remains)
    >>> list(remains.alive), remains.copies, remains.factor
    ([1, 0, 1, 0, 1], {0: (0, 1), 2: (2, 3)}, 2)
    """
    classes = _classes(remains)
    class_of = {option: number for number, options in enumerate(classes) for option in options}
    items = {item for options in classes for item in remains.items(options[0])}
    for item in sorted(items):
        if not remains.exactly_once(item):
            continue
        numbers = [class_of.get(option, -1) for option in remains.options(item)]
        sizes = (len(classes[number]) if number >= 0 else 1 for number in numbers)
        divisor = gcd(*sizes)
        if divisor > 1:
            remains.factor *= divisor
            for number in dict.fromkeys(numbers):
                classes[number] = _merged(remains, classes[number], divisor)
    remains.propagate()


def _merged(remains: Remains, options: list[int], divisor: int) -> list[int]:
    """Keep the first of each `divisor` options as a representative; return the options kept."""
    kept = []
    for begin in range(0, len(options), divisor):
        first, *others = options[begin : begin + divisor]
        represented = list(remains.copies.get(first, (first,)))
        for other in others:
            represented.extend(remains.copies.pop(other, (other,)))
            remains.remove(other, "copies")
        remains.copies[first] = tuple(sorted(represented))
        kept.append(first)
    return kept


def _classes(remains: Remains) -> list[list[int]]:
    """Return the classes of at least two options that are copies of each other."""
    classes: list[list[int]] = []
    problem, live = remains.problem, remains.live
    for item in range(problem.item_count):
        if not live[item] or remains.count[item] < 2:
            continue
        # An option is examined at its smallest item, so the table stays small.
        table: dict[object, list[int]] = {}
        for option in remains.options(item):
            if not remains.spend(len(remains.held[option])):
                return []
            held = remains.items(option)
            if min(held) != item:
                continue
            # Options with the same items were merged because of the same items, so they represent
            # equally many copies, and these numbers need not be compared.
            key: tuple[object, ...] = (problem.cost(option), *sorted(held))
            if remains.colors:
                key += tuple(remains.color(option, i) for i in sorted(held))
            table.setdefault(key, []).append(option)
        classes.extend(options for options in table.values() if len(options) > 1)
    return classes
