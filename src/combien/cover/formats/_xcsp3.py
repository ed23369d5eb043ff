"""XCSP3, an XML format of constraint problems, whose constraints are sums of binary variables.

    <instance format="XCSP3" type="CSP">
      <variables>
        <array id="x" size="[3]"> 0 1 </array>
      </variables>
      <constraints>
        <sum> <list> x[0] x[1] </list> <condition> (eq,1) </condition> </sum>
        <intension> or(x[1],x[2]) </intension>
        <allDifferent> y[] </allDifferent>
      </constraints>
    </instance>

Read: `var` and `array`; `sum`, `count`, `cardinality`, `allDifferent`, `instantiation`, `clause`,
and `intension` where it is linear (see `_xcsp3_terms.py`), also in `group` and `block`; `minimize`
and `maximize` of a sum.  Other constraints are refused.  A variable with other values than 0 and 1
becomes an option for each of its values, named `x[0]=3`.  (https://xcsp.org/format3)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from combien.cover._constrained import Constrained
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover.formats._linear import OTHERWISE, LinearModel, Row
from combien.cover.formats._linear_cover import cover_of
from combien.cover.formats._text import checked, quoted
from combien.cover.formats._xcsp3_terms import (
    MOST_VALUES,
    ONE,
    Demand,
    Expressions,
    NotLinear,
    Total,
    added,
    number_of,
    valued,
    whole,
)
from combien.cover.formats._xcsp3_terms import (
    parsed as expression,
)
from combien.cover.formats._xml_tree import Element, parsed
from combien.errors import BadFormat

_MOST_VARIABLES = 50_000
# Lists of variables, after arrays and arguments are expanded.
_MOST_TERMS = 2_000_000
_INTERVAL = re.compile(r"([+-]?\d{1,18})(?:\.\.([+-]?\d{1,18}))?", re.A)
_REPEATED = re.compile(r"([+-]?\d{1,18})(?:x(\d{1,7}))?", re.A)
_NAME = re.compile(r"([A-Za-z]\w*)((?:\[(?:\d{1,9}(?:\.\.\d{1,9})?)?\])*)", re.A)
_CONDITION = re.compile(r"\((eq|le|lt|ge|gt|in),([^()]*)\)")
_UNUSED = "variable: in no constraint, so each value gives another solution; ACE leaves it out"


def read(text: str) -> Problem | Constrained[Solution]:
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
    reader = _Reader(_identifiers(root))
    for part in root.children:
        if part.name == "variables":
            reader.variables(part)
        elif part.name == "constraints":
            reader.constraints(part, ())
        elif part.name == "objectives":
            reader.objective(part)
        elif part.name != "annotations":
            raise part.bad(f"<{part.name[:40]}>: expected variables, constraints or objectives")
    return cover_of(reader.finish())


class _Reader:
    """Collects the variables and constraints of an instance."""

    def __init__(self, taken: Container[str]) -> None:
        self._taken = taken
        self._model = LinearModel(exact=True)
        self._sizes: dict[str, tuple[int, ...]] = {}
        self._totals: dict[str, Total] = {}
        # The variables of several values that nothing has named yet.
        self._unused: dict[str, None] = {}
        self._terms = self._count = 0
        self._constraints: dict[str, Callable[[Element, tuple[str, ...]], Iterable[Demand]]] = {
            "sum": self._sum,
            "count": self._counted,
            "cardinality": self._cardinality,
            "allDifferent": self._different,
            "instantiation": self._instantiation,
            "clause": self._clause,
            "intension": self._intension,
        }

    def finish(self) -> LinearModel:
        """Return what the instance says."""
        for name in self._unused:
            self._model.note(_UNUSED, name)
        return self._model

    # Variables ------------------------------------------------------------------------------------

    def variables(self, part: Element) -> None:
        """Declare the variables."""
        for one in part.children:
            name = one.attributes.get("id", "")
            if one.name not in ("var", "array") or not _NAME.fullmatch(name) or "[" in name:
                raise one.bad("expected <var> or <array>, with a name as its id")
            if name in self._sizes:
                raise one.bad(f"a second variable is named {quoted(name)}")
            if "as" in one.attributes:
                raise one.bad("domains by reference are not read: write them in each variable")
            text = one.attributes.get("size", "") if one.name == "array" else ""
            if one.name == "array" and not re.fullmatch(r"\s*(\[\d{1,18}\]\s*){1,6}", text, re.A):
                raise one.bad(f"size={quoted(text)}: expected a size such as [3][4]")
            sizes = tuple(map(int, re.findall(r"\d+", text)))
            total = 1
            for size in sizes:
                total *= size
                if total + len(self._totals) > _MOST_VARIABLES:
                    raise one.bad(f"more than {_MOST_VARIABLES} variables, which is the limit")
            self._sizes[name] = sizes
            domains = self._domains(one)
            for place in product(*map(range, sizes)):
                whole = name + "".join(f"[{index}]" for index in place)
                if (values := domains.get(whole, domains[""])) is not None:
                    self._declare(whole, values, one)

    def _domains(self, one: Element) -> dict[str, list[int] | None]:
        """Return the values of variables, and under the empty name those of all others."""
        if not one.children:
            return {"": _values(one)}
        found: dict[str, list[int] | None] = {"": None}
        for domain in one.children:
            if domain.name != "domain" or "for" not in domain.attributes:
                raise domain.bad('expected <domain for="...">')
            values = _values(domain)
            for word in domain.attributes["for"].split():
                names = [""] if word == "others" else self._names(word, domain)
                found.update(dict.fromkeys(names, values))
        return found

    def _declare(self, name: str, values: list[int], one: Element) -> None:
        model = self._model
        if values == [0, 1]:
            column = model.column(name, one.line)
            model.columns[column].high = Fraction(1)
            chosen = Total({column: 1})
            self._totals[name] = valued([(0, ONE.minus(chosen)), (1, chosen)])
            return
        if len(values) == 1:
            self._totals[name] = number_of(values[0])
            return
        pairs = []
        for value in values:
            column = model.column(f"{name}={value}", one.line)
            model.columns[column].high = Fraction(1)
            pairs.append((value, Total({column: 1})))
            if column >= _MOST_VARIABLES:
                raise one.bad(f"more than {_MOST_VARIABLES} values of variables")
        self._totals[name] = valued(pairs)
        self._unused[name] = None
        ones = {column: Fraction(1) for _, total in pairs for column in total.terms}
        model.rows.append(Row(name, one.line, Fraction(1), Fraction(1), ones))

    def _variable(self, name: str) -> Total:
        if name not in self._totals:
            raise ValueError(f"{quoted(name)} is not a variable")
        self._unused.pop(name, None)
        return self._totals[name]

    # Constraints ----------------------------------------------------------------------------------

    def constraints(self, part: Element, arguments: tuple[str, ...]) -> None:
        """Add the constraints below an element."""
        for one in part.children:
            if one.name == "block":
                self.constraints(one, arguments)
            elif one.name == "group":
                self._group(one)
            elif one.name in self._constraints:
                self._constraint(one, arguments)
            else:
                known = ", ".join(self._constraints)
                raise one.bad(f"a constraint <{one.name[:40]}>: {OTHERWISE}, as those of {known}")

    def _group(self, group: Element) -> None:
        template = Element("group", {}, group.line)
        template.children = [one for one in group.children if one.name != "args"]
        if len(template.children) != 1 or template.children[0].name == "group":
            raise group.bad("expected one constraint in <group>, and its <args>")
        used = _used(_all_text(template.children[0]))
        for one in group.all("args"):
            words = tuple(
                name
                for word in _filled(one.text, (), one)
                for name in (self._names(word, one) if _is_several(word) else [word])
            )
            if used >= len(words):
                raise one.bad(f"%{used}: the group gives {len(words)} arguments")
            # %... is what comes after the arguments that the constraint names.
            self.constraints(template, (*words, " ".join(words[used + 1 :])))

    def _constraint(self, one: Element, arguments: tuple[str, ...]) -> None:
        self._count += 1
        name = one.attributes.get("id", "") if not arguments else ""
        if not name:
            name = f"c{self._count}"
            while name in self._taken:
                name += "_"
        try:
            demands = list(self._constraints[one.name](one, arguments))
        except NotLinear as error:
            raise one.bad(f"<{one.name}> has {error}: {OTHERWISE}") from None
        except ValueError as error:
            if isinstance(error, BadFormat):
                raise
            raise one.bad(f"<{one.name}>: {error}") from None
        for number, (total, low, high) in enumerate(demands):
            row_name = f"{name}.{number}" if number else name
            row = Row(row_name, one.line, None, None, _fractions(total))
            row.low = None if low is None else Fraction(low - total.constant)
            row.high = None if high is None else Fraction(high - total.constant)
            self._model.rows.append(row)

    def _sum(self, one: Element, arguments: tuple[str, ...]) -> Iterator[Demand]:
        yield from self._conditioned(self._weighted(one, arguments), one, arguments)

    def _counted(self, one: Element, arguments: tuple[str, ...]) -> Iterator[Demand]:
        values = {*map(whole, _filled(one.one("values").text, arguments, one))}
        total = added((1, _is_among(listed, values)) for listed in self._list(one, arguments))
        yield from self._conditioned(total, one, arguments)

    def _cardinality(self, one: Element, arguments: tuple[str, ...]) -> Iterator[Demand]:
        totals = list(self._list(one, arguments))
        values = one.one("values")
        words = _filled(values.text, arguments, one)
        occurs = _filled(one.one("occurs").text, arguments, one)
        if len(words) != len(occurs):
            raise one.bad(f"{len(words)} values and {len(occurs)} occurrences")
        for word, times in zip(words, occurs, strict=True):
            total = added((1, _is_among(listed, {whole(word)})) for listed in totals)
            if _INTERVAL.fullmatch(times):
                yield total, *_interval(times)
            else:
                yield total.minus(self._expression(times)), 0, 0
        if values.attributes.get("closed") == "true":
            for listed in totals:
                yield _is_among(listed, {*map(whole, words)}), 1, 1

    def _different(self, one: Element, arguments: tuple[str, ...]) -> Iterator[Demand]:
        if len(one.children) == 1 and one.children[0].name == "matrix":
            for lines in self._matrix(one.children[0], arguments):
                for totals in lines:
                    yield from _all_different(totals)
            return
        if any(child.name != "list" for child in one.children) or len(one.children) > 1:
            raise one.bad("allDifferent of several lists or with exceptions")
        yield from _all_different(list(self._list(one, arguments)))

    def _matrix(
        self, matrix: Element, arguments: tuple[str, ...]
    ) -> tuple[list[list[Total]], list[list[Total]]]:
        """Return the rows and the columns of a matrix, such as x[][] or (x[0],x[1])(x[2],x[3])."""
        text = " ".join(_filled(matrix.text, arguments, matrix))
        array = re.fullmatch(r"(\w+)\[\]\[\]", text)
        if array and len(self._sizes.get(array[1], ())) == 2:
            height, width = self._sizes[array[1]]
            names = [[f"{array[1]}[{y}][{x}]" for x in range(width)] for y in range(height)]
        else:
            names = [row.split(",") for row in re.findall(r"\(([^()]*)\)", text)]
        rows = [[self._expression(name) for name in row] for row in names]
        if len(set(map(len, rows))) != 1:
            raise matrix.bad("expected rows of one length, as (x[0],x[1])(x[2],x[3])")
        return rows, [*map(list, zip(*rows, strict=True))]

    def _instantiation(self, one: Element, arguments: tuple[str, ...]) -> Iterator[Demand]:
        totals = list(self._list(one, arguments))
        values = _numbers(_filled(one.one("values").text, arguments, one), one)
        if len(totals) != len(values):
            raise one.bad(f"{len(values)} values for {len(totals)} variables")
        for total, value in zip(totals, values, strict=True):
            yield _is_among(total, {value}), 1, 1

    def _clause(self, one: Element, arguments: tuple[str, ...]) -> Iterator[Demand]:
        literals = list(self._list(one, arguments))
        if not all(literal.is_literal for literal in literals):
            raise NotLinear("a variable with other values than 0 and 1")
        yield added((1, literal) for literal in literals), 1, None

    def _intension(self, one: Element, arguments: tuple[str, ...]) -> Iterator[Demand]:
        text = one.text if not one.children else one.one("function").text
        filled = " ".join(_filled(text, arguments, one))
        yield from Expressions(self._variable).demands(expression(filled))

    def _conditioned(
        self, total: Total, one: Element, arguments: tuple[str, ...]
    ) -> Iterator[Demand]:
        condition = "".join(_filled(one.one("condition").text, arguments, one))
        found = _CONDITION.fullmatch(condition)
        if not found:
            raise one.bad(
                f"condition {quoted(condition)}: expected eq, le, lt, ge, gt or in with numbers, "
                "as in (le,1)"
            )
        relation, side = found.groups()
        if not _INTERVAL.fullmatch(side):
            total, side = total.minus(self._expression(side)), "0"
        low, high = _interval(side)
        if ".." in side and relation != "in":
            raise one.bad(f"condition {quoted(condition)}: an interval needs in")
        yield (
            total,
            low + (relation == "gt") if relation in ("eq", "in", "ge", "gt") else None,
            high - (relation == "lt") if relation in ("eq", "in", "le", "lt") else None,
        )

    def objective(self, part: Element) -> None:
        """Take the objective, which is a sum."""
        if len(part.children) != 1:
            raise part.bad(f"expected one objective, not {len(part.children)}")
        one = part.children[0]
        if one.name not in ("minimize", "maximize"):
            raise one.bad(f"expected <minimize> or <maximize>, not <{one.name[:40]}>")
        kind = one.attributes.get("type", "expression")
        if kind not in ("sum", "expression"):
            raise one.bad(f"an objective of type {quoted(kind)}: expected a sum")
        model = self._model
        model.direct("minimize" if one.name == "minimize" else "maximize", one.line)
        model.objective.line = one.line
        try:
            if one.children or kind == "sum":
                total = self._weighted(one, ())
            else:
                total = self._expression(one.text)
        except NotLinear as error:
            raise one.bad(f"the objective has {error}: expected a sum") from None
        except ValueError as error:
            if isinstance(error, BadFormat):
                raise
            raise one.bad(f"the objective: {error}") from None
        model.objective.terms, model.constant = _fractions(total), Fraction(total.constant)

    def _weighted(self, one: Element, arguments: tuple[str, ...]) -> Total:
        """Return the sum of `list` with `coeffs`."""
        totals = list(self._list(one, arguments))
        factors = [1] * len(totals)
        if listed := one.all("coeffs"):
            factors = _numbers(_filled(listed[0].text, arguments, one), one)
        if len(factors) != len(totals):
            raise one.bad(f"{len(factors)} coefficients for {len(totals)} variables")
        return added(zip(factors, totals, strict=True))

    def _list(self, one: Element, arguments: tuple[str, ...]) -> Iterator[Total]:
        """Yield the variables and expressions of a list."""
        text = one.one("list").text if one.all("list") else one.text
        for word in _filled(text, arguments, one):
            if "(" in word:
                yield self._expression(word)
                continue
            for name in self._names(word, one):
                if name in self._totals:
                    yield self._variable(name)

    def _expression(self, text: str) -> Total:
        return Expressions(self._variable).total(expression(text))

    def _names(self, word: str, one: Element) -> Iterator[str]:
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
            yield found[1] + "".join(f"[{at}]" for at in place)


def _is_several(word: str) -> bool:
    """Return whether a word stands for several variables, such as x[] or x[0..3]."""
    return bool(_NAME.fullmatch(word)) and ("[]" in word or ".." in word)


def _all_different(totals: Sequence[Total]) -> Iterator[Demand]:
    takers: dict[int, list[Total]] = {}
    for total in totals:
        if total.values is None:
            raise NotLinear("an expression of several variables")
        for value, is_it in total.values.items():
            takers.setdefault(value, []).append(is_it)
    # As many values as variables: each value is taken.
    low = 1 if len(takers) == len(totals) else None
    for _, taken_by in sorted(takers.items()):
        yield added((1, is_it) for is_it in taken_by), low, 1


def _is_among(total: Total, values: set[int]) -> Total:
    """Return what is 1 if an expression of one variable is one of these values."""
    if total.values is None:
        raise NotLinear("an expression of several variables")
    return added((1, total.values[value]) for value in sorted(values & total.values.keys()))


def _fractions(total: Total) -> dict[int, Fraction]:
    return {at: Fraction(factor) for at, factor in total.terms.items()}


def _filled(text: str, arguments: tuple[str, ...], one: Element) -> list[str]:
    """Return the words of a text, with the arguments of a group for %0, %1 and %...

    The last argument is what %... stands for.
    """
    if "%" in text:
        if not arguments:
            raise one.bad("an argument such as %0 outside a group")
        if text.count("%") * max(map(len, arguments)) > _MOST_TERMS:
            raise one.bad(f"more than {_MOST_TERMS} characters after the arguments are filled in")
        text = re.sub(
            r"%(\d{1,6})", lambda at: arguments[int(at[1])], text.replace("%...", arguments[-1])
        )
    # Blanks within an expression do not separate.
    return re.sub(r"\s*([(,])\s*|\s+(\))", r"\1\2", text).split()


def _identifiers(one: Element) -> set[str]:
    """Return the names that an element and all its parts have."""
    return {one.attributes.get("id", "")}.union(*map(_identifiers, one.children))


def _all_text(one: Element) -> str:
    return one.text + "".join(map(_all_text, one.children))


def _used(text: str) -> int:
    """Return the highest argument that a text names, -1 if there is none."""
    return max((int(digits) for digits in re.findall(r"%(\d{1,6})", text, re.A)), default=-1)


def _numbers(words: Iterable[str], one: Element) -> list[int]:
    """Return numbers, of which 0x3 is three times 0."""
    found: list[int] = []
    for word in words:
        number = _REPEATED.fullmatch(word)
        if not number:
            raise one.bad(f"{quoted(word)}: expected a number, or 0x3 for three of them")
        found += [int(number[1])] * int(number[2] or 1)
        if len(found) > _MOST_TERMS:
            raise one.bad(f"more than {_MOST_TERMS} numbers")
    return found


def _values(one: Element) -> list[int]:
    """Return the values of a variable, in order."""
    words = one.text.split()
    if not words or not all(_INTERVAL.fullmatch(word) for word in words):
        raise one.bad(f"values {quoted(one.text.strip())}: expected 0 1")
    found: set[int] = set()
    for word in words:
        low, high = _interval(word)
        if high - low + len(found) >= MOST_VALUES:
            raise one.bad(f"more than {MOST_VALUES} values of a variable")
        found.update(range(low, high + 1))
    return sorted(found)


def _interval(word: str) -> tuple[int, int]:
    low, _, high = word.partition("..")
    return int(low), int(high or low)
