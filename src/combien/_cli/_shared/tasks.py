"""The titles and tasks of the sheets of puzzles, in English; `_french/puzzles.py` has the others.

A task states every rule that the settings of the puzzle have: without one of them, a puzzle would
have more solutions than the sheet says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from combien._french.paper import said
from combien._french.puzzles import TASKS as FRENCH
from combien.puzzles._puzzle import Puzzle
from combien.puzzles._sudoku_text import SYMBOLS

Task = tuple[str, str]
Words = Mapping[str, str]

ENGLISH = {
    "queens": "Queens",
    "queens rule": (
        "Place the missing queens: one in each row and column, and no two on a diagonal."
    ),
    "queens torus": " Diagonals go on at the opposite edge.",
    "latin": "Latin squares",
    "latin rule": "Each row and each column has each number from 1 to {size} once.",
    "latin diagonals": "Each row, column and diagonal has each number from 1 to {size} once.",
    "latin reduced": " The first row and the first column are in order.",
    "langford": "Langford pairings",
    "langford rule": (
        "Each number from 1 to {size} is there twice, with {between} numbers between the two k."
    ),
    "sudoku": "Sudoku",
    "sudoku rule": "Each {lines} and {last_line} has each {what} from 1 to {last} once.",
    "sudoku row": "row",
    "sudoku column": "column",
    "sudoku region": "outlined region",
    "sudoku diagonal": "diagonal",
    "sudoku digit": "digit",
    "sudoku symbol": "symbol",
    "sudoku cages": " The digits of a cage differ.",
    "sudoku sums": " The digits of a cage differ, and their sum is in its corner.",
    "dominosa": "Dominosa",
    "dominosa rule": "Find the dominoes: each one from 0-0 to {last}-{last} lies there once.",
    "wordsearch": "Word search",
    "wordsearch rule": "Find the words: they run in any of eight directions.",
    "wordsearch forwards": (
        "Find the words: they run to the right, down or diagonally to the right."
    ),
    "cryptarithm": "Sums of words",
    "cryptarithm rule": (
        "Each letter is a digit{base}, always the same; two letters are two digits. "
        "No number{long} begins with 0."
    ),
    "cryptarithm base": " of base {base}",
    "cryptarithm long": " of several digits",
    "starbattle": "Star battle",
    "starbattle rule": (
        "Place {stars} in each row, column and region; no two touch, not even at a corner."
    ),
    "starbattle one": "1 star",
    "starbattle several": "{n} stars",
    "coloring": "Graph coloring",
    "coloring rule": (
        "Color the nodes with at most {colors} colors; the ends of each edge differ."
    ),
    "triddler": "Triddler",
    "triddler rule": (
        "Color triangles: the numbers are the lengths of the blocks of each strip, in order. "
        "Two blocks of one color do not touch."
    ),
}


def task_of(puzzle: Puzzle[Any], language: str) -> Task:
    """Return the title and the task of a puzzle; those of plug-ins are in the language that is.

    >>> from combien.puzzles import Langford
    >>> print(*task_of(Langford(4, skolem=True), "en"), sep=": ")
    Langford pairings: Each number from 1 to 4 is there twice, with k - 1 numbers between the two k.
    """
    name, words = puzzle.about.name, FRENCH if language == "fr" else ENGLISH
    # The table of puzzles has the words of mega nonograms in English.
    if name not in words:
        return puzzle.about.title, puzzle.about.summary
    return words[name], RULES[name](puzzle, words)


def only_solution(number: int, language: str) -> str:
    """Return that puzzles have one solution each."""
    if number == 1:
        return said("There is exactly one solution.", language)
    return said("Each has exactly one solution.", language)


def _queens(puzzle: Any, words: Words) -> str:
    return words["queens rule"] + (words["queens torus"] if puzzle.torus else "")


def _latin(puzzle: Any, words: Words) -> str:
    rule = words["latin diagonals" if puzzle.diagonals else "latin rule"].format(size=puzzle.size)
    return rule + (words["latin reduced"] if puzzle.reduced else "")


def _langford(puzzle: Any, words: Words) -> str:
    between = "k - 1" if puzzle.skolem else "k"
    return words["langford rule"].format(size=puzzle.size, between=between)


def _sudoku(puzzle: Any, words: Words) -> str:
    names = ["row", "column", *["region"] * bool(puzzle.regions_of), *["diagonal"] * puzzle.x]
    *lines, last_line = (words[f"sudoku {name}"] for name in names)
    rule = words["sudoku rule"].format(
        lines=", ".join(lines),
        last_line=last_line,
        what=words["sudoku digit" if puzzle.size < 10 else "sudoku symbol"],
        last=SYMBOLS[puzzle.size - 1],
    )
    sums = any(cage.sum for cage in puzzle.cages)
    return rule + words["sudoku sums" if sums else "sudoku cages"] * bool(puzzle.cages)


def _dominosa(puzzle: Any, words: Words) -> str:
    return words["dominosa rule"].format(last=puzzle.pips)


def _words(puzzle: Any, words: Words) -> str:
    return words["wordsearch rule" if puzzle.backwards else "wordsearch forwards"]


def _sum(puzzle: Any, words: Words) -> str:
    base = "" if puzzle.base == 10 else words["cryptarithm base"].format(base=puzzle.base)
    # A number of one digit may be 0.
    long = words["cryptarithm long"] * (min(map(len, puzzle.words)) == 1)
    return words["cryptarithm rule"].format(base=base, long=long)


def _stars(puzzle: Any, words: Words) -> str:
    stars = words["starbattle one" if puzzle.stars == 1 else "starbattle several"]
    return words["starbattle rule"].format(stars=stars.format(n=puzzle.stars))


def _coloring(puzzle: Any, words: Words) -> str:
    return words["coloring rule"].format(colors=puzzle.colors)


def _triddler(_: Any, words: Words) -> str:
    return words["triddler rule"]


def _mega(_: Any, words: Words) -> str:
    return words["mega rule"]


RULES: dict[str, Callable[[Any, Words], str]] = {
    "queens": _queens,
    "latin": _latin,
    "langford": _langford,
    "sudoku": _sudoku,
    "dominosa": _dominosa,
    "wordsearch": _words,
    "cryptarithm": _sum,
    "starbattle": _stars,
    "coloring": _coloring,
    "triddler": _triddler,
    "mega": _mega,
}
