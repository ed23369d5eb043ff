"""Small 0-1 models at random, and what is true of them by trying all assignments.

A model is linear rows over binary variables, some of them fixed by their bounds, and an objective
with a constant.  This file and `programs.py` run where only a program's own package is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

# Names that mean something else in a format, or that some program cannot write.
ODD = (
    "e1", "E2", "inf", "infinity", "free", "st", "end", "bin", "semi", "x.1", "x[1]", "x(1,2)",
    "x#1", "~x", "_x", "x'", "x,y", "a|b", "obj", "RHS", "BND", "MAX", "r1", "R1", "c1", "1x",
    "$x", "*x", "-x", "3", "x y", "é", "a_name_of_more_than_sixteen_characters",
)  # fmt: skip
# What an optimum is of a model without solutions.
NONE = "infeasible"


@dataclass(frozen=True)
class Row:
    """`low <= sum of factor * variable <= high`; None is no bound."""

    name: str
    low: int | None
    high: int | None
    terms: dict[int, int]

    @property
    def two_sided(self) -> bool:
        return None not in (self.low, self.high) and self.low != self.high

    @property
    def is_loose(self) -> bool:
        """Whether the row holds whatever its variables are: clauses need not mention it."""
        least = sum(min(factor, 0) for factor in self.terms.values())
        most = sum(max(factor, 0) for factor in self.terms.values())
        below = self.low is None or self.low <= least
        return below and (self.high is None or most <= self.high)

    def holds(self, chosen: tuple[int, ...]) -> bool:
        total = sum(factor * chosen[at] for at, factor in self.terms.items())
        above = self.low is None or self.low <= total
        return above and (self.high is None or total <= self.high)


@dataclass(frozen=True)
class Model:
    """Binary variables with their bounds and costs, and rows."""

    names: tuple[str, ...]
    bounds: tuple[tuple[int, int], ...]
    costs: tuple[float, ...]
    constant: float
    maximize: bool
    rows: tuple[Row, ...]

    def values(self) -> list[float]:
        """The value of the objective for each solution, by the definition."""
        return [
            self.constant + sum(cost * x for cost, x in zip(self.costs, chosen, strict=True))
            for chosen in product(*(range(low, high + 1) for low, high in self.bounds))
            if all(row.holds(chosen) for row in self.rows)
        ]

    def optimum(self) -> float | str:
        """The value of the best solution, or that there is none."""
        return (max if self.maximize else min)(self.values(), default=NONE)

    def clauses(self) -> Iterator[list[int]]:
        """Hard clauses of a model of the kind `clauses`; literals are numbers from 1."""
        for at, (low, high) in enumerate(self.bounds, 1):
            if low == high:
                yield [at if low else -at]
        for row in self.rows:
            literals = [at + 1 for at in row.terms]
            if row.low:
                yield literals
            if row.high:
                yield from ([-one, -two] for one, two in combinations(literals, 2))

    def weights(self) -> list[float]:
        """The weight of the soft clause of each variable, which is x where it is negative."""
        return [-cost if self.maximize else cost for cost in self.costs]

    def idle(self) -> list[str]:
        """Free variables that nothing limits and that cost nothing: some writers omit them."""
        used = {at for row in self.rows if not row.is_loose for at in row.terms}
        free = [at for at, ends in enumerate(self.bounds) if ends == (0, 1) and not self.costs[at]]
        return [self.names[at] for at in free if at not in used]


def random_model(seed: int, kind: str) -> Model:
    """The model with this number, of a kind.

    `cover` has rows whose factors are equal, which are items of an exact cover; `odd` has also odd
    names; `linear` has rows with any factors; `whole` has whole costs and a few such rows;
    `clauses` has only what WCNF can express.
    """
    random = Random(f"{kind} {seed}")
    size = random.randint(3, 6)
    names = [f"x{at + 1}" for at in range(size)]
    row_names = [f"c{at + 1}" for at in range(4)]
    if kind == "odd":
        names[:2] = random.sample(ODD, 2)
        row_names[0] = random.choice([name for name in ODD if name not in names])
    share = 0.35 if random.random() < 0.85 else 0
    bounds = tuple(
        (value, value) if random.random() < share else (0, 1)
        for value in random.choices((0, 1), k=size)
    )
    step = random.choice((1, 1, 1, 0.5, 0.25)) if kind in ("cover", "odd", "linear") else 1
    costs = tuple(random.choice((0, 1, 1, 1)) * random.randint(-9, 9) * step for _ in range(size))
    constant = random.choice((0, 0, 1)) * random.randint(-9, 9) * step
    if random.random() < 0.15:
        costs, constant = (0,) * size, 0
    rows = [_random_row(random, row_names[at], size, kind) for at in range(random.randint(1, 4))]
    return Model(tuple(names), bounds, costs, constant, random.random() < 0.5, tuple(rows))


def _random_row(random: Random, name: str, size: int, kind: str) -> Row:
    used = sorted(random.sample(range(size), random.randint(1, size - 1)))
    if kind == "clauses":
        return Row(name, *random.choice([(1, 1), (None, 1), (1, None)]), dict.fromkeys(used, 1))
    ends = [(1, 1), (1, 1), (2, 2), (None, 1), (0, 1), (None, 2), (1, None), (1, 2), (2, 3)]
    low, high = random.choice(ends)
    if random.random() < {"linear": 0.6, "whole": 0.1}.get(kind, 0):
        return Row(name, low, high, {at: random.choice((-3, -2, -1, 1, 2, 4)) for at in used})
    factor = random.choice((1, 1, 1, 1, 1, -1, 2, -3))
    scaled = [None if end is None else end * factor for end in (low, high)]
    low, high = scaled if factor > 0 else scaled[::-1]
    return Row(name, low, high, dict.fromkeys(used, factor))
