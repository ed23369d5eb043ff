"""Highlighting: the words of the language in groups, and a lexer for Pygments.

The lexer cuts a script as the language does, so nothing is said twice.  Pygments finds it as `cmb`
and imports this module, which nothing else in the package does.  The grammar of other editors
(`editors/vscode/syntaxes`) is made from the same groups.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from combien.language._lexer import KEYWORDS, LEXEME, SETTINGS, isometry_named
from combien.language._parser import DECLARATIONS, PREFIXES
from combien.language._syntax import OPTIONS
from combien.language._undefined import KINDS

GROUPS = {
    "definition": tuple(word for word in KEYWORDS if word in KINDS),
    "command": tuple(
        word for word, kind in KEYWORDS.items() if kind in DECLARATIONS and word not in KINDS
    ),
    "expression": tuple(word for word, kind in KEYWORDS.items() if kind in PREFIXES),
    "constant": tuple(
        word for word, kind in KEYWORDS.items() if kind not in {*DECLARATIONS, *PREFIXES}
    ),
}
ALL_OPTIONS = (*OPTIONS, "~times", *SETTINGS)

_OF_GROUPS = {
    "definition": Keyword.Declaration,
    "command": Keyword,
    "expression": Operator.Word,
    "constant": Keyword.Constant,
}
_OF_WORDS = {word: _OF_GROUPS[group] for group, words in GROUPS.items() for word in words}


class CmbLexer(Lexer):  # type: ignore[misc]
    """A Pygments lexer for the tiling language.

    >>> from pygments import highlight
    >>> from pygments.formatters import NullFormatter
    >>> print(highlight("count dlx p", CmbLexer(), NullFormatter()), end="")
    count dlx p
    """

    name = "combien"
    aliases: ClassVar[list[str]] = ["cmb", "combien"]
    filenames: ClassVar[list[str]] = ["*.cmb"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Yield the tokens with their offsets; what is not a word of the language is an error."""
        at = 0
        while at < len(text):
            match = LEXEME.match(text, at)
            if match is None:
                yield at, Error, text[at]
                at += 1
                continue
            for token, part in _parts(str(match.lastgroup), match.group()):
                yield at, token, part
                at += len(part)


def _parts(kind: str, text: str) -> Iterator[tuple[Any, str]]:
    """Yield the parts of a token of the language, as Pygments names them."""
    if kind == "word":
        builtin = Name.Builtin if isometry_named(text) else Name
        yield _OF_WORDS.get(text, builtin), text
    elif kind == "sign":
        yield (Punctuation if text in "()[],=" else Operator), text
    elif kind == "size":
        yield Number, text
    elif kind == "string":
        yield String, text
    elif kind == "skip":
        yield from _with_comments(text, Whitespace)
    elif kind == "drawing":
        yield Punctuation, "{"
        yield from _with_comments(text[1:-1], String.Other)
        yield Punctuation, "}"
    else:
        option = text.split(maxsplit=1)[0]
        yield (Name.Attribute if option in ALL_OPTIONS else Error), option
        rest = text[len(option) :]
        if argument := rest.strip():
            yield Whitespace, rest[: rest.index(argument)]
            yield (Name.Constant if argument[0].isalpha() else Number), argument


def _with_comments(text: str, other: Any) -> Iterator[tuple[Any, str]]:
    for part in re.split(r"(#[^\n]*)", text):
        if part:
            yield (Comment.Single if part.startswith("#") else other), part
