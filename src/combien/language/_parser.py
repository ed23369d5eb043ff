"""Parse a script into a syntax tree.

The grammar `grammar.lark` is compiled to the LALR(1) tables `grammar.lalr`.  The tree is built
bottom up while the text is read, so there is no recursion, even for deeply nested text.
"""

from __future__ import annotations

from combien.errors import BadScript
from combien.language._depth import require_shallow
from combien.language._expectation import DECLARATIONS, breaks_off, unexpected
from combien.language._lalr import END, Parser, Refused
from combien.language._lexer import Lexeme, lexemes
from combien.language._source import Source
from combien.language._syntax import Script
from combien.language._tree_builder import TreeBuilder

__all__ = ["parse"]


def parse(text: str, *, file: str = "") -> Script:
    """Parse a script.

    >>> script = parse("pattern domino = {**}")
    >>> script.declarations[0].body
    Drawing(lines=('**',))

    `file` is the name in error messages; included files are searched for relative to it.
    Lines may end in CR LF; a byte order mark is skipped.
    Raises `BadScript`, with the position, what was expected there, and the line with a caret.
    Cost: about 10 microseconds per token.
    """
    if not isinstance(text, str) or not isinstance(file, str):
        wrong = file if isinstance(text, str) else text
        raise BadScript(
            f"a script and the name of its file must be strings, not {type(wrong).__name__}"
        )
    clean = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    source = Source(clean, file=file)
    parser = Parser(TreeBuilder())
    lexeme: Lexeme | None = None
    try:
        for lexeme in lexemes(source):
            parser.feed(lexeme.type, lexeme)
        lexeme = None
        parser.feed(END, None)
    except Refused:
        raise _explained(source, lexeme) from None
    declarations = parser.values[0]
    require_shallow(declarations)
    return Script(tuple(declarations), source)


def _explained(source: Source, found: Lexeme | None) -> BadScript:
    """Return the error for a token that the grammar does not allow; None is the end of the text.

    Before the parser rejects a token, the token may have caused reductions, after which fewer
    tokens are possible.  So the declaration is parsed again up to the token.
    """
    begun: list[Lexeme] = []
    for lexeme in lexemes(source):
        if found is not None and lexeme.span == found.span:
            break
        if lexeme.type in DECLARATIONS:
            begun.clear()
        begun.append(lexeme)
    again = Parser(TreeBuilder())
    for lexeme in begun:
        again.feed(lexeme.type, lexeme)
    possible = again.accepts()
    # Values that belong to no node yet; the innermost incomplete expression comes last.
    waiting = again.values
    incomplete = begun[:1]
    for at, word in enumerate(waiting, 1):
        if isinstance(word, Lexeme) and breaks_off(word, len(waiting) - at):
            incomplete.append(word)
    return unexpected(source, found, possible, incomplete[-1] if incomplete else None)
