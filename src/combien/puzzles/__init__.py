"""The puzzles, by name.  A new puzzle is one file here, made from `template.py`, and one line."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from combien.errors import (
    BadPuzzle,
    did_you_mean,
    shown,
)

if TYPE_CHECKING:
    from combien.puzzles.puzzle import Puzzle

__all__ = ["PUZZLES", "puzzle_named"]

# Name: module and class; a module is imported when its puzzle is first asked for.
PUZZLES = {
    "queens": ("combien.puzzles.queens", "Queens"),
    "sudoku": ("combien.puzzles.sudoku", "Sudoku"),
    "latin": ("combien.puzzles.latin", "Latin"),
    "mates": ("combien.puzzles.mates", "Mates"),
    "langford": ("combien.puzzles.langford", "Langford"),
    "partitions": ("combien.puzzles.partitions", "Partitions"),
    "matchings": ("combien.puzzles.matchings", "Matchings"),
    "colouring": ("combien.puzzles.colouring", "Colouring"),
    "steiner": ("combien.puzzles.steiner", "Steiner"),
    "kirkman": ("combien.puzzles.kirkman", "Kirkman"),
    "guards": ("combien.puzzles.guards", "Guards"),
    "costas": ("combien.puzzles.costas", "Costas"),
    "golomb": ("combien.puzzles.golomb", "Golomb"),
    "magic": ("combien.puzzles.magic", "Magic"),
    "cryptarithm": ("combien.puzzles.cryptarithm", "Cryptarithm"),
    "wordsquare": ("combien.puzzles.wordsquare", "WordSquare"),
    "wordsearch": ("combien.puzzles.wordsearch", "WordSearch"),
    "dominosa": ("combien.puzzles.dominosa", "Dominosa"),
    "edges": ("combien.puzzles.edges", "Edges"),
    "triangles": ("combien.puzzles.triangles", "Triangles"),
    "insanity": ("combien.puzzles.insanity", "Insanity"),
    "squares": ("combien.puzzles.squares", "Squares"),
    "hooks": ("combien.puzzles.hooks", "Hooks"),
    "partridge": ("combien.puzzles.partridge", "Partridge"),
    "rooks": ("combien.puzzles.template", "Rooks"),
}


def puzzle_named(name: str) -> type[Puzzle[Any]]:
    """The puzzle of this name, a class.

    >>> puzzle_named("rooks").about.title
    'Rooks that leave one another alone'
    >>> puzzle_named("rook")
    Traceback (most recent call last):
    ...
    combien.errors.BadPuzzle: there is no puzzle 'rook' (...); did you mean 'rooks'?
    """
    if not isinstance(name, str) or name not in PUZZLES:
        word = name[:40] if isinstance(name, str) else name
        raise BadPuzzle(
            f"there is no puzzle {shown(word)} ({', '.join(PUZZLES)}){did_you_mean(word, PUZZLES)}"
        )
    module, attribute = PUZZLES[name]
    puzzle: type[Puzzle[Any]] = getattr(import_module(module), attribute)
    return puzzle
