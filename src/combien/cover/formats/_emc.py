"""The EMC format of the course INF441: three numbers, then a line of 0 and 1 for each option.

    4       primary items
    0       secondary items
    2       options
    1010
    0101

The numbers are separated by white space, and the digits of a line may be.  Primary items come
first.  Items are read back as the numbers from 0; names, colors, bounds and costs are not
supported.  The course was given at École polytechnique; its assignment on exact cover defines the
format.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from combien.cover._problem import Problem
from combien.cover.formats._text import (
    MOST_ITEMS,
    bad,
    checked,
    natural,
    numbered,
    quoted,
    refuse,
    trimmed,
)
from combien.errors import BadFormat, BadProblem

# Larger matrices are not written.
_MOST_DIGITS = 500_000_000


def read(text: str) -> Problem:
    """Read a problem from text in the EMC format.

    >>> read("2 1 2\\n101\\n0 1 1").options[1].entries
    (1, 2)
    """
    text = checked(text)
    filled = ((number, line) for number, line in numbered(text) if line.strip())
    primary, secondary, options = _numbers(filled)
    width = primary + secondary
    if width > MOST_ITEMS:
        raise bad(f"{width} items: the limit is {MOST_ITEMS}", line=1)
    if options * width > len(text):
        raise bad(
            f"the header announces {options} options of {width} digits, more than the text has",
            line=1,
        )
    digits = _Digits(filled, width, options)
    try:
        return Problem.from_indices(digits, items=width, primary=primary)
    except BadProblem as error:
        raise bad(trimmed(str(error)), line=digits.number) from error


def lines(problem: Problem) -> Iterator[str]:
    """Return the lines of a problem in the EMC format.

    >>> print("".join(lines(Problem.from_options(["ax", "b"], "x"))), end="")
    2 1 2
    101
    010

    Raises `BadFormat` for colors, bounds and costs, and for more than 500,000,000 digits.
    """
    refuse(problem, by="emc", features={"colors", "bounds", "costs"}, instead="dlx or json")
    size = problem.item_count * problem.option_count
    if size > _MOST_DIGITS:
        raise BadFormat(
            f"{size} digits would be needed, the limit of the emc format is {_MOST_DIGITS}: "
            "write dlx or json"
        )
    return _written(problem)


def _written(problem: Problem) -> Iterator[str]:
    flags, count = problem.primary_flags, problem.item_count
    place = [0] * count
    for at, item in enumerate(sorted(range(count), key=lambda item: not flags[item])):
        place[item] = at
    secondary = count - problem.primary_count
    yield f"{problem.primary_count} {secondary} {problem.option_count}\n"
    starts, entries, _ = problem.arrays()
    for begin, end in pairwise(starts):
        line = bytearray(b"0") * count
        for item in entries[begin:end]:
            line[place[item]] = ord("1")
        yield line.decode() + "\n"


def _numbers(filled: Iterator[tuple[int, str]]) -> list[int]:
    """Return the three numbers of the header, on one line or on several."""
    names = ["primary items", "secondary items", "options"]
    found: list[int] = []
    line = 1
    while len(found) < 3:
        line, content = next(filled, (line, ""))
        words = content.split()
        if not words:
            raise bad(f"expected the number of {names[len(found)]}", line=line)
        for word in words:
            if len(found) == 3:
                raise bad(
                    "the header has three numbers (primary items, secondary items, options); "
                    "the first option begins a new line",
                    line=line,
                )
            what = f"the number of {names[len(found)]}"
            found.append(natural(word, what, most=2**31 - 1, line=line))
    return found


class _Digits:
    """The options of a file, with the number of the current line."""

    def __init__(self, filled: Iterator[tuple[int, str]], width: int, options: int) -> None:
        self.number = 0
        self._filled = filled
        self._width = width
        self._options = options

    def __iter__(self) -> Iterator[list[int]]:
        read = 0
        for number, line in self._filled:
            self.number = number
            digits = "".join(line.split())
            if read == self._options:
                raise bad(
                    f"the header announces only {read} options, and here is another",
                    line=number,
                )
            if digits.count("0") + digits.count("1") < len(digits):
                wrong = digits.strip("01")[:1] or next(c for c in digits if c not in "01")
                raise bad(
                    f"expected 0 or 1, not {quoted(wrong)}",
                    line=number,
                    column=line.index(wrong) + 1,
                )
            if len(digits) != self._width:
                raise bad(
                    f"{len(digits)} digits, not one for each of the {self._width} items",
                    line=number,
                )
            read += 1
            yield _places(digits)
        if read < self._options:
            raise bad(f"the header announces {self._options} options, and the text has {read}")


def _places(digits: str) -> list[int]:
    """Return the places of the ones, by searching, as most digits are zeros."""
    found = []
    place = digits.find("1")
    while place >= 0:
        found.append(place)
        place = digits.find("1", place + 1)
    return found
