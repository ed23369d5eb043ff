"""Nonograms: pictures told by the lengths of their blocks, line by line.

>>> from combien.nonograms import Nonogram, solve
>>> print(solve(Nonogram([[2], [1]], [[1], [2]])).boards[0])
##
.#
"""

from combien.nonograms.board import Board
from combien.nonograms.nonogram import BLACK, UNKNOWN, WHITE, Block, Ink, Nonogram
from combien.nonograms.solver import count, deduce, solve, solve_all
from combien.nonograms.verdict import Verdict

__all__ = [
    "BLACK",
    "UNKNOWN",
    "WHITE",
    "Block",
    "Board",
    "Ink",
    "Nonogram",
    "Verdict",
    "count",
    "deduce",
    "solve",
    "solve_all",
]
