"""How deep expressions may be nested, so that whatever walks a tree may simply recurse.

A chain of a hundred thousand operators is a tree as deep, without a single parenthesis.  It is
refused here once, level by level, and no function that walks a tree has to think of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combien.language._syntax import (
    Assertion,
    Comparison,
    Declaration,
    Expression,
    PatternDefinition,
    ProblemDefinition,
    SolidDefinition,
    TilesDefinition,
    inner_expressions,
)

__all__ = ["DEEPEST", "require_shallow"]

# Python allows a thousand nested calls, and the caller has used some of them.
DEEPEST = 200


def require_shallow(declarations: Iterable[Declaration]) -> None:
    """Refuse expressions nested more than `DEEPEST` deep, at their place."""
    for declaration in declarations:
        level = list(_expressions_of(declaration))
        depth = 1
        while level:
            if depth > DEEPEST:
                raise level[0].span.fault(
                    f"this expression is nested more than {DEEPEST} deep: "
                    "give an inner part a name of its own"
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
            yield from (entry.pattern for entry in entries)
        case ProblemDefinition(board=board, tiles=tiles):
            yield board
            if isinstance(tiles, tuple):
                yield from (entry.pattern for entry in tiles)
        case Assertion(condition=Comparison(left=left, right=right)):
            yield left
            yield right
        case _:
            pass
