"""Runs the tables of an LALR(1) parser, which were made from `grammar.lark` beforehand.

To load lark and to have it make the tables takes a tenth of a second, to read the tables a
thousandth.  The algorithm is the usual one (Knuth, 1965; DeRemer, 1969): a stack of states, to
which a word adds one, and from which a rule that is complete takes its parts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from functools import cache
from typing import Any, NamedTuple

__all__ = ["END", "LIST", "PASS", "TABLES", "Parser", "Refused"]

TABLES = os.path.join(os.path.dirname(__file__), "grammar.lalr")
# The kind of word that ends a text.
END = "$END"
# What becomes of the parts of a rule that has no method: a list for the rule around it, or the one
# part itself.
LIST, PASS = "[]", "."


class Refused(Exception):
    """A word that cannot come here."""


class _Rule(NamedTuple):
    """A rule: what it makes, of how many parts, by which method; which parts are lists to join."""

    name: str
    length: int
    action: str
    lists: tuple[int, ...]


class _Tables(NamedTuple):
    """The rules, and for each state what a word does: the next state, or ~rule that is complete."""

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
    """A text on its way in, word by word.

    `values` are the words and what complete rules have become, of all that waits for its rule; a
    rule calls the method with its name in `builder`.
    """

    def __init__(self, builder: object) -> None:
        self._tables = _tables()
        self._builder = builder
        self._states = [0]
        self.values: list[Any] = []

    def feed(self, kind: str, word: object) -> None:
        """Take a word of this kind.  Raises `Refused`; the words before it may be rules by then."""
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
        """Return the kinds of words that can come next."""
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
            # The names of rules stand in the same rows; they are written in small letters.
            if action is not None and not kind.strip("_")[:1].islower():
                found.add(kind)
        return found

    def _made(self, rule: _Rule, parts: list[Any]) -> Any:
        if rule.action == PASS:
            return parts[0]
        for at in reversed(rule.lists):
            # A list that begins the parts is gone on with, so that a long one is not copied again
            # and again.
            if at == 0:
                parts[0].extend(parts[1:])
                parts = parts[0]
            else:
                parts[at : at + 1] = parts[at]
        if rule.action == LIST:
            return parts
        method: Callable[[list[Any]], Any] = getattr(self._builder, rule.action)
        return method(parts)
