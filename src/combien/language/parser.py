"""Reads a script: text in, tree out, or a `BadScript` that says what was expected and where.

The grammar is `grammar.lark`, run by lark as LALR(1).  The tree is built while the text is read,
node by node as each rule is complete, so nothing here recurses however deep a text is.  This
module is imported when the first script is read: lark takes longer to load than most scripts to
run.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import lark
from lark.lexer import Lexer

from combien.errors import BadScript
from combien.language.depth import require_shallow
from combien.language.expectation import USAGE, unexpected
from combien.language.lexer import Lexeme, lexemes
from combien.language.source import Source
from combien.language.syntax import Script
from combien.language.tree_builder import TreeBuilder

__all__ = ["parse"]


def parse(text: str, *, file: str = "") -> Script:
    """The tree of a script.

    >>> script = parse("pattern domino = {**}")
    >>> script.declarations[0].body
    Drawing(lines=('**',))

    `file` is what errors call the text, and where the files that it includes are looked for.
    Lines may end in CR LF; a byte order mark is skipped.
    Errors: `BadScript`, with the place, what was expected there, and the line with a caret.
    Cost: about 10 microseconds a word, and 0.1 s for the first script of a process.
    """
    clean = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    source = Source(clean, file=file)
    try:
        declarations: Any = _parser().parse(source)
    except lark.UnexpectedToken as stop:
        raise _explained(source, stop.token) from None
    require_shallow(declarations)
    return Script(tuple(declarations), source)


def _explained(source: Source, stop: lark.Token) -> BadScript:
    """The error about a word that the grammar refuses.

    By the time that lark refuses a word, it may have closed expressions on the strength of it, and
    forgotten that they could have gone on.  So the declaration is read once more, up to the word.
    """
    found = stop if isinstance(stop, Lexeme) else None
    begun: list[Lexeme] = []
    for lexeme in lexemes(source):
        if found is not None and lexeme.span == found.span:
            break
        if lexeme.type in USAGE:
            begun.clear()
        begun.append(lexeme)
    again = _parser().parse_interactive()
    for lexeme in begun:
        again.feed_token(lexeme)
    possible: set[str] = again.accepts()  # type: ignore[no-untyped-call]
    return unexpected(source, found, possible, begun[0] if begun else None)


class Scanner(Lexer):
    """Hands our lexemes to lark."""

    def __init__(self, configuration: Any) -> None:
        pass

    def lex(self, source: Source) -> Iterator[Lexeme]:  # type: ignore[override]
        return lexemes(source)


@cache
def _parser() -> lark.Lark:
    grammar = files("combien.language").joinpath("grammar.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", lexer=Scanner, transformer=TreeBuilder())
