"""Numbers of options: totals, weights, costs and side constraints, of problems with twins.

A case is that of an exact cover, with `numbers`, one for each option.  Every reduction is met by
questions that may not use it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from itertools import combinations
from math import prod
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import combien
from combien import Budget, ProblemGroup, SideConstraint, Solution
from combien._base.budget import Meter, Spending
from combien._cli.main import main
from combien._questions.certificates import certified
from combien._questions.distribution import option_weights
from combien.cover import formats, reduce
from combien.engines._counting import Counting, finish
from combien.engines._matchings import random_matchings
from combien.engines._matchings.fkt import shares as matched_shares
from combien.engines._portfolio.divided import CANDIDATES, Divided
from combien.engines._portfolio.orbits import OrbitCounting
from combien.engines._protocol import TURNS_OF_BEST, UNLIMITED
from combien.engines._search.breaking import broken
from combien.engines._sweeps import tracing
from combien.engines._sweeps.frontier import FrontierCounting
from combien.engines._sweeps.totals import matched_totals, swept_totals
from combien.errors import CannotAnswer
from combien.running._sweeps import count_by_sweep
from tests.hunt.asking import Case, Kind, Questions, Way
from tests.hunt.covers import Cover, drawn, in_order
from tests.hunt.planting import planted, swap

__all__ = ["WEIGHTS", "Weighed"]

# Files of linear constraints that are read and written.
LINEAR = [
    name
    for name in ("mps", "lp", "opb", "xcsp3")
    if (known := formats.FORMATS.get(name)) and known.reader and known.writer
]
# Of random solutions that are compared with their probabilities, and the deviations that are
# allowed: a fair sample has more once in 10^8 times.
DRAWN, DEVIATIONS = 1500, 6.0


def drawn_weighed(random: Random) -> Case:
    """A small problem with small numbers, many of them equal."""
    case = drawn(random, most_items=5, most_options=7)
    if random.random() < 0.2:
        case = drawn_pairs(random)
    spread = random.choice([1, 1, 2, 5])
    numbers = [random.choice([0, random.randint(-1, spread)]) for _ in case["options"]]
    return {**case, "costs": [], "numbers": numbers}


def drawn_pairs(random: Random) -> Case:
    """Perfect matchings of a ladder, a ring or a random graph, with some edges twice."""
    size = random.choice([2, 4, 6, 6])
    edges = [[k, k + 1] for k in range(0, size, 2)]
    ring = [[k, (k + 1) % size] for k in range(size)]
    rungs = [[k, k + 2] for k in range(size - 2)]
    edges += random.choice([ring, rungs, [random.sample(range(size), 2) for _ in range(5)]])
    edges += [random.choice(edges) for _ in range(random.randint(0, 2))]
    random.shuffle(edges)
    options = [[[a, 0], [b, 0]] for a, b in edges if a != b]
    return {"items": [[0, 1, 1]] * size, "options": options, "dice": random.getrandbits(32)}


class Weighed(Cover):
    """A problem with numbers, and what follows from the list of its solutions."""

    def __init__(self, case: Case) -> None:
        super().__init__({**case, "costs": case["numbers"]})
        self.size = self.problem.option_count
        given = list(case["numbers"][: self.size])
        self.numbers = given + [0] * (self.size - len(given))
        # Positive, and equal where the numbers are.
        self.weights = [2 ** (number - min(self.numbers)) for number in self.numbers]

    def total(self, solution: Sequence[int]) -> int:
        """The sum of its options' numbers."""
        return sum(self.numbers[option] for option in solution)

    def weight(self, solution: Sequence[int]) -> int:
        """The product of its options' weights."""
        return prod(self.weights[option] for option in solution)

    def shares(self, weight: Callable[[Solution], int]) -> tuple[list[int], int]:
        """The weight of the solutions with each option, and of all."""
        weights = [weight(solution) for solution in self.solutions]
        both = [*zip(self.solutions, weights, strict=True)]
        each = [sum(one for s, one in both if option in s) for option in range(self.size)]
        return each, sum(weights)

    def total_ways(self) -> dict[str, Way]:
        """Ways to the number of solutions of each total."""
        problem, numbers = self.problem, self.numbers

        def matched() -> dict[int, int]:
            found = matched_totals(problem, numbers, Spending(UNLIMITED), None)
            if found is None:
                raise CannotAnswer("no graph of pairs in the plane")
            return found

        def of_family() -> dict[int, int]:
            return combien.family(problem).count_by_total(dict(enumerate(numbers)))

        def by_command() -> dict[int, int]:
            with TemporaryDirectory() as folder:
                file, given = Path(folder, "a.json"), Path(folder, "a.txt")
                file.write_text(formats.write(problem, format="json"))
                given.write_text(" ".join(map(str, numbers)))
                output = StringIO()
                with redirect_stdout(output), redirect_stderr(StringIO()):
                    main(["count", "--json", "--by", str(given), str(file)])
            found = json.loads(output.getvalue())["totals"]
            return {int(one["total"]): int(one["count"]) for one in found}

        ways: dict[str, Way] = {
            "definition": lambda: dict(sorted(Counter(map(self.total, self.solutions)).items())),
            "count_by_total": lambda: combien.count_by_total(problem, numbers),
            "sweeps": lambda: swept_totals(problem, numbers, Spending(UNLIMITED), None),
            "matchings": matched,
            "family": of_family,
        }
        if self.random.random() < 0.1:
            ways["count --by"] = by_command
        return ways

    def weight_ways(self) -> dict[str, Way]:
        """Ways to the weight of all solutions."""
        problem, weights = self.problem, self.weights
        sweep = partial(FrontierCounting, problem, weights=weights)
        return {
            "definition": lambda: sum(map(self.weight, self.solutions)),
            "marginals": lambda: option_weights(problem, weights, UNLIMITED, None)[1],
            "sweep": lambda: counted(sweep(question="totals")),
            "sweep of options": lambda: counted(sweep(question="marginals")),
        }

    def marginal_ways(self, *, weighted: bool) -> dict[str, Way]:
        """Ways to the weight, or to the number, of the solutions with each option."""
        problem, weights = self.problem, self.weights
        some: Any = weights if weighted else ()

        def asked() -> list[Any]:
            if weighted:
                return [*combien.marginals(problem, weights=weights)]
            return [*combien.marginals(problem)]

        def matched() -> list[int]:
            found = matched_shares(problem, weights=some)
            if found is None:
                raise CannotAnswer("no graph of pairs in the plane")
            return found[0]

        def of_family() -> list[Any]:
            by_option: Any = dict(enumerate(weights)) if weighted else None
            found = combien.family(problem).marginals(weights=by_option)
            return [found.get(option, 0) for option in range(self.size)]

        def on_disk() -> list[int]:
            with patched(tracing, "IN_MEMORY", 1):
                return tracing.swept_shares(problem, weights=some)[0]

        return {
            "definition": lambda: self.shares(self.weight if weighted else lambda _: 1)[0],
            "marginals": asked,
            "sweep": lambda: tracing.swept_shares(problem, weights=some)[0],
            "layers on disk": on_disk,
            "matchings": matched,
            "family": of_family,
        }

    def sample_ways(self, *, weighted: bool) -> dict[str, Way]:
        """Whether random solutions are as frequent as they should be; all are solutions."""
        problem, weights = self.problem, self.weights
        some: Any = weights if weighted else ()
        weight: Callable[[Solution], int] = self.weight if weighted else lambda _: 1
        seed = self.random.getrandbits(20)

        def fair(found: Sequence[Solution]) -> bool:
            assert {*found} <= {*self.solutions}
            whole, seen = sum(map(weight, self.solutions)), Counter(found)
            for one in self.solutions:
                mean = DRAWN * weight(one) / whole
                assert abs(seen[one] - mean) < DEVIATIONS * (1 + mean**0.5), (one, seen[one], mean)
            return bool(found)

        def on_disk() -> bool:
            with patched(tracing, "IN_MEMORY", 1):
                return fair(tracing.traced(problem, DRAWN, seed, weights=some))

        def coupled() -> bool:
            with patched(random_matchings, "LEAST_ITEMS", 0):
                found = random_matchings.random_matchings(problem, DRAWN, seed, weights=some)
            if found is None:
                raise CannotAnswer("no bipartite graph in the plane")
            return fair(found)

        given: Any = weights if weighted else None
        return {
            "definition": lambda: bool(self.solutions),
            "sample": lambda: fair(combien.sample(problem, DRAWN, seed=seed, weights=given)),
            "layers on disk": on_disk,
            "matchings": coupled,
        }

    def best_ways(self, k: int, *, maximize: bool) -> dict[str, Way]:
        """Ways to the least costs, by one objective and then by the number of options."""
        sizes = [1] * self.size

        def defined() -> list[tuple[int, int]]:
            pairs = ((self.total(one), len(one)) for one in self.solutions)
            return sorted(pairs, reverse=maximize)[:k]

        def asked(engine: Any) -> list[Any]:
            found = combien.best(
                self.problem,
                costs=self.numbers,
                then=[sizes],
                k=k,
                maximize=maximize,
                engine=engine,
            )
            assert len({each.solution for each in found}) == len(found)
            assert {each.solution for each in found} <= {*self.solutions}
            assert all(each.cost == self.total(each.solution) for each in found)
            return [*found.costs]

        # HiGHS takes longer than everything else together.
        names = [n for n in TURNS_OF_BEST if n != "milp" or self.random.random() < 0.03]
        ways: dict[str, Way] = {name: partial(asked, name) for name in ("auto", *names)}
        return {"definition": defined} | ways

    def count_ways(self) -> dict[str, Way]:
        """Ways to the number of solutions by each reduction."""
        problem = self.problem

        def certificate() -> int:
            return certified(problem, None, budget=UNLIMITED)[1]

        def in_run() -> int:
            with TemporaryDirectory() as folder:
                return count_by_sweep(problem, Path(folder, "run.db")).count

        def reduced() -> int:
            parts = reduce(problem)
            return parts.count([combien.family(part).count for part in parts.problems])

        ways: dict[str, Way] = {
            "definition": lambda: len(self.solutions),
            "divided": lambda: counted(Divided(problem, CANDIDATES, threads=1)),
            "orbits": lambda: counted(OrbitCounting(problem)),
            "sweep": lambda: counted(FrontierCounting(problem)),
            "sweep of options": lambda: counted(FrontierCounting(problem, question="sample")),
            "certificate": certificate,
            "reduced": reduced,
        }
        if self.random.random() < 0.1:
            ways["run"] = in_run
        return ways

    def written_ways(self) -> dict[str, Way]:
        """Ways to the number of solutions and their least total, as they are read from a file."""

        def read(name: str) -> tuple[int, int | None]:
            try:
                text = formats.write(self.problem, format=name)
            except combien.BadInput as error:
                raise CannotAnswer(str(error)) from None
            problem = formats.read(text, format=name)
            found = combien.best(problem, engine="zdd")
            return combien.count(problem, engine="dlx"), found[0].cost if found else None

        def defined() -> tuple[int, int | None]:
            return len(self.solutions), min(map(self.total, self.solutions), default=None)

        defined_way: dict[str, Way] = {"definition": defined}
        return defined_way | {name: partial(read, name) for name in LINEAR}

    def constrained_ways(self) -> dict[str, Way]:
        """Ways to the solutions whose totals are within limits."""
        least, most = sorted(self.random.choices(range(-2, 7), k=2))
        model = combien.Constrained(
            self.problem, [SideConstraint(self.numbers, least=least, most=most)]
        )
        return {
            "definition": lambda: [s for s in self.solutions if least <= self.total(s) <= most],
            "list": lambda: sorted(combien.solutions(model)),
            "family": lambda: sorted(map(in_order, combien.family(model))),
        }

    def symmetric_ways(self, moves: list[list[int]]) -> dict[str, Way]:
        """Ways to the solutions that do not change if items are exchanged, with their costs."""
        group = ProblemGroup.generated_by(self.problem, *moves)
        model = combien.Symmetric(self.problem, group)

        def fixed(solution: Solution) -> bool:
            return all({move[option] for option in solution} == {*solution} for move in moves)

        def cheapest() -> list[tuple[int, Solution]]:
            found = combien.best(model, k=len(self.solutions) + 1)
            return sorted((each.cost, each.solution) for each in found)

        return {
            "definition": lambda: sorted((self.total(s), s) for s in self.solutions if fixed(s)),
            "list": lambda: sorted((self.total(s), s) for s in combien.solutions(model)),
            "best": cheapest,
        }

    def orbit_ways(self, moves: list[list[int]]) -> dict[str, Way]:
        """Ways to the number of orbits under exchanges of items."""
        group = ProblemGroup.generated_by(self.problem, *moves)

        def defined() -> int:
            left, number = {tuple(solution) for solution in self.solutions}, 0
            while left:
                solution = left.pop()
                left -= {tuple(group.image(one, solution)) for one in range(len(group))}
                number += 1
            return number

        return {
            "definition": defined,
            "count": lambda: combien.count(self.problem, up_to=group),
            "orbits": lambda: combien.orbits(self.problem, up_to=group).count,
            "list": lambda: len({*combien.solutions(self.problem, up_to=group)}),
            "certificate": lambda: certified(self.problem, group, budget=UNLIMITED)[1],
        }

    def exists_ways(self) -> dict[str, Way]:
        """Ways to whether there is a solution."""

        def breaking() -> bool:
            found = broken(self.problem)
            if found is None:
                raise CannotAnswer("no symmetry")
            smaller, numbers = found
            solution = combien.solve(smaller, engine="dlx")
            if solution is not None:
                combien.verify(self.problem, Solution(sorted(numbers[o] for o in solution)))
            return solution is not None

        return {
            "definition": lambda: bool(self.solutions),
            "exists": lambda: combien.exists(self.problem),
            "symmetry broken": breaking,
            "sweep": lambda: counted(FrontierCounting(self.problem, question="exists")) > 0,
        }


@contextmanager
def patched(module: object, name: str, value: object) -> Iterator[None]:
    """In this context, a name of a module has another value."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def counted(counting: Counting) -> int:
    """What a count in progress finds at last."""
    return finish(counting, Meter(Budget(), engine="frontier"))


def asked_weighed(case: Case) -> Questions:
    """Everything that looks at numbers of options, or may not forget which options there are."""
    weighed = Weighed(case)
    options, items = case["options"], case["items"]
    pairs = [(a, b) for a, b in combinations(range(len(items)), 2) if items[a] == items[b]]
    moves = [move for a, b in pairs if (move := swap(options, a, b)) is not None][:2]
    k = weighed.random.choice([1, 2, len(weighed.solutions) + 1])
    ways: dict[str, dict[str, Way]] = {
        "count": weighed.count_ways(),
        "exists": weighed.exists_ways(),
        "totals": weighed.total_ways(),
        "weight": weighed.weight_ways(),
        "marginals": weighed.marginal_ways(weighted=False),
        "weighted marginals": weighed.marginal_ways(weighted=True),
        "cheapest": weighed.best_ways(k, maximize=weighed.random.random() < 0.3),
        "side constraints": weighed.constrained_ways(),
        "written": weighed.written_ways(),
    }
    if 0 < len(weighed.solutions) <= 12 and weighed.random.random() < 0.3:
        ways["sample"] = weighed.sample_ways(weighted=False)
        ways["weighted sample"] = weighed.sample_ways(weighted=True)
    if moves and any(move != [*range(len(options))] for move in moves):
        ways["orbits"] = weighed.orbit_ways(moves)
        ways["symmetric solutions"] = weighed.symmetric_ways(moves)
    return ways


WEIGHTS = Kind("weights", planted(drawn_weighed), asked_weighed, share=2)
