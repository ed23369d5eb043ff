"""Generate word searches: hide words on a board of letters, in eight directions.

Published rules differ on whether words may share letters and be read backwards: here they may
cross, overlap, and lie inside each other; the other is the setting `backwards`.

Words may cross where they share a letter: each cell is a secondary item, colored by its letter
(XCC).  An option is a word at a place, in a direction.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, cast

from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.drawing._content import Line
from combien.drawing._picture import Picture
from combien.errors import BadPuzzle
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.puzzles._board import Board
from combien.puzzles._levels import OF_WORDS
from combien.puzzles._puzzle import (
    About,
    BySettings,
    board_in,
    check_text,
    check_tuples,
    once,
    setting,
    settings_in,
)
from combien.puzzles._turns import turns

# A word, the cell (x, y) where it begins, and its direction.
Hidden = tuple[str, int, int, int, int]

FORWARDS = ((1, 0), (1, -1), (0, -1), (1, 1))
BACKWARDS = tuple((-across, -up) for across, up in FORWARDS)
MOST_ENTRIES = 2_000_000


@dataclass(frozen=True, slots=True)
class Searched(Board):
    """A board of letters and the words hidden on it."""

    hidden: tuple[Hidden, ...] = ()

    def picture(self, *, title: str = "") -> Picture:
        """Return the letters, with a band behind each word."""
        bands = []
        for number, (word, x, y, across, up) in enumerate(self.hidden):
            reach = len(word) - 1
            begin, end = (x + 0.5, y + 0.5), (x + across * reach + 0.5, y + up * reach + 0.5)
            bands.append(Line((begin, end)[: len(word)], 0.66, number, opacity=0.45))
        return replace(Board.picture(self, title=title), marks=tuple(bands))


@dataclass(frozen=True)
class WordSearch(BySettings):
    """Words to hide on a board, or to find on a board of letters.

    >>> import combien
    >>> print(combien.solve(WordSearch("one,two", board="3x3", backwards=False)))
    o n e
    t w o
    . . .
    >>> combien.count(WordSearch("ab,ba,bb", board="2x2"))
    156
    >>> combien.count(WordSearch.parse("words=sun\\nn u s\\ns u u\\nx u n"))
    2
    """

    about: ClassVar[About] = About(
        name="wordsearch",
        title="Word search",
        summary="Hide words on a board, in any of eight directions; they may cross.",
        source="N. Gibat, Selenby Digest (1968), popularized such puzzles; D. E. Knuth, The Art of "
        "Computer Programming 4B (2022), 7.2.2.1; no published counts; two engines agree",
        examples=(
            "combien puzzle wordsearch",
            "combien puzzle wordsearch exact,cover,item,option --board 6x6 --seed 3",
            "combien puzzle wordsearch ab,bc,ca --board 2x2 --count",
            "combien puzzle wordsearch --make 3 --difficulty hard --pdf words.pdf",
        ),
        text="settings such as words=one,two, then perhaps the letters, row by row",
        levels=OF_WORDS,
    )

    words: str = setting("dance,links,exact,cover,item,option", "The words.", argument=True)
    board: str = setting("6x6", "The size of the board: WIDTHxHEIGHT.")
    backwards: bool = setting(True, "Whether words may also be read backwards.")
    # The rows of letters, from the top, if they are given.
    given: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_tuples(self, "given")
        if self.given:
            if not all(isinstance(line, str) and line.isalpha() for line in self.given):
                raise BadPuzzle("given: expected rows of letters")
            object.__setattr__(self, "given", tuple(line.lower() for line in self.given))
            if len(set(map(len, self.given))) > 1:
                raise BadPuzzle("given: the rows of letters have different lengths")
            object.__setattr__(self, "board", f"{len(self.given[0])}x{len(self.given)}")
        width, height = self.size
        longest = max(width, height)
        if any(len(word) > longest for word in self.wanted):
            raise BadPuzzle(f"words={self.words[:60]}: a word is too long for a {self.board} board")
        if sum(map(len, self.wanted)) * width * height * 8 > MOST_ENTRIES:
            raise BadPuzzle(f"board={self.board}: too large; choose a smaller board")

    @classmethod
    def parse(cls, text: str) -> WordSearch:
        """Parse settings, then perhaps rows of letters."""
        check_text(text)
        lines = text.strip().splitlines()
        start = next((n for n, line in enumerate(lines) if n and "=" not in line), len(lines))
        given = tuple("".join(line.split()) for line in lines[start:])
        return cls(**settings_in(" ".join(lines[:start]), cls), given=given)

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *map(" ".join, self.given)])

    def picture(self, *, title: str = "") -> Picture:
        """Return the board: with its letters, if they are given."""
        width, height = self.size
        return Board.written(self.given or [[""] * width] * height).picture(title=title)

    @cached_property
    def wanted(self) -> tuple[str, ...]:
        """The words to hide."""
        words = self.words.lower().replace(",", " ").split()
        if not words or not all(map(str.isalpha, words)) or len(set(words)) < len(words):
            raise BadPuzzle(
                f"words={self.words[:60]}: expected different words of letters, as in dance,links"
            )
        return tuple(words)

    @cached_property
    def size(self) -> tuple[int, int]:
        """The width and height."""
        return board_in(self.board, most=99)

    @once
    def problem(self) -> Problem:
        """Return the problem: words, secondary cells (x, y), y up; options are `Hidden`."""
        board = Region.box(*self.size)
        options: dict[Hidden, list[Hashable]] = {}
        for word in self.wanted:
            # A single letter has no direction; a palindrome has only half of them.
            ways = (*FORWARDS, *BACKWARDS) if self.backwards and word != word[::-1] else FORWARDS
            for across, up in ways if len(word) > 1 else FORWARDS[:1]:
                for x, y in board:
                    cells = [(x + across * i, y + up * i) for i in range(len(word))]
                    if cells[-1] in board and self._reads(word, cells):
                        letters = zip(cells, word, strict=True)
                        options[word, x, y, across, up] = [
                            word,
                            *(Colored(cell, letter) for cell, letter in letters),
                        ]
        return Problem.from_options(options, primary=self.wanted, secondary=board)

    def _reads(self, word: str, cells: list[tuple[int, int]]) -> bool:
        """Return whether the given letters, if any, allow a word on these cells."""
        down = len(self.given) - 1
        return not self.given or all(
            self.given[down - y][x] == letter for (x, y), letter in zip(cells, word, strict=True)
        )

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the board that keep all words in allowed directions."""
        if self.given:
            raise BadPuzzle("a board of given letters is not counted up to symmetry")
        return turns(self.problem(), Region.box(*self.size), up_to, _moved)

    def read(self, solution: Solution) -> Searched:
        """Return the board with its letters."""
        width, height = self.size
        letters = {
            (x, height - 1 - down): letter
            for down, line in enumerate(self.given)
            for x, letter in enumerate(line)
        }
        hidden = cast("tuple[Hidden, ...]", self.problem().names(solution))
        for name in self.problem().names(solution):
            word, x, y, across, up = cast("Hidden", name)
            letters.update(((x + across * i, y + up * i), c) for i, c in enumerate(word))
        lines = [
            tuple(letters.get((x, y), "") for x in range(width)) for y in reversed(range(height))
        ]
        return replace(Searched.written(lines), hidden=tuple(sorted(hidden)))

    def check(self, reading: Board) -> bool:
        """Return whether every word can be found on the board."""
        width, height = self.size
        lines = reading.lines
        if len(lines) != height or any(len(line) != width for line in lines):
            return False
        if self.given and lines != tuple(map(tuple, self.given)):
            return False
        letters = {(x, -y): text for y, line in enumerate(lines) for x, text in enumerate(line)}
        ways = (*FORWARDS, *BACKWARDS) if self.backwards else FORWARDS
        return all(
            any(
                all(letters.get((x + a * i, y + b * i)) == c for i, c in enumerate(word))
                for x, y in letters
                for a, b in ways
            )
            for word in self.wanted
        )


def _moved(name: Hashable, goes: Mapping[Cell, Cell]) -> Hashable:
    """Return the image of a word, from the images of its first and last letters."""
    word, x, y, across, up = cast("Hidden", name)
    reach = len(word) - 1
    first, last = goes[x, y], goes[x + across * reach, y + up * reach]
    if not reach:
        return word, *first, across, up
    way = tuple((end - begin) // reach for begin, end in zip(first, last, strict=True))
    if word == word[::-1] and way not in FORWARDS:
        first, way = last, tuple(-step for step in way)
    return word, *first, *way
