"""Limit the nesting depth of expressions, so that functions on trees may be recursive.

Even without parentheses, a chain of a hundred thousand operators is a tree of that depth.  It is
rejected here by a level-by-level traversal, so no other function has to check the depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combien.language._syntax import (
    Assertion,
    Colored,
    Comparison,
    Declaration,
    EdgeColored,
    Expression,
    Marked,
    PatternDefinition,
    PlacementCost,
    ProblemDefinition,
    SolidDefinition,
    TileEntry,
    TilesDefinition,
    inner_expressions,
)

__all__ = ["DEEPEST", "require_shallow"]

# Far below Python's limit of a thousand nested calls, of which the caller has used some.
DEEPEST = 200


def require_shallow(declarations: Iterable[Declaration]) -> None:
    """Raise `BadScript` for an expression nested more than `DEEPEST` deep, with its position."""
    for declaration in declarations:
        level = list(_expressions_of(declaration))
        depth = 1
        while level:
            if depth > DEEPEST:
                raise level[0].span.fault(
                    f"this expression is nested more than {DEEPEST} deep: "
                    "define a name for an inner part"
                )
            level = [inner for outer in level for inner in inner_expressions(outer)]
            depth += 1


def _expressions_of(declaration: Declaration) -> Iterator[Expression]:
    """Yield the expressions directly within a declaration."""
    match declaration:
        case PatternDefinition(body=body):
            yield body
        case SolidDefinition(layers=layers):
            yield from layers
        case TilesDefinition(entries=entries):
            yield from _of_entries(entries)
        case ProblemDefinition(board=board, tiles=tiles, settings=settings):
            yield board
            if isinstance(tiles, tuple):
                yield from _of_entries(tiles)
            for setting in settings:
                if isinstance(setting, Marked | Colored | PlacementCost):
                    yield setting.cells
        case Assertion(condition=Comparison(left=left, right=right)):
            yield left
            yield right
        case _:
            pass


def _of_entries(entries: Iterable[TileEntry]) -> Iterator[Expression]:
    for entry in entries:
        yield entry.pattern
        yield from (
            option.cells for option in entry.options if isinstance(option, Colored | EdgeColored)
        )
