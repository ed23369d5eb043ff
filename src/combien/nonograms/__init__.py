"""Nonograms: pictures described by the lengths of the blocks in their rows and columns.

>>> from combien.nonograms import Nonogram, solve
>>> print(solve(Nonogram([[2], [1]], [[1], [2]])).boards[0])
##
.#
"""

from combien._base.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.nonograms._clue import BLACK as BLACK
    from combien.nonograms._clue import UNKNOWN as UNKNOWN
    from combien.nonograms._clue import WHITE as WHITE
    from combien.nonograms._clue import Block as Block
    from combien.nonograms._clue import Ink as Ink
    from combien.nonograms._clued import clued as clued
    from combien.nonograms._compose import by_changing as by_changing
    from combien.nonograms._compose import by_giving as by_giving
    from combien.nonograms._fewest import fewest_changes as fewest_changes
    from combien.nonograms._human.difficulty import difficulty as difficulty
    from combien.nonograms._human.game import Game as Game
    from combien.nonograms._human.hints import Guide as Guide
    from combien.nonograms._human.report import report as report
    from combien.nonograms._nonogram import Board as Board
    from combien.nonograms._nonogram import Nonogram as Nonogram
    from combien.nonograms._play_page import page as page
    from combien.nonograms._puzzle import Puzzle as Puzzle
    from combien.nonograms._solver import count as count
    from combien.nonograms._solver import deduce as deduce
    from combien.nonograms._solver import solve as solve
    from combien.nonograms._solver import solve_all as solve_all
    from combien.nonograms._solving.configurations import (
        ConfigurationEncoding as ConfigurationEncoding,
    )
    from combien.nonograms._solving.encodings import AutomatonEncoding as AutomatonEncoding
    from combien.nonograms._solving.encodings import OrderEncoding as OrderEncoding
    from combien.nonograms._verdict import Verdict as Verdict
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
