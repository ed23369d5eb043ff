"""The puzzles, by name.  To add one, copy `_template.py` and add an entry of `_BUILT_IN`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combien._base.checks import did_you_mean, short_repr
from combien._base.plugins import Table
from combien.errors import BadPuzzle

if TYPE_CHECKING:
    from combien.puzzles._puzzle import Puzzle

# In the order of all lists; the name of a puzzle is the name of its class in lower case.
_BUILT_IN = {
    "queens": ("combien.puzzles._queens", "Queens"),
    "sudoku": ("combien.puzzles._sudoku", "Sudoku"),
    "latin": ("combien.puzzles._latin", "Latin"),
    "mates": ("combien.puzzles._mates", "Mates"),
    "langford": ("combien.puzzles._langford", "Langford"),
    "partitions": ("combien.puzzles._partitions", "Partitions"),
    "matchings": ("combien.puzzles._matchings", "Matchings"),
    "coloring": ("combien.puzzles._coloring", "Coloring"),
    "steiner": ("combien.puzzles._steiner", "Steiner"),
    "kirkman": ("combien.puzzles._kirkman", "Kirkman"),
    "guards": ("combien.puzzles._guards", "Guards"),
    "costas": ("combien.puzzles._costas", "Costas"),
    "golomb": ("combien.puzzles._golomb", "Golomb"),
    "magic": ("combien.puzzles._magic", "Magic"),
    "cryptarithm": ("combien.puzzles._cryptarithm", "Cryptarithm"),
    "wordsquare": ("combien.puzzles._wordsquare", "WordSquare"),
    "wordsearch": ("combien.puzzles._wordsearch", "WordSearch"),
    "dominosa": ("combien.puzzles._dominosa", "Dominosa"),
    "starbattle": ("combien.puzzles._starbattle", "StarBattle"),
    "triddler": ("combien.puzzles._triddler", "Triddler"),
    "mega": ("combien.puzzles._mega", "Mega"),
    "edges": ("combien.puzzles._edges", "Edges"),
    "triangles": ("combien.puzzles._triangles", "Triangles"),
    "insanity": ("combien.puzzles._insanity", "Insanity"),
    "squares": ("combien.puzzles._squares", "Squares"),
    "hooks": ("combien.puzzles._hooks", "Hooks"),
    "partridge": ("combien.puzzles._partridge", "Partridge"),
    "rooks": ("combien.puzzles._template", "Rooks"),
}


def _fault(kind: object) -> str:
    lacking = [name for name in ("about", "problem", "read", "check") if not hasattr(kind, name)]
    if isinstance(kind, type) and not lacking:
        return ""
    return f"expected a subclass of Puzzle, not {short_repr(kind)}"


PUZZLES = Table("puzzles", _BUILT_IN, fault=_fault, error=BadPuzzle)


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
