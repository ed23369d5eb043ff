"""Expressions of XCSP3, such as `eq(add(mul(4,x[1]),x[2]),7)`, as sums of binary variables.

A variable with other values than 0 and 1 is a binary variable for each of its values, of which one
is 1.  So an expression of one variable is a sum, whatever function it is, and a comparison of one
with a number is 0 or 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from math import prod

_TOKEN = re.compile(r"\s*([A-Za-z]\w*(?:\[[\d.]*\])*|[+-]?\d{1,18}|[(),])", re.ASCII)
_DEEPEST = 50
# Of an expression of one variable.
MOST_VALUES = 10_000
# Of one constraint, as the parts of and(...) in or(...) are multiplied.
_MOST_CLAUSES = 10_000

_OPPOSITE = {
    "eq": "ne",
    "ne": "eq",
    "lt": "ge",
    "ge": "lt",
    "gt": "le",
    "le": "gt",
    "iff": "xor",
    "xor": "iff",
    "in": "notin",
    "notin": "in",
}
# Functions of one variable; the others are numbers.
_FUNCTIONS: dict[str, Callable[..., int]] = {
    "eq": lambda *given: len(set(given)) == 1,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "add": lambda *given: sum(given),
    "sub": lambda a, b: a - b,
    "mul": lambda *given: prod(given),
    "neg": lambda a: -a,
    "abs": abs,
    "sqr": lambda a: a * a,
    "dist": lambda a, b: abs(a - b),
    "min": lambda *given: min(given),
    "max": lambda *given: max(given),
}
# The numbers of arguments; other functions have any.
_ARITIES = {
    **dict.fromkeys(("neg", "abs", "sqr", "not"), 1),
    **dict.fromkeys(("ne", "lt", "le", "gt", "ge", "sub", "dist", "imp", "in", "notin"), 2),
}


class NotLinear(Exception):
    """An expression that is not a sum of binary variables."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A function and its arguments, a variable, or a number."""

    name: str
    arguments: tuple[Expression, ...] = ()


def parsed(text: str) -> Expression:
    """Return an expression.

    >>> parsed("eq(x[1],3)").arguments[1]
    Expression(name='3', arguments=())

    Raises `ValueError`.
    """
    words: list[str] = []
    at = 0
    text = text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise ValueError(f"unknown characters at {text[at : at + 20]!r}")
        words.append(found[1])
        at = found.end()
    node, at = _node(words, 0, 0)
    if at < len(words):
        raise ValueError(f"expected its end, not {words[at]!r}")
    return node


def _node(words: list[str], at: int, depth: int) -> tuple[Expression, int]:
    if at >= len(words) or words[at] in "(),":
        raise ValueError(f"expected a function, a variable or a number after {words[:at][-1:]}")
    if depth > _DEEPEST:
        raise ValueError(f"more than {_DEEPEST} functions inside one another")
    name = words[at]
    if words[at + 1 : at + 2] != ["("]:
        return Expression(name), at + 1
    arguments: list[Expression] = []
    at += 2
    while words[at : at + 1] != [")"]:
        if arguments:
            if words[at : at + 1] != [","]:
                raise ValueError(f"expected a comma or ) in {name}(...)")
            at += 1
        argument, at = _node(words, at, depth + 1)
        arguments.append(argument)
    arity = _ARITIES.get(name, len(arguments))
    if len(arguments) != arity:
        raise ValueError(f"{name}(...) of {len(arguments)} arguments: expected {arity}")
    return Expression(name, tuple(arguments)), at + 1


@dataclass(frozen=True, slots=True)
class Total:
    """A sum of binary variables and a constant.

    If it depends on one variable only, `values` are the numbers that it can be, each with the sum
    that is 1 if it is this number, and otherwise 0.
    """

    terms: Mapping[int, int]
    constant: int = 0
    values: Mapping[int, Total] | None = None

    def minus(self, other: Total) -> Total:
        """Return the difference."""
        return added([(1, self), (-1, other)])

    @property
    def is_literal(self) -> bool:
        """Whether it is 0 or 1."""
        return self.values is not None and self.values.keys() <= {0, 1}


NOTHING, ONE = Total({}), Total({}, 1)
# A sum that is between two numbers, of which None is no limit.
Demand = tuple[Total, int | None, int | None]


def added(pairs: Iterable[tuple[int, Total]]) -> Total:
    """Return the sum of multiples of sums, each with its factor.

    >>> added([(2, Total({0: 1, 1: 3}, 1)), (-1, Total({0: 2}))])
    Total(terms={1: 6}, constant=2, values=None)
    """
    terms: dict[int, int] = {}
    constant = 0
    for factor, total in pairs:
        constant += factor * total.constant
        for at, one in total.terms.items():
            terms[at] = terms.get(at, 0) + factor * one
    return Total({at: one for at, one in terms.items() if one}, constant)


def valued(pairs: Sequence[tuple[int, Total]]) -> Total:
    """Return what has each of these values if a sum is 1, which is so for one of them."""
    if len(pairs) > MOST_VALUES:
        raise NotLinear(f"more than {MOST_VALUES} values")
    groups: dict[int, list[Total]] = {}
    for value, is_it in pairs:
        groups.setdefault(value, []).append(is_it)
    total = added(pairs)
    values = {value: added((1, one) for one in group) for value, group in groups.items()}
    return Total(total.terms, total.constant, values)


def whole(word: str) -> int:
    """Return a number.  Raises `ValueError`."""
    if not re.fullmatch(r"[+-]?\d{1,18}", word, re.ASCII):
        raise ValueError(f"{word[:40]!r}: expected a whole number")
    return int(word)


def number_of(value: int) -> Total:
    """Return a number as a sum."""
    return valued([(value, ONE)])


class Expressions:
    """Turns expressions into sums; `variable` returns that of a variable.

    >>> x = valued([(0, Total({0: -1}, 1)), (1, Total({0: 1}))])
    >>> expressions = Expressions(lambda name: x)
    >>> total = expressions.total(parsed("add(mul(3,x),2)"))
    >>> total.terms, total.constant
    ({0: 3}, 2)
    """

    def __init__(self, variable: Callable[[str], Total]) -> None:
        self._variable = variable
        self._clauses = 0

    def total(self, node: Expression) -> Total:
        """Return an expression as a sum.  Raises `NotLinear`, `ValueError`."""
        name, arguments = node.name, node.arguments
        if not arguments:
            return number_of(int(name)) if name[0] in "+-0123456789" else self._variable(name)
        if name in ("in", "notin") and arguments[1].name == "set":
            among = {whole(one.name) for one in arguments[1].arguments}
            member = self._number_or_sum(arguments[0])
            if member.values is None:
                raise NotLinear(f"{name}(...) of several variables")
            return _computed([member], lambda a: (a in among) == (name == "in"))
        totals = [*map(self._number_or_sum, arguments)]
        if name == "not" and totals[0].is_literal:
            return _computed(totals, lambda a: 1 - a)
        compute = _FUNCTIONS.get(name)
        is_of_one = sum(bool(one.terms) for one in totals) <= 1
        if compute and is_of_one and all(one.values is not None for one in totals):
            return _computed(totals, compute)
        if name == "neg":
            return NOTHING.minus(totals[0])
        if name == "add":
            return added((1, one) for one in totals)
        if name == "sub":
            return totals[0].minus(totals[1])
        numbers = [one.constant for one in totals if not one.terms]
        if name == "mul" and len(numbers) >= len(totals) - 1:
            others = [one for one in totals if one.terms]
            return added([(prod(numbers), others[0])])
        raise NotLinear(f"{name}(...) of several variables")

    def _number_or_sum(self, node: Expression) -> Total:
        """Return an expression as a sum, in which variables that cancel out do not matter."""
        total = self.total(node)
        return total if total.terms else number_of(total.constant)

    def demands(self, node: Expression) -> Iterator[Demand]:
        """Yield what a constraint demands of sums.  Raises `NotLinear`, `ValueError`."""
        name, arguments = node.name, node.arguments
        with suppress(NotLinear):
            total = self.total(node)
            if total.is_literal:
                yield total, 1, 1
                return
        if name == "and":
            for one in arguments:
                yield from self.demands(one)
        elif name == "not" and (contrary := _contrary(arguments[0])):
            yield from self.demands(contrary)
        elif name in ("or", "imp"):
            yield from self._clause(_alternatives(node), [])
        elif name in ("iff", "eq") and len(arguments) > 1:
            first, *others = (self.total(one) for one in arguments)
            if name == "iff" and not all(one.is_literal for one in (first, *others)):
                raise NotLinear("iff(...) of what is not 0 or 1")
            for other in others:
                yield first.minus(other), 0, 0
        elif len(arguments) == 2 and name in ("xor", "ne", "lt", "le", "gt", "ge"):
            yield from self._compared(name, *map(self.total, arguments))
        else:
            raise NotLinear(f"{name}(...), which is not a comparison")

    def _compared(self, name: str, left: Total, right: Total) -> Iterator[Demand]:
        difference = left.minus(right)
        if name in ("lt", "le"):
            yield difference, None, -(name == "lt")
        elif name in ("gt", "ge"):
            yield difference, int(name == "gt"), None
        elif name == "xor" and left.is_literal and right.is_literal:
            yield added([(1, left), (1, right)]), 1, 1
        elif name == "ne" and left.values is not None and right.values is not None:
            for value in sorted(left.values.keys() & right.values.keys()):
                yield added([(1, left.values[value]), (1, right.values[value])]), None, 1
        else:
            raise NotLinear(f"{name}(...) of several variables")

    def _clause(self, alternatives: list[Expression], literals: list[Total]) -> Iterator[Demand]:
        """Yield that one of some alternatives holds, or one of some literals."""
        for at, one in enumerate(alternatives):
            if one.name == "and":
                # Each part, or one of the others.
                for part in one.arguments:
                    others = [*_alternatives(part), *alternatives[at + 1 :]]
                    yield from self._clause(others, literals[:])
                return
            total = self.total(one)
            if not total.is_literal:
                raise NotLinear(f"{one.name}(...) in or(...)")
            literals.append(total)
        self._clauses += 1
        if self._clauses > _MOST_CLAUSES:
            raise NotLinear(f"more than {_MOST_CLAUSES} clauses")
        yield added((1, one) for one in literals), 1, None


def _computed(totals: Sequence[Total], compute: Callable[..., int]) -> Total:
    """Return a function of sums of which all but one are numbers."""
    lists = [list((one.values or {}).items()) for one in totals]
    if prod(map(len, lists)) > MOST_VALUES:
        raise NotLinear(f"more than {MOST_VALUES} values")
    changing = [at for at, one in enumerate(totals) if one.terms]
    return valued(
        [
            (
                int(compute(*(value for value, _ in chosen))),
                chosen[changing[0]][1] if changing else ONE,
            )
            for chosen in product(*lists)
        ]
    )


def _alternatives(node: Expression) -> list[Expression]:
    """Return expressions of which one must hold."""
    if node.name == "or":
        return [part for one in node.arguments for part in _alternatives(one)]
    if node.name == "imp":
        premise, conclusion = node.arguments
        return [*_alternatives(_negated(premise)), *_alternatives(conclusion)]
    if node.name == "not" and (contrary := _contrary(node.arguments[0])):
        return _alternatives(contrary)
    return [node]


def _negated(node: Expression) -> Expression:
    """Return the contrary of an expression."""
    return _contrary(node) or Expression("not", (node,))


def _contrary(node: Expression) -> Expression | None:
    """Return the contrary of an expression without `not`, None if there is none."""
    name, arguments = node.name, node.arguments
    if name == "not":
        return arguments[0]
    if name in ("and", "or"):
        other = "or" if name == "and" else "and"
        return Expression(other, tuple(map(_negated, arguments)))
    if name == "imp":
        return Expression("and", (arguments[0], _negated(arguments[1])))
    if name in _OPPOSITE and len(arguments) == 2:
        return Expression(_OPPOSITE[name], arguments)
    return None
