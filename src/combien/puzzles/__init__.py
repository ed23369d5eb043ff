"""The puzzles, by name.  A new puzzle is one file here, made from `template.py`, and one line."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from combien.errors import BadPuzzle, did_you_mean
from combien.puzzles.puzzle import Puzzle

__all__ = ["PUZZLES", "puzzle_named"]

# Name: module and class; a module is imported when its puzzle is first asked for.
PUZZLES = {
    "colouring": ("combien.puzzles.colouring", "Colouring"),
    "costas": ("combien.puzzles.costas", "Costas"),
    "cryptarithm": ("combien.puzzles.cryptarithm", "Cryptarithm"),
    "dominosa": ("combien.puzzles.dominosa", "Dominosa"),
    "edges": ("combien.puzzles.edges", "Edges"),
    "golomb": ("combien.puzzles.golomb", "Golomb"),
    "guards": ("combien.puzzles.guards", "Guards"),
    "hooks": ("combien.puzzles.hooks", "Hooks"),
    "insanity": ("combien.puzzles.insanity", "Insanity"),
    "kirkman": ("combien.puzzles.kirkman", "Kirkman"),
    "langford": ("combien.puzzles.langford", "Langford"),
    "latin": ("combien.puzzles.latin", "Latin"),
    "magic": ("combien.puzzles.magic", "Magic"),
    "matchings": ("combien.puzzles.matchings", "Matchings"),
    "mates": ("combien.puzzles.mates", "Mates"),
    "partitions": ("combien.puzzles.partitions", "Partitions"),
    "partridge": ("combien.puzzles.partridge", "Partridge"),
    "queens": ("combien.puzzles.queens", "Queens"),
    "rooks": ("combien.puzzles.template", "Rooks"),
    "squares": ("combien.puzzles.squares", "Squares"),
    "steiner": ("combien.puzzles.steiner", "Steiner"),
    "sudoku": ("combien.puzzles.sudoku", "Sudoku"),
    "wordsearch": ("combien.puzzles.wordsearch", "WordSearch"),
    "wordsquare": ("combien.puzzles.wordsquare", "WordSquare"),
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
    if name not in PUZZLES:
        raise BadPuzzle(
            f"there is no puzzle {name[:40]!r} ({', '.join(PUZZLES)})"
            f"{did_you_mean(name[:40], PUZZLES)}"
        )
    module, attribute = PUZZLES[name]
    puzzle: type[Puzzle[Any]] = getattr(import_module(module), attribute)
    return puzzle
