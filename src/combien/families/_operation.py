"""The operations of the algebra, by the numbers that the core gives them."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Operation"]


class Operation(IntEnum):
    """The operations of the core, by its numbers."""

    UNITE = 0
    INTERSECT = 1
    SUBTRACT = 2
    DIFFER = 3
    WITH = 4
    WITHOUT = 5
    CHANGE = 6
    JOIN = 7
    MEET = 8
    DIVIDE = 9
    REMAIN = 10
    WITHIN = 11
    INCLUDING = 12
    MAXIMAL = 13
    MINIMAL = 14
    HIT = 15
