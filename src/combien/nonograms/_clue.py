"""The clue of one line of a nonogram: its blocks in order, checked where they are given.

A block is a run of cells of one color.  Between two blocks of the same color there is at least one
white cell.  The length of a *blotted* block is hidden: one cell or more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import index
from typing import NamedTuple

from combien.errors import BadNonogram

__all__ = [
    "BLACK",
    "BLOTTED",
    "LETTERS",
    "LONGEST_LINE",
    "UNKNOWN",
    "WHITE",
    "Block",
    "Clue",
    "GivenClue",
    "agrees",
    "blot_count",
    "clue_from",
    "gap_count",
    "least_length",
    "plain_clue",
]

WHITE, BLACK, UNKNOWN = 0, 1, 2

# In place of the length of a block that is hidden.
BLOTTED = 0

# How cells are written, by value: white, black, unknown, and then the further colors.
LETTERS = ".#?abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

# Lines are counted in sixteen bits, and nobody can look at more cells than that.
LONGEST_LINE = 2**16 - 1


class Block(NamedTuple):
    """A run of cells of one color.

    >>> Block(3)
    Block(length=3, color=1)

    A length of 0 (`BLOTTED`) is hidden: one cell or more.
    """

    length: int
    color: int = BLACK


# Blocks as they come most often, made once: that is most of the time that reading a clue takes.
_BLACK_BLOCKS = [Block(length) for length in range(128)]

Clue = tuple[Block, ...]
GivenClue = Sequence[int | tuple[int | None, int] | None]


def plain_clue(given: GivenClue) -> Clue | None:
    """A clue of black blocks, as most are; None for what has to be looked at more closely."""
    if type(given) is not list and type(given) is not tuple:
        return None
    try:
        # A list takes no float for a number, but it takes -1 for its last.
        clue = tuple(map(_BLACK_BLOCKS.__getitem__, given))
        return clue if min(given) > 0 else None
    except (TypeError, IndexError, ValueError):
        return None


def clue_from(given: GivenClue, where: str) -> Clue:
    """A clue as it was given, checked; `where` is what an error says first.

    >>> clue_from([2, (1, 3)], "row 1")
    (Block(length=2, color=1), Block(length=1, color=3))
    >>> clue_from([None, (None, 3)], "row 1")
    (Block(length=0, color=1), Block(length=0, color=3))

    A number 0 alone is a white line; a `Block` of length 0 is blotted, as None is.
    """
    if isinstance(given, str):
        raise BadNonogram(f"{where}: a clue is a sequence of lengths, not text")
    blocks: list[Block] = []
    blots = 0
    try:
        for entry in given:
            # A pair may well be a list, as in JSON.
            length, color = entry[:2] if isinstance(entry, (tuple, list)) else (entry, BLACK)
            if length is None or (isinstance(entry, Block) and length == BLOTTED):
                length, blots = BLOTTED, blots + 1
            blocks.append(Block(index(length), index(color)))
            if len(blocks) > LONGEST_LINE:
                raise BadNonogram(f"{where}: more than {LONGEST_LINE} blocks")
    except (TypeError, ValueError) as error:
        raise BadNonogram(f"{where}: a block is a length, or (length, color)") from error
    if len(blocks) == 1 and blocks[0].length == 0 and not blots:
        return ()
    zeros = sum(block.length == 0 for block in blocks)
    for block in blocks:
        if not (0 if zeros == blots else 1) <= block.length <= LONGEST_LINE:
            raise BadNonogram(
                f"{where}: a block of {block.length} cells; a length is from 1 to {LONGEST_LINE}, "
                "and a white line has the clue [] or [0]"
            )
        if not 0 < block.color < len(LETTERS) or block.color == UNKNOWN:
            raise BadNonogram(
                f"{where}: color {block.color}; colors are 1, 3, 4, ... {len(LETTERS) - 1}"
            )
    return tuple(blocks)


def least_length(clue: Clue) -> int:
    """How many cells a clue needs: its blocks, and gaps between neighbors of the same color.

    >>> least_length((Block(2), Block(1), Block(3, 4)))
    7
    """
    return sum(block.length or 1 for block in clue) + gap_count(clue)


def agrees(clue: Clue, told: Clue) -> bool:
    """Whether the clue read off a complete line is this one, whatever its blotted lengths are.

    >>> agrees((Block(BLOTTED), Block(2)), (Block(5), Block(2)))
    True
    """
    return clue == told or (
        len(clue) == len(told)
        and all(
            one.color == other.color and one.length in (BLOTTED, other.length)
            for one, other in zip(clue, told, strict=True)
        )
    )


def blot_count(clue: Clue) -> int:
    """How many of its blocks are blotted."""
    return sum(1 for block in clue if block.length == BLOTTED)


def gap_count(clue: Clue) -> int:
    """How many white cells there must be: between neighbors of the same color."""
    return sum(1 for a, b in pairwise(clue) if a.color == b.color)
