r"""LP, the text format of linear programs that CPLEX introduced.

    \ A comment.
    Minimize
     cost: 5 x1 + 3 x2
    Subject To
     flight1: x1 + x2 = 1
    Binary
     x1 x2
    End

The sections `Bounds` and `General` are read too.  What it means as an exact cover is in `_rows.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from combien.cover._problem import Problem
from combien.cover.formats._rows import (
    OTHERWISE,
    Row,
    Rows,
    decimal,
    named,
    number,
    sides,
    transposed,
)
from combien.cover.formats._text import bad, checked, numbered, quoted, refuse
from combien.errors import BadFormat

_NAME = r"[A-Za-z_!\"#$%&(),.;?@'`{}~\u0080-\U0010ffff][\w!\"#$%&(),.;?@'`{}~\u0080-\U0010ffff]*"
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

# The kind of a word, its text, and its line.
Word = tuple[str, str, int]


def read(text: str) -> Problem:
    r"""Read a problem from text in the LP format.

    >>> problem = read("min\n obj: 2 x + 3 y\nst\n a: x + y = 1\nbinary\n x y\nend\n")
    >>> problem.names([0, 1]), problem.cost(1)
    (('x', 'y'), 3)

    Raises `BadFormat` with the line.
    """
    return _Reader().read(checked(text))


def lines(problem: Problem) -> Iterator[str]:
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

    Raises `BadFormat` for colors, and for a problem without options.
    """
    refuse(problem, by="lp", features={"colors"}, instead="dlx or json")
    if not problem.option_count:
        raise BadFormat("the lp format needs a variable, and there are no options: write mps")
    names = named(problem, forbidden=_FORBIDDEN, proper=re.compile(_PROPER).fullmatch)
    costs = [decimal(problem.cost(option)) for option in range(problem.option_count)]
    return _written(problem, names.items, names.options, costs)


def _written(
    problem: Problem, items: list[str], options: list[str], costs: list[str]
) -> Iterator[str]:
    # Solvers number variables by their first use, so all are here, in the order of the options.
    terms = [
        f"{'-' if cost.startswith('-') else '+'} {cost.lstrip('-')} {name}"
        for cost, name in zip(costs, options, strict=True)
    ]
    yield f"Minimize\n cost: {_broken(terms)}\nSubject To\n"
    of_item = transposed(problem)
    for item, name, relation, bound in sides(problem, items):
        terms = [f"+ {options[option]}" for option in of_item[item]]
        yield f" {name}: {_broken(terms or [f'+ 0 {options[0]}'])} {relation} {bound}\n"
    yield "Binary\n"
    for name in options:
        yield f" {name}\n"
    yield "End\n"


def _broken(terms: list[str]) -> str:
    """Return a sum in lines of moderate length, without a leading plus."""
    parts = (" ".join(terms[at : at + _PER_LINE]) for at in range(0, len(terms), _PER_LINE))
    return "\n  ".join(parts).removeprefix("+ ")


class _Reader:
    """Collects the words of a section, and takes them apart at its end."""

    def __init__(self) -> None:
        self._rows = Rows()
        self._line = 0
        self._count = 0

    def read(self, text: str) -> Problem:
        section, words, label = "", list[Word](), 0
        for self._line, line in numbered(text):
            line = line.partition("\\")[0]
            if (head := _HEAD.match(line)) and not line[head.end() :].lstrip().startswith(":"):
                self._finish(section, words)
                section = next(name for name in _HEADS if head[name] is not None)
                if section == "end":
                    return self._rows.problem()
                if section == "objective":
                    self._rows.maximize = head[0].lstrip()[:3].lower() == "max"
                    self._rows.objective.line = self._line
                words, label, line = [], 0, line[head.end() :]
            for found in _WORDS.finditer(line.rstrip()):
                kind = str(found.lastgroup)
                word = found[kind]
                if kind == "other" or not section:
                    what = "Minimize or Maximize first" if not section else "a name or a number"
                    raise bad(f"expected {what}, not {quoted(word)}", line=self._line)
                words.append((kind, word, self._line))
                if kind == "colon":
                    label = len(words) - 2
                # Complete rows of a large file are read early, as words take much memory.
                if len(words) > _MANY_WORDS and label > 0 and section == "rows":
                    self._all_rows(words[:label])
                    words, label = words[label:], 0
        raise bad("the text ends without End", line=self._line)

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
                column = self._rows.known(name, line)
                column.whole = True
                if section == "binary":
                    column.low, column.high = Fraction(0), Fraction(1)

        elif words:
            raise bad(f"sections of other variables: {OTHERWISE}", line=words[0][2])

    def _objective(self, words: list[Word]) -> None:
        if words[1:2] and words[1][0] == "colon":
            words = words[2:]
        at, self._rows.constant = self._sum(words, 0, self._rows.objective)
        if at < len(words):
            raise bad(f"expected a sum of variables, not {quoted(words[at][1])}", line=words[at][2])

    def _all_rows(self, words: list[Word]) -> None:
        at = 0
        names = {words[k - 1][1] for k in range(1, len(words)) if words[k][0] == "colon"}
        while at < len(words):
            self._count += 1
            if words[at + 1 : at + 2] and words[at + 1][0] == "colon":
                name, line = words[at][1], words[at][2]
                at += 2
            else:
                name, line = f"R{self._count}", words[at][2]
                while name in names:
                    name += "_"
            at = self._row(words, at, Row(name, line, None, None, {}))

    def _row(self, words: list[Word], at: int, row: Row) -> int:
        """Read `1 <= x + y <= 2`, where one of the sides may be missing."""
        bounds: list[tuple[str, Fraction]] = []
        begin = at
        at, constant = self._sum(words, at, row)
        if not row.terms and begin < at < len(words) and words[at][0] == "relation":
            bounds.append((_FLIPPED[_relation(words[at][1])], constant))
            at, constant = self._sum(words, at + 1, row)
        if at < len(words) and words[at][0] == "relation":
            relation = _relation(words[at][1])
            at, name, value = self._term(words, at + 1)
            if name:
                raise bad(
                    f"row {quoted(row.name)} has {quoted(name)} on its right side: expected a "
                    "number there",
                    line=words[at - 1][2],
                )
            bounds.append((relation, value))
        if not bounds:
            raise bad(
                f"row {quoted(row.name)}: expected a sum, then <=, >= or = and a number",
                line=row.line,
            )
        for relation, side in bounds:
            value = side - constant
            if relation in "<=":
                row.high = value if row.high is None else min(row.high, value)
            if relation in ">=":
                row.low = value if row.low is None else max(row.low, value)
        self._rows.row(row)
        return at

    def _sum(self, words: list[Word], at: int, row: Row) -> tuple[int, Fraction]:
        """Add the terms up to a relation or a label to a row; return the place and the constant."""
        constant = Fraction(0)
        while at < len(words) and words[at][0] != "relation" and not _is_label(words, at):
            at, name, value = self._term(words, at)
            if name:
                row.add(self._rows.column(name, words[at - 1][2], whole=False), value)
            else:
                constant += value
        return at, constant

    def _term(self, words: list[Word], at: int) -> tuple[int, str, Fraction]:
        """Return the place after a term, the name of its variable or "", and its coefficient."""
        value, begin = Fraction(1), at
        while at < len(words) and words[at][0] == "sign":
            value = -value if words[at][1] == "-" else value
            at += 1
        if at < len(words) and words[at][0] == "number":
            value *= number(words[at][1], "a coefficient", line=words[at][2])
            at += 1
            if at == len(words) or words[at][0] != "name" or _is_label(words, at):
                return at, "", value
        if at < len(words) and words[at][0] == "name":
            name = words[at][1]
            if name.lower() in ("inf", "infinity"):
                return at + 1, "", value * number(name, "a bound")
            return at + 1, name, value
        place = words[min(at, len(words) - 1)]
        shown = quoted(words[at][1]) if at < len(words) else "the end of the section"
        if begin == at or at == len(words):
            raise bad(f"expected a term such as 2 x or a number, not {shown}", line=place[2])
        raise bad(f"expected a variable or a number after the sign, not {shown}", line=place[2])

    def _bounds(self, words: list[Word]) -> None:
        by_line: dict[int, list[Word]] = {}
        for word in words:
            by_line.setdefault(word[2], []).append(word)
        for line, here in by_line.items():
            self._bound(here, line)

    def _bound(self, words: list[Word], line: int) -> None:
        if len(words) == 2 and words[0][0] == "name" and words[1][1].lower() == "free":
            column = self._rows.known(words[0][1], line)
            column.low = column.high = None
            return
        parts: list[str | Fraction] = []
        relations: list[str] = []
        at = 0
        while at < len(words):
            at, name, value = self._term(words, at)
            parts.append(name or value)
            if at < len(words):
                if words[at][0] != "relation":
                    raise bad(f"expected <=, >= or =, not {quoted(words[at][1])}", line=line)
                relations.append(_relation(words[at][1]))
                at += 1
        names = [part for part in parts if isinstance(part, str)]
        if len(names) != 1 or len(relations) != len(parts) - 1 or not 2 <= len(parts) <= 3:
            raise bad("expected a bound such as 0 <= x <= 1, or x free", line=line)
        column = self._rows.known(names[0], line)
        for left, relation, right in zip(parts, relations, parts[1:], strict=False):
            if isinstance(left, Fraction):
                value, side = left, _FLIPPED[relation]
            elif isinstance(right, Fraction):
                value, side = right, relation
            if side in "<=":
                column.high = value
            if side in ">=":
                column.low = value


def _is_label(words: list[Word], at: int) -> bool:
    return at + 1 < len(words) and words[at + 1][0] == "colon"


def _relation(word: str) -> str:
    """Return `<`, `>` or `=`."""
    return word.strip("=") or "="
