"""The base class of readings that notebooks show as drawings."""

from __future__ import annotations

from combien._displayed import Displayed

__all__ = ["DrawnReading"]


class DrawnReading(Displayed):
    """A solution with a `picture`."""

    __slots__ = ()
