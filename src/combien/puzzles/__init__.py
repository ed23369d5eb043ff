"""The puzzles, by name.  To add one, copy `_template.py`; add an import here, and to `_ORDER`."""

from __future__ import annotations

from combien._base.checks import did_you_mean, short_repr
from combien._base.lazy import homes, lazy
from combien._base.plugins import Table
from combien.errors import BadPuzzle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from combien.puzzles._board import Board as Board
    from combien.puzzles._board import Chessboard as Chessboard
    from combien.puzzles._coloring import Coloring as Coloring
    from combien.puzzles._costas import Costas as Costas
    from combien.puzzles._cryptarithm import Cryptarithm as Cryptarithm
    from combien.puzzles._dominosa import Dominosa as Dominosa
    from combien.puzzles._edges import Edges as Edges
    from combien.puzzles._golomb import Golomb as Golomb
    from combien.puzzles._guards import Guards as Guards
    from combien.puzzles._hooks import Hooks as Hooks
    from combien.puzzles._insanity import Insanity as Insanity
    from combien.puzzles._kirkman import Kirkman as Kirkman
    from combien.puzzles._langford import Langford as Langford
    from combien.puzzles._latin import Latin as Latin
    from combien.puzzles._magic import Magic as Magic
    from combien.puzzles._matchings import Matchings as Matchings
    from combien.puzzles._mates import Mates as Mates
    from combien.puzzles._mega import Mega as Mega
    from combien.puzzles._partitions import Partitions as Partitions
    from combien.puzzles._partridge import Partridge as Partridge
    from combien.puzzles._puzzle import About as About
    from combien.puzzles._puzzle import BySettings as BySettings
    from combien.puzzles._puzzle import Puzzle as Puzzle
    from combien.puzzles._puzzle import once as once
    from combien.puzzles._puzzle import setting as setting
    from combien.puzzles._queens import Queens as Queens
    from combien.puzzles._squares import Squares as Squares
    from combien.puzzles._starbattle import StarBattle as StarBattle
    from combien.puzzles._steiner import Steiner as Steiner
    from combien.puzzles._sudoku import Sudoku as Sudoku
    from combien.puzzles._template import Rooks as Rooks
    from combien.puzzles._triangles import Triangles as Triangles
    from combien.puzzles._triddler import Triddler as Triddler
    from combien.puzzles._wordsearch import WordSearch as WordSearch
    from combien.puzzles._wordsquare import WordSquare as WordSquare
else:
    __getattr__, __dir__, __all__ = lazy(__name__, "PUZZLES", "puzzle_named")

# In the order of all lists; the name of a puzzle is the name of its class in lower case.
_ORDER = """
Queens Sudoku Latin Mates Langford Partitions Matchings Coloring Steiner Kirkman Guards Costas
Golomb Magic Cryptarithm WordSquare WordSearch Dominosa StarBattle Triddler Mega Edges Triangles
Insanity Squares Hooks Partridge Rooks
"""
_HOMES = homes(__name__)


def _fault(kind: object) -> str:
    lacking = [name for name in ("about", "problem", "read", "check") if not hasattr(kind, name)]
    if isinstance(kind, type) and not lacking:
        return ""
    return f"expected a subclass of Puzzle, not {short_repr(kind)}"


PUZZLES = Table(
    "puzzles",
    {kind.lower(): (_HOMES[kind], kind) for kind in _ORDER.split()},
    fault=_fault,
    error=BadPuzzle,
)


def puzzle_named(name: str) -> type[Puzzle[Any]]:
    """Return the puzzle class with this name.

    >>> puzzle_named("rooks").about.title
    'Non-attacking rooks'
    >>> puzzle_named("rook")
    Traceback (most recent call last):
    ...
    combien.errors.BadPuzzle: there is no puzzle 'rook' (...); did you mean 'rooks'?

    Raises `BadPuzzle` for an unknown name.
    """
    if not isinstance(name, str) or name not in PUZZLES:
        word = name[:40] if isinstance(name, str) else name
        raise BadPuzzle(
            f"there is no puzzle {short_repr(word)} ({', '.join(PUZZLES)})"
            f"{did_you_mean(word, PUZZLES)}"
        )
    puzzle: type[Puzzle[Any]] = PUZZLES.load(name)
    return puzzle
