"""Nonograms: pictures described by the lengths of the blocks in their rows and columns.

>>> from combien.nonograms import Nonogram, solve
>>> print(solve(Nonogram([[2], [1]], [[1], [2]])).boards[0])
##
.#
"""

from combien._base.lazy import lazy

_NAMES = {
    "combien.nonograms._clue": "BLACK UNKNOWN WHITE Block Ink",
    "combien.nonograms._clued": "clued",
    "combien.nonograms._compose": "by_changing by_giving",
    "combien.nonograms._fewest": "fewest_changes",
    "combien.nonograms._human.difficulty": "difficulty",
    "combien.nonograms._human.game": "Game",
    "combien.nonograms._human.hints": "Guide",
    "combien.nonograms._human.report": "report",
    "combien.nonograms._nonogram": "Board Nonogram",
    "combien.nonograms._play_page": "page",
    "combien.nonograms._puzzle": "Puzzle",
    "combien.nonograms._solver": "count deduce solve solve_all",
    "combien.nonograms._solving.configurations": "ConfigurationEncoding",
    "combien.nonograms._solving.encodings": "AutomatonEncoding OrderEncoding",
    "combien.nonograms._verdict": "Verdict",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
