"""A number with its noun, as messages tell it."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, noun: str) -> str:
    """So many of something.

    >>> counted(1, "cell"), counted(3, "cell")
    ('1 cell', '3 cells')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
