"""Parse a script into a syntax tree.

The grammar `grammar.lark` is compiled to the LALR(1) tables `grammar.lalr`.  The tree is built
bottom up while the text is read, so there is no recursion, even for deeply nested text.

The parser is LALR(1), with tables generated from `grammar.lark` in advance: generating them with
lark takes a tenth of a second, reading them a thousandth.  The algorithm is the standard one
(Knuth, 1965; DeRemer, 1969) with a stack of states: a shift pushes a state, and a reduction pops
one state for each part of the rule.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from combien._base.checks import did_you_mean
from combien.errors import BadScript
from combien.language import _syntax as syntax
from combien.language._lexer import DEEPEST, KEYWORDS, SIGNS, TILE_OPTIONS, Lexeme, lexemes
from combien.language._source import Source
from combien.language._tree_builder import TreeBuilder


def parse(text: str, *, file: str = "") -> syntax.Script:
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
    source = Source(plain(text), file=file)
    parser = Parser(TreeBuilder())
    lexeme: Lexeme | None = None
    try:
        for lexeme in lexemes(source):
            parser.feed(lexeme.type, lexeme)
        lexeme = None
        parser.feed(END, None)
    except Refused:
        raise explained(source, _begun(source, lexeme), lexeme) from None
    declarations = parser.values[0]
    require_shallow(declarations)
    return syntax.Script(tuple(declarations), source)


def plain(text: str) -> str:
    """Return a text without a byte order mark, with the line ends of the language."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _begun(source: Source, found: Lexeme | None) -> list[Lexeme]:
    """Return the tokens of the declaration with this token, up to it; None is the end."""
    begun: list[Lexeme] = []
    for lexeme in lexemes(source):
        if found is not None and lexeme.span == found.span:
            break
        if lexeme.type in DECLARATIONS:
            begun.clear()
        begun.append(lexeme)
    return begun


def explained(source: Source, begun: list[Lexeme], found: Lexeme | None) -> BadScript:
    """Return the error for a token that the grammar does not allow; None is the end of the text.

    Before the parser rejects a token, the token may have caused reductions, after which fewer
    tokens are possible.  So what is `begun` of the declaration is parsed again.
    """
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


# Tables -------------------------------------------------------------------------------------------


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


# The syntax of declarations and prefix expressions, shown if one of them is incomplete.
# Messages -----------------------------------------------------------------------------------------

# Error messages for syntax errors, in terms of the language instead of its grammar.
#
# The parser gives the kinds of tokens that are possible next.  Related kinds are named together
# ("an operator"), and for a misspelled keyword the message suggests the correct one.


USAGE = {
    "PATTERN": "pattern NAME = EXPRESSION",
    "PATTERN3": "pattern3 NAME = [EXPRESSION, EXPRESSION, ...]",
    "TILES": "tiles NAME = [EXPRESSION ~one ~sym, ...]",
    "TILES3": "tiles3 NAME = [NAME ~one ~sym, ...]",
    "PROBLEM": "problem NAME = BOARD [TILE ~sym, ...]",
    "PROBLEM3": "problem3 NAME = BOARD [TILE ~sym, ...]",
    "ASSERT": "assert EXPRESSION = EXPRESSION",
    "PRINT": "print PROBLEM",
    "SOLVE": "solve dlx PROBLEM ascii",
    "SOLVE3": "solve3 dlx PROBLEM ascii",
    "ALL": "all dlx PROBLEM",
    "ALL3": "all3 dlx PROBLEM",
    "COUNT": "count dlx PROBLEM",
    "COUNT3": "count3 dlx PROBLEM",
    "DIMACS": 'dimacs PROBLEM "FILE"',
    "DEBUG": "debug on",
    "TIMING": "timing on",
    "INCLUDE": 'include "FILE"',
    "EXIT": "exit",
    "THE_ANSWER": syntax.THE_ANSWER,
    "SAT": 'sat "SOLVER"',
    "CONSTANT": "constant SIZE true",
    "SET": "set EXPRESSION POSITION true",
    "SHIFT": "shift EXPRESSION POSITION",
    "RESIZE": "resize EXPRESSION SIZE",
    "CROP": "crop POSITION SIZE EXPRESSION",
    "APPLY": "apply ISOMETRY EXPRESSION",
    "UNION": "union EXPRESSION EXPRESSION",
    "INTER": "inter EXPRESSION EXPRESSION",
    "DIFF": "diff EXPRESSION EXPRESSION",
    "XOR": "xor EXPRESSION EXPRESSION",
}
PREFIXES = {"CONSTANT", "SET", "SHIFT", "RESIZE", "CROP", "APPLY", "UNION", "INTER", "DIFF", "XOR"}
DECLARATIONS = set(USAGE) - PREFIXES - {"SAT"}

# Phrases for groups of tokens, the most specific first.  A phrase is used if all of its tokens are
# possible, and then replaces them in the message.
_PHRASES = (
    (
        "an expression (a name, a drawing {...}, constant, union, set, crop, apply, ...)",
        {"NAME", "DRAWING", "OPEN"} | PREFIXES,
    ),
    ("an operator (||, &&, -, ^)", {"BARS", "AMPERSANDS", "MINUS", "HAT"}),
    (f"a tile option ({TILE_OPTIONS})", {"OPTION"}),
    ("a list of tiles [...] or its name", {"OPEN_LIST", "NAME"}),
    ("a list of tiles [...]", {"OPEN_LIST"}),
    ("an algorithm (dlx, zdd, auto, ...)", {"NAME", "SAT"}),
    (
        "a declaration (pattern, tiles, problem, count, solve, print, ...)",
        DECLARATIONS,
    ),
    ("a name", {"NAME"}),
    (f"an isometry ({', '.join(syntax.ISOMETRIES)})", {"ISOMETRY"}),
    ("a size or position such as 8x8", {"SIZE"}),
    ('a text in quotes, "like this"', {"STRING"}),
    ('ascii or svg "file"', {"ASCII", "SVG"}),
    ("on or off", {"ON", "OFF"}),
    ("true or false", {"TRUE", "FALSE"}),
)

_SPELLED = {kind: sign for sign, kind in SIGNS.items()}
_WORDS = {kind: word for word, kind in KEYWORDS.items()}


def unexpected(
    source: Source, found: Lexeme | None, possible: Collection[str], before: Lexeme | None
) -> BadScript:
    """Return the error for an unexpected token; None is the end of the script.

    `possible` are the kinds of tokens that could come here; `before` is the keyword of the
    incomplete declaration or expression.
    """
    expected = _described(set(possible))
    if before is not None and before.type == "PATTERN3":
        expected = expected.replace("a list of tiles", "a list of layers")
    if found is None:
        message = f"expected {expected}, but the script ends here"
        place = _end(source)
        hint = ""
    else:
        place = found.span.start, found.span.end
        word = _quoted(found)
        hint = _resembled(found, word, possible)
        message = f"expected {expected} here, not '{word}'"
        if (found.type in _WORDS or found.type == "ISOMETRY") and "NAME" in possible and not hint:
            message += ", which is a keyword of the language"
    if before is not None and not hint and before is not found:
        message += f" (syntax: {USAGE[before.type]})"
    return source.fault(message + hint, *place)


def breaks_off(word: Lexeme, parts: int) -> bool:
    """Return whether the construct that this keyword begins has more than `parts` parts."""
    return word.type in USAGE and parts < len(USAGE[word.type].split()) - 1


def _described(possible: set[str]) -> str:
    phrases = []
    for phrase, kinds in _PHRASES:
        if kinds <= possible:
            phrases.append(phrase)
            possible = possible - kinds
    phrases += [f"'{_SPELLED[kind]}'" for kind in sorted(possible) if kind in _SPELLED]
    return " or ".join(phrases)


def _resembled(found: Lexeme, word: str, possible: Collection[str]) -> str:
    if found.type in _WORDS:
        return ""
    if found.type == "ISOMETRY" and "APPLY" in possible:
        return f"; did you mean 'apply {word}'?"
    known = [_WORDS[kind] for kind in sorted(possible) if kind in _WORDS]
    if "ISOMETRY" in possible:
        known += syntax.ISOMETRIES
    return did_you_mean(word, known)


def _quoted(found: Lexeme) -> str:
    """Return the token, shortened to one line."""
    first = found.span.source.text[found.span.start : min(found.span.end, found.span.start + 40)]
    whole = len(first) == found.span.end - found.span.start
    head, *more = first.split("\n")
    return head if whole and not more else f"{head}..."


def _end(source: Source) -> tuple[int, int]:
    """Return the place after the last nonblank character."""
    end = len(source.text.rstrip())
    return end, end + 1


# The depth of a tree ------------------------------------------------------------------------------

# Limit the nesting depth of expressions, so that functions on trees may be recursive.
#
# Even without parentheses, a chain of a hundred thousand operators is a tree of that depth.  It is
# rejected here by a level-by-level traversal, so no other function has to check the depth.


def require_shallow(declarations: Iterable[syntax.Declaration]) -> None:
    """Raise `BadScript` for an expression nested more than `DEEPEST` deep, with its position."""
    for declaration in declarations:
        level = list(expressions_of(declaration))
        depth = 1
        while level:
            if depth > DEEPEST:
                raise level[0].span.fault(
                    f"this expression is nested more than {DEEPEST} deep: "
                    "define a name for an inner part"
                )
            level = [inner for outer in level for inner in syntax.inner_expressions(outer)]
            depth += 1


def expressions_of(declaration: syntax.Declaration) -> Iterator[syntax.Expression]:
    """Yield the expressions directly within a declaration."""
    match declaration:
        case syntax.PatternDefinition(body=body):
            yield body
        case syntax.SolidDefinition(layers=layers):
            yield from layers
        case syntax.TilesDefinition(entries=entries):
            yield from _of_entries(entries)
        case syntax.ProblemDefinition(board=board, tiles=tiles, settings=settings):
            yield board
            if isinstance(tiles, tuple):
                yield from _of_entries(tiles)
            for setting in settings:
                if isinstance(setting, syntax.Marked | syntax.Colored | syntax.PlacementCost):
                    yield setting.cells
        case syntax.Assertion(condition=syntax.Comparison(left=left, right=right)):
            yield left
            yield right
        case _:
            pass


def _of_entries(entries: Iterable[syntax.TileEntry]) -> Iterator[syntax.Expression]:
    for entry in entries:
        yield entry.pattern
        yield from (
            option.cells
            for option in entry.options
            if isinstance(option, syntax.Colored | syntax.EdgeColored)
        )
