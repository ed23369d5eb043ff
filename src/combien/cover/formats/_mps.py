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
cards (fixed MPS), where names may have blanks.  What it means as an exact cover is in
`_linear_cover.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from fractions import Fraction
from itertools import pairwise

from combien.cover._arrays import Sense
from combien.cover._constrained import Constrained
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover.formats._linear import (
    INFINITE,
    OTHERWISE,
    Column,
    LinearModel,
    Row,
    number,
)
from combien.cover.formats._linear_cover import cover_of
from combien.cover.formats._rows import Rows, decimal, parts_of, rows_of, warn
from combien.cover.formats._text import bad, checked, hint, numbered, quoted, refuse
from combien.errors import BadFormat

_BARE = ("FR", "MI", "PL", "BV")
_RANGE = "expected two or four words, or three or five with the name of the vector"
_TYPES = ("UP", "LO", "FX", "FR", "MI", "PL", "BV", "LI", "UI", "SC", "SI")
_SENSES: dict[str, Sense] = {
    "MIN": "minimize",
    "MINIMIZE": "minimize",
    "MAX": "maximize",
    "MAXIMIZE": "maximize",
}
# What the comments of some writers say: PuLP the sense, GLPK that it wrote the file.
_PULP = re.compile(r"\*SENSE:\s*(\w+)\s*", re.IGNORECASE)
_GLPK = re.compile(r"\*\s*Format:\s+(Fixed|Free) MPS\s*")

_NEXT_LINE = "section: maximized, but CBC and PuLP minimize"
_SHORT = "section: maximized, but lp_solve and PuLP, which expect MAX on the next line, minimize"
_LONG = (
    "section: maximized, but HiGHS, lp_solve and PuLP, which do not expect MAXIMIZE on this line, "
    "minimize"
)
_LOST = "objective: minimized, as GLPK writes MPS without the sense; a maximization is lost"
_COMMENT = "comment: obeyed, as PuLP writes it for this; other programs minimize"
_MINUS = (
    "row: the right side of the objective is minus its constant, and plus for GLPK and lp_solve"
)
_PLUS = (
    "row: the right side of the objective is its constant, as GLPK wrote this, and minus it for "
    "other programs"
)
_OTHER_BOUND = "variable: binary, with other bounds; all hold, but some programs apply only one"
_UNLIMITED = (
    "is an integer with a lower bound only: 1 is its upper bound for GLPK, and other programs have "
    "no limit; give it an upper bound"
)

# Names that are no sections, which HiGHS sees also behind blanks.
_PROPER = (
    r"(?!(?:name|rows|columns|rhs|ranges|bounds|endata|obj(?:sense|ect|name)|sos[12]?|sets|qmatrix"
    r"|quadobj|qsection|qcmatrix|csection|indicators|lazycons|usercuts)$).*"
)

# Where the fields of a card begin and end.
_CARD = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))


def read(text: str) -> Problem | Constrained[Solution]:
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
    reader = _Reader(_words)
    try:
        model = reader.read(text)
    except BadFormat as error:
        if reader.is_understood or "\t" in text:
            raise
        try:
            model = _Reader(_fields).read(text)
        except BadFormat:
            raise error from None
    return cover_of(model)


def lines(model: Problem | Constrained[Solution]) -> Iterator[str]:
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

    Names of more than eight characters are valid in the free form only.  The constant of the costs
    is a variable that is 1, as programs do not agree on the right side of the objective.
    Raises `BadFormat` for colors.
    """
    problem, _ = parts_of(model)
    refuse(problem, by="mps", features={"colors"}, instead="dlx or json")
    proper = re.compile(_PROPER, re.IGNORECASE).fullmatch
    rows = rows_of(model, forbidden="$*'\"", proper=proper)
    costs = [decimal(problem.cost(option)) for option in range(problem.option_count)]
    if problem.sense == "maximize":
        warn("CBC ignores OBJSENSE and minimizes, and GLPK refuses it: write lp for these")
    return _written(rows, costs, decimal(problem.constant))


def _written(rows: Rows, costs: list[str], constant: str) -> Iterator[str]:
    problem = rows.problem
    yield "NAME          combien\n"
    if problem.sense == "maximize":
        yield "OBJSENSE\n    MAX\n"
    yield f"ROWS\n N  {rows.objective}\n"
    found = list(rows)
    for line in found:
        kind = "L" if line.low is None else "E" if line.low == line.high else "G"
        yield f" {kind}  {line.name}\n"
    yield "COLUMNS\n"
    if rows.options:
        yield "    MARKER    'MARKER'  'INTORG'\n"
    starts, entries, _ = problem.arrays()
    for option, (begin, end) in enumerate(pairwise(starts)):
        before = f"    {rows.options[option]:<8}  "
        if costs[option] != "0":
            yield f"{before}{rows.objective:<8}  {costs[option]}\n"
        for item in entries[begin:end]:
            yield f"{before}{rows.items[item]:<8}  1\n"
        for name, (weights, _, _) in zip(rows.sides, rows.weights, strict=True):
            if weights[option]:
                yield f"{before}{name:<8}  {weights[option]}\n"
    if rows.options:
        yield "    MARKER    'MARKER'  'INTEND'\n"
    if constant != "0":
        yield f"    {rows.free:<8}  {rows.objective:<8}  {constant}\n"
    yield "RHS\n"
    ranges = []
    for line in found:
        side = line.high if line.low is None else line.low
        if side:
            yield f"    RHS       {line.name:<8}  {side}\n"
        if line.low is not None and line.high is not None and line.low < line.high:
            ranges.append(f"    RANGE     {line.name:<8}  {line.high - line.low}\n")
    if ranges:
        yield "RANGES\n"
        yield from ranges
    yield "BOUNDS\n"
    for word in rows.options:
        yield f" BV BND       {word}\n"
    if constant != "0":
        yield f" FX BND       {rows.free:<8}  1\n"
    yield "ENDATA\n"


def _words(line: str) -> list[str]:
    return line.split()


def _fields(line: str) -> list[str]:
    """Return the fields of a card that are not empty."""
    found = [line[begin:end].strip() for begin, end in _CARD]
    return [part for part in found if part]


class _Reader:
    """Reads the sections of a file; `split` takes a line apart.

    `is_understood` is whether an error is about what the file says, and not about its form.
    """

    def __init__(self, split: Callable[[str], list[str]]) -> None:
        self._split = split
        self.is_understood = False
        self._model = LinearModel()
        self._kinds: dict[str, str] = {}
        self._row_of: dict[str, Row] = {}
        self._objective = ""
        self._whole = False
        self._marked: set[int] = set()
        self._last: tuple[str, int] = ("", -1)
        self._line = 0
        self._section = ""
        # The vectors of sections, and the rows that have a number there.
        self._vectors: dict[str, str] = {}
        self._given: set[tuple[str, str]] = set()
        # The line of a comment that says "maximize", and whether GLPK wrote the file.
        self._pulp = 0
        self._glpk = False

    def read(self, text: str) -> LinearModel:
        """Return what the text says."""
        sections: dict[str, Callable[[list[str]], None]] = {
            "ROWS": self._take_row,
            "COLUMNS": self._take_column,
            "RHS": self._take_rhs,
            "RANGES": self._take_range,
            "BOUNDS": self._take_bound,
            "OBJSENSE": self._take_sense,
            "OBJECT": lambda words: None,
        }
        ended = False
        for self._line, line in numbered(text):
            if line.startswith("*"):
                self._take_comment(line)
                continue
            if not line.strip():
                continue
            if line[0].isspace():
                if not self._section:
                    raise self._bad("expected the section ROWS first")
                words = self._split(line.rstrip())
                sections[self._section](self._without_comment(words) if "$" in line else words)
                continue
            head, *rest = line.split()
            head = head.upper()
            if head == "ENDATA":
                ended = True
                break
            if head == "NAME":
                continue
            if self._section == "OBJSENSE" and head in _SENSES:
                self._take_sense([head])
                continue
            if head not in sections:
                raise self._bad(
                    f"section {quoted(head)}: {OTHERWISE}; this file may have the sections NAME, "
                    f"{', '.join(sections)} and ENDATA"
                )
            self._section = head
            if head == "OBJSENSE" and rest:
                self._take_sense(rest, one_line=True)
        if not ended:
            raise self._bad("the text ends without ENDATA")
        self._end()
        return self._model

    def _end(self) -> None:
        """Apply what follows from the whole file."""
        model = self._model
        if self._pulp and not model.sense:
            model.direct("maximize", self._pulp)
            model.note(_COMMENT, "*SENSE:Maximize")
        if self._glpk and not model.sense and model.objective.terms:
            model.note(_LOST, self._objective)
        for at, column in enumerate(model.columns):
            if column.binary_line:
                if (column.low_line and column.low != 0) or (column.high_line and column.high != 1):
                    model.note(_OTHER_BOUND, column.name)
            elif at in self._marked and not column.high_line:
                column.doubt = _UNLIMITED if column.low_line else ""
                column.is_default = not column.low_line

    def _take_comment(self, line: str) -> None:
        self._glpk = self._glpk or bool(_GLPK.fullmatch(line))
        said = _PULP.fullmatch(line)
        if said and said[1].upper() == "MAXIMIZE":
            self._pulp = self._line

    def _without_comment(self, words: list[str]) -> list[str]:
        """Return the words before a comment, which begins with $ where a name is expected."""
        known: Container[str] = self._kinds
        for at, word in enumerate(words):
            if at and word.startswith("$") and word not in known and not self._model.is_known(word):
                return words[:at] if self._section != "ROWS" or at > 1 else words
        return words

    def _take_sense(self, words: list[str], *, one_line: bool = False) -> None:
        word = words[0].upper() if words else ""
        if word not in _SENSES:
            raise self._bad(f"expected MIN or MAX, not {quoted(word)}")
        self._model.direct(_SENSES[word], self._line)
        if self._model.sense == "maximize":
            how = _SHORT if word == "MAX" else _LONG
            self._model.note(how if one_line else _NEXT_LINE, f"OBJSENSE {word}")

    def _take_row(self, words: list[str]) -> None:
        if len(words) != 2 or words[0].upper() not in ("N", "E", "L", "G"):
            raise self._bad("expected N, E, L or G and the name of a row")
        kind, name = words[0].upper(), words[1]
        if name in self._kinds:
            raise self._bad(f"a second row is named {quoted(name)}")
        self._kinds[name] = kind
        if kind == "N":
            if not self._objective:
                self._objective, self._model.objective.line = name, self._line
            return
        row = Row(name, self._line, None, None, {})
        row.low = None if kind == "L" else Fraction(0)
        row.high = None if kind == "G" else Fraction(0)
        self._row_of[name] = row
        self._model.rows.append(row)

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
            if self._model.is_known(name):
                raise self._bad(f"variable {quoted(name)} is here again: its rows belong together")
            self._last = name, self._model.column(name, self._line, whole=self._whole)
            if self._whole:
                self._marked.add(self._last[1])
        at = self._last[1]
        for row, value in self._pairs(words[1:]):
            if abs(value) >= INFINITE and self._kinds[row] != "N":
                raise self._refused(f"variable {quoted(name)} has an infinite number")
            if self._kinds[row] != "N":
                terms = self._row_of[row]
            elif row == self._objective:
                terms = self._model.objective
            else:
                continue
            if at in terms.terms:
                raise self._twice(f"variable {quoted(name)} has two numbers in row {quoted(row)}")
            terms.terms[at] = value

    def _take_rhs(self, words: list[str]) -> None:
        for name, value in self._vector(words):
            if name == self._objective:
                sign = 1 if self._glpk else -1
                self._model.constant = sign * value
                if value:
                    self._model.note(_PLUS if self._glpk else _MINUS, name)
            elif name in self._row_of:
                if ("RANGES", name) in self._given:
                    raise self._refused(
                        f"the range of row {quoted(name)} is before its right side: most programs "
                        "refuse such a file, and some lose the range; move RANGES after RHS"
                    )
                row = self._row_of[name]
                row.low = None if row.low is None else value
                row.high = None if row.high is None else value

    def _take_range(self, words: list[str]) -> None:
        for name, value in self._vector(words):
            row = self._row_of.get(name)
            if row is None:
                continue
            if row.low is not None and row.high is not None:
                row.low += min(value, Fraction(0))
                row.high += max(value, Fraction(0))
            elif row.high is not None:
                row.low = row.high - abs(value)
            elif row.low is not None:
                row.high = row.low + abs(value)

    def _vector(self, words: list[str]) -> Iterator[tuple[str, Fraction]]:
        """Yield the rows and numbers of a line of RHS or RANGES."""
        if not 2 <= len(words) <= 5:
            raise self._bad(_RANGE)
        self._check_vector(words[0] if len(words) % 2 else "")
        for name, value in self._pairs(words[len(words) % 2 :]):
            if (self._section, name) in self._given:
                raise self._twice(f"a second number of row {quoted(name)} in {self._section}")
            self._given.add((self._section, name))
            yield name, value

    def _check_vector(self, name: str) -> None:
        before = self._vectors.setdefault(self._section, name)
        if name != before:
            raise self._refused(
                f"two vectors in {self._section}, {quoted(before)} and {quoted(name)}: programs "
                "take the first or the last; keep one"
            )

    def _take_bound(self, words: list[str]) -> None:
        kind = words[0].upper() if words else ""
        if kind not in _TYPES:
            raise self._bad(f"expected a type of bound ({', '.join(_TYPES)}), not {quoted(kind)}")
        if kind in ("SC", "SI"):
            raise self._bad(f"a semicontinuous variable: {OTHERWISE}")
        name, value = self._bounded(words[1:], bare=kind in _BARE)
        column = self._model.columns[self._model.column(name, self._line, whole=False)]
        if kind in ("BV", "LI", "UI"):
            column.whole = True
        if kind == "BV":
            column.binary_line = self._line
        if kind == "UP" and value < 0 and not column.low_line:
            raise self._refused(
                f"variable {quoted(name)} has the upper bound {value} and no lower one, which is 0 "
                "for some programs, and minus infinity for others: give it one"
            )
        if kind in ("LO", "LI", "FX", "FR", "MI"):
            self._bound_low(column, None if kind in _BARE else value)
        if kind in ("UP", "UI", "FX", "FR", "PL"):
            self._bound_high(column, None if kind in _BARE else value)

    def _bounded(self, words: list[str], *, bare: bool) -> tuple[str, Fraction]:
        """Return the variable and the number of a bound; the name of the vector may be missing."""
        known = self._model.is_known
        if bare and len(words) > 1:
            # A number here means nothing.
            has_vector = known(words[1]) or not known(words[0])
            words = words[: 1 + has_vector]
        least = 1 if bare else 2
        if not least <= len(words) <= least + 1:
            raise self._bad(
                "expected the name of the vector, a variable, and the bound if it has one"
            )
        self._check_vector(words[0] if len(words) > least else "")
        if bare:
            return words[-1], Fraction(0)
        return words[-2], number(words[-1], "a bound", line=self._line)

    def _bound_low(self, column: Column, value: Fraction | None) -> None:
        if column.low_line and column.low != value:
            raise self._twice(f"a second lower bound of variable {quoted(column.name)}")
        column.low, column.low_line = value, self._line

    def _bound_high(self, column: Column, value: Fraction | None) -> None:
        if column.high_line and column.high != value:
            raise self._twice(f"a second upper bound of variable {quoted(column.name)}")
        column.high, column.high_line = value, self._line

    def _pairs(self, words: list[str]) -> Iterator[tuple[str, Fraction]]:
        for name, value in zip(words[::2], words[1::2], strict=True):
            if name not in self._kinds:
                raise self._bad(f"{quoted(name)} is not a row{hint(name, self._kinds)}")
            yield name, number(value, f"the number of row {quoted(name)}", line=self._line)

    def _twice(self, message: str) -> BadFormat:
        return self._refused(f"{message}: programs take the first, the last or the sum; keep one")

    def _refused(self, message: str) -> BadFormat:
        """Return an error about what the words mean, which is not about the form of the file."""
        self.is_understood = True
        return self._bad(message)

    def _bad(self, message: str) -> BadFormat:
        return bad(message, line=self._line)
