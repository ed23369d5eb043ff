"""Writes `grammar.lalr`: the tables of an LALR(1) parser, which lark makes of `grammar.lark`.

To make them takes longer than most scripts run, so they are made beforehand and kept beside the
grammar; a test compares.  Run this file when the grammar has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lark

from combien.language import _parser as parser_module
from combien.language._parser import LIST, PASS, TABLES

GRAMMAR = Path(parser_module.__file__).with_name("grammar.lark")


def reference() -> lark.Lark:
    """Lark's own parser of the grammar."""
    return lark.Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", lexer=_NoLexer)


class _NoLexer(lark.lexer.Lexer):
    """Hands on the tokens that it is given."""

    def __init__(self, configuration: Any) -> None:
        pass

    def lex(self, tokens: Any, parser_state: Any) -> Iterator[lark.Token]:
        return iter(tokens)


def tables() -> str:
    """The text of the tables."""
    parser: Any = reference()
    table = parser.parser.parser._parse_table
    numbers = {rule: number for number, rule in enumerate(parser.rules)}
    lines = ["# Made from grammar.lark by tests/language/grammar_tables.py: do not edit.", "RULES"]
    for rule in parser.rules:
        assert not any(getattr(symbol, "filter_out", False) for symbol in rule.expansion)
        action = rule.alias or rule.origin.name
        if rule.origin.name.startswith("_"):
            action = LIST
        elif rule.options.expand1 and rule.alias is None:
            assert len(rule.expansion) == 1
            action = PASS
        lists = [str(at) for at, s in enumerate(rule.expansion) if s.name.startswith("_")]
        lines.append(" ".join([rule.origin.name, str(len(rule.expansion)), action, *lists]))
    # Lark numbers the states as it happens to meet them; by number of the start on they are found
    # in the same order each time.
    order = _order(table)
    lines.append("STATES")
    for state in sorted(order, key=order.__getitem__):
        reduces: dict[int, list[str]] = {}
        words = []
        for name, (action, argument) in sorted(table.states[state].items()):
            if action.name == "Shift":
                words.append(f"{name} {order[argument]}")
            else:
                reduces.setdefault(numbers[argument], []).append(name)
        parts = [f"{number} {' '.join(names)}" for number, names in sorted(reduces.items())]
        lines.append(" | ".join([" ".join(words), *parts]).strip())
    lines.append(f"END {order[table.end_states['start']]}")
    return "".join(f"{line}\n" for line in lines)


def _order(table: Any) -> dict[int, int]:
    order = {table.start_states["start"]: 0}
    waiting = list(order)
    for state in waiting:
        for _, (action, argument) in sorted(table.states[state].items(), key=lambda item: item[0]):
            if action.name == "Shift" and argument not in order:
                order[argument] = len(order)
                waiting.append(argument)
    return order


if __name__ == "__main__":
    Path(TABLES).write_text(tables(), encoding="utf-8")
