"""Writes the grammar of tiling scripts for editors (TextMate), from the words of the language.

A test compares.  Run this file when the language has changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from combien.language._highlighting import ALL_OPTIONS, GROUPS
from combien.language._lexer import CHOICES
from combien.language._syntax import ISOMETRIES

GRAMMAR = Path(__file__).parents[2] / "editors" / "vscode" / "syntaxes" / "cmb.tmLanguage.json"

SCOPES = {
    "definition": "storage.type.cmb",
    "command": "keyword.control.cmb",
    "expression": "keyword.operator.word.cmb",
    "constant": "constant.language.cmb",
}
NAME = "[A-Za-z][A-Za-z_0-9]*"


def one_of(words: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(words)) + ")"


def grammar() -> str:
    """The text of the grammar."""
    comment = {"match": "#.*$", "name": "comment.line.number-sign.cmb"}
    isometries = [*ISOMETRIES, *(name[:-1] + "1" for name in ISOMETRIES if name.endswith("l"))]
    definition = f"\\b{one_of(GROUPS['definition'])}\\b"
    rules: list[Any] = [
        comment,
        {
            "begin": "\\{",
            "end": "\\}",
            "name": "string.unquoted.drawing.cmb",
            "patterns": [comment, {"match": "\\*", "name": "constant.character.cell.cmb"}],
        },
        {"match": '"(?:[^"\\\\]|\\\\.)*"', "name": "string.quoted.double.cmb"},
        {
            "match": f"({definition})(?:\\s+({NAME}))?",
            "captures": {
                "1": {"name": SCOPES["definition"]},
                "2": {"name": "entity.name.cmb"},
            },
        },
        *(
            {"match": f"\\b{one_of(GROUPS[group])}\\b", "name": scope}
            for group, scope in SCOPES.items()
            if group != "definition"
        ),
        {"match": f"\\b{one_of(isometries)}\\b", "name": "support.constant.isometry.cmb"},
        *(
            {
                "match": f"({option})\\s+({one_of(words)})\\b",
                "captures": {
                    "1": {"name": "storage.modifier.cmb"},
                    "2": {"name": "support.constant.cmb"},
                },
            }
            for option, words in CHOICES.items()
        ),
        {
            "match": "(~(?:times|holes|cost))\\s+(-?[0-9]+(?:\\.\\.[0-9]+)?|any)",
            "captures": {
                "1": {"name": "storage.modifier.cmb"},
                "2": {"name": "constant.numeric.cmb"},
            },
        },
        {"match": f"{one_of(ALL_OPTIONS)}\\b", "name": "storage.modifier.cmb"},
        {"match": "~[A-Za-z_0-9]*", "name": "invalid.illegal.option.cmb"},
        {"match": "\\b[0-9]+x[0-9]+\\b", "name": "constant.numeric.size.cmb"},
        {"match": "\\|\\||&&|[-^=]", "name": "keyword.operator.cmb"},
        {"match": "[(),\\[\\]]", "name": "punctuation.cmb"},
        {"match": NAME, "name": "variable.other.cmb"},
    ]
    found = {"name": "combien", "scopeName": "source.cmb", "patterns": rules}
    return json.dumps(found, indent=2) + "\n"


if __name__ == "__main__":
    GRAMMAR.write_text(grammar(), encoding="utf-8")
