"""What a file of linear constraints says: variables with bounds, rows, and an objective.

MPS, LP, OPB, WCNF and XCSP3 are read into a `LinearModel`, which `_linear_cover.py` turns into an
exact cover.  Programs read some things differently.  What only one of them means is read, with a
`FormatWarning`; what has two meanings is refused with both.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from combien.cover._arrays import Sense
from combien.cover.formats._text import FormatWarning, bad, quoted

_NUMBER = re.compile(r"[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eEdD][+-]?\d{1,3})?", re.A)
# Solvers take numbers of this size as infinite.
INFINITE = 10**20
# What SCIP writes into OPB files, which have no other place for it.
_OBJECTIVE = re.compile(r"^\* +Obj\. (scale|offset) *: *(\S+) *$", re.MULTILINE)
_OBEYED = "comment: obeyed, as SCIP does; other programs minimize the sum as it is"
# The names that a warning lists.
_MOST_NAMES = 5

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


def ends(
    low: Fraction | None, high: Fraction | None, what: str, line: int
) -> tuple[Fraction | None, Fraction | None]:
    """Return two bounds, of which infinite ones are None.

    >>> ends(Fraction(-INFINITE), Fraction(3), "row 'r'", 1)
    (None, Fraction(3, 1))

    Raises `BadFormat` for a lower limit of infinity, and an upper one of minus infinity.
    """
    for wrong, side in ((low, "lower limit infinity"), (high, "upper limit minus infinity")):
        if wrong is not None and (wrong if wrong is low else -wrong) >= INFINITE:
            raise bad(
                f"{what} has the {side}: some programs refuse this, others find no solution, or "
                "leave it out; give it a finite limit",
                line=line,
            )
    return (
        None if low is None or low <= -INFINITE else low,
        None if high is None or high >= INFINITE else high,
    )


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

    def move(self, amount: Fraction) -> None:
        """Move a constant of the sum to the sides."""
        self.low = None if self.low is None else self.low - amount
        self.high = None if self.high is None else self.high - amount

    def holds(self, total: Fraction) -> bool:
        """Return whether a sum is between the sides."""
        return (self.low is None or self.low <= total) and (self.high is None or total <= self.high)


@dataclass(slots=True)
class Column:
    """A variable: its bounds, and whether it is an integer.

    `low_line` and `high_line` are the lines that say its bounds, `binary_line` the one that says
    that it is binary; 0 if there is none.  `doubt` is why programs do not agree on its upper bound,
    and `is_default` whether it is 1 if no row gives another.
    """

    name: str
    line: int
    whole: bool = True
    low: Fraction | None = Fraction(0)
    high: Fraction | None = None
    low_line: int = 0
    high_line: int = 0
    binary_line: int = 0
    doubt: str = ""
    is_default: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether it has only one value."""
        return self.low is not None and self.low == self.high

    @property
    def is_empty(self) -> bool:
        """Whether it has no value."""
        return self.low is not None and self.high is not None and self.low > self.high

    @property
    def interval(self) -> str:
        """Its bounds in words."""
        low = "no limit" if self.low is None else short(self.low)
        return f"from {low} to {'no limit' if self.high is None else short(self.high)}"


class LinearModel:
    """The variables, constraints and objective of a file.

    `exact` is whether a large number is what it says; in formats of solvers it is infinite.

    >>> model = LinearModel()
    >>> x, y = model.column("x", 1), model.column("y", 1)
    >>> model.rows.append(Row("cover", 2, Fraction(1), None, {x: Fraction(1), y: Fraction(1)}))
    >>> [column.interval for column in model.columns]
    ['from 0 to no limit', 'from 0 to no limit']
    """

    def __init__(self, *, exact: bool = False) -> None:
        self.exact = exact
        self.columns: list[Column] = []
        self.rows: list[Row] = []
        self.objective = Row("objective", 0)
        self.constant = Fraction(0)
        self.sense: Sense = ""
        self._index: dict[str, int] = {}
        self._notes: dict[str, list[str]] = {}

    def column(self, name: str, line: int, *, whole: bool = True) -> int:
        """Return the number of the variable with this name, which is new if it is unknown."""
        at = self._index.setdefault(name, len(self.columns))
        if at == len(self.columns):
            self.columns.append(Column(name, line, whole))
        return at

    def is_known(self, name: str) -> bool:
        """Return whether a variable has this name."""
        return name in self._index

    def direct(self, sense: Sense, line: int) -> None:
        """Say what the objective is for.  Raises `BadFormat` if an earlier line says otherwise."""
        if self.sense and self.sense != sense:
            raise bad(f"{sense}, but an earlier line says {self.sense}: expected one", line=line)
        self.sense = sense

    def obey_comments(self, text: str) -> None:
        """Apply comments such as `* Obj. offset : 3`: the cost is `scale * (sum + offset)`."""
        said: dict[str, Fraction] = {}
        for comment in _OBJECTIVE.finditer(text):
            line = text.count("\n", 0, comment.start()) + 1
            if comment[1] in said:
                raise bad(f"a second comment 'Obj. {comment[1]}': expected one", line=line)
            said[comment[1]] = number(comment[2], "the scale or the offset", line=line)
            if said[comment[1]] != (comment[1] == "scale"):
                self.note(_OBEYED, " ".join(comment[0][1:].split()))
        scale = said.get("scale", Fraction(1))
        if not scale:
            raise bad("the comment 'Obj. scale' is 0: expected another number")
        terms = self.objective.terms
        self.objective.terms = {at: scale * factor for at, factor in terms.items()}
        self.constant = scale * (self.constant + said.get("offset", Fraction(0)))
        if scale < 0:
            self.sense = "maximize"

    def note(self, what: str, name: str) -> None:
        """Note something about a variable or row; one warning tells it of all those it holds for.

        `what` is one or two words for the kind of thing, a colon, and what holds.
        """
        self._notes.setdefault(what, []).append(name)

    def warn(self) -> None:
        """Give a `FormatWarning` for each kind of note."""
        for what, names in self._notes.items():
            kind, _, message = what.partition(": ")
            shown = ", ".join(map(quoted, names[:_MOST_NAMES]))
            more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
            kind += "s" * (len(names) > 1)
            warnings.warn(f"{kind} {shown}{more}: {message}", FormatWarning, stacklevel=5)
        self._notes.clear()


def short(value: Fraction) -> str:
    """Return a number for a message."""
    if abs(value) >= 10**300:
        return "a huge number"
    return str(value) if abs(value) < INFINITE and value.denominator == 1 else f"{float(value):g}"
