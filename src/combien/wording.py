"""How numbers are said with their nouns, in messages and answers."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, noun: str) -> str:
    """A number with its noun, which is given as one of them.

    >>> counted(1, "cell"), counted(3, "cell"), counted(2, "symmetry")
    ('1 cell', '3 cells', '2 symmetries')
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun[:-1]}ies" if noun.endswith("y") else f"{number} {noun}s"
