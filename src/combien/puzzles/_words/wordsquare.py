"""Word squares: all rows and columns are words.

In a double word square all words differ; in a plain one the columns are equal to the rows.  The
letter of a cell is the color of a secondary item (XCC): an option puts a word into a row or column.
Each word is a secondary item too, so that none is used twice.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import ClassVar, cast

from combien._base.displayed import Displayed
from combien._base.records import dataclass
from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.errors import BadPuzzle
from combien.puzzles._board import Board
from combien.puzzles._puzzle import (
    About,
    check_settings,
    check_text,
    check_tuples,
    setting,
    settings_in,
    settings_text,
)
from combien.puzzles._words.vocabulary import FOUR, THREE

__all__ = ["WordSquare"]

MOST_WORDS = 20_000


@dataclass(frozen=True)
class WordSquare(Displayed):
    """A square of words from a list, across and down.

    >>> import combien
    >>> print(combien.solve(WordSquare.parse("bit ice ten double=no")))
    b i t
    i c e
    t e n
    """

    about: ClassVar[About] = About(
        name="wordsquare",
        title="Word squares",
        summary="Fill a square with letters so that all rows and columns are words.",
        source="D. E. Knuth, The Art of Computer Programming 4B (2022), 7.2.2.1; for the built-in "
        "list there are no published counts; two engines agree",
        examples=(
            "combien puzzle wordsquare",
            "combien puzzle wordsquare --size 3 --no-double --count",
            "combien puzzle wordsquare --size 4 --seed 5",
        ),
        text="words, and settings such as size=4 double=no",
    )

    size: int = setting(3, "The word length; the built-in list has 3 and 4.", low=1, high=15)
    double: bool = setting(True, "Whether the words down must differ from the words across.")
    # The words to choose from, instead of the built-in list.
    given: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_settings(self)
        check_tuples(self, "given")
        for word in self.given:
            if not isinstance(word, str) or not word.isalpha():
                raise BadPuzzle(f"'{word!s:.40}' is not a word: expected letters only")
        if len(self.given) > MOST_WORDS:
            raise BadPuzzle(f"too many words: {len(self.given)}, at most {MOST_WORDS} are allowed")
        if not self.words:
            raise BadPuzzle(
                f"size={self.size}: no words of this length; the built-in list has words of "
                "3 and 4 letters; give others in a file"
            )

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of this size, in alphabetical order."""
        words = self.given or {3: THREE, 4: FOUR}.get(self.size, "").split()
        return tuple(sorted({word.lower() for word in words if len(word) == self.size}))

    @classmethod
    def parse(cls, text: str) -> WordSquare:
        """Parse words and settings such as `double=no`; the first word determines the size."""
        check_text(text)
        words: list[str] = []
        chosen: list[str] = []
        for word in text.split():
            (chosen if "=" in word else words).append(word)
        named = settings_in(" ".join(chosen), cls)
        return cls(**({"size": len(words[0])} if words else {}) | named, given=tuple(words))

    def __str__(self) -> str:
        return "\n".join([settings_text(self), *self.given])

    def problem(self) -> Problem:
        """Return the problem: options ("across", y, word), and ("down", x, word) if double."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        size = range(self.size)
        options: dict[Hashable, list[Hashable]] = {}
        for at in size:
            for word in self.words:
                across = {(x, at): letter for x, letter in enumerate(word)}
                down = {(at, y): letter for y, letter in enumerate(word)}
                if self.double:
                    ways = {"across": across, "down": down}
                elif across[at, at] == down[at, at]:
                    ways = {"across": across | down}
                for way, letters in ways.items():
                    options[way, at, word] = [
                        (way, at),
                        ("word", word),
                        *(Colored(("at", *cell), letter) for cell, letter in letters.items()),
                    ]
        return Problem.from_options(
            options,
            primary=[(way, at) for way in ("across", "down")[: 1 + self.double] for at in size],
            secondary=[
                *(("word", word) for word in self.words),
                *(("at", x, y) for y in size for x in size),
            ],
        )

    def read(self, solution: Solution) -> Board:
        """Return the square of letters."""
        names = cast("tuple[tuple[str, int, str], ...]", self.problem().names(solution))
        across = sorted((at, word) for way, at, word in names if way == "across")
        return Board.written(word for _, word in across)

    def check(self, reading: Board) -> bool:
        """Return whether all rows and columns are words, different or equal as required."""
        across = ["".join(line) for line in reading.lines]
        down = ["".join(column) for column in zip(*reading.lines, strict=True)]
        used = [*across, *down] if self.double else across
        return (
            len(across) == len(down) == self.size
            and set(used) <= set(self.words)
            and len(set(used)) == len(used)
            and (self.double or across == down)
        )
