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
from combien.language.expectation import DECLARATIONS, breaks_off, unexpected
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
    if not isinstance(text, str) or not isinstance(file, str):
        wrong = file if isinstance(text, str) else text
        raise BadScript(f"a script and the name of its file are texts, not {type(wrong).__name__}")
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
        if lexeme.type in DECLARATIONS:
            begun.clear()
        begun.append(lexeme)
    again = _parser().parse_interactive()
    for lexeme in begun:
        again.feed_token(lexeme)
    possible: set[str] = again.accepts()  # type: ignore[no-untyped-call]
    # What was read and is no part of a node yet; the innermost expression that is begun comes last.
    waiting = again.parser_state.value_stack
    incomplete = begun[:1]
    for at, word in enumerate(waiting, 1):
        if isinstance(word, Lexeme) and breaks_off(word, len(waiting) - at):
            incomplete.append(word)
    return unexpected(source, found, possible, incomplete[-1] if incomplete else None)


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
