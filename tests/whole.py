"""Whole numbers as other libraries have them, such as numpy's."""

from __future__ import annotations


class Whole:
    """Not an int, but it has an index."""

    def __init__(self, value: int) -> None:
        self._value = value

    def __index__(self) -> int:
        return self._value
