r"""LP, the text format of linear programs that CPLEX introduced.

    \ A comment.
    Minimize
     cost: 5 x1 + 3 x2
    Subject To
     flight1: x1 + x2 = 1
    Binary
     x1 x2
    End

The sections `Bounds` and `General` are read too.  What it means as an exact cover is in
`_linear_cover.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from combien.cover._constrained import Constrained
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover.formats._linear import INFINITE, OTHERWISE, LinearModel, Row, number, short
from combien.cover.formats._linear_cover import cover_of
from combien.cover.formats._rows import Line, Rows, decimal, parts_of, rows_of
from combien.cover.formats._text import bad, checked, numbered, quoted, refuse
from combien.errors import BadFormat

_NAME = r"[A-Za-z_!\"#$%&(),.;?@'`{}~|\u0080-\U0010ffff][\w!\"#$%&(),.;?@'`{}~|/\u0080-\U0010ffff]*"
_WORDS = re.compile(
    rf"\s*(?:(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)"
    rf"|(?P<relation><=|=<|>=|=>|<|>|=)|(?P<sign>[+-])|(?P<name>{_NAME})|(?P<colon>:)|(?P<other>\S))"
)
_HEADS = {
    "objective": r"max(imi[sz]e|imum)?|min(imi[sz]e|imum)?",
    "rows": r"subject\s+to|such\s+that|st|s\.t\.|st\.",
    "bounds": r"bounds?",
    "binary": r"bin(ary|aries)?",
    "general": r"gen(eral|erals)?|int(eger|egers)?",
    "end": r"end",
    "other": r"semi(-continuous|s)?|sos[12]?|lazy\s+constraints|user\s+cuts|pwlobj",
}
_HEAD = re.compile(
    r"\s*(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _HEADS.items())
    + r")(?=\s|$|\Z)",
    re.IGNORECASE,
)
# Names that other programs read, and that are not words of the format.
_PROPER = (
    r"(?!(?:[eE][\d.]|(?:st|s\.t\.|st\.|free|inf|infinity|end|max|min|maximi[sz]e|minimi[sz]e|maximum"
    r"|minimum|bounds?|bin|binary|binaries|gen|general|generals|int|integer|integers|semi|semis"
    r"|sos|sos1|sos2|subject|such|lazy|user|pwlobj)$))[A-Za-z_!\"#$%&(),;?@'`{}~][!-~]*"
)
_FORBIDDEN = "+-*/^<>=:[]\\|"
_PER_LINE = 10
_MANY_WORDS = 100_000
_FLIPPED = {"<": ">", ">": "<", "=": "="}
# GLPK writes the constant of the objective as a comment.
_CONSTANT = re.compile(r"\s*\\\* constant term = (\S+) \*\\\s*")

_WIDE = "variable: binary; its wider bounds are ignored, which HiGHS and GLPK apply"
_BRACKET = ", which begins products of variables"
_ADDED = (
    "objective: with a constant, which CBC leaves out if it minimizes, and Gurobi takes for a "
    "variable"
)
_MOVED = "row: with a constant on its left side, which HiGHS and Gurobi ignore"
_BETWEEN = "row: between two numbers, which CBC leaves out and most programs refuse"
_AGAIN = "variable: several bounds on one side, of which the last holds"

# The kind of a word, its text, and its line.
Word = tuple[str, str, int]


def read(text: str) -> Problem | Constrained[Solution]:
    r"""Read a problem from text in the LP format.

    >>> problem = read("min\n obj: 2 x + 3 y\nst\n a: x + y = 1\nbinary\n x y\nend\n")
    >>> problem.names([0, 1]), problem.cost(1)
    (('x', 'y'), 3)

    Raises `BadFormat` with the line.
    """
    return cover_of(_Reader().read(checked(text)))


def lines(model: Problem | Constrained[Solution]) -> Iterator[str]:
    """Return the lines of a problem in the LP format.

    >>> print("".join(lines(Problem.from_options(["ab", "a"], costs=[0, 7]))), end="")
    Minimize
     cost: 0 x1 + 7 x2
    Subject To
     a: x1 + x2 = 1
     b: x1 = 1
    Binary
     x1
     x2
    End

    The constant of the costs is a variable that is 1, as some programs drop a number.
    Raises `BadFormat` for colors, and for a problem without options.
    """
    problem, _ = parts_of(model)
    refuse(problem, by="lp", features={"colors"}, instead="dlx or json")
    if not problem.option_count:
        raise BadFormat("the lp format needs a variable, and there are no options: write mps")
    rows = rows_of(model, forbidden=_FORBIDDEN, proper=re.compile(_PROPER, re.IGNORECASE).fullmatch)
    costs = [decimal(problem.cost(option)) for option in range(problem.option_count)]
    return _written(rows, costs, decimal(problem.constant))


def _written(rows: Rows, costs: list[str], constant: str) -> Iterator[str]:
    # Solvers number variables by their first use, so all are here, in the order of the options.
    terms = list(map(_term, costs, rows.options))
    if constant != "0":
        terms.append(_term(constant, rows.free))
    head = "Maximize" if rows.problem.sense == "maximize" else "Minimize"
    yield f"{head}\n {rows.objective}: {_broken(terms)}\nSubject To\n"
    taken = {*rows.items, *rows.sides}
    for line in rows:
        names = [rows.options[option] for option in line.options]
        if line.factors is None:
            terms = [f"+ {name}" for name in names]
        else:
            terms = list(map(_term, map(str, line.factors), names))
        total = _broken(terms or [f"+ 0 {rows.options[0]}"])
        for name, relation, bound in _sides(line, taken):
            yield f" {name}: {total} {relation} {bound}\n"
    if constant != "0":
        yield f"Bounds\n {rows.free} = 1\n"
    yield "Binary\n"
    for name in rows.options:
        yield f" {name}\n"
    yield "End\n"


def _sides(line: Line, taken: set[str]) -> Iterator[tuple[str, str, int]]:
    """Yield the name, the relation and the bound of each row of the file.

    An interval is two rows, as HiGHS has no others in LP files.
    """
    if line.low == line.high and line.low is not None:
        yield line.name, "=", line.low
        return
    low, high = line.name, line.name
    if line.low is not None and line.high is not None:
        stem = line.name
        while f"{stem}lo" in taken or f"{stem}up" in taken:
            stem += "_"
        low, high = f"{stem}lo", f"{stem}up"
        taken.update((low, high))
    if line.low is not None:
        yield low, ">=", line.low
    if line.high is not None:
        yield high, "<=", line.high


def _term(factor: str, name: str) -> str:
    return f"{'-' if factor.startswith('-') else '+'} {factor.lstrip('-')} {name}"


def _broken(terms: list[str]) -> str:
    """Return a sum in lines of moderate length, without a leading plus."""
    parts = (" ".join(terms[at : at + _PER_LINE]) for at in range(0, len(terms), _PER_LINE))
    return "\n  ".join(parts).removeprefix("+ ")


class _Reader:
    """Collects the words of a section, and takes them apart at its end."""

    def __init__(self) -> None:
        self._model = LinearModel()
        self._line = 0
        self._count = 0

    def read(self, text: str) -> LinearModel:
        """Return what the text says."""
        section, words, label = "", list[Word](), 0
        heads: dict[str, int] = {}
        lines = numbered(text)
        for self._line, line in lines:
            if constant := _CONSTANT.fullmatch(line):
                self._add_constant(constant[1])
            line = line.partition("\\")[0]
            if (head := _HEAD.match(line)) and not line[head.end() :].lstrip().startswith(":"):
                self._finish(section, words)
                section = next(name for name in _HEADS if head[name] is not None)
                heads.setdefault(head[0].strip(), self._line)
                if section == "end":
                    self._check_end(heads, line[head.end() :], lines)
                    self._warn_of_wide_bounds()
                    return self._model
                if section == "objective":
                    if self._model.objective.line:
                        raise bad("a second objective: expected only one", line=self._line)
                    is_max = head[0].lstrip()[:3].lower() == "max"
                    self._model.direct("maximize" if is_max else "minimize", self._line)
                    self._model.objective.line = self._line
                words, label, line = [], 0, line[head.end() :]
            for found in _WORDS.finditer(line.rstrip()):
                kind = str(found.lastgroup)
                word = found[kind]
                if kind == "other" or not section:
                    what = "Minimize or Maximize first" if not section else "a name or a number"
                    why = _BRACKET if section and word == "[" else ""
                    raise bad(f"expected {what}, not {quoted(word)}{why}", line=self._line)
                words.append((kind, word, self._line))
                if kind == "colon":
                    label = len(words) - 2
                # Complete rows of a large file are read early, as words take much memory.
                if len(words) > _MANY_WORDS and label > 0 and section == "rows":
                    self._all_rows(words[:label])
                    words, label = words[label:], 0
        raise bad("the text ends without End", line=self._line)

    def _check_end(
        self, heads: dict[str, int], rest: str, lines: Iterator[tuple[int, str]]
    ) -> None:
        """Refuse headings that may be names of variables, as a list of variables may have them."""
        for head, line in heads.items():
            if self._model.is_known(head):
                raise bad(
                    f"{quoted(head)} is a heading, and the name of a variable: some programs read "
                    "this line as the variable; rename it",
                    line=line,
                )
        for place, text in [(self._line, rest), *lines]:
            if text.partition("\\")[0].strip():
                shown = quoted(text.strip()[:40])
                raise bad(f"{shown} is after End: rename a variable named so", line=place)

    def _finish(self, section: str, words: list[Word]) -> None:
        if section == "objective":
            self._objective(words)
        elif section == "rows":
            self._all_rows(words)
        elif section == "bounds":
            self._bounds(words)
        elif section in ("binary", "general"):
            for kind, name, line in words:
                if kind != "name":
                    raise bad(f"expected the name of a variable, not {quoted(name)}", line=line)
                column = self._model.columns[self._model.column(name, line)]
                column.whole = True
                if section == "binary":
                    column.binary_line = line
        elif words:
            raise bad(f"sections of other variables: {OTHERWISE}", line=words[0][2])

    def _add_constant(self, word: str) -> None:
        """Add the constant of a comment by GLPK."""
        value = number(word, "the constant", line=self._line)
        self._model.constant += value
        self._model.note("comment: a part of the costs, which other programs leave out", word)

    def _warn_of_wide_bounds(self) -> None:
        for column in self._model.columns:
            low, high = column.low, column.high
            if column.binary_line and (
                (column.low_line and (low is None or low < 0))
                or (column.high_line and (high is None or high > 1))
            ):
                self._model.note(_WIDE, column.name)

    def _objective(self, words: list[Word]) -> None:
        if words[1:2] and words[1][0] == "colon":
            words = words[2:]
        at, constant = self._sum(words, 0, self._model.objective)
        self._model.constant += constant
        if constant:
            self._model.note(_ADDED, f"{'-' if constant < 0 else '+'} {short(abs(constant))}")
        if at < len(words):
            raise bad(f"expected a sum of variables, not {quoted(words[at][1])}", line=words[at][2])

    def _all_rows(self, words: list[Word]) -> None:
        at = 0
        names = {words[k - 1][1] for k in range(1, len(words)) if words[k][0] == "colon"}
        while at < len(words):
            self._count += 1
            if _is_label(words, at):
                name, line = words[at][1], words[at][2]
                at += 2
            else:
                name, line = f"R{self._count}", words[at][2]
                while name in names:
                    name += "_"
            is_labeled = words[at - 1][0] == "colon"
            at = self._row(words, at, Row(name, line, None, None, {}), is_labeled=is_labeled)
            if at < len(words) and words[at][2] == words[at - 1][2] and not _is_label(words, at):
                raise bad(
                    f"row {quoted(name)}: expected its end after {quoted(words[at - 1][1])}, not "
                    f"{quoted(words[at][1])}",
                    line=words[at][2],
                )

    def _row(self, words: list[Word], at: int, row: Row, *, is_labeled: bool) -> int:
        """Read `1 <= x + y <= 2`, where one of the sides may be missing."""
        bounds: list[tuple[str, Fraction]] = []
        begin = at
        at, constant = self._sum(words, at, row)
        # HiGHS writes rows without variables, as `c: <= 1`.
        is_empty = is_labeled and at == begin
        if not row.terms and not is_empty and at < len(words) and words[at][0] == "relation":
            bounds.append((_FLIPPED[_relation(words[at][1])], constant))
            at, constant = self._sum(words, at + 1, row)
        if at < len(words) and words[at][0] == "relation":
            relation = _relation(words[at][1])
            at, value = self._side(words, at + 1, row)
            bounds.append((relation, value))
        if not bounds or not (row.terms or is_empty):
            raise bad(
                f"row {quoted(row.name)}: expected a sum of variables, then <=, >= or = and a "
                "number",
                line=row.line,
            )
        if len(bounds) > 1 and {relation for relation, _ in bounds} != {"<", ">"}:
            raise bad(
                f"row {quoted(row.name)} has two relations, which are not both <= or both >=: if "
                "these are two rows, give the second one a name",
                line=row.line,
            )
        for relation, value in bounds:
            if relation in "<=":
                row.high = value if row.high is None else min(row.high, value)
            if relation in ">=":
                row.low = value if row.low is None else max(row.low, value)
        if constant:
            self._model.note(_MOVED, row.name)
        if len(bounds) > 1:
            self._model.note(_BETWEEN, row.name)
        row.move(constant)
        self._model.rows.append(row)
        return at

    def _side(self, words: list[Word], at: int, row: Row) -> tuple[int, Fraction]:
        """Read the right side of a row."""
        number_only = f"row {quoted(row.name)} has a variable on its right side: expected a number"
        if at < len(words) and _is_name(words[at : at + 1]):
            raise bad(number_only, line=words[at][2])
        at, value = _signed(words, at)
        if at < len(words) and words[at][0] == "name" and words[at][2] == words[at - 1][2]:
            raise bad(number_only, line=words[at][2])
        return at, value

    def _sum(self, words: list[Word], at: int, row: Row) -> tuple[int, Fraction]:
        """Add the terms up to a relation or a label to a row; return the place and the constant."""
        constant, begin = Fraction(0), at
        while at < len(words) and words[at][0] != "relation" and not _is_label(words, at):
            if at > begin and words[at][0] != "sign":
                # Programs read `x y` as a sum, as an error, or drop a part.
                raise bad(
                    f"expected + or - between {quoted(words[at - 1][1])} and "
                    f"{quoted(words[at][1])}",
                    line=words[at][2],
                )
            at, name, value = self._term(words, at)
            # Costs have a limit of their own.
            if abs(value) >= INFINITE and not (name and row is self._model.objective):
                raise bad("an infinite number in a sum", line=words[at - 1][2])
            if name:
                row.add(self._model.column(name, words[at - 1][2], whole=False), value)
            else:
                constant += value
        return at, constant

    def _term(self, words: list[Word], at: int) -> tuple[int, str, Fraction]:
        """Return the place after a term, the name of its variable or "", and its coefficient."""
        begin = at
        while at < len(words) and words[at][0] == "sign":
            at += 1
        if at < len(words) and words[at][0] == "name" and not _is_infinite(words[at]):
            negative = sum(word == "-" for _, word, _ in words[begin:at]) % 2
            return at + 1, words[at][1], Fraction(-1 if negative else 1)
        at, value = _signed(words, begin)
        if at < len(words) and words[at][0] == "name" and not _is_label(words, at):
            return at + 1, words[at][1], value
        return at, "", value

    def _bounds(self, words: list[Word]) -> None:
        by_line: dict[int, list[Word]] = {}
        for word in words:
            by_line.setdefault(word[2], []).append(word)
        for line, here in by_line.items():
            self._bound(here, line)

    def _bound(self, words: list[Word], line: int) -> None:
        """Read `0 <= x <= 1`, where one of the sides may be missing, or `x free`."""
        if len(words) == 2 and words[0][0] == "name" and words[1][1].lower() == "free":
            self._set_bound(words[0][1], "=", None, line)
            return
        relations = [at for at, word in enumerate(words) if word[0] == "relation"]
        ends = [-1, *relations, len(words)]
        parts = [words[begin + 1 : end] for begin, end in pairwise(ends)]
        name = 0 if _is_name(parts[0]) else 1
        if len(parts) != 2 + (name and len(parts) == 3) or not _is_name(parts[name]):
            raise bad(
                "expected a bound such as 0 <= x <= 1, without a coefficient, or x free", line=line
            )
        for at, relation in enumerate(relations):
            # The number is left of the name, or right of it.
            part = parts[at] if at < name else parts[at + 1]
            end, value = _signed(part, 0) if part else (-1, Fraction(0))
            if end != len(part):
                raise bad(f"expected a number, not {quoted(_shown(part))}", line=line)
            kind = _relation(words[relation][1])
            self._set_bound(parts[name][0][1], _FLIPPED[kind] if at < name else kind, value, line)

    def _set_bound(self, name: str, relation: str, value: Fraction | None, line: int) -> None:
        column = self._model.columns[self._model.column(name, line, whole=False)]
        if relation in "<=":
            if column.high_line and column.high != value:
                self._model.note(_AGAIN, name)
            column.high, column.high_line = value, line
        if relation in ">=":
            if column.low_line and column.low != value:
                self._model.note(_AGAIN, name)
            column.low, column.low_line = value, line


def _signed(words: list[Word], at: int) -> tuple[int, Fraction]:
    """Read signs and a number, or `inf`; return the place after it, and its value."""
    value = Fraction(1)
    while at < len(words) and words[at][0] == "sign":
        value = -value if words[at][1] == "-" else value
        at += 1
    if at < len(words) and (words[at][0] == "number" or _is_infinite(words[at])):
        return at + 1, value * number(words[at][1], "a number", line=words[at][2])
    shown = quoted(words[at][1]) if at < len(words) else "the end"
    raise bad(f"expected a number, not {shown}", line=words[min(at, len(words) - 1)][2])


def _shown(words: list[Word]) -> str:
    return " ".join(word for _, word, _ in words)


def _is_name(words: list[Word]) -> bool:
    return len(words) == 1 and words[0][0] == "name" and not _is_infinite(words[0])


def _is_infinite(word: Word) -> bool:
    return word[0] == "name" and word[1].lower() in ("inf", "infinity")


def _is_label(words: list[Word], at: int) -> bool:
    return at + 1 < len(words) and words[at + 1][0] == "colon"


def _relation(word: str) -> str:
    """Return `<`, `>` or `=`."""
    return word.strip("=") or "="
