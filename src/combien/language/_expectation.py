"""Error messages for syntax errors, in terms of the language instead of its grammar.

The parser gives the kinds of tokens that are possible next.  Related kinds are named together ("an
operator"), and for a misspelled keyword the message suggests the correct one.
"""

from __future__ import annotations

from collections.abc import Collection

from combien._base.checks import did_you_mean
from combien.errors import BadScript
from combien.language._lexer import KEYWORDS, SIGNS, TILE_OPTIONS, Lexeme
from combien.language._source import Source
from combien.language._syntax import ISOMETRIES, THE_ANSWER

__all__ = ["DECLARATIONS", "breaks_off", "unexpected"]

# The syntax of declarations and prefix expressions, shown if one of them is incomplete.
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
    "THE_ANSWER": THE_ANSWER,
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
_PREFIXES = {"CONSTANT", "SET", "SHIFT", "RESIZE", "CROP", "APPLY", "UNION", "INTER", "DIFF", "XOR"}
DECLARATIONS = set(USAGE) - _PREFIXES - {"SAT"}

# Phrases for groups of tokens, the most specific first.  A phrase is used if all of its tokens are
# possible, and then replaces them in the message.
_PHRASES = (
    (
        "an expression (a name, a drawing {...}, constant, union, set, crop, apply, ...)",
        {"NAME", "DRAWING", "OPEN"} | _PREFIXES,
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
    (f"an isometry ({', '.join(ISOMETRIES)})", {"ISOMETRY"}),
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
        known += ISOMETRIES
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
