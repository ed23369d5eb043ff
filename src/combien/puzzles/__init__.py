"""The puzzles, by name.  To add one, copy `_template.py` and add a line to `PUZZLES`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from combien._checks import did_you_mean, short_repr
from combien._lazy import lazy
from combien.errors import BadPuzzle

if TYPE_CHECKING:
    from combien.puzzles._chessboard import Chessboard as Chessboard
    from combien.puzzles._designs.costas import Costas as Costas
    from combien.puzzles._designs.golomb import Golomb as Golomb
    from combien.puzzles._designs.kirkman import Kirkman as Kirkman
    from combien.puzzles._designs.langford import Langford as Langford
    from combien.puzzles._designs.latin import Latin as Latin
    from combien.puzzles._designs.mates import Mates as Mates
    from combien.puzzles._designs.partitions import Partitions as Partitions
    from combien.puzzles._designs.steiner import Steiner as Steiner
    from combien.puzzles._graphs.coloring import Coloring as Coloring
    from combien.puzzles._graphs.matchings import Matchings as Matchings
    from combien.puzzles._guards import Guards as Guards
    from combien.puzzles._puzzle import Puzzle as Puzzle
    from combien.puzzles._queens import Queens as Queens
    from combien.puzzles._squares.dominosa import Dominosa as Dominosa
    from combien.puzzles._squares.edges import Edges as Edges
    from combien.puzzles._squares.hooks import Hooks as Hooks
    from combien.puzzles._squares.insanity import Insanity as Insanity
    from combien.puzzles._squares.magic import Magic as Magic
    from combien.puzzles._squares.partridge import Partridge as Partridge
    from combien.puzzles._squares.squares import Squares as Squares
    from combien.puzzles._squares.triangles import Triangles as Triangles
    from combien.puzzles._sudoku.sudoku import Sudoku as Sudoku
    from combien.puzzles._template import Rooks as Rooks
    from combien.puzzles._words.cryptarithm import Cryptarithm as Cryptarithm
    from combien.puzzles._words.wordsearch import WordSearch as WordSearch
    from combien.puzzles._words.wordsquare import WordSquare as WordSquare

__all__ = [
    "PUZZLES",
    "Chessboard",
    "Coloring",
    "Costas",
    "Cryptarithm",
    "Dominosa",
    "Edges",
    "Golomb",
    "Guards",
    "Hooks",
    "Insanity",
    "Kirkman",
    "Langford",
    "Latin",
    "Magic",
    "Matchings",
    "Mates",
    "Partitions",
    "Partridge",
    "Puzzle",
    "Queens",
    "Rooks",
    "Squares",
    "Steiner",
    "Sudoku",
    "Triangles",
    "WordSearch",
    "WordSquare",
    "puzzle_named",
]

_HOMES = {
    "Chessboard": "_chessboard",
    "Coloring": "_graphs.coloring",
    "Costas": "_designs.costas",
    "Cryptarithm": "_words.cryptarithm",
    "Dominosa": "_squares.dominosa",
    "Edges": "_squares.edges",
    "Golomb": "_designs.golomb",
    "Guards": "_guards",
    "Hooks": "_squares.hooks",
    "Insanity": "_squares.insanity",
    "Kirkman": "_designs.kirkman",
    "Langford": "_designs.langford",
    "Latin": "_designs.latin",
    "Magic": "_squares.magic",
    "Matchings": "_graphs.matchings",
    "Mates": "_designs.mates",
    "Partitions": "_designs.partitions",
    "Partridge": "_squares.partridge",
    "Puzzle": "_puzzle",
    "Queens": "_queens",
    "Rooks": "_template",
    "Squares": "_squares.squares",
    "Steiner": "_designs.steiner",
    "Sudoku": "_sudoku.sudoku",
    "Triangles": "_squares.triangles",
    "WordSearch": "_words.wordsearch",
    "WordSquare": "_words.wordsquare",
}


# Modules are imported on first use, to keep start-up fast.
PUZZLES = {
    "queens": ("combien.puzzles._queens", "Queens"),
    "sudoku": ("combien.puzzles._sudoku.sudoku", "Sudoku"),
    "latin": ("combien.puzzles._designs.latin", "Latin"),
    "mates": ("combien.puzzles._designs.mates", "Mates"),
    "langford": ("combien.puzzles._designs.langford", "Langford"),
    "partitions": ("combien.puzzles._designs.partitions", "Partitions"),
    "matchings": ("combien.puzzles._graphs.matchings", "Matchings"),
    "coloring": ("combien.puzzles._graphs.coloring", "Coloring"),
    "steiner": ("combien.puzzles._designs.steiner", "Steiner"),
    "kirkman": ("combien.puzzles._designs.kirkman", "Kirkman"),
    "guards": ("combien.puzzles._guards", "Guards"),
    "costas": ("combien.puzzles._designs.costas", "Costas"),
    "golomb": ("combien.puzzles._designs.golomb", "Golomb"),
    "magic": ("combien.puzzles._squares.magic", "Magic"),
    "cryptarithm": ("combien.puzzles._words.cryptarithm", "Cryptarithm"),
    "wordsquare": ("combien.puzzles._words.wordsquare", "WordSquare"),
    "wordsearch": ("combien.puzzles._words.wordsearch", "WordSearch"),
    "dominosa": ("combien.puzzles._squares.dominosa", "Dominosa"),
    "edges": ("combien.puzzles._squares.edges", "Edges"),
    "triangles": ("combien.puzzles._squares.triangles", "Triangles"),
    "insanity": ("combien.puzzles._squares.insanity", "Insanity"),
    "squares": ("combien.puzzles._squares.squares", "Squares"),
    "hooks": ("combien.puzzles._squares.hooks", "Hooks"),
    "partridge": ("combien.puzzles._squares.partridge", "Partridge"),
    "rooks": ("combien.puzzles._template", "Rooks"),
}


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
    module, attribute = PUZZLES[name]
    puzzle: type[Puzzle[Any]] = getattr(import_module(module), attribute)
    return puzzle


if not TYPE_CHECKING:
    __getattr__ = lazy(__name__, _HOMES)[0]


def __dir__() -> list[str]:
    return list(__all__)
