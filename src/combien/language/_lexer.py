"""Split a script into tokens, in one pass of one regular expression.

The lexer is written by hand for three reasons: a drawing of ten million characters must be one
token; text that is not a token (an unknown option, a missing quote, a binary file) gets a specific
message; and a script that is too large or too deeply nested is rejected before a tree is built.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from combien._base.checks import did_you_mean
from combien.errors import BadScript
from combien.geometry import PLANES
from combien.language._pattern import MOST_CELLS
from combien.language._source import Source, Span
from combien.language._syntax import (
    ISOMETRIES,
    OPTIONS,
    SIDES,
    THE_ANSWER,
    UP_TO,
    Cost,
    Holes,
    Isometry,
    OnLattice,
    TileTimes,
)

if TYPE_CHECKING:
    from combien.geometry._wrapped import Seam

# Half a million tokens take about four seconds; scripts written by hand have far fewer.
MOST_TOKENS = 500_000

# Nested expressions: far below Python's limit of a thousand nested calls, of which the caller has
# used some.
DEEPEST = 200

# The maximum length of a name or a string; error messages repeat them.
LONGEST = 1000

_WORDS = """pattern pattern3 tiles tiles3 problem problem3 assert print solve solve3 all all3 count
count3 dimacs debug timing on off exit include ascii svg sat apply crop union inter diff xor
constant set shift resize true false"""

KEYWORDS = {word: word.upper() for word in _WORDS.split()} | {THE_ANSWER: "THE_ANSWER"}

SIGNS = {
    "=": "EQUALS",
    "(": "OPEN",
    ")": "CLOSE",
    "[": "OPEN_LIST",
    "]": "CLOSE_LIST",
    ",": "COMMA",
    "||": "BARS",
    "&&": "AMPERSANDS",
    "-": "MINUS",
    "^": "HAT",
}

# What the cells of a board may be, after `~on`: cells of a lattice of the plane, or squares that
# wrap around.
SEAMS: dict[str, tuple[Seam, Seam]] = {
    "torus": ("glued", "glued"),
    "cylinder": ("glued", "open"),
    "moebius_strip": ("twisted", "open"),
    "klein_bottle": ("twisted", "glued"),
}
LATTICES = (*PLANES.built_in, *SEAMS)

# Repetitions of long texts are possessive: they neither backtrack nor store backtracking
# positions, so ten million characters are read in one step.  A group that fails after its first
# character must not be possessive: before Python 3.11.5 the match goes on where it failed.
LEXEME = re.compile(
    r"""
    (?P<skip>    (?: [ \t\n]++ | \#[^\n]*+ )++ )
  | (?P<word>    [A-Za-z][A-Za-z_0-9]*+ )
  | (?P<size>    [0-9]++x[0-9]++ (?!x[0-9]) )
  | (?P<sign>    \|\| | && | [=()\[\],^-] )
  | (?P<times>   ~times (?![A-Za-z_0-9]) (?: [ \t\n]*+ (?: [0-9]++ (?: \.\. [0-9]++ )? )
                 (?![A-Za-z_0-9.]) )? )
  | (?P<setting> ~(?: holes | on | cost | up_to ) (?![A-Za-z_0-9])
                 (?: [ \t\n]*+ (?: -?+ [0-9]++ (?: \.\. [0-9]++ )? | [A-Za-z][A-Za-z_0-9]*+ )
                 (?![A-Za-z_0-9.]) )? )
  | (?P<mark>    ~(?: force | forbid | optional | color | border )
                 (?![A-Za-z_0-9]) )
  | (?P<edge>    ~(?: top | right | bottom | left ) (?![A-Za-z_0-9]) )
  | (?P<option>  ~[A-Za-z_0-9]*+ )
  | (?P<drawing> \{ (?: [^{}\#]++ | \#[^\n]*+ )*+ \} )
  | (?P<string>  " (?: [^"\\\n]++ | \\[^\n]?+ )*+ " )
    """,
    re.VERBOSE,
)

_COMMENT = r"#[^\n]*+"
_BEGUN = r"\{(?:[^{}#]++|#[^\n]*+)*+"

TILE_OPTIONS = "~one, ~maybe, ~any, ~times 3, ~sym, ~rot"
_TIMES = "~times 3 is exactly three times, ~times 2..5 two to five times"
# The additions to the language, in the order in which its page has them.
SETTINGS = (
    *("~holes", "~optional", "~force", "~forbid", "~color", "~cost", "~on", "~border", "~up_to"),
    *(f"~{side}" for side in SIDES),
)
_SETTINGS = {
    "~holes": "a number of cells, such as ~holes 3, ~holes 0..4 or ~holes any,",
    "~cost": "a whole number, such as ~cost 3 or ~cost -1,",
    "~on": f"the cells of the board ({', '.join(LATTICES)})",
    "~up_to": f"the symmetries ({', '.join(UP_TO)})",
}
CHOICES = {"~on": LATTICES, "~up_to": UP_TO}
_NAMES = "a name is a letter from a to z, then letters, digits and _"
_QUOTES = 'a string is written in quotes, "like this"'
# Hints for characters that the language does not have.
_INSTEAD = {
    "*": "a drawing is written in braces, such as {**}",
    "+": "the union of two patterns is a || b",
    "!": "the cells of a that are not in b are a - b",
    "/": "a comment begins with '#'",
    ";": "declarations have no separator, and tiles are separated by ','",
    "_": _NAMES,
    ".": _NAMES,
    **dict.fromkeys("'`\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb", _QUOTES),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "the difference is written '-'"),
}


class _Cells(dict[int, str]):
    """A translation table for drawings: other characters than those given are empty places."""

    def __missing__(self, key: int) -> str:
        return "."


_CELLS = _Cells({ord("*"): "*", ord(" "): "", ord("\t"): "", ord("\n"): "\n", ord("$"): "\n"})


class Lexeme:
    """A token: its kind, value, and position.

    The type of `value` depends on the kind: a word, the lines of a drawing, the two numbers of a
    size, ...
    """

    __slots__ = ("span", "type", "value")

    def __init__(self, kind: str, value: Any, span: Span) -> None:
        self.type = kind
        self.value = value
        self.span = span


def lexemes(source: Source, at: int = 0) -> Iterator[Lexeme]:
    """Generate the tokens of a script from an offset on.

    >>> [(lexeme.type, lexeme.value) for lexeme in lexemes(Source("count dlx p  # Done."))]
    [('COUNT', 'count'), ('NAME', 'dlx'), ('NAME', 'p')]

    Raises `BadScript`, with the position.  Cost: about 3 microseconds per token, a tenth of a
    second for a drawing of ten million characters.
    """
    text, size = source.text, len(source.text)
    if "\0" in text:
        at = text.index("\0")
        raise source.fault("this is not a text file: it contains a NUL character", at, at + 1)
    if size > MOST_TOKENS:
        _require_few(source)
    depth = 0
    while at < size:
        match = LEXEME.match(text, at)
        if match is None:
            raise _refuse(source, at)
        kind, start, at = str(match.lastgroup), at, match.end()
        if kind == "skip":
            continue
        value: object = match.group()
        if kind == "word":
            kind = KEYWORDS.get(match.group(), "")
            if not kind:
                if at - start > LONGEST:
                    raise source.fault(f"a name has at most {LONGEST} characters", start, at)
                isometry = isometry_named(match.group())
                kind, value = ("ISOMETRY", isometry) if isometry else ("NAME", value)
        elif kind == "sign":
            kind = SIGNS[match.group()]
            depth += (kind == "OPEN") - (kind == "CLOSE")
            if depth > DEEPEST:
                raise source.fault(
                    f"more than {DEEPEST} parentheses are open here: "
                    "define a name for an inner part",
                    start,
                    at,
                )
        else:
            kind, value = _WITH_VALUES[kind](source, start, at)
        yield Lexeme(kind, value, Span(source, start, at))


def isometry_named(word: str) -> Isometry | None:
    """Return the isometry with this name, in either spelling: `VertRefl`, or `VertRef1` as printed.

    >>> isometry_named("Diag2Ref1"), isometry_named("Rot45")
    ('Diag2Refl', None)
    """
    if word.endswith("Ref1"):
        word = word[:-1] + "l"
    return next((name for name in ISOMETRIES if name == word), None)


def _require_few(source: Source) -> None:
    """Raise `BadScript` if a script has too many tokens, before any is stored."""
    found = at = 0
    while match := LEXEME.match(source.text, at):
        found += match.lastgroup != "skip"
        if found > MOST_TOKENS:
            raise source.fault(
                f"this script has more than {MOST_TOKENS:,} words: split it into several files",
                at,
                match.end(),
            )
        at = match.end()


def _size(source: Source, start: int, end: int) -> tuple[str, tuple[int, int]]:
    left, right = source.text[start:end].split("x")
    # Python refuses to read numbers of thousands of digits; no board is that large.
    if max(len(left.lstrip("0")), len(right.lstrip("0"))) > 9:
        raise source.fault("this number is too large: a side has at most 9 digits", start, end)
    return "SIZE", (int(left), int(right))


def _times(source: Source, start: int, end: int) -> tuple[str, TileTimes]:
    low, _, high = source.text[start:end].removeprefix("~times").strip().partition("..")
    if not low:
        raise source.fault(f"a number must follow ~times: {_TIMES}", start, end)
    high = high or low
    if max(len(low.lstrip("0")), len(high.lstrip("0"))) > 9:
        raise source.fault("this number is too large: it has at most 9 digits", start, end)
    least, most = int(low), int(high)
    if most == 0:
        raise source.fault("the number of uses must be positive: omit the tile", start, end)
    if least > most:
        raise source.fault(
            f"{least} is more than {most}: write the smaller number first", start, end
        )
    return "OPTION", TileTimes(least, most, span=Span(source, start, end))


def _setting(source: Source, start: int, end: int) -> tuple[str, Holes | OnLattice | Cost | str]:
    """Return the kind and value of a setting with one argument, which is part of the token."""
    text = source.text[start:end]
    word = next(word for word in _SETTINGS if text.startswith(word))
    argument = text[len(word) :].strip()
    span = Span(source, start, end)
    fault = source.fault(
        f"expected {_SETTINGS[word]} after {word}"
        + (f", not '{argument[:40]}'" if argument else "")
        + (did_you_mean(argument[:40], CHOICES[word]) if word in CHOICES else ""),
        start,
        end,
    )
    if word in CHOICES:
        if argument not in CHOICES[word]:
            raise fault
        return ("LATTICE", OnLattice(argument, span=span)) if word == "~on" else ("UP_TO", argument)
    if word == "~holes" and argument == "any":
        return "HOLES", Holes(0, None, span=span)
    low, dots, high = argument.partition("..")
    if not low.lstrip("-").isdigit() or (word == "~cost" and dots):
        raise fault
    if max(len(low.lstrip("-0")), len(high.lstrip("0"))) > 9:
        raise source.fault("this number is too large: it has at most 9 digits", start, end)
    least, most = int(low), int(high or low)
    if word == "~cost":
        return "COST", Cost(least, span=span)
    if not 0 <= least <= most:
        raise fault
    return "HOLES", Holes(least, most, span=span)


def _mark(source: Source, start: int, end: int) -> tuple[str, str]:
    word = source.text[start + 1 : end]
    return word.upper(), word


def _edge(source: Source, start: int, end: int) -> tuple[str, str]:
    return "EDGE", source.text[start + 1 : end]


def _option(source: Source, start: int, end: int) -> tuple[str, str]:
    option = source.text[start:end]
    if option not in OPTIONS:
        raise source.fault(
            f"expected a tile option ({TILE_OPTIONS}) here, not "
            f"'{option[:40]}'{did_you_mean(option[:40], [*OPTIONS, '~times', *SETTINGS])}",
            start,
            end,
        )
    return "OPTION", option


def _string(source: Source, start: int, end: int) -> tuple[str, str]:
    if end - start > LONGEST + 2:
        raise source.fault(f"a string has at most {LONGEST} characters", start, end)
    inside = source.text[start + 1 : end - 1]
    # Strings are printed in answers and errors: they must be safe there.
    if not inside.isprintable() or "\ufffd" in inside:
        raise source.fault("a string may contain only printable characters, in UTF-8", start, end)
    return "STRING", re.sub(r'\\(["\\])', r"\1", inside) if "\\" in inside else inside


def _drawing(source: Source, start: int, end: int) -> tuple[str, tuple[str, ...]]:
    """Return the lines of a drawing, padded to one length; empty ones are dropped."""
    art = source.text[start + 1 : end - 1]
    if "#" in art:
        art = re.sub(_COMMENT, "", art)
    lines = [line for line in art.translate(_CELLS).split("\n") if line]
    width = max(map(len, lines), default=0)
    # A long line above a million short ones would be padded to a trillion places.
    if width * len(lines) > MOST_CELLS:
        raise source.fault(
            f"this drawing of {width}x{len(lines)} is too large: a pattern has at most "
            f"{MOST_CELLS:,} places, such as 2000x2000",
            start,
            start + 1,
        )
    return "DRAWING", tuple(line.ljust(width, ".") for line in lines)


_WITH_VALUES: dict[str, Callable[[Source, int, int], tuple[str, object]]] = {
    "size": _size,
    "times": _times,
    "setting": _setting,
    "mark": _mark,
    "edge": _edge,
    "option": _option,
    "string": _string,
    "drawing": _drawing,
}


def _refuse(source: Source, at: int) -> BadScript:
    """Return the error for a character that begins no token."""
    character = source.text[at]
    line_end = source.text.find("\n", at)
    rest = len(source.text) if line_end < 0 else line_end
    if character == "{":
        begun = re.compile(_BEGUN).match(source.text, at)
        inside = begun is not None and source.text.startswith("{", begun.end())
        hint = " before the next '{'" if inside else ""
        if "#" in source.text[at:rest]:
            hint += "; '#' begins a comment, and a cell is '*'"
        return source.fault(f"this drawing is not closed: a '}}' is missing{hint}", at, at + 1)
    if character == '"':
        return source.fault(
            'this string is not closed: the second " is missing on its line', at, rest
        )
    if character in "|&":
        return source.fault(f"an operator is written '{character}{character}'", at, at + 1)
    if character.isascii() and character.isdigit():
        return source.fault(
            "a size or position is two numbers and a small x, written without spaces, such as 8x8; "
            "a name begins with a letter",
            at,
            at + 1,
        )
    if character == "\0":
        return source.fault("this is not a text file: it contains a NUL character", at, at + 1)
    if character == "\ufffd":
        return source.fault("these bytes are not UTF-8 text: save the file as UTF-8", at, at + 1)
    if character == "~":
        return source.fault(f"a tile option is one of {TILE_OPTIONS}", at, at + 1)
    if character == "}":
        return source.fault("this '}' closes no drawing: there is no '{' before it", at, at + 1)
    named = character if character.isprintable() else f"U+{ord(character):04X}"
    if character.isspace():
        instead = "blanks, tabs and line ends separate words"
    elif character.isalpha():
        instead = _NAMES
    else:
        instead = _INSTEAD.get(character, 'its signs are = ( ) [ ] { } , || && - ^ ~ " and #')
    return source.fault(f"the language has no character '{named}': {instead}", at, at + 1)
