"""What solutions of puzzles are read as, for notebooks: all that can be drawn is shown drawn."""

from __future__ import annotations

from combien._displayed import Displayed

__all__ = ["DrawnReading"]


class DrawnReading(Displayed):
    """A solution with a `picture`."""

    __slots__ = ()
