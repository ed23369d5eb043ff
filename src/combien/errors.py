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

from collections.abc import Iterable, Iterator, Mapping
from operator import index
from typing import Any, SupportsIndex, TypeVar

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
    "hashable",
    "instance",
    "listed",
    "shown",
    "truth",
    "whole",
    "whole_number",
]


T = TypeVar("T")


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

    if not isinstance(word, str):
        return ""
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
    number = whole_number(value)
    if number is None:
        pass
    elif (least is None or number >= least) and (most is None or number <= most):
        return number
    if least is None:
        between = ""
    else:
        between = f" from {least} on" if most is None else f" from {least} to {most}"
    raise BadInput(f"{name}={shown(value)}: a whole number{between} is expected")


def whole_number(value: object) -> int | None:
    """Return the plain whole number that a value is, or None: for True, a class, an array, 1.0.

    >>> whole_number(3), whole_number(3.0), whole_number(True)
    (3, None, None)
    """
    if isinstance(value, (bool, type)) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # An array of numpy has an index only if it holds a single number.
        return None


def shown(value: object, length: int = 40) -> str:
    """Return the beginning of the `repr` of any value, for a message; never an error itself.

    >>> shown("3"), shown(list(range(99)), 9), shown(10**5000)
    ("'3'", '[0, 1, 2,', 'a number of 16610 bits')
    """
    try:
        return repr(value)[:length]
    except Exception:
        # Python writes no number of more than 4300 digits, and others' reprs do what they like.
        if isinstance(value, int):
            return f"a number of {value.bit_length()} bits"
        return f"a value of type {type(value).__name__}"


def listed(
    name: str, values: Any, what: str = "a list is", *, error: type[BadInput] = BadInput
) -> list[Any]:
    """Return the values that were given under this name as a list.

    >>> listed("costs", (1, 2))
    [1, 2]
    >>> listed("costs", 2)
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: costs=2: a list is expected

    Arrays of numpy become plain values.  Raises `error` for what cannot be iterated.
    """
    try:
        if hasattr(values, "dtype") and hasattr(values, "tolist"):
            values = values.tolist()
        return list(values)
    except TypeError:
        # What is iterable and fails nevertheless, a generator of the caller's, fails on its own.
        if isinstance(values, Iterator):
            raise
        raise error(f"{name}={shown(values)}: {what} expected") from None


def truth(name: str, value: object, *, error: type[BadInput] = BadInput) -> bool:
    """Return whether a switch is on; an array or a table is neither true nor false.

    >>> truth("labels", 1)
    True
    """
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise error(f"{name}={shown(value)}: True or False is expected") from None


def hashable(name: str, value: Any, *, error: type[BadInput] = BadInput) -> Any:
    """Return a value that can be an element of a set: hashable, and equal to itself unlike `nan`.

    >>> hashable("element", "a")
    'a'
    """
    try:
        hash(value)
        if value == value:
            return value
    except (TypeError, ValueError, ArithmeticError):
        pass
    raise error(f"{name} {shown(value)}: a hashable value that is equal to itself is expected")


def instance(name: str, value: object, kind: type[T], *, error: type[BadInput] = BadInput) -> T:
    """Return the value that was given under this name if it is of this type.

    >>> instance("problem", 3, str)
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: problem=3: a value of type str is expected
    """
    if not isinstance(value, kind):
        raise error(f"{name}={shown(value)}: a value of type {kind.__name__} is expected")
    return value
