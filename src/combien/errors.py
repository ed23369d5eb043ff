"""Everything that can go wrong, in one tree.

    CombienError
    ├ BadInput            what was given is not what it should be; says where, and the way out
    │ ├ BadProblem        an exact cover problem that contradicts itself
    │ ├ BadRegion         cells, art or a symmetry that make no region
    │ ├ BadTiling         a board and tiles that make no tiling problem
    │ ├ BadPosition       a position that does not belong to this search
    │ ├ BadPicture        nothing that can be drawn
    │ ├ BadPuzzle         settings or a text that make no puzzle
    │ ├ BadNonogram       clues or cells that make no nonogram
    │ ├ BadFormat         a file that is not in the format that it should be in
    │ └ BadScript         a tiling script; carries the place and draws a caret
    ├ CannotAnswer        this engine cannot answer this question; says who can
    ├ InUse               another thread, or this one further up, is in the middle of using this
    ├ OutOfBudget         the nodes, seconds or bytes ran out; carries what is known so far
    ├ CannotWrite         a file could not be written; the old one, if any, is untouched
    └ MissingExtra        an optional part is not installed; says how to get it

A value that exists is valid, so these are raised when something is made, not when it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any, SupportsIndex

__all__ = [
    "BadFormat",
    "BadInput",
    "BadNonogram",
    "BadPicture",
    "BadPosition",
    "BadProblem",
    "BadPuzzle",
    "BadRegion",
    "BadScript",
    "BadTiling",
    "CannotAnswer",
    "CannotWrite",
    "CombienError",
    "InUse",
    "MissingExtra",
    "OutOfBudget",
    "did_you_mean",
    "whole",
]


class CombienError(Exception):
    """The root: catch this to catch everything that combien raises on purpose."""


class BadInput(CombienError, ValueError):
    """What was given is not what it should be."""


class BadProblem(BadInput):
    """An exact cover problem that contradicts itself."""


class BadRegion(BadInput):
    """Cells, ASCII art or a symmetry that make no region."""


class BadTiling(BadInput):
    """A board and tiles that make no tiling problem."""


class BadPosition(BadInput):
    """A position that does not belong to this search."""


class BadPicture(BadInput):
    """Nothing that can be drawn."""


class BadPuzzle(BadInput):
    """Settings or a text that make no puzzle."""


class BadNonogram(BadInput):
    """Clues or cells that make no nonogram."""


class BadFormat(BadInput):
    """A file that is not in the format that it should be in."""


class BadScript(BadInput):
    """A tiling script that cannot be read or does not make sense.

    `str(error)` is the whole message: file, line and column, the line itself and a caret.
    """

    def __init__(
        self, message: str, *, file: str = "", line: int = 0, column: int = 0, excerpt: str = ""
    ) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.excerpt = excerpt
        place = ", ".join(
            part
            for part in (
                file,
                f"line {line}" if line else "",
                f"column {column}" if column else "",
            )
            if part
        )
        head = f"{place}: {message}" if place else message
        super().__init__(f"{head}\n{excerpt}" if excerpt else head)


class CannotAnswer(CombienError):
    """This engine cannot answer this question; the message names one that can."""


class CannotWrite(CombienError):
    """A file could not be written; what it held before, if anything, is untouched."""


class OutOfBudget(CombienError):
    """The nodes, seconds or bytes ran out before the answer was complete.

    `known` says what had been established: counters, and a lower bound of the count under
    `"at_least"`.  `position` is where a search can go on, or the empty string.  `plan` is the plan
    of a count up to there, if there was one.
    """

    def __init__(
        self, message: str, *, known: Mapping[str, int] | None = None, position: str = ""
    ) -> None:
        self.known = dict(known or {})
        self.position = position
        self.plan: Any = None
        super().__init__(message)


class InUse(CombienError, RuntimeError):
    """The search or iterator is in the middle of something else and cannot be used now.

    Raised where waiting would never end: a search is used from its own callback or from a
    finalizer, or in the child of a fork while another thread of the parent was inside; and by an
    iterator that has ended with an error in another thread.
    """


class MissingExtra(CombienError, ImportError):
    """An optional part is not installed; the message is the command that installs it."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion to append to a message, or the empty string.

    >>> did_you_mean("~symm", ["~one", "~maybe", "~sym", "~rot"])
    "; did you mean '~sym'?"
    >>> did_you_mean("P", ["domino", "p"]), did_you_mean("x", ["domino"])
    ("; did you mean 'p'?", '')
    """
    import difflib

    names = list(known)
    close = [name for name in names if name.casefold() == word.casefold()]
    close = close or difflib.get_close_matches(word, names, n=1)
    return f"; did you mean '{close[0]}'?" if close else ""


def whole(name: str, value: object, *, least: int | None = 0, most: int | None = None) -> int:
    """The whole number that was given under this name, numpy's made plain; refused when it is none.

    >>> whole("limit", 3)
    3
    >>> whole("limit", "3")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: limit='3': a whole number from 0 on is expected
    """
    if isinstance(value, SupportsIndex) and not isinstance(value, (bool, type)):
        number = index(value)
        if (least is None or number >= least) and (most is None or number <= most):
            return number
    if least is None:
        between = ""
    else:
        between = f" from {least} on" if most is None else f" from {least} to {most}"
    raise BadInput(f"{name}={value!r:.40}: a whole number{between} is expected")
