"""Parsing of settings with several numbers: `33x32` (a board), `18,15,14` (sides or parts)."""

from __future__ import annotations

from combien.errors import BadPuzzle

__all__ = ["board_in", "is_number", "numbers_in"]


def board_in(text: str, *, most: int) -> tuple[int, int]:
    """Return the width and height in a text.

    >>> board_in("33x32", most=99)
    (33, 32)
    >>> board_in("33", most=99)
    Traceback (most recent call last):
    ...
    combien.errors.BadPuzzle: board=33: expected WIDTHxHEIGHT, each from 1 to 99
    """
    words = text.split("x")
    if len(words) != 2 or not all(is_number(word) and 1 <= int(word) <= most for word in words):
        raise BadPuzzle(f"board={text[:40]}: expected WIDTHxHEIGHT, each from 1 to {most}")
    return int(words[0]), int(words[1])


def numbers_in(text: str) -> list[int]:
    """Return the numbers in a comma-separated text; empty if any word is not a number.

    >>> numbers_in("3,2,1,1"), numbers_in("3,x")
    ([3, 2, 1, 1], [])
    """
    words = text.replace(",", " ").split()
    return [int(word) for word in words] if all(map(is_number, words)) else []


def is_number(word: str) -> bool:
    """Return whether this is a non-negative integer of at most seven ASCII digits.

    >>> [is_number(word) for word in ("12", "-1", "²", "")]
    [True, False, False, False]
    """
    return word.isascii() and word.isdigit() and len(word) <= 7
