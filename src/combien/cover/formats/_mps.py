"""MPS, the format of linear programs that every solver of mixed integer programs reads.

    NAME          crews
    ROWS
     N  cost
     E  flight1
    COLUMNS
        MARKER    'MARKER'  'INTORG'
        x1        cost      5   flight1   1
        MARKER    'MARKER'  'INTEND'
    RHS
        RHS       flight1   1
    BOUNDS
     BV BND       x1
    ENDATA

The words of a line are separated by blanks (free MPS); if that fails, by the columns of punched
cards (fixed MPS), where names may have blanks.  What it means as an exact cover is in `_rows.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from combien.cover._problem import Problem
from combien.cover.formats._rows import (
    INFINITE,
    OTHERWISE,
    Named,
    Row,
    Rows,
    decimal,
    named,
    number,
)
from combien.cover.formats._text import bad, checked, hint, numbered, quoted, refuse
from combien.errors import BadFormat

_RANGE = "expected two or four words, or three or five with the name of the vector"
_TYPES = ("UP", "LO", "FX", "FR", "MI", "PL", "BV", "LI", "UI", "SC", "SI")
# Where the fields of a card begin and end.
_CARD = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))


def read(text: str) -> Problem:
    r"""Read a problem from text in the MPS format, free or fixed.

    >>> text = '''NAME
    ... ROWS
    ...  N cost
    ...  E a
    ... COLUMNS
    ...  M1 'MARKER' 'INTORG'
    ...  x a 1 cost 5
    ...  y a 1
    ...  M2 'MARKER' 'INTEND'
    ... RHS
    ...  RHS a 1
    ... ENDATA
    ... '''
    >>> problem = read(text)
    >>> problem.names([0, 1]), problem.cost(0)
    (('x', 'y'), 5)

    Raises `BadFormat` with the line.
    """
    text = checked(text)
    try:
        return _Reader(_words).read(text)
    except BadFormat as error:
        if "\t" in text:
            raise
        try:
            return _Reader(_fields).read(text)
        except BadFormat:
            raise error from None


def lines(problem: Problem) -> Iterator[str]:
    """Return the lines of a problem in the MPS format, which are valid in both of its forms.

    >>> print("".join(lines(Problem.from_options(["ab", "a"], costs=[0, 7]))), end="")
    NAME          combien
    ROWS
     N  cost
     E  a
     E  b
    COLUMNS
        MARKER    'MARKER'  'INTORG'
        x1        a         1
        x1        b         1
        x2        cost      7
        x2        a         1
        MARKER    'MARKER'  'INTEND'
    RHS
        RHS       a         1
        RHS       b         1
    BOUNDS
     BV BND       x1
     BV BND       x2
    ENDATA

    Names of more than eight characters are valid in the free form only.
    Raises `BadFormat` for colors.
    """
    refuse(problem, by="mps", features={"colors"}, instead="dlx or json")
    names = named(problem, forbidden="$*'\"")
    objective = "cost"
    while objective in names.items:
        objective += "_"
    costs = [decimal(problem.cost(option)) for option in range(problem.option_count)]
    return _written(problem, names, objective, costs)


def _written(problem: Problem, names: Named, objective: str, costs: list[str]) -> Iterator[str]:
    yield f"NAME          combien\nROWS\n N  {objective}\n"
    bounds = [problem.bounds(item) for item in range(problem.item_count)]
    rows = list(zip(names.items, problem.primary_flags, bounds, strict=True))
    for name, primary, (low, high) in rows:
        yield f" {'L' if not primary else 'E' if low == high else 'G'}  {name}\n"
    yield "COLUMNS\n"
    if names.options:
        yield "    MARKER    'MARKER'  'INTORG'\n"
    starts, entries, _ = problem.arrays()
    for option, (begin, end) in enumerate(pairwise(starts)):
        before = f"    {names.options[option]:<8}  "
        if costs[option] != "0":
            yield f"{before}{objective:<8}  {costs[option]}\n"
        for item in entries[begin:end]:
            yield f"{before}{names.items[item]:<8}  1\n"
    if names.options:
        yield "    MARKER    'MARKER'  'INTEND'\n"
    yield "RHS\n"
    ranges = []
    for name, primary, (low, high) in rows:
        if low or not primary:
            yield f"    RHS       {name:<8}  {low or 1}\n"
        if primary and low < high:
            ranges.append(f"    RANGE     {name:<8}  {high - low}\n")
    if ranges:
        yield "RANGES\n"
        yield from ranges
    yield "BOUNDS\n"
    for word in names.options:
        yield f" BV BND       {word}\n"
    yield "ENDATA\n"


def _words(line: str) -> list[str]:
    return line.split()


def _fields(line: str) -> list[str]:
    """Return the fields of a card that are not empty."""
    found = [line[begin:end].strip() for begin, end in _CARD]
    return [part for part in found if part]


class _Reader:
    """Reads the sections of a file; `split` takes a line apart."""

    def __init__(self, split: Callable[[str], list[str]]) -> None:
        self._split = split
        self._rows = Rows()
        self._kinds: dict[str, str] = {}
        self._row_of: dict[str, Row] = {}
        self._objective = ""
        self._whole = False
        self._last: tuple[str, int] = ("", -1)
        self._line = 0

    def read(self, text: str) -> Problem:
        sections: dict[str, Callable[[list[str]], None]] = {
            "ROWS": self._take_row,
            "COLUMNS": self._take_column,
            "RHS": self._take_rhs,
            "RANGES": self._take_range,
            "BOUNDS": self._take_bound,
            "OBJSENSE": self._take_sense,
            "OBJECT": lambda words: None,
        }
        section, ended = "", False
        for self._line, line in numbered(text):
            if line.startswith("*") or not line.strip():
                continue
            if line[0].isspace():
                if not section:
                    raise self._bad("expected the section ROWS first")
                sections[section](self._split(line.rstrip()))
                continue
            head, *rest = line.split()
            head = head.upper()
            if head == "ENDATA":
                ended = True
                break
            if head == "NAME":
                continue
            if head not in sections:
                raise self._bad(
                    f"section {quoted(head)}: {OTHERWISE}; this file may have the sections NAME, "
                    f"{', '.join(sections)} and ENDATA"
                )
            section = head
            if head == "OBJSENSE" and rest:
                self._take_sense(rest)
        if not ended:
            raise self._bad("the text ends without ENDATA")
        return self._rows.problem()

    def _take_sense(self, words: list[str]) -> None:
        word = words[0].upper() if words else ""
        if word not in ("MIN", "MAX", "MINIMIZE", "MAXIMIZE"):
            raise self._bad(f"expected MIN or MAX, not {quoted(word)}")
        self._rows.maximize = word.startswith("MAX")

    def _take_row(self, words: list[str]) -> None:
        if len(words) != 2 or words[0].upper() not in ("N", "E", "L", "G"):
            raise self._bad("expected N, E, L or G and the name of a row")
        kind, name = words[0].upper(), words[1]
        if name in self._kinds:
            raise self._bad(f"a second row is named {quoted(name)}")
        self._kinds[name] = kind
        if kind == "N":
            self._objective = self._objective or name
            return
        row = Row(name, self._line, None, None, {})
        row.low = None if kind == "L" else Fraction(0)
        row.high = None if kind == "G" else Fraction(0)
        self._row_of[name] = row
        self._rows.row(row)

    def _take_column(self, words: list[str]) -> None:
        if len(words) == 3 and words[1] == "'MARKER'":
            if words[2] not in ("'INTORG'", "'INTEND'"):
                raise self._bad(f"marker {quoted(words[2])}: expected 'INTORG' or 'INTEND'")
            self._whole = words[2] == "'INTORG'"
            return
        if len(words) not in (3, 5):
            raise self._bad("expected a variable, then a row and a number, once or twice")
        name = words[0]
        if name != self._last[0]:
            if self._rows.is_known(name):
                raise self._bad(f"variable {quoted(name)} is here again: its rows belong together")
            self._last = name, self._rows.column(name, self._line, whole=self._whole)
        for row, value in self._pairs(words[1:]):
            if self._kinds[row] != "N":
                self._row_of[row].add(self._last[1], value)
            elif row == self._objective:
                self._rows.objective.add(self._last[1], value)

    def _take_rhs(self, words: list[str]) -> None:
        if not 2 <= len(words) <= 5:
            raise self._bad(_RANGE)
        for name, value in self._pairs(words[len(words) % 2 :]):
            if name == self._objective:
                self._rows.constant = -value
            elif name in self._row_of:
                row = self._row_of[name]
                row.low = None if row.low is None else value
                row.high = None if row.high is None else value

    def _take_range(self, words: list[str]) -> None:
        if not 2 <= len(words) <= 5:
            raise self._bad(_RANGE)
        for name, value in self._pairs(words[len(words) % 2 :]):
            row = self._row_of.get(name)
            if row is None:
                continue
            if row.low is not None and row.high is not None:
                if self._kinds[name] != "E":
                    raise self._bad(f"a second range of row {quoted(name)}")
                row.low += min(value, Fraction(0))
                row.high += max(value, Fraction(0))
            elif row.high is not None:
                row.low = row.high - abs(value)
            elif row.low is not None:
                row.high = row.low + abs(value)

    def _take_bound(self, words: list[str]) -> None:
        kind = words[0].upper() if words else ""
        if kind not in _TYPES:
            raise self._bad(f"expected a type of bound ({', '.join(_TYPES)}), not {quoted(kind)}")
        if kind in ("SC", "SI"):
            raise self._bad(f"a semicontinuous variable: {OTHERWISE}")
        bare = kind in ("FR", "MI", "PL", "BV")
        rest = words[1:]
        if bare and len(rest) > 1:
            # The vector may have no name, and the bound a value, which means nothing.
            rest = rest[: 2 if self._rows.is_known(rest[1]) else 1]
        name = rest[-1] if bare and rest else rest[-2] if len(rest) > 1 else ""
        column = self._rows.known(name, self._line)
        value = Fraction(0) if bare else number(rest[-1], "a bound", line=self._line)
        if kind in ("BV", "LI", "UI"):
            column.whole = True
        if kind == "BV":
            column.low, column.high = Fraction(0), Fraction(1)
        elif kind in ("UP", "UI"):
            column.high = None if value >= INFINITE else value
        elif kind in ("LO", "LI"):
            column.low = None if value <= -INFINITE else value
        elif kind == "FX":
            column.low = column.high = value
        elif kind in ("FR", "MI"):
            column.low = None
        if kind in ("FR", "PL"):
            column.high = None

    def _pairs(self, words: list[str]) -> Iterator[tuple[str, Fraction]]:
        for name, value in zip(words[::2], words[1::2], strict=True):
            if name not in self._kinds:
                raise self._bad(f"{quoted(name)} is not a row{hint(name, self._kinds)}")
            yield name, number(value, f"the number of row {quoted(name)}", line=self._line)

    def _bad(self, message: str) -> BadFormat:
        return bad(message, line=self._line)
