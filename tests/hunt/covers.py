"""Exact covers of every kind: bounds, colors, costs, weights, equal options, no solution at all.

A case has `items` ([secondary, low, high]) and `options` (pairs of an item and a color, 0 for
none), `costs`, and `dice`, the seed of what is random in a way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import permutations
from random import Random
from typing import Any

import combien
from combien import Budget, Colored, Problem, ProblemGroup, Solution
from combien.cover import formats, reduce
from combien.engines import ENGINES, Sat
from combien.engines._protocol import TURNS_OF_BEST
from combien.errors import CannotAnswer, OutOfBudget
from tests.hunt.asking import Case, Kind, Questions, Way
from tests.hunt.planting import planted

__all__ = ["COVERS", "GROUPS", "LARGE_COVERS", "Cover", "counting_ways", "engine_names", "in_order"]

COLORS = " RGB"
SEARCHES = ("bits", "dlx", "dlx-leftmost", "dlx-weighted")
# Of solutions that are listed one by one.
MOST_LISTED = 3000


def engine_names(random: Random, most: int | None = None) -> list[str]:
    """All registered engines, or some of them."""
    names = [name for name in ENGINES if name != "sat"]
    return names if most is None else random.sample(names, most)


# How a case is drawn ----------------------------------------------------------------------------


def drawn(random: Random, *, most_items: int = 7, most_options: int = 12) -> Case:
    """A problem of any kind; most have solutions, as one is laid before other options are added."""
    count = random.randint(1, most_items)
    colors, bounds = random.random() < 0.4, random.random() < 0.4
    items = []
    for item in range(count):
        secondary = item > 0 and random.random() < 0.25
        low, high = 1, 1
        if bounds and not secondary and random.random() < 0.6:
            low = random.randint(0, 3)
            high = max(1, low + random.randint(0, 2))
        items.append([int(secondary), low, high])
    options: list[list[list[int]]] = []
    for _ in range(random.choice([0, 1, 1, 2])):
        options += _laid(random, items, colors=colors)
    while len(options) < random.randint(1, most_options):
        if options and random.random() < 0.1:
            options.append(random.choice(options))
            continue
        chosen = random.sample(range(count), random.randint(1, min(4, count)))
        options.append(
            [[item, random.randint(0, 3) if colors and items[item][0] else 0] for item in chosen]
        )
    random.shuffle(options)
    # Item 0 is primary, and an option without a primary item is refused.
    options = [
        option if not all(items[item][0] for item, _ in option) else [*option, [0, 0]]
        for option in options[: most_options + 3]
    ]
    spread = random.choice([0, 0, 3, 10**6, 10**20])
    costs = [random.randint(-spread // 2, spread) for _ in options]
    return {"items": items, "options": options, "costs": costs, "dice": random.getrandbits(32)}


def _laid(random: Random, items: list[list[int]], *, colors: bool) -> list[list[list[int]]]:
    """Options that are a solution together."""
    uses = []
    for item, (secondary, low, high) in enumerate(items):
        if secondary and colors and random.random() < 0.5:
            uses += [[item, random.randint(1, 3)]] * random.randint(0, 2)
        else:
            uses += [[item, 0]] * (random.randint(0, 1) if secondary else random.randint(low, high))
    parts: list[list[list[int]]] = [[] for _ in range(random.randint(1, max(1, len(uses))))]
    for use in uses:
        random.choice(parts).append(use)
    # An option has an item once.
    return [part for part in parts if part and len({item for item, _ in part}) == len(part)]


# What is asked ----------------------------------------------------------------------------------


class Cover:
    """A case as a problem, with its solutions by the definition."""

    def __init__(self, case: Case) -> None:
        self.random = Random(case["dice"])
        builder = Problem.builder()
        for item, (secondary, low, high) in enumerate(case["items"]):
            bounds = None if secondary or (low, high) == (1, 1) else (low, high)
            builder.item(item, secondary=bool(secondary), bounds=bounds)
        costs = case.get("costs", [])
        for number, option in enumerate(case["options"]):
            entries = [Colored(item, COLORS[color]) if color else item for item, color in option]
            builder.option(*entries, cost=costs[number] if number < len(costs) else 0)
        self.problem = builder.build()

    @cached_property
    def solutions(self) -> list[Solution]:
        """All solutions in lexicographic order, option after option: taken, or not."""
        return list(by_definition(self.problem))


def by_definition(problem: Problem) -> Iterator[Solution]:
    """Take or leave each option, as long as no item is covered too often."""
    sizes = range(problem.option_count)
    entries = [list(zip(problem.indices(n), problem.colors(n), strict=True)) for n in sizes]
    bounds = [(item.low, item.high) if item.primary else (0, 1) for item in problem.items]
    left = Counter(item for option in entries for item, _ in option)
    used = Counter[int]()
    colors: dict[int, int] = {}
    taken: list[int] = []

    def go(number: int) -> Iterator[Solution]:
        if any(used[item] + left[item] < low for item, (low, _) in enumerate(bounds)):
            return
        if number == len(entries):
            yield Solution(taken)
            return
        own = entries[number]
        for item, _ in own:
            left[item] -= 1
        # The colors of an item may be equal, and then it is not full.
        if all(colors.get(i) == c if c and used[i] else used[i] < bounds[i][1] for i, c in own):
            fresh = [(item, color) for item, color in own if not (color and used[item])]
            for item, color in own:
                used[item] += 1
                if color:
                    colors[item] = color
            taken.append(number)
            yield from go(number + 1)
            taken.pop()
            for item, _ in own:
                used[item] -= 1
            for item, color in fresh:
                if color:
                    del colors[item]
        yield from go(number + 1)
        for item, _ in own:
            left[item] += 1

    yield from sorted(go(0))


def counting_ways(problem: Problem, random: Random, engines: list[str]) -> dict[str, Way]:
    """Ways to the number of solutions that any problem has."""
    modulus = random.choice([1, 2, 7, 2**31, 2**61 - 1, 2**64 + 1])
    ways: dict[str, Way] = {}
    for name in engines:
        ways[name] = partial(combien.count, problem, engine=name)
    name = random.choice(engines)
    if name in ("auto", *SEARCHES, "frontier", "memo"):
        ways[f"{name}, 2 threads"] = partial(combien.count, problem, engine=name, threads=2)
    name = random.choice(SEARCHES)
    ways[f"{name}, in shares"] = partial(in_shares, problem, name, random.randint(1, 9))
    name = random.choice([*SEARCHES, "memo", "auto"])
    nodes = random.randint(0, 12)
    ways[f"{name}, stopped and resumed"] = partial(stopped, problem, name, nodes)
    ways["reduced"] = partial(reduced, problem)
    ways["a family"] = lambda: combien.family(problem).count
    ways["sizes"] = lambda: sum(combien.count_by_size(problem))
    ways["estimate"] = partial(estimated, problem, random.getrandbits(20))
    both = [name for name, known in formats.FORMATS.items() if known.reader and known.writer]
    format = random.choice(both)
    ways[f"written as {format}"] = partial(written, problem, format)
    for name in random.sample(engines, min(2, len(engines))):
        ways[f"{name}, modulo {modulus}"] = partial(modulo, problem, name, modulus)
    return ways


def modulo(model: combien.Model[object], engine: str, modulus: int, **how: Any) -> int:
    """The number, as far as the remainder allows it: that of another way, if they agree."""
    remainder = combien.count(model, modulo=modulus, engine=engine, **how)
    number = combien.count(model, **how)
    return number if number % modulus == remainder else remainder


def in_shares(problem: Problem, engine: str, parts: int) -> int:
    """The sum of the shares of a search."""
    shares = combien.shares(problem, parts=parts, engine=engine)
    return sum(combien.count(problem, engine=engine, resume=share) for share in shares)


def stopped(problem: Problem, engine: str, nodes: int) -> int:
    """A count that is stopped again and again, with more and more nodes."""
    position, least = "", 0
    for _ in range(60):
        found = combien.answer(problem, engine=engine, nodes=nodes, resume=position)
        if found.complete:
            assert found.count is not None
            assert found.count >= least, f"at least {least} was claimed before"
            return found.count
        assert found.count is None, "a count that is not complete"
        if found.position:
            least = max(least, found.known.get("at_least", 0))
            position = found.position
        nodes = 2 * nodes + 1
    raise CannotAnswer("not done after 2^60 nodes")


def reduced(problem: Problem) -> int:
    """The count of the reduced problems, each by a different engine."""
    parts = reduce(problem)
    return parts.count([combien.count(part, engine="dlx") for part in parts.problems])


def estimated(problem: Problem, seed: int) -> int:
    """The estimate of a search where it is exact."""
    found = combien.estimate(problem, walks=3, seed=seed)
    if not found.exact:
        raise CannotAnswer("an estimate")
    assert found.solutions == int(found.solutions)
    return int(found.solutions)


def written(problem: Problem, format: str) -> int:
    """The count of the problem as it is read from a file."""
    try:
        text = formats.write(problem, format=format)
    except combien.BadInput as error:
        raise CannotAnswer(str(error)) from None
    return combien.count(formats.read(text, format=format), engine="dlx")


def listing_ways(problem: Problem, random: Random, engines: list[str]) -> dict[str, Way]:
    """Ways to all solutions, sorted."""

    def sorted_by(engine: str, **limits: int) -> list[Solution]:
        return sorted(combien.solutions(problem, engine=engine, **limits))  # type: ignore[arg-type]

    ways: dict[str, Way] = {name: partial(sorted_by, name) for name in engines}
    if random.random() < 0.2:
        ways["auto, 3 threads"] = partial(sorted_by, "auto", threads=3)
    ways["shuffled"] = partial(sorted_by, "auto", seed=random.getrandbits(30))
    for name in random.sample(["auto", *SEARCHES], 2):
        seed = random.getrandbits(32)
        ways[f"{name}, in pieces"] = partial(in_pieces, problem, name, Random(seed))
    ways["arrays"] = partial(in_arrays, problem, random.choice(engines), random.randint(1, 5))
    name, nodes = random.choice(["auto", *SEARCHES]), random.randint(0, 12)
    ways[f"{name}, answers"] = partial(answers, problem, name, nodes)
    ways["reduced"] = lambda: expanded(problem)
    ways["a family"] = lambda: sorted(map(in_order, combien.family(problem)))
    return ways


def in_pieces(problem: Problem, engine: str, random: Random, **how: Any) -> list[Solution]:
    """A list with a new walk after a few solutions, or a few nodes."""
    found: list[Solution] = []
    position = ""
    for turn in range(400):
        limit = random.randint(0, 5) if random.random() < 0.5 else None
        nodes = None if limit is not None else random.randint(0, 4 + turn)
        walk = combien.solutions(
            problem, engine=engine, resume=position, limit=limit, nodes=nodes, **how
        )
        try:
            found.extend(walk)
        except OutOfBudget:
            pass
        else:
            if limit is None:
                return sorted(found)
        position = walk.position
    raise CannotAnswer("many pieces")


def in_arrays(problem: Problem, engine: str, batch: int) -> list[Solution]:
    """The rows of arrays, without what they are padded with."""
    rows = (
        row
        for table in combien.solutions(problem, engine=engine).arrays(batch, sort=True)
        for row in table.tolist()
    )
    end = problem.option_count
    return sorted(Solution(option for option in row if option != end) for row in rows)


def in_order(numbers: Iterable[Any]) -> Any:
    return Solution(sorted(numbers))


def answers(problem: Problem, engine: str, nodes: int) -> list[Solution]:
    """Answers with solutions, one after the other, each within some nodes."""
    found: list[Solution] = []
    position = ""
    for _ in range(60):
        part = combien.answer(problem, "solutions", engine=engine, nodes=nodes, resume=position)
        found.extend(part.solutions)
        if part.complete:
            assert part.count == (None if position else len(found)), f"count={part.count}"
            return sorted(found)
        assert part.count is None
        position = part.position
        nodes = 2 * nodes + 1
    raise CannotAnswer("not done after 2^60 nodes")


def expanded(problem: Problem) -> list[Solution]:
    """The solutions of the reduced problem as those of the whole one."""
    parts = reduce(problem)
    lists = [list(combien.solutions(part, engine="dlx")) for part in parts.problems]
    return sorted(parts.expand(lists))


def cheapest_ways(cover: Cover, k: int, *, maximize: bool) -> dict[str, Way]:
    """Ways to the costs of the cheapest solutions, or of the most expensive ones."""
    problem = cover.problem

    def cost(solution: Solution) -> int:
        return sum(map(problem.cost, solution))

    def defined() -> list[int]:
        return sorted(map(cost, cover.solutions), reverse=maximize)[:k]

    def asked(engine: str) -> list[int]:
        found = combien.best(problem, k=k, maximize=maximize, engine=engine)  # type: ignore[call-overload]
        assert all(each.cost == cost(each.solution) for each in found)
        assert {each.solution for each in found} <= {*cover.solutions}
        assert len({each.solution for each in found}) == len(found)
        return [each.cost for each in found]

    # HiGHS takes longer than everything else together.
    names = [name for name in TURNS_OF_BEST if name != "milp" or cover.random.random() < 0.1]
    ways: dict[str, Way] = {name: partial(asked, name) for name in ("auto", *names)}
    return {"definition": defined} | ways


def asked(case: Case) -> Questions:
    """Everything about a problem."""
    cover = Cover(case)
    problem, random, found = cover.problem, cover.random, cover.solutions
    names = engine_names(random)
    ways: dict[str, dict[str, Any]] = {
        "count": {"definition": lambda: len(found)} | counting_ways(problem, random, names),
        "marginals": {
            "definition": lambda: [
                sum(option in solution for solution in found)
                for option in range(problem.option_count)
            ],
            "marginals": lambda: combien.marginals(problem),
        },
        "sizes": {
            "definition": lambda: _by_size([len(solution) for solution in found]),
            "count_by_size": lambda: _trimmed(combien.count_by_size(problem)),
        },
        "kinds": {
            "definition": lambda: dict(
                Counter(tuple(sum(o % 3 == k for o in s) for k in range(3)) for s in found)
            ),
            "count_by": lambda: _by_thirds(problem),
        },
        "exists": {"definition": lambda: bool(found)}
        | {name: partial(combien.exists, problem, engine=name) for name in random.sample(names, 3)}
        | {f"{name}, solve": partial(solvable, problem, name) for name in random.sample(names, 3)}
        | {"explain": partial(explained, problem), "sample": partial(sampled, cover)},
    }
    if len(found) <= MOST_LISTED:
        ways["solutions"] = {"definition": lambda: found} | listing_ways(problem, random, names)
        if random.random() < 0.05:
            encoding = random.choice(["pairwise", "bitwise", "product"])
            ways["solutions"]["sat"] = lambda: sorted(
                combien.solutions(problem, engine=Sat(encoding=encoding))
            )
        k = random.choice([1, 2, 5, len(found) + 1])
        ways["cheapest"] = cheapest_ways(cover, k, maximize=random.random() < 0.5)
    return ways


def _by_size(sizes: list[int]) -> list[int]:
    numbers = Counter(sizes)
    return [numbers[size] for size in range(max(sizes, default=-1) + 1)]


def _trimmed(numbers: list[int]) -> list[int]:
    while numbers and not numbers[-1]:
        numbers = numbers[:-1]
    return numbers


def _by_thirds(problem: Problem) -> dict[tuple[int, ...], int]:
    """The numbers of solutions by how many options of each remainder modulo 3 they have."""
    found = combien.count_by(problem, lambda option: option % 3)
    return {
        tuple(dict(zip(found.kinds, used, strict=True)).get(k, 0) for k in range(3)): number
        for used, number in found.counts.items()
    }


def solvable(problem: Problem, engine: str) -> bool:
    """Whether `solve` finds a solution, which is one."""
    found = combien.solve(problem, engine=engine)
    if found is not None:
        combien.verify(problem, found)
    return found is not None


def explained(problem: Problem) -> bool:
    """Whether an explanation has a solution."""
    found = combien.explain(problem)
    if found.status == "unknown":
        raise CannotAnswer("unknown")
    return found.status == "solved"


def sampled(cover: Cover) -> bool:
    """Whether there is a sample, of solutions."""
    found = combien.sample(cover.problem, 3, seed=cover.random.getrandbits(20))
    assert {*found} <= {*cover.solutions}
    return bool(found)


# Larger ones ------------------------------------------------------------------------------------


def drawn_large(random: Random) -> Case:
    """A problem with more solutions than are listed: what searches divide, store and merge."""
    case = drawn(random, most_items=random.randint(8, 24), most_options=random.randint(12, 60))
    if random.random() < 0.5:
        # Two parts that have nothing in common.
        other = drawn(random, most_items=8, most_options=20)
        shift = len(case["items"])
        case["items"] += other["items"]
        case["options"] += [[[i + shift, c] for i, c in option] for option in other["options"]]
        case["costs"] += other["costs"]
    return case


# Of nodes, for each engine: an unlucky one is left out.
LIMITED = Budget(nodes=3_000_000)


def asked_large(case: Case) -> Questions:
    """What needs no list: every engine, with threads, in shares and in turns."""
    cover = Cover(case)
    problem, random = cover.problem, cover.random
    few = combien.count(problem, engine="dlx", nodes=200_000)

    def limited(name: str) -> Way:
        def way() -> int:
            try:
                return combien.count(problem, engine=name, budget=LIMITED)
            except OutOfBudget as stop:
                assert stop.known.get("at_least", 0) <= few
                raise CannotAnswer("out of budget") from None

        return way

    engines = {name: limited(name) for name in engine_names(random)}
    return {
        "count": {"dlx": lambda: few}
        | counting_ways(problem, random, ["auto", "bits", "memo"])
        | engines
    }


# Symmetries of problems -------------------------------------------------------------------------


def drawn_group(random: Random) -> Case:
    """A small problem, twice or three times, so that the copies can be exchanged."""
    case = drawn(random, most_items=3, most_options=4)
    copies = random.choice([2, 2, 3])
    size, number = len(case["items"]), len(case["options"])
    shared = random.random() < 0.3
    case["items"] = case["items"] * copies + ([[1, 1, 1]] if shared else [])
    case["options"] = [
        [[item + copy * size, color] for item, color in option]
        + ([[copies * size, 0]] if shared and place == 0 else [])
        for copy in range(copies)
        for place, option in enumerate(case["options"])
    ]
    order = random.choice(list(permutations(range(copies)))[1:])
    case["moves"] = [[copy * number + place for copy in order for place in range(number)]]
    case["costs"] = []
    return case


def asked_group(case: Case) -> Questions:
    """Orbits of solutions under permutations of the options."""
    cover = Cover(case)
    problem, random = cover.problem, cover.random
    group = ProblemGroup.generated_by(problem, *case["moves"])
    found = cover.solutions
    return {f"up to {len(case['moves'])} permutations": orbit_ways(problem, group, found, random)}


def orbit_ways(
    model: combien.Model[object], group: ProblemGroup, found: list[Solution], random: Random
) -> dict[str, Way]:
    """Ways to the number of orbits of these solutions."""

    def defined() -> int:
        left, number = {tuple(solution) for solution in found}, 0
        while left:
            solution = left.pop()
            left -= {group.image(one, solution) for one in range(len(group))}
            number += 1
        return number

    def by_kinds() -> int:
        orbits = combien.orbits(model, up_to=group)
        assert orbits.solutions == len(found), f"{orbits.solutions} solutions, not {len(found)}"
        for kind in orbits.kinds:
            assert kind.orbits * len(group) == kind.solutions * len(kind.symmetries)
        return orbits.count

    def listed(**how: Any) -> int:
        return len(set(combien.solutions(model.problem(), up_to=group, **how)))

    def pieces(engine: str, seed: int) -> int:
        listed = in_pieces(model.problem(), engine, Random(seed), up_to=group)
        assert len({*listed}) == len(listed), "a solution twice"
        return len(listed)

    engine = random.choice(engine_names(random))
    walked = random.choice(["auto", *SEARCHES])
    return {
        "definition": defined,
        "count": lambda: combien.count(model, up_to=group),
        engine: lambda: combien.count(model, up_to=group, engine=engine),
        "orbits": by_kinds,
        "modulo": partial(modulo, model, engine, random.randint(1, 9), up_to=group),
        "2 threads": lambda: combien.count(model, up_to=group, threads=2),
        "list": listed,
        f"list of {walked}": partial(listed, engine=walked),
        f"{walked}, in pieces": partial(pieces, walked, random.getrandbits(32)),
        "shuffled list": partial(listed, seed=random.getrandbits(20)),
    }


# Matrices ---------------------------------------------------------------------------------------


def drawn_matrix(random: Random) -> Case:
    """The entries of a sparse matrix, some of them several times."""
    rows, columns = random.randint(1, 6), random.randint(1, 5)
    entries = [
        [random.randrange(rows), random.randrange(columns), 1] for _ in range(random.randint(0, 12))
    ]
    if random.random() < 0.5:
        entries = [list(entry) for entry in dict.fromkeys(map(tuple, entries))]
    if random.random() < 0.3 and entries:
        row, column, _ = random.choice(entries)
        entries += [[row, column, random.choice([-1, 1, 0])], [row, column, random.choice([1, 0])]]
    return {"rows": rows, "columns": columns, "entries": entries}


def asked_matrix(case: Case) -> Questions:
    """The count of a matrix, given dense or sparse; or that it is refused."""
    import numpy as np
    from scipy import sparse

    shape = case["rows"], case["columns"]
    dense = [[0] * shape[1] for _ in range(shape[0])]
    for row, column, value in case["entries"]:
        dense[row][column] += value
    triples = [list(each) for each in zip(*case["entries"], strict=True)] or [[], [], []]
    coo = sparse.coo_array((triples[2], (triples[0], triples[1])), shape=shape, dtype=int)
    given: dict[str, Callable[[], object]] = {
        "lists": lambda: dense,
        "numpy": lambda: np.array(dense).reshape(shape),
        "coo": lambda: coo,
        "csr": coo.tocsr,
        "csc": coo.tocsc,
        "lil": coo.tolil,
        "dok": coo.todok,
    }
    return {
        "count": {
            name: lambda make=make: combien.count(Problem.from_matrix(make()))
            for name, make in given.items()
        }
    }


COVERS = Kind("covers", planted(drawn), asked, share=3)
LARGE_COVERS = Kind("large covers", planted(drawn_large, 70), asked_large, share=2)
GROUPS = Kind("groups", drawn_group, asked_group)
MATRICES = Kind("matrices", drawn_matrix, asked_matrix, share=0.3)
