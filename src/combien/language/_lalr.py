"""An LALR(1) parser that uses tables generated from `grammar.lark` in advance.

Generating the tables with lark takes a tenth of a second, reading them a thousandth.  The algorithm
is the standard one (Knuth, 1965; DeRemer, 1969) with a stack of states: a shift pushes a state, and
a reduction pops one state for each part of the rule.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from functools import cache
from typing import Any, NamedTuple

__all__ = ["END", "LIST", "PASS", "TABLES", "Parser", "Refused"]

TABLES = os.path.join(os.path.dirname(__file__), "grammar.lalr")
# The kind of the token at the end of the text.
END = "$END"
# The actions of rules without a builder method: return the parts as a list, or the only part.
LIST, PASS = "[]", "."


class Refused(Exception):
    """Raised for a token that the grammar does not allow here."""


class _Rule(NamedTuple):
    """A grammar rule: its symbol, number of parts, action, and the parts that are lists to join."""

    name: str
    length: int
    action: str
    lists: tuple[int, ...]


class _Tables(NamedTuple):
    """The rules, and for each state the action per token: a next state, or ~rule to reduce."""

    rules: list[_Rule]
    states: list[dict[str, int]]
    end: int


@cache
def _tables() -> _Tables:
    with open(TABLES, encoding="utf-8") as file:
        lines = file.read().split("\n")
    begin = lines.index("STATES")
    rules = []
    for line in lines[2:begin]:
        name, length, action, *lists = line.split()
        rules.append(_Rule(name, int(length), action, tuple(map(int, lists))))
    states = []
    for line in lines[begin + 1 : -2]:
        shifts, *reduces = line.split("|")
        words = shifts.split()
        row = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        for reduce in reduces:
            number, *kinds = reduce.split()
            row.update(dict.fromkeys(kinds, ~int(number)))
        states.append(row)
    return _Tables(rules, states, int(lines[-2].removeprefix("END ")))


class Parser:
    """The state of parsing one text, token by token.

    `values` is the stack of values: tokens and results of reduced rules.  The action of a rule
    names a method of `builder`.
    """

    def __init__(self, builder: object) -> None:
        self._tables = _tables()
        self._builder = builder
        self._states = [0]
        self.values: list[Any] = []

    def feed(self, kind: str, word: object) -> None:
        """Process a token.  Raises `Refused`, possibly after reductions that the token caused."""
        rules, states, end = self._tables
        stack, values = self._states, self.values
        while True:
            action = states[stack[-1]].get(kind)
            if action is None:
                raise Refused
            if action >= 0:
                stack.append(action)
                values.append(word)
                return
            rule = rules[~action]
            begin = len(values) - rule.length
            parts = values[begin:]
            del values[begin:]
            del stack[begin + 1 :]
            values.append(self._made(rule, parts))
            stack.append(states[stack[-1]][rule.name])
            if kind == END and stack[-1] == end:
                return

    def accepts(self) -> Collection[str]:
        """Return the kinds of tokens that are possible next."""
        rules, states, end = self._tables
        found = set()
        for kind in states[self._states[-1]]:
            stack = list(self._states)
            while (action := states[stack[-1]].get(kind)) is not None and action < 0:
                rule = rules[~action]
                del stack[len(stack) - rule.length :]
                stack.append(states[stack[-1]][rule.name])
                if kind == END and stack[-1] == end:
                    break
            # The rows also contain the names of rules, which are in lower case.
            if action is not None and not kind.strip("_")[:1].islower():
                found.add(kind)
        return found

    def _made(self, rule: _Rule, parts: list[Any]) -> Any:
        if rule.action == PASS:
            return parts[0]
        for at in reversed(rule.lists):
            # A list at the front is extended in place, so that building a long list takes linear
            # time.
            if at == 0:
                parts[0].extend(parts[1:])
                parts = parts[0]
            else:
                parts[at : at + 1] = parts[at]
        if rule.action == LIST:
            return parts
        method: Callable[[list[Any]], Any] = getattr(self._builder, rule.action)
        return method(parts)
