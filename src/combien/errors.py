"""The exceptions that combien raises, and helpers to check arguments.

    CombienError
    ├ BadInput            an invalid argument or file
    │ ├ BadProblem        an inconsistent exact cover problem
    │ ├ BadRegion         invalid cells, ASCII art or symmetry of a region
    │ ├ BadTiling         an invalid board or tile of a tiling problem
    │ ├ BadPosition       a position that does not belong to this search
    │ ├ BadPicture        something that cannot be drawn
    │ ├ BadPuzzle         invalid puzzle settings or text
    │ ├ BadNonogram       invalid clues or cells of a nonogram
    │ ├ BadFormat         a file that does not follow its format
    │ └ BadScript         an error in a tiling script, with its line and column
    ├ CannotAnswer        the engine does not support this question; names one that does
    ├ InUse               the object is being used by another thread or by a caller
    ├ OutOfBudget         the nodes, seconds or bytes ran out; holds partial results
    ├ CannotWrite         a file could not be written; an existing file is unchanged
    └ MissingExtra        an optional dependency is not installed

Values are validated when they are created, so these are raised by constructors, not on later use.
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
    """Base class of all exceptions that combien raises on purpose."""


class BadInput(CombienError, ValueError):
    """An argument or a file is invalid."""


class BadProblem(BadInput):
    """An exact cover problem is inconsistent."""


class BadRegion(BadInput):
    """The cells, ASCII art or symmetry of a region are invalid."""


class BadTiling(BadInput):
    """The board or a tile of a tiling problem is invalid."""


class BadPosition(BadInput):
    """A position does not belong to this search."""


class BadPicture(BadInput):
    """The picture cannot be drawn."""


class BadPuzzle(BadInput):
    """The settings or the text of a puzzle are invalid."""


class BadNonogram(BadInput):
    """The clues or cells of a nonogram are invalid."""


class BadFormat(BadInput):
    """A file does not follow its format."""


class BadScript(BadInput):
    """A tiling script has a syntax error or an invalid declaration.

    `str(error)` is the full message: file, line, column, the source line and a caret.
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
    """The engine does not support this question; the message names one that does."""


class CannotWrite(CombienError):
    """A file could not be written; an existing file is unchanged."""


class OutOfBudget(CombienError):
    """The nodes, seconds or bytes ran out before the answer was complete.

    `known` holds the counters, and under `"at_least"` a lower bound of the count.  `position` is
    where a search can be resumed, or the empty string.  `plan` is the plan of a count so far, or
    None.
    """

    def __init__(
        self, message: str, *, known: Mapping[str, int] | None = None, position: str = ""
    ) -> None:
        self.known = dict(known or {})
        self.position = position
        self.plan: Any = None
        super().__init__(message)


class InUse(CombienError, RuntimeError):
    """The search or iterator is in use and waiting for it would deadlock.

    Raised when a search is used from its own callback or from a finalizer, or in the child of a
    fork while another thread of the parent was using it; also by an iterator that has already
    failed in another thread.
    """


class MissingExtra(CombienError, ImportError):
    """An optional dependency is not installed; the message is the command that installs it."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a suggestion to append to a message, or the empty string.

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
    """Return the argument `name` as an int, from any integer type; raise `BadInput` otherwise.

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
    """Return an integer of any type as an int; None for other values, bools and floats included.

    >>> whole_number(3), whole_number(3.0), whole_number(True)
    (3, None, None)
    """
    if isinstance(value, (bool, type)) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # numpy arrays support `index` only if they hold a single number.
        return None


def shown(value: object, length: int = 40) -> str:
    """Return the beginning of the `repr` of a value for a message; never raises.

    >>> shown("3"), shown(list(range(99)), 9), shown(10**5000)
    ("'3'", '[0, 1, 2,', 'a number of 16610 bits')
    """
    try:
        return repr(value)[:length]
    except Exception:
        # Python refuses to print ints of more than 4300 digits, and a custom repr may raise.
        if isinstance(value, int):
            return f"a number of {value.bit_length()} bits"
        return f"a value of type {type(value).__name__}"


def listed(
    name: str, values: Any, what: str = "a list is", *, error: type[BadInput] = BadInput
) -> list[Any]:
    """Return the argument `name` as a list.

    >>> listed("costs", (1, 2))
    [1, 2]
    >>> listed("costs", 2)
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: costs=2: a list is expected

    numpy arrays become plain values.  Raises `error` if the value is not iterable.
    """
    try:
        if hasattr(values, "dtype") and hasattr(values, "tolist"):
            values = values.tolist()
        return list(values)
    except TypeError:
        # An iterator that raises TypeError, such as the caller's generator, has a bug of its own.
        if isinstance(values, Iterator):
            raise
        raise error(f"{name}={shown(values)}: {what} expected") from None


def truth(name: str, value: object, *, error: type[BadInput] = BadInput) -> bool:
    """Return the argument `name` as a bool; raise `error` if it has no truth value (an array).

    >>> truth("labels", 1)
    True
    """
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise error(f"{name}={shown(value)}: True or False is expected") from None


def hashable(name: str, value: Any, *, error: type[BadInput] = BadInput) -> Any:
    """Return the value if it can be an element of a set: hashable, and not a `nan`.

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
    """Return the argument `name` if it is of this type.

    >>> instance("problem", 3, str)
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: problem=3: a value of type str is expected
    """
    if not isinstance(value, kind):
        raise error(f"{name}={shown(value)}: a value of type {kind.__name__} is expected")
    return value
