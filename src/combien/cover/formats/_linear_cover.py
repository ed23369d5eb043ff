"""A linear model of binary variables as an exact cover, with side constraints for other rows.

A variable is an option.  A row is an item if it says how many of its variables are 1, whatever the
size and sign of its coefficients: a primary item is the row `sum = 1` (with bounds, `low <= sum <=
high`), a secondary item `sum <= 1`.  So `3 x + 5 y <= 7` is an item, too, as only both together are
too much.  Every other row is a side constraint.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations
from math import ceil, floor, gcd, lcm

from combien.cover._arrays import MOST_COST
from combien.cover._constrained import MOST_SUM, Constrained, SideConstraint
from combien.cover._costs import Scale
from combien.cover._elements import Solution
from combien.cover._problem import Problem, ProblemBuilder
from combien.cover.formats._linear import Column, LinearModel, Row, short
from combien.cover.formats._linear_columns import settle
from combien.cover.formats._text import MOST_ITEMS, bad, quoted
from combien.errors import BadProblem

# Side constraints have a weight for each option.
_MOST_WEIGHTS = 20_000_000
# Engines count in 32 bits; more than the number of variables is impossible, or no limit.
_LARGEST = 2**31 - 1

_FREE = (
    "variable: free, as no row and no cost depends on it; each one doubles the number of "
    "solutions, and some programs leave it out"
)


def cover_of(model: LinearModel, *, exclusive: bool = False) -> Problem | Constrained[Solution]:
    """Return the exact cover problem, with side constraints if there are other rows.

    >>> model = LinearModel()
    >>> x, y, z = (model.column(name, 1) for name in "xyz")
    >>> for column in model.columns:
    ...     column.high = Fraction(1)
    >>> one = Fraction(1)
    >>> model.rows.append(Row("cover", 2, one, one, {x: one, y: one}))
    >>> model.rows.append(Row("hours", 3, None, Fraction(4), {x: 3 * one, y: one, z: 2 * one}))
    >>> constrained = cover_of(model)
    >>> constrained, constrained.constraints
    (<Constrained: <Problem: 2 items, 3 options>, 1 side constraint>, \
(<SideConstraint hours: at most 4>,))

    With `exclusive`, "at least one" becomes "exactly one" where pairs exclude each other.
    Raises `BadFormat` for variables with other values.
    """
    binary = settle(model)
    columns = model.columns
    kept = [at for at in sorted(binary) if columns[at].high != 0 and not columns[at].is_empty]
    sums, sides = _rows(model.rows, columns, set(kept))
    if exclusive:
        sums = _exclusive(sums)
    # What a sum of 0 forbids is left out everywhere.
    out = {at for one in sums if one.high == 0 for at in one.columns}
    kept = [at for at in kept if at not in out]
    builder = Problem.builder()
    entries = _entries(builder, sums, kept, binary, columns)
    for column in columns:
        if column.is_empty:
            builder.item(("variable", column.name))
    if len(builder.item_index) > MOST_ITEMS:
        raise bad(f"{len(builder.item_index)} items: the limit is {MOST_ITEMS}")
    builder.gather({columns[at].name: entries[at] for at in kept}, strict=True)
    _note_free(kept, sums, sides, model)
    _price(builder, kept, model)
    model.warn()
    problem = builder.build()
    numbers = {at: option for option, at in enumerate(kept)}
    constraints = [one.constraint(numbers) for one in sides]
    if not constraints:
        return problem
    if len(constraints) * len(kept) > _MOST_WEIGHTS:
        raise bad(
            f"{len(constraints)} rows that are not sums of equal coefficients, and {len(kept)} "
            f"variables: the limit is {_MOST_WEIGHTS} for their product",
            line=sides[0].line,
        )
    return Constrained(problem, constraints)


def _entries(
    builder: ProblemBuilder,
    sums: Sequence[_Sum],
    kept: Sequence[int],
    binary: Iterable[int],
    columns: Sequence[Column],
) -> Mapping[int, list[Hashable]]:
    """Declare the items, and return those of each option."""
    entries: dict[int, list[Hashable]] = {at: [] for at in kept}
    covered = {at for one in sums if one.high > 0 and not one.is_secondary for at in one.columns}
    for one in sums:
        if one.high < 0:
            # An item without options has no solution either.
            builder.item(one.name)
        if one.high <= 0:
            continue
        here = [at for at in one.columns if at in entries]
        # An option needs a primary item; with bounds 0 to 1, the condition is the same.
        bounded = not one.is_secondary or not covered.issuperset(here)
        pair = (max(0, one.low), one.high) if bounded else None
        builder.item(one.name, secondary=not bounded, bounds=pair)
        covered.update(here if bounded else ())
        for at in here:
            entries[at].append(one.name)
    # A variable that was taken out may be 1 or more, too.
    for at in sorted(binary):
        column = columns[at]
        forced = column.low == 1 and not column.is_empty
        if (forced and column.whole) or (at in entries and at not in covered):
            own = ("variable", column.name)
            builder.item(own, bounds=(int(forced), 1))
            entries.get(at, []).append(own)
    return entries


def _note_free(
    kept: Iterable[int], sums: Iterable[_Sum], sides: Iterable[_Side], model: LinearModel
) -> None:
    used = set(model.objective.terms)
    used.update(*(one.columns for one in sums), *(one.terms for one in sides))
    for at in kept:
        if at not in used and not model.columns[at].is_fixed:
            model.note(_FREE, model.columns[at].name)


def _price(builder: ProblemBuilder, kept: Sequence[int], model: LinearModel) -> None:
    """Set the costs, their sense and the constant."""
    places = [f"the cost of {quoted(model.columns[at].name)}" for at in kept] + ["the constant"]
    lines = [model.columns[at].line for at in kept] + [model.objective.line]
    costs = [model.objective.terms.get(at, Fraction(0)) for at in kept] + [model.constant]
    for place, line, cost in zip(places, lines, costs, strict=True):
        if abs(cost) >= MOST_COST:
            raise bad(f"{place} is {short(cost)}: the limit is 2^62", line=line)
    *prices, constant = (int(cost) if cost.denominator == 1 else cost for cost in costs)
    try:
        Scale(prices, constant)
    except BadProblem:
        finest = max(range(len(costs)), key=lambda at: costs[at].denominator)
        raise bad(
            f"{places[finest]} is {short(costs[finest])}: the costs have too many digits to be "
            "added exactly in 62 bits; round them",
            line=lines[finest],
        ) from None
    builder.price(prices, sense=model.sense, constant=constant)


# Rows ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Sum:
    """A sum of different variables from `low` to `high`, which is -1 if there is no such number.

    `lower` and `upper` are whether the file gives these bounds.
    """

    name: str
    columns: tuple[int, ...]
    low: int
    high: int
    lower: bool
    upper: bool

    @property
    def is_secondary(self) -> bool:
        return self.high == 1 and not self.lower

    def continues(self, other: _Sum) -> bool:
        """Return whether this is the upper bound to the lower one before it."""
        return (other.lower, other.upper, self.lower, self.upper) == (
            True,
            False,
            False,
            True,
        ) and self.columns == other.columns

    def merge(self, upper: _Sum, taken: Container[str]) -> None:
        """Take over the upper bound; `rlo` and `rup`, as HiGHS names them, become `r`."""
        self.high, self.upper = upper.high if self.low <= upper.high else -1, True
        stem = self.name.removesuffix("lo")
        if f"{stem}lo" == self.name and f"{stem}up" == upper.name and stem and stem not in taken:
            self.name = stem


@dataclass(frozen=True, slots=True)
class _Side:
    """A row that is a side constraint: whole weights, and the least and the greatest sum."""

    name: str
    line: int
    terms: Mapping[int, int]
    least: int | None
    most: int | None

    def constraint(self, numbers: Mapping[int, int]) -> SideConstraint:
        """Return the constraint; `numbers` are the options of the variables."""
        weights = {numbers[at]: weight for at, weight in self.terms.items() if at in numbers}
        return SideConstraint(weights, least=self.least, most=self.most, name=self.name)


def _rows(
    rows: Sequence[Row], columns: Sequence[Column], kept: set[int]
) -> tuple[list[_Sum], list[_Side]]:
    """Return the rows as sums, of which two with the same variables become one, and the others."""
    found: list[_Sum] = []
    sides: list[_Side] = []
    names = {row.name for row in rows}
    taken: set[str] = set()
    for row in rows:
        one = _read(row, columns, kept)
        if one is None:
            # No choice violates it.
            continue
        before = found[-1] if found else None
        if isinstance(one, _Sum) and before and one.continues(before):
            before.merge(one, names)
            continue
        if one.name in taken:
            raise bad(f"a second row is named {quoted(row.name)}", line=row.line)
        taken.add(one.name)
        if isinstance(one, _Sum):
            found.append(one)
        else:
            sides.append(one)
    return found, sides


def _read(row: Row, columns: Sequence[Column], kept: set[int]) -> _Sum | _Side | None:
    """Return a row as a sum if it is one, otherwise as a side constraint; None if always true."""
    if not _is_plain(row):
        # Variables that are 0 or 1 in any case need not have the same coefficient.
        terms = {at: factor for at, factor in row.terms.items() if at in kept}
        row = Row(row.name, row.line, row.low, row.high, terms)
        for at in [at for at in terms if columns[at].is_fixed]:
            row.move(terms.pop(at))
        least, most = _ends(terms.values())
        row.low = None if row.low is None or row.low <= least else row.low
        row.high = None if row.high is None or row.high >= most else row.high
        if row.low is None and row.high is None:
            return None
        if (row.high is not None and row.high < least) or (row.low is not None and row.low > most):
            return _impossible(row)
        row = _counting(row) or row
    return _sum(row) if _is_plain(row) else _side(row)


def _is_plain(row: Row) -> bool:
    """Return whether all coefficients are equal."""
    first = next(iter(row.terms.values()), None)
    # Most are the same object, as most words of a file are the same.
    return all(factor is first or factor == first for factor in row.terms.values())


def _impossible(row: Row) -> _Sum:
    return _Sum(row.name, (), -1, -1, lower=True, upper=True)


def _ends(factors: Iterable[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest sum of some of these numbers."""
    least = most = Fraction(0)
    for factor in factors:
        if factor < 0:
            least += factor
        else:
            most += factor
    return least, most


def _counting(row: Row) -> Row | None:
    """Return a row that says how many variables are 1 and has the same solutions, if there is one.

    >>> row = Row("r", 1, None, Fraction(7), {0: Fraction(3), 1: Fraction(5), 2: Fraction(6)})
    >>> _counting(row).high
    Fraction(1, 1)
    """
    signs = {factor > 0 for factor in row.terms.values()}
    if len(signs) > 1:
        return None
    low, high = row.low, row.high
    if signs == {False}:
        low, high = None if high is None else -high, None if low is None else -low
    sizes = sorted(map(abs, row.terms.values()))
    # The sums of the k lightest and of the k heaviest, for each k.
    light = list(accumulate(sizes, initial=Fraction(0)))
    heavy = list(accumulate(reversed(sizes), initial=Fraction(0)))
    found = Row(row.name, row.line, None, None, dict.fromkeys(row.terms, Fraction(1)))
    if high is not None:
        fits = bisect_right(light, high) - 1
        if heavy[fits] > high:
            return None
        found.high = Fraction(fits)
    if low is not None:
        needs = bisect_left(heavy, low)
        if light[needs] < low:
            return None
        found.low = Fraction(needs)
    return found


def _sum(row: Row) -> _Sum:
    scale = next(iter(row.terms.values()), Fraction(1))
    low = None if row.low is None else row.low / scale
    high = None if row.high is None else row.high / scale
    if scale < 0:
        low, high = high, low
    least = 0 if low is None else ceil(low)
    most = max(len(row.terms), least, 1) if high is None else floor(high)
    return _Sum(
        row.name,
        tuple(sorted(row.terms)),
        max(-1, min(least, _LARGEST)),
        max(-1, min(most, _LARGEST)) if least <= most else -1,
        low is not None,
        high is not None,
    )


def _side(row: Row) -> _Side | _Sum:
    """Return a side constraint with whole weights, or a sum if no choice satisfies it."""
    factors = row.terms.values()
    scale = Fraction(lcm(*(factor.denominator for factor in factors)))
    scale /= gcd(*(int(factor * scale) for factor in factors))
    if sum(map(abs, factors)) * scale >= MOST_SUM:
        raise bad(
            f"row {quoted(row.name)}: the coefficients have too many digits to be added exactly in "
            "62 bits; round them",
            line=row.line,
        )
    low = None if row.low is None else ceil(row.low * scale)
    high = None if row.high is None else floor(row.high * scale)
    if low is not None and high is not None and low > high:
        return _impossible(row)
    terms = {at: int(factor * scale) for at, factor in row.terms.items()}
    return _Side(row.name, row.line, terms, low, high)


# Larger files keep their pairs: the result has the same solutions, with more items.
_MOST_PAIRS = 2_000_000


def _exclusive(sums: list[_Sum]) -> list[_Sum]:
    """Join sums of at least one with the sums of at most one that exclude its pairs.

    These are left out if they say nothing else.
    """
    pairs: set[tuple[int, int]] = set()
    for one in sums:
        if one.is_secondary and one.low <= 0:
            size = len(one.columns)
            if len(pairs) + size * (size - 1) // 2 > _MOST_PAIRS:
                return sums
            pairs.update(combinations(one.columns, 2))
    implied: set[tuple[int, int]] = set()
    work = 0
    for one in sums:
        if one.low == 1 and one.upper and one.high == 1:
            work += len(one.columns) ** 2
        elif one.low == 1 and not one.upper and len(one.columns) > 1:
            tried = 0
            for pair in combinations(one.columns, 2):
                tried += 1
                if pair not in pairs:
                    break
            else:
                one.high, one.upper = 1, True
            work += tried
        if work > 2 * _MOST_PAIRS:
            return sums
        if one.low == 1 and one.upper and one.high == 1:
            implied.update(combinations(one.columns, 2))
    return [
        one
        for one in sums
        if not (one.is_secondary and one.low <= 0 and len(one.columns) > 1)
        or any(pair not in implied for pair in combinations(one.columns, 2))
    ]
