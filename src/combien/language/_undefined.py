"""Errors for undefined names: misspelled, of another kind, or defined too late.

A name must be defined before it is used, so definitions cannot be recursive.  If the definition
comes later, the message names its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from combien._base.checks import did_you_mean
from combien.errors import BadScript
from combien.language._syntax import (
    Declaration,
    Definition,
    Name,
    PatternDefinition,
    ProblemDefinition,
    SolidDefinition,
)

# Descriptions of the kinds of names, by keyword.
KINDS = {
    "pattern": "pattern",
    "tiles": "list of tiles",
    "problem": "problem",
    "pattern3": "three-dimensional pattern",
    "tiles3": "list of three-dimensional tiles",
    "problem3": "three-dimensional problem",
}
# If no name is similar, the number of defined names that are listed, and the length of each.
_MOST_LISTED = 8
_MOST_LETTERS = 40


def undefined(
    name: Name, word: str, tables: Mapping[str, Iterable[str]], rest: Iterable[Declaration]
) -> BadScript:
    """Return the error for a name that is not defined with this kind.

    `word` is the keyword of the kind; `tables` are the defined names by keyword, and `rest` is the
    current declaration and the following ones.
    """
    message = f"there is no {KINDS[word]} '{name.text}'"
    own, *below = rest
    if _defines(own, word, name.text):
        return name.span.fault(f"{message} yet: a definition cannot use itself")
    later = next((other for other in below if _defines(other, word, name.text)), None)
    if isinstance(later, Definition):
        place = later.name.span
        file = f"{place.file}, " if place.file != name.span.file else ""
        where = f" in {file}line {place.line}" if place.line else ""
        return name.span.fault(f"{message} yet: it is defined below{where}; move it up")
    others = [KINDS[other] for other, names in tables.items() if name.text in names]
    if others:
        return name.span.fault(f"{message}: '{name.text}' is a {others[0]}")
    known = list(tables[word])
    # Long names are excluded, since comparing them with many others would be slow.
    short = [other for other in known if len(other) <= _MOST_LETTERS]
    hint = did_you_mean(name.text[:_MOST_LETTERS], short)
    if not hint and known:
        more = ", ..." if len(known) > _MOST_LISTED else ""
        are = "are" if len(known) > 1 else "is only"
        hint = f": there {are} {', '.join(n[:_MOST_LETTERS] for n in known[:_MOST_LISTED])}{more}"
    return name.span.fault(message + (hint or ": define it before it is used"))


def word_of(kind: str, dimension: int) -> str:
    """Return the keyword for this kind of definition in two or three dimensions.

    >>> word_of("tiles", 2), word_of("tiles", 3)
    ('tiles', 'tiles3')
    """
    return kind if dimension == 2 else f"{kind}{dimension}"


def keyword_of(definition: Definition) -> str:
    """Return the keyword of a definition."""
    match definition:
        case PatternDefinition():
            return "pattern"
        case SolidDefinition():
            return "pattern3"
        case ProblemDefinition():
            return word_of("problem", definition.dimension)
        case _:
            return word_of("tiles", definition.dimension)


def _defines(declaration: Declaration, word: str, name: str) -> bool:
    """Return whether a declaration defines this name with this keyword."""
    if not isinstance(declaration, Definition):
        return False
    return keyword_of(declaration) == word and declaration.name.text == name
