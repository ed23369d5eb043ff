"""XCSP3, an XML format of constraint problems: sums and counts of binary variables.

    <instance format="XCSP3" type="CSP">
      <variables>
        <array id="x" size="[3]"> 0 1 </array>
      </variables>
      <constraints>
        <sum> <list> x[0] x[1] </list> <condition> (eq,1) </condition> </sum>
        <count> <list> x[1..2] </list> <values> 1 </values> <condition> (le,1) </condition> </count>
      </constraints>
    </instance>

Read: `var` and `array` with values 0 and 1; `sum`, `count` of the value 1, `group` and `block`;
`minimize` and `maximize` of a sum.  Other constraints are refused.  What it means as an exact cover
is in `_rows.py`.  (https://xcsp.org/format3)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from combien.cover._problem import Problem
from combien.cover.formats._rows import OTHERWISE, Row, Rows, number
from combien.cover.formats._text import checked, quoted
from combien.cover.formats._xml_tree import Element, parsed

_MOST_VARIABLES = 50_000
# Lists of variables, after arrays and arguments are expanded.
_MOST_TERMS = 2_000_000
_INTERVAL = re.compile(r"([+-]?\d{1,18})(?:\.\.([+-]?\d{1,18}))?", re.A)
_NAME = re.compile(r"([A-Za-z]\w*)((?:\[(?:\d{1,9}(?:\.\.\d{1,9})?)?\])*)", re.A)
_CONDITION = re.compile(r"\((eq|le|lt|ge|gt|in),([+-]?\d{1,18}(?:\.\.[+-]?\d{1,18})?)\)", re.A)


def read(text: str) -> Problem:
    """Read a problem from text in the XCSP3 format.

    >>> problem = read('''<instance format="XCSP3" type="CSP">
    ...   <variables> <array id="x" size="[3]"> 0 1 </array> </variables>
    ...   <constraints> <sum> <list> x[] </list> <condition> (eq,2) </condition> </sum>
    ...   </constraints> </instance>''')
    >>> import combien
    >>> [problem.names(solution) for solution in combien.solutions(problem)]
    [('x[0]', 'x[1]'), ('x[0]', 'x[2]'), ('x[1]', 'x[2]')]

    Raises `BadFormat` with the line.
    """
    root = parsed(checked(text).encode(errors="replace"))
    if root.name != "instance":
        raise root.bad(f"expected <instance>, not <{root.name[:40]}>")
    reader = _Reader()
    for part in root.children:
        if part.name == "variables":
            reader.variables(part)
        elif part.name == "constraints":
            reader.constraints(part, ())
        elif part.name == "objectives":
            reader.objective(part)
        elif part.name != "annotations":
            raise part.bad(f"<{part.name[:40]}>: expected variables, constraints or objectives")
    return reader.rows.problem()


class _Reader:
    """Collects the variables and constraints of an instance."""

    def __init__(self) -> None:
        self.rows = Rows()
        self._sizes: dict[str, tuple[int, ...]] = {}
        self._terms = 0

    def variables(self, part: Element) -> None:
        """Declare the variables."""
        for one in part.children:
            name = one.attributes.get("id", "")
            if one.name not in ("var", "array") or not _NAME.fullmatch(name) or "[" in name:
                raise one.bad("expected <var> or <array>, with a name as its id")
            if name in self._sizes:
                raise one.bad(f"a second variable is named {quoted(name)}")
            if "as" in one.attributes or one.children:
                raise one.bad("domains by reference are not read: write them in each variable")
            text = one.attributes.get("size", "") if one.name == "array" else ""
            if one.name == "array" and not re.fullmatch(r"\s*(\[\d{1,18}\]\s*){1,6}", text, re.A):
                raise one.bad(f"size={quoted(text)}: expected a size such as [3][4]")
            sizes = tuple(map(int, re.findall(r"\d+", text)))
            total = len(self.rows.columns)
            for size in sizes:
                total = max(total, 1) * size
            if total > _MOST_VARIABLES:
                raise one.bad(f"more than {_MOST_VARIABLES} variables, which is the limit")
            low, high = _domain(one)
            self._sizes[name] = sizes
            for place in product(*map(range, sizes)):
                whole = name + "".join(f"[{index}]" for index in place)
                column = self.rows.columns[self.rows.column(whole, one.line)]
                column.low, column.high = Fraction(low), Fraction(high)

    def constraints(self, part: Element, arguments: tuple[str, ...]) -> None:
        """Add the constraints below an element."""
        for one in part.children:
            if one.name == "block":
                self.constraints(one, arguments)
            elif one.name == "group":
                self._group(one)
            elif one.name in ("sum", "count"):
                self._constraint(one, arguments)
            else:
                raise one.bad(f"a constraint <{one.name[:40]}>: {OTHERWISE}, as <sum> or <count>")

    def _group(self, group: Element) -> None:
        template = Element("group", {}, group.line)
        template.children = [one for one in group.children if one.name != "args"]
        if len(template.children) != 1 or template.children[0].name == "group":
            raise group.bad("expected one constraint in <group>, and its <args>")
        used = _used("".join(part.text for part in template.children[0].children))
        for one in group.all("args"):
            words = tuple(one.text.split())
            if used >= len(words):
                raise one.bad(f"%{used}: the group gives {len(words)} arguments")
            # %... is what comes after the arguments that the constraint names.
            self.constraints(template, (*words, " ".join(words[used + 1 :])))

    def _constraint(self, one: Element, arguments: tuple[str, ...]) -> None:
        name = one.attributes.get("id", "") if not arguments else ""
        row = Row(name or f"c{len(self.rows.rows) + 1}", one.line, None, None, {})
        if one.name == "count":
            values = _filled(one.one("values").text, arguments, one)
            if values != ["1"]:
                raise one.bad("a count of other values than 1: expected <values> 1 </values>")
        self._fill(row, one, arguments)
        condition = "".join(_filled(one.one("condition").text, arguments, one))
        found = _CONDITION.fullmatch(condition)
        if not found:
            raise one.bad(
                f"condition {quoted(condition)}: expected eq, le, lt, ge, gt or in with numbers, "
                "as in (le,1)"
            )
        relation, side = found.groups()
        low, high = _interval(side)
        if ".." in side and relation != "in":
            raise one.bad(f"condition {quoted(condition)}: an interval needs in")
        if relation in ("eq", "in", "ge", "gt"):
            row.low = Fraction(low + (relation == "gt"))
        if relation in ("eq", "in", "le", "lt"):
            row.high = Fraction(high - (relation == "lt"))
        self.rows.row(row)

    def objective(self, part: Element) -> None:
        """Take the objective, which is a sum."""
        if len(part.children) != 1:
            raise part.bad(f"expected one objective, not {len(part.children)}")
        one = part.children[0]
        if one.name not in ("minimize", "maximize"):
            raise one.bad(f"expected <minimize> or <maximize>, not <{one.name[:40]}>")
        self.rows.maximize = one.name == "maximize"
        self.rows.objective.line = one.line
        if one.children:
            if one.attributes.get("type") != "sum":
                raise one.bad('an objective that is not a sum: expected type="sum"')
            self._fill(self.rows.objective, one, ())
        else:
            for variable in self._expanded(one.text.strip(), one):
                self.rows.objective.add(variable, Fraction(1))

    def _fill(self, row: Row, one: Element, arguments: tuple[str, ...]) -> None:
        """Add the terms of `list` and `coeffs` to a row."""
        words = _filled(one.one("list").text, arguments, one)
        variables = [found for word in words for found in self._expanded(word, one)]
        factors = [Fraction(1)] * len(variables)
        if listed := one.all("coeffs"):
            factors = [
                number(word, "a coefficient", line=one.line)
                for word in _filled(listed[0].text, arguments, one)
            ]
        if len(factors) != len(variables):
            raise one.bad(f"{len(factors)} coefficients for {len(variables)} variables")
        for variable, factor in zip(variables, factors, strict=True):
            row.add(variable, factor)

    def _expanded(self, word: str, one: Element) -> Iterator[int]:
        """Yield the variables of a name such as x, x[2], x[][1] or x[0..3]."""
        found = _NAME.fullmatch(word)
        if not found or found[1] not in self._sizes:
            raise one.bad(f"{quoted(word)} is not a variable or a part of an array")
        sizes = self._sizes[found[1]]
        indices = re.findall(r"\[([^\]]*)\]", found[2])
        if len(indices) != len(sizes):
            raise one.bad(f"{quoted(word)}: expected {len(sizes)} indices")
        ranges = []
        for index, size in zip(indices, sizes, strict=True):
            begin, end = _interval(index) if index else (0, size - 1)
            if end >= size:
                raise one.bad(f"{quoted(word)}: the indices go from 0 to {size - 1}")
            ranges.append(range(begin, end + 1))
        for place in product(*ranges):
            self._terms += 1
            if self._terms > _MOST_TERMS:
                raise one.bad(f"more than {_MOST_TERMS} variables in all lists")
            yield self.rows.column(found[1] + "".join(f"[{at}]" for at in place), one.line)


def _filled(text: str, arguments: tuple[str, ...], one: Element) -> list[str]:
    """Return the words of a text, with the arguments of a group for %0, %1 and %...

    The last argument is what %... stands for.
    """
    if "%" not in text:
        return text.split()
    if not arguments:
        raise one.bad("an argument such as %0 outside a group")
    if text.count("%") * max(map(len, arguments)) > _MOST_TERMS:
        raise one.bad(f"more than {_MOST_TERMS} characters after the arguments are filled in")
    filled = re.sub(
        r"%(\d{1,6})", lambda at: arguments[int(at[1])], text.replace("%...", arguments[-1])
    )
    return filled.split()


def _used(text: str) -> int:
    """Return the highest argument that a text names, -1 if there is none."""
    return max((int(digits) for digits in re.findall(r"%(\d{1,6})", text, re.A)), default=-1)


def _domain(one: Element) -> tuple[int, int]:
    words = one.text.split()
    if not words or not all(_INTERVAL.fullmatch(word) for word in words):
        raise one.bad(f"values {quoted(one.text.strip())}: expected 0 1")
    ends = [_interval(word) for word in words]
    return min(low for low, _ in ends), max(high for _, high in ends)


def _interval(word: str) -> tuple[int, int]:
    low, _, high = word.partition("..")
    return int(low), int(high or low)
