"""Convert nonograms and boards to the arrays of the native core.

The core has letters instead of values: 0 is white, and the letter of a color is its index, from 1,
among black and the colors of the clues.
"""

from __future__ import annotations

from array import array
from itertools import accumulate, chain
from operator import itemgetter
from typing import TYPE_CHECKING

from combien.errors import BadNonogram
from combien.nonograms._board import Board
from combien.nonograms._clue import BLACK, UNKNOWN, WHITE
from combien.nonograms._lines import cell_name

if TYPE_CHECKING:
    from combien.nonograms._nonogram import Nonogram

__all__ = ["ANY_LETTER", "clues_in_numbers", "letters_of", "values_of"]

# The letter of an unknown cell.
ANY_LETTER = 255

_LENGTH = itemgetter(0)


def values_of(nonogram: Nonogram) -> bytes:
    """Return the values of cells, in the order of the letters.

    >>> from combien.nonograms import Nonogram
    >>> values_of(Nonogram([[(1, 3), 1]], [[(1, 3)], [1]]))
    b'\\x00\\x01\\x03'
    """
    return bytes(sorted({WHITE, BLACK, *nonogram.colors}))


def clues_in_numbers(nonogram: Nonogram) -> tuple[array[int], array[int], array[int]]:
    """Return the first block of each line, rows first, and the lengths and letters of the blocks.

    >>> from combien.nonograms import Nonogram
    >>> clues_in_numbers(Nonogram([[1, 1]], [[1], [], [1]]))
    (array('i', [0, 2, 3, 3, 4]), array('i', [1, 1, 1, 1]), array('i', [1, 1, 1, 1]))
    """
    clues = nonogram.rows + nonogram.columns
    blocks = list(chain.from_iterable(clues))
    starts = array("i", list(accumulate(map(len, clues), initial=0)))
    lengths = array("i", list(map(_LENGTH, blocks)))
    if nonogram.colors == (BLACK,):
        return starts, lengths, array("i", [1]) * len(blocks)
    letter = {value: place for place, value in enumerate(values_of(nonogram))}
    return starts, lengths, array("i", [letter[block.color] for block in blocks])


def letters_of(board: Board, nonogram: Nonogram) -> bytes:
    """Return the letters of the cells of a board, and `ANY_LETTER` where they are unknown.

    Raises `BadNonogram` for a board of another size, or a color that no block has.
    """
    board.check_size(nonogram)
    values = values_of(nonogram)
    if strange := board.cells.translate(None, values + bytes([UNKNOWN])):
        cell = cell_name(board.cells.index(strange[0]), nonogram.width)
        raise BadNonogram(f"{cell}: no block has color {strange[0]}")
    table = bytearray([ANY_LETTER]) * 256
    for letter, value in enumerate(values):
        table[value] = letter
    return board.cells.translate(table)
