"""Sizes as a setting holds them: `33x32` is a board, `18,15,14` are sides or parts.

Settings are numbers or short texts, so what has several numbers is written as one text.
"""

from __future__ import annotations

from combien.errors import BadPuzzle

__all__ = ["board_in", "is_number", "numbers_in"]


def board_in(text: str, *, most: int) -> tuple[int, int]:
    """The width and the height that a text means.

    >>> board_in("33x32", most=99)
    (33, 32)
    >>> board_in("33", most=99)
    Traceback (most recent call last):
    ...
    combien.errors.BadPuzzle: board=33: WIDTHxHEIGHT is expected, from 1 to 99 each
    """
    words = text.split("x")
    if len(words) != 2 or not all(is_number(word) and 1 <= int(word) <= most for word in words):
        raise BadPuzzle(f"board={text[:40]}: WIDTHxHEIGHT is expected, from 1 to {most} each")
    return int(words[0]), int(words[1])


def numbers_in(text: str) -> list[int]:
    """The numbers of a text, with commas between them; none when some word is no number.

    >>> numbers_in("3,2,1,1"), numbers_in("3,x")
    ([3, 2, 1, 1], [])
    """
    words = text.replace(",", " ").split()
    return [int(word) for word in words] if all(map(is_number, words)) else []


def is_number(word: str) -> bool:
    """Whether this is a whole number of at most seven digits, in the digits 0 to 9.

    >>> [is_number(word) for word in ("12", "-1", "²", "")]
    [True, False, False, False]
    """
    return word.isascii() and word.isdigit() and len(word) <= 7
