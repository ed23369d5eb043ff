"""Cryptarithms: replace letters by digits, as in SEND + MORE = MONEY.

Not all published rules say whether a number of one digit may be 0: here it may, but no longer
number begins with 0.

Each letter stands for one digit, different letters for different digits (H. E. Dudeney, 1924).  The
digits of the letters and the carries are colors of secondary items (XCC).  The primary items are
the letters and the columns of the sum: an option is a correct addition in one column.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import perm
from typing import ClassVar, cast

from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.drawing._content import PAPER, Line, Mark, Text
from combien.drawing._picture import Picture
from combien.errors import BadPuzzle
from combien.puzzles._levels import ONLY_HARD
from combien.puzzles._puzzle import About, BySettings, DrawnReading, once, setting

WRITTEN = "0123456789abcdef"
MOST_ADDITIONS = 1_000_000


@dataclass(frozen=True, slots=True)
class Digits(DrawnReading):
    """The digit of each letter, and the words: the summands, then the sum.

    >>> print(Digits(("AB", "BA", "CC"), {"A": 1, "B": 2, "C": 3}))
    AB + BA = CC
    12 + 21 = 33
    A=1 B=2 C=3
    """

    words: tuple[str, ...]
    digits: dict[str, int]

    def numbers(self) -> list[str]:
        """Return the words in digits."""
        return ["".join(WRITTEN[self.digits[letter]] for letter in word) for word in self.words]

    def picture(self, *, title: str = "") -> Picture:
        """Return the column addition, each digit with its letter."""
        return _addition(self.words, self.numbers(), title)

    def plain(self) -> dict[str, int]:
        """Return the digits by letter."""
        return dict(sorted(self.digits.items()))

    def __str__(self) -> str:
        table = " ".join(f"{letter}={WRITTEN[d]}" for letter, d in sorted(self.digits.items()))
        return f"{_sum(self.words)}\n{_sum(self.numbers())}\n{table}"


def _addition(words: Sequence[str], numbers: Sequence[str], title: str) -> Picture:
    """Return the column addition of words: numbers with the letters beside their digits."""
    width = max(map(len, words))
    squares: list[tuple[list[tuple[int, int]], int | None, str]] = []
    marks: list[Mark] = [Line(((0, 2 - len(words)), (width, 2 - len(words))), 0.1)]
    for down, (word, number) in enumerate(zip(words, numbers, strict=True)):
        for x, (letter, digit) in enumerate(zip(word, number, strict=True), width - len(word)):
            squares.append(([(x, -down)], PAPER, digit))
            marks.append(Text(letter, (x + 0.22, 0.76 - down), 0.24))
    return Picture.of_cells(squares, title=title, marks=tuple(marks), labeled=True)


def _sum(words: Sequence[str]) -> str:
    *added, total = words
    return f"{' + '.join(added)} = {total}"


@dataclass(frozen=True)
class Cryptarithm(BySettings):
    """A sum of words to solve.

    >>> import combien
    >>> print(combien.solve(Cryptarithm("SEND+MORE=MONEY")))
    SEND + MORE = MONEY
    9567 + 1085 = 10652
    D=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2
    >>> combien.count(Cryptarithm("SEND+MORE=MONEY", base=16))
    28
    """

    about: ClassVar[About] = About(
        name="cryptarithm",
        title="Cryptarithms",
        summary="Replace each letter of a sum of words by a digit.",
        source="H. E. Dudeney, Strand Magazine 68 (1924): SEND+MORE=MONEY; with one solution also "
        "A. Wayne (1947), FORTY+TEN+TEN=SIXTY, and DONALD+GERALD=ROBERT",
        examples=(
            "combien puzzle cryptarithm SEND+MORE=MONEY",
            "combien puzzle cryptarithm FORTY+TEN+TEN=SIXTY --count",
            "combien puzzle cryptarithm SATURN+URANUS+NEPTUNE+PLUTO=PLANETS",
        ),
        levels=ONLY_HARD,
    )

    sum: str = setting("SEND+MORE=MONEY", "The words to add, and their sum.", argument=True)
    base: int = setting(10, "The base of the number system.", low=2, high=16)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.letters) > self.base:
            raise BadPuzzle(
                f"sum={self.sum[:60]}: {len(self.letters)} different letters, but only {self.base} "
                "digits"
            )
        # The number of additions tried; about a tenth are correct.
        additions = (len(self.words) - 1) * sum(
            perm(self.base, len(set(self._place(place)))) for place in range(self._width)
        )
        if additions > MOST_ADDITIONS:
            raise BadPuzzle(f"sum={self.sum[:60]}: too many letters in one column of the sum")

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The summands, then the sum."""
        left, equals, total = self.sum.partition("=")
        words = tuple(word.strip() for word in (*left.split("+"), total))
        if not equals or len(words) < 2 or not all(w.isalpha() and w.isascii() for w in words):
            raise BadPuzzle(f"sum={self.sum[:60]}: expected a sum of words, as in SEND+MORE=MONEY")
        return words

    @property
    def letters(self) -> list[str]:
        """The letters, in order."""
        return sorted(set("".join(self.words)))

    @property
    def _width(self) -> int:
        return max(map(len, self.words))

    def _place(self, place: int) -> list[str]:
        """Return the letters in a column, counted from the right; the sum's last, if any."""
        return [word[-1 - place] for word in self.words if place < len(word)]

    def picture(self, *, title: str = "") -> Picture:
        """Return the column addition, with room for the digits."""
        return _addition(self.words, [" " * len(word) for word in self.words], title)

    @once
    def problem(self) -> Problem:
        """Return the problem: (letter, digit), and (place, digits by letter, carry in, out)."""
        digits, letters, places = range(self.base), self.letters, range(self._width)
        options: dict[Hashable, list[Hashable]] = {
            (letter, digit): [letter, ("digit", digit), Colored(("is", letter), digit)]
            for letter in letters
            for digit in digits
            if digit or not self._leads(letter)
        }
        for place in places:
            for name, carried, on in self._additions(place):
                options[place, name, carried, on] = [
                    ("place", place),
                    *(Colored(("is", letter), digit) for letter, digit in name),
                    *([Colored(("carry", place), carried)] if place else []),
                    *([Colored(("carry", place + 1), on)] if place + 1 in places else []),
                ]
        return Problem.from_options(
            options,
            primary=[*letters, *(("place", place) for place in places)],
            secondary=[
                *(("digit", digit) for digit in digits),
                *(("is", letter) for letter in letters),
                *(("carry", place) for place in places[1:]),
            ],
        )

    def _additions(self, place: int) -> Iterator[tuple[tuple[tuple[str, int], ...], int, int]]:
        """Yield the correct additions in a column: digits by letter, carry in and out."""
        here = self._place(place)
        # The sum may be shorter than a summand: then its digit here is 0.
        total = here.pop() if place < len(self.words[-1]) else ""
        letters = sorted({*here, *total})
        most = len(self.words) - 1
        for digits in permutations(range(self.base), len(letters)):
            digit = dict(zip(letters, digits, strict=True))
            if any(digit[letter] == 0 and self._leads(letter) for letter in letters):
                continue
            added = sum(digit[letter] for letter in here)
            for carried in range(most if place else 1):
                on, left = divmod(added + carried, self.base)
                if left == (digit[total] if total else 0) and (place + 1 < self._width or not on):
                    yield tuple(digit.items()), carried, on

    def _leads(self, letter: str) -> bool:
        """Return whether a number of two or more digits begins with this letter."""
        return any(word[0] == letter for word in self.words if len(word) > 1)

    def read(self, solution: Solution) -> Digits:
        """Return the digits of the letters."""
        names = cast("tuple[tuple[str, int], ...]", self.problem().names(solution))
        return Digits(self.words, {name[0]: name[1] for name in names if name[0] in self.letters})

    def check(self, reading: Digits) -> bool:
        """Return whether the sum is correct, with different digits and no leading zeros."""
        digits = reading.digits
        if sorted(digits) != self.letters or len(set(digits.values())) < len(digits):
            return False
        *added, total = (
            sum(digits[letter] * self.base**place for place, letter in enumerate(word[::-1]))
            for word in self.words
        )
        return sum(added) == total and all(digits[word[0]] for word in self.words if len(word) > 1)
