"""Exact covers as linear constraints over binary variables, shared by the formats of solvers.

A variable is an option and a constraint is an item: a primary item is the row `sum = 1` (with
bounds, `low <= sum <= high`), a secondary item `sum <= 1`.  `Rows` collects what a file says and
returns the problem; `rows_of` is the way back.

Reading accepts a row if its coefficients are equal, whatever their size and sign, and its variables
are binary, or are so because they are in a row whose sum is at most 1.  Everything else is not an
exact cover, and is refused with the name of the row and its line.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from math import ceil, floor

from combien._base.checks import Cost
from combien._base.records import dataclass, field
from combien.cover._arrays import MOST_COST
from combien.cover._costs import Scale, exact_cost
from combien.cover._problem import Problem, ProblemBuilder
from combien.cover.formats._names import spelled, words
from combien.cover.formats._text import MOST_ITEMS, FormatWarning, bad, hint, quoted
from combien.errors import BadFormat, BadProblem

_NUMBER = re.compile(r"[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eEdD][+-]?\d{1,3})?", re.A)
# Solvers take numbers of this size as infinite.
INFINITE = 10**20

OTHERWISE = "an exact cover has only sums of binary variables"


def number(word: str, what: str, *, line: int = 0, column: int = 0) -> Fraction:
    """Parse a decimal number exactly, with an exponent of up to three digits.

    >>> number("-2.5e1", "a cost")
    Fraction(-25, 1)
    """
    if not _NUMBER.fullmatch(word):
        if word.lower().lstrip("+-") in ("inf", "infinity"):
            return Fraction(-INFINITE if word.startswith("-") else INFINITE)
        raise bad(f"expected {what}, a number, not {quoted(word)}", line=line, column=column)
    return _exactly(word)


# Most coefficients of a file are the same few words.
@lru_cache(maxsize=1000)
def _exactly(word: str) -> Fraction:
    return Fraction(word.replace("d", "e").replace("D", "e"))


@dataclass(slots=True)
class Row:
    """A constraint `low <= sum of coefficient * variable <= high`; None is no bound."""

    name: str
    line: int
    low: Fraction | None = None
    high: Fraction | None = None
    terms: dict[int, Fraction] = field(default_factory=dict)

    def add(self, column: int, coefficient: Fraction) -> None:
        """Add a term; several terms of a variable are added up, as solvers do."""
        if column in self.terms:
            coefficient += self.terms[column]
        self.terms[column] = coefficient


@dataclass(slots=True)
class Column:
    """A variable: its bounds, and whether it is an integer."""

    name: str
    line: int
    whole: bool = True
    low: Fraction | None = Fraction(0)
    high: Fraction | None = None


class Rows:
    """The variables, constraints and costs of a file.

    >>> rows = Rows()
    >>> x, y = rows.column("x", 1), rows.column("y", 1)
    >>> rows.row(Row("cover", 2, Fraction(1), Fraction(1), {x: Fraction(1), y: Fraction(1)}))
    >>> problem = rows.problem()
    >>> problem.item_names, problem.names([0, 1])
    (('cover',), ('x', 'y'))
    """

    def __init__(self) -> None:
        self.columns: list[Column] = []
        self.rows: list[Row] = []
        self.objective = Row("objective", 0)
        self.constant = Fraction(0)
        self.maximize = False
        self._index: dict[str, int] = {}

    def column(self, name: str, line: int, *, whole: bool = True) -> int:
        """Return the number of the variable with this name, which is new if it is unknown."""
        at = self._index.setdefault(name, len(self.columns))
        if at == len(self.columns):
            self.columns.append(Column(name, line, whole))
        return at

    def known(self, name: str, line: int) -> Column:
        """Return the variable with this name.  Raises `BadFormat`."""
        if name not in self._index:
            raise bad(
                f"{quoted(name)} is not a variable of a row or the objective"
                f"{hint(name, self._index)}",
                line=line,
            )
        return self.columns[self._index[name]]

    def is_known(self, name: str) -> bool:
        """Return whether a variable has this name."""
        return name in self._index

    def row(self, row: Row) -> None:
        """Add a constraint."""
        self.rows.append(row)

    def problem(self, *, exclusive: bool = False) -> Problem:
        """Return the exact cover problem.  Raises `BadFormat` if it is not one.

        With `exclusive`, "at least one" becomes "exactly one" where pairs exclude each other.
        """
        sums = _exclusive(self._sums()) if exclusive else self._sums()
        at_most_one = {at for one in sums if one.upper and one.high < 2 for at in one.columns}
        for at, column in enumerate(self.columns):
            _check_binary(column, at in at_most_one)
        empty = [one for one in sums if one.high == 0]
        out = {at for at, column in enumerate(self.columns) if column.high == 0}
        out.update(column for one in empty for column in one.columns)
        kept = [at for at in range(len(self.columns)) if at not in out]
        entries: dict[int, list[Hashable]] = {at: [] for at in kept}
        builder = Problem.builder()
        covered = {
            at for one in sums if one.high > 0 and not one.is_secondary for at in one.columns
        }
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
        for at, column in enumerate(self.columns):
            if column.low == 1 or (at in entries and at not in covered):
                own = ("variable", column.name)
                builder.item(own, bounds=(int(column.low == 1), 1))
                entries.get(at, []).append(own)
        if len(builder.item_index) > MOST_ITEMS:
            raise bad(f"{len(builder.item_index)} items: the limit is {MOST_ITEMS}")
        builder.gather({self.columns[at].name: entries[at] for at in kept}, strict=True)
        self._price(builder, kept)
        return builder.build()

    def _price(self, builder: ProblemBuilder, kept: list[int]) -> None:
        terms = self.objective.terms
        costs = [terms.get(at, Fraction(0)) for at in kept]
        if self.maximize and any(costs):
            _warn("the objective is maximized: ask for best(..., maximize=True)")
        if self.constant:
            _warn(f"the costs leave out the constant {_short(self.constant)} of the objective")
        for at, cost in zip(kept, costs, strict=True):
            column = self.columns[at]
            if abs(cost) >= MOST_COST:
                raise bad(
                    f"the cost of {quoted(column.name)} is {_short(cost)}: the limit is 2^62",
                    line=column.line,
                )
        prices = [int(cost) if cost.denominator == 1 else cost for cost in costs]
        builder.price(prices)
        try:
            Scale(prices)
        except BadProblem:
            finest = max(range(len(costs)), key=lambda at: costs[at].denominator)
            column = self.columns[kept[finest]]
            raise bad(
                f"the cost of {quoted(column.name)} is {_short(costs[finest])}: the costs have too "
                "many digits to be added exactly in 62 bits; round them",
                line=column.line,
            ) from None

    def _sums(self) -> list[_Sum]:
        """Return the rows as sums with coefficients 1; two rows with the same sum become one."""
        found: list[_Sum] = []
        taken: set[str] = set()
        for row in self.rows:
            one = _sum_of(row, self.columns)
            before = found[-1] if found else None
            if before and one.continues(before):
                before.merge(one, taken)
                continue
            if one.name in taken:
                raise bad(f"a second row is named {quoted(row.name)}", line=row.line)
            taken.add(one.name)
            found.append(one)
        return found


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

    def merge(self, upper: _Sum, taken: set[str]) -> None:
        """Take over the upper bound; `rlo` and `rup`, as HiGHS names them, become `r`."""
        self.high, self.upper = upper.high if self.low <= upper.high else -1, True
        stem = self.name.removesuffix("lo")
        if f"{stem}lo" == self.name and f"{stem}up" == upper.name and stem and stem not in taken:
            taken.add(stem)
            self.name = stem


def _sum_of(row: Row, columns: Sequence[Column]) -> _Sum:
    terms = {at: coefficient for at, coefficient in row.terms.items() if coefficient}
    scale = next(iter(terms.values()), Fraction(1))
    for at, coefficient in terms.items():
        if coefficient is not scale and coefficient != scale:
            first = columns[next(iter(terms))].name
            raise bad(
                f"row {quoted(row.name)} has {_short(scale)} {quoted(first)} and "
                f"{_short(coefficient)} {quoted(columns[at].name)}: {OTHERWISE} with equal "
                "coefficients",
                line=row.line,
            )
    low = None if row.low is None or row.low <= -INFINITE else row.low / scale
    high = None if row.high is None or row.high >= INFINITE else row.high / scale
    if scale < 0:
        low, high = high, low
    least = 0 if low is None else ceil(low)
    most = max(len(terms), least, 1) if high is None else floor(high)
    # Engines count in 32 bits; more than the number of variables is impossible, or no limit.
    largest = 2**31 - 1
    return _Sum(
        row.name,
        tuple(sorted(terms)),
        max(-1, min(least, largest)),
        max(-1, min(most, largest)) if least <= most else -1,
        low is not None,
        high is not None,
    )


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


def _short(value: Fraction) -> str:
    if abs(value) >= 10**300:
        return "a huge number"
    return str(value) if abs(value) < INFINITE and value.denominator == 1 else f"{float(value):g}"


def _check_binary(column: Column, at_most_one: bool) -> None:
    """Round the bounds of a variable; raise `BadFormat` unless they are 0 or 1."""
    name = quoted(column.name)
    if not column.whole:
        raise bad(
            f"variable {name} is continuous: {OTHERWISE}; declare it as binary", line=column.line
        )
    low = None if column.low is None or column.low <= -INFINITE else ceil(column.low)
    high = None if column.high is None or column.high >= INFINITE else floor(column.high)
    if at_most_one and low is not None and low >= 0:
        high = 1 if high is None else min(high, 1)
    if low is None or high is None or not 0 <= low <= high <= 1:
        interval = (
            f"from {'no limit' if low is None else low} to {'no limit' if high is None else high}"
        )
        raise bad(
            f"variable {name} goes {interval}: {OTHERWISE}; declare it as binary", line=column.line
        )
    column.low, column.high = Fraction(low), Fraction(high)


def _warn(message: str) -> None:
    warnings.warn(message, FormatWarning, stacklevel=6)


# Writing ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """The words for the items and options of a problem, all different within each."""

    items: list[str]
    options: list[str]


def named(
    problem: Problem,
    *,
    forbidden: str,
    stem: str = "x",
    proper: Callable[[str], object] | None = None,
) -> Named:
    """Return a word for each item and option; an option without a name is `x1`, `x2`, ...

    >>> named(Problem.from_options([[(3, 4), "a"]]), forbidden="+:")
    Named(items=['3,4', 'a'], options=['x1'])

    Words that are not `proper` get an underscore in front.  Names that are
    changed give a `FormatWarning`.
    """
    count = range(problem.option_count)
    given = [problem.name(option) for option in count]
    unnamed = [given[option] == problem.entries(option) for option in count]
    names: list[Hashable] = [
        f"{stem}{option + 1}" if unnamed[option] else given[option] for option in count
    ]
    found = []
    changed = 0
    for values in (problem.item_names, names):
        texts = [spelled(value, otherwise=f"#{at}") for at, value in enumerate(values, 1)]
        written = _all_proper(words(texts, forbidden=forbidden), proper)
        changed += sum(isinstance(a, str) and a != b for a, b in zip(values, written, strict=True))
        found.append(written)
    if changed:
        _warn(f"{changed} names are changed, as the format has no such names")
    return Named(*found)


def _all_proper(given: Iterable[str], proper: Callable[[str], object] | None) -> list[str]:
    """Return the words with prefixes and numbers that make them proper and different."""
    found: dict[str, None] = {}
    tried: dict[str, int] = {}
    for word in given:
        stem = word if proper is None or proper(word) else f"_{word}"
        distinct = stem
        while distinct in found:
            tried[stem] = tried.get(stem, 1) + 1
            distinct = f"{stem}_{tried[stem]}"
        found[distinct] = None
    return list(found)


def transposed(problem: Problem) -> list[list[int]]:
    """Return the options of each item."""
    found: list[list[int]] = [[] for _ in range(problem.item_count)]
    starts, entries, _ = problem.arrays()
    for option, (begin, end) in enumerate(pairwise(starts)):
        for item in entries[begin:end]:
            found[item].append(option)
    return found


def sides(problem: Problem, names: Sequence[str]) -> Iterator[tuple[int, str, str, int]]:
    """Yield a line for each constraint: the item, the name of the row, the relation, its bound.

    >>> list(sides(Problem.from_options(["ab"], bounds={"b": (0, 1)}), "ab"))
    [(0, 'a', '=', 1), (1, 'blo', '>=', 0), (1, 'bup', '<=', 1)]

    An interval is two rows, as HiGHS has no others in LP files.
    """
    taken = set(names)
    for item, name in enumerate(names):
        low, high = problem.bounds(item)
        if not problem.primary_flags[item]:
            yield item, name, "<=", 1
        elif low == high:
            yield item, name, "=", low
        else:
            stem = name
            while f"{stem}lo" in taken or f"{stem}up" in taken:
                stem += "_"
            taken.update((f"{stem}lo", f"{stem}up"))
            yield item, f"{stem}lo", ">=", low
            yield item, f"{stem}up", "<=", high


def whole_costs(problem: Problem, *, by: str) -> list[int]:
    """Return the costs for a format of whole numbers; others are multiplied, with a warning."""
    scale = Scale([problem.cost(option) for option in range(problem.option_count)])
    if scale.unit.denominator == 1:
        return [cost * scale.unit.numerator for cost in scale.integers]
    _warn(f"costs are multiplied by {1 / scale.unit}, as the {by} format has whole numbers only")
    return scale.integers


def decimal(cost: Cost) -> str:
    """Return a cost in decimal digits.  Raises `BadFormat` if it has no finite ones.

    >>> decimal(17), decimal(Fraction(-5, 4)), decimal(0.1)
    ('17', '-1.25', '0.1')
    """
    exact = exact_cost(0, cost)
    if exact.denominator == 1:
        return str(int(exact))
    places = 0
    while exact.denominator != 1 and places < 40:
        exact, places = exact * 10, places + 1
    if exact.denominator != 1:
        raise BadFormat(f"the cost {cost} has no finite decimal form: scale the costs")
    digits = str(abs(exact.numerator)).rjust(places + 1, "0")
    return f"{'-' * (cost < 0)}{digits[:-places]}.{digits[-places:]}"
