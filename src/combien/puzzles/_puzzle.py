"""The protocol of puzzles, and the settings that they declare.

A puzzle is a frozen dataclass in a file of its own, listed in `combien.puzzles.PUZZLES`.  Its
fields are its *settings*, each declared once by `setting`: validation, the text form, and the
command-line options with their help and defaults are derived from it, by `BySettings`, which
puzzles extend.  This module is independent of the command line and the engines.
`_template.py` is the smallest example.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

from combien._base.checks import did_you_mean, short_repr
from combien._base.displayed import Displayed
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.errors import BadPuzzle

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from combien.drawing._picture import Picture

Value = int | str | bool
V = TypeVar("V", int, str, bool)
R = TypeVar("R", bound="Reading")
B = TypeVar("B", bound="BySettings")

_YES_AND_NO = {"yes": True, "no": False}


@dataclass(frozen=True)
class About:
    """The description of a puzzle, for help and documentation.

    `name` is the key in the table and on the command line, `summary` one sentence, `source` a
    citation, `examples` complete command lines.  `text` describes the files that `parse` reads; it
    is empty for a puzzle with nothing but settings.  `levels` are those that `design.make_puzzles`
    makes it of, and what each says; empty if it is not made.
    """

    name: str
    title: str
    summary: str
    source: str
    examples: tuple[str, ...]
    text: str = ""
    levels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter of a puzzle; its type is the type of its default."""

    name: str
    default: Value
    help: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    argument: bool = False

    @property
    def kind(self) -> type[Value]:
        """The type: `bool`, `int` or `str`."""
        return type(self.default)

    def check(self, value: Value) -> None:
        """Raise `BadPuzzle` if the value is invalid."""
        if type(value) is not self.kind:
            what = {bool: "yes or no (a bool)", int: "a whole number", str: "a text"}[self.kind]
            raise BadPuzzle(f"{self.name}={short_repr(value)}: expected {what}")
        if self.choices and value not in self.choices:
            hint = did_you_mean(str(value)[:40], self.choices)
            raise BadPuzzle(f"{self.name} must be one of {', '.join(self.choices)}{hint}")
        if isinstance(value, int):
            if self.low is not None and value < self.low:
                raise BadPuzzle(f"{self.name}={short_repr(value)}: expected at least {self.low}")
            if self.high is not None and value > self.high:
                raise BadPuzzle(f"{self.name}={short_repr(value)}: expected at most {self.high}")

    def read(self, text: str) -> Value:
        """Return the value that a text denotes.  Raises `BadPuzzle`."""
        if self.kind is bool:
            if text not in _YES_AND_NO:
                raise BadPuzzle(f"{self.name}={text[:40]}: expected yes or no")
            return _YES_AND_NO[text]
        if self.kind is str:
            return text
        try:
            return int(text)
        except ValueError:
            raise BadPuzzle(f"{self.name}={text[:40]}: expected a whole number") from None

    def write(self, value: Value) -> str:
        """Return the text from which `read` returns this value."""
        return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def setting(
    default: V,
    help: str,  # noqa: A002
    *,
    low: int | None = None,
    high: int | None = None,
    choices: tuple[str, ...] = (),
    argument: bool = False,
) -> V:
    """Declare a field as a setting; at most one may be the `argument` of the command."""
    declared = Setting("", default, help, low, high, choices, argument)
    made: V = field(default=default, metadata={"setting": declared})
    return made


def settings_of(puzzle: type[DataclassInstance] | DataclassInstance) -> tuple[Setting, ...]:
    """Return the settings of a puzzle, in order.

    >>> from combien.puzzles import Rooks
    >>> [setting.name for setting in settings_of(Rooks)]
    ['size', 'diagonal']
    """
    return tuple(
        replace(declared, name=one.name)
        for one in fields(puzzle)
        if (declared := one.metadata.get("setting")) is not None
    )


def check_text(text: object) -> None:
    """Raise `BadPuzzle` if this is not a string; for `parse`."""
    if not isinstance(text, str):
        raise BadPuzzle(f"a puzzle is parsed from a str, not from {type(text).__name__}")


def check_tuples(puzzle: DataclassInstance, *names: str) -> None:
    """Convert fields given as lists to tuples, so that they are immutable.  Raises `BadPuzzle`.

    >>> from combien.puzzles import Mates
    >>> Mates(square=[1, 2, 2, 1]).square
    (1, 2, 2, 1)
    """
    for name in names:
        value = getattr(puzzle, name)
        if not isinstance(value, (list, tuple)):
            raise BadPuzzle(f"{name}: expected a tuple, not {type(value).__name__}")
        object.__setattr__(puzzle, name, tuple(value))


def settings_in(text: str, puzzle: type[DataclassInstance]) -> dict[str, Any]:
    """Parse words of the form `name=value` into settings; for `parse`.

    >>> from combien.puzzles import Rooks
    >>> settings_in("4 diagonal=no", Rooks)
    {'size': 4, 'diagonal': False}

    A word without a name is the value of the argument; a value with spaces is quoted as in a
    shell.  Raises `BadPuzzle`.
    """
    check_text(text)
    known = {one.name: one for one in settings_of(puzzle)}
    first = next((one.name for one in known.values() if one.argument), "")
    values: dict[str, Value] = {}
    try:
        words = shlex.split(text)
    except ValueError:
        raise BadPuzzle("unterminated quote in the settings") from None
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            name, value = first, word
        if name not in known:
            hint = did_you_mean(name[:40], known)
            raise BadPuzzle(f"there is no setting '{name[:40]}' ({', '.join(known)}){hint}")
        if name in values:
            raise BadPuzzle(f"the setting '{name}' is given twice")
        values[name] = known[name].read(value)
    return values


class BySettings(Displayed):
    """The base of puzzles: checks, writes and parses the settings.

    >>> from combien.puzzles import Rooks
    >>> str(Rooks(4)), Rooks.parse("4 diagonal=no")
    ('size=4 diagonal=yes', Rooks(size=4, diagonal=False))
    >>> Rooks(size=0)
    Traceback (most recent call last):
    ...
    combien.errors.BadPuzzle: size=0: expected at least 1

    A subclass that checks settings against one another calls `super().__post_init__()` first, and
    one with more than settings has a `parse` and `__str__` of its own.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __post_init__(self) -> None:
        for one in settings_of(self):
            one.check(getattr(self, one.name))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the puzzle with the settings of a text, as `settings_in` reads it."""
        return cls(**settings_in(text, cls))

    def __str__(self) -> str:
        written = ((one.name, one.write(getattr(self, one.name))) for one in settings_of(self))
        return " ".join(f"{name}={shlex.quote(text) if text else text}" for name, text in written)


def once(build: Callable[[B], Problem]) -> Callable[[B], Problem]:
    """Let a puzzle keep the problem that this method builds at its first call."""

    @wraps(build)
    def problem(puzzle: B) -> Problem:
        kept: dict[str, Problem] = puzzle.__dict__
        if "_problem" not in kept:
            kept["_problem"] = build(puzzle)
        return kept["_problem"]

    return problem


class Reading(Protocol):
    """A solution in the terms of the puzzle; `str` formats it for people."""

    def picture(self, *, title: str = "") -> Picture:
        """Return a drawing.  Raises `BadPicture` if there is none."""

    def plain(self) -> object:
        """Return lists, numbers and strings, for JSON."""


class Puzzle(Protocol[R]):
    """A puzzle: a model (`combien.count` takes it) with a text form and its own rules.

    `str(puzzle)` is the text that `parse` reads.  `check` tests a solution by the rules of the
    puzzle, independently of the exact cover problem.  A puzzle on a board may also have
    `symmetries`, and can then be counted up to them.
    """

    about: ClassVar[About]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @classmethod
    def parse(cls, text: str) -> Puzzle[R]:
        """Return the puzzle that a text describes.  Raises `BadPuzzle`."""

    def problem(self) -> Problem:
        """Return the exact cover problem, built once."""

    def read(self, solution: Solution) -> R:
        """Return a solution of the problem in the terms of the puzzle."""

    def check(self, reading: R) -> bool:
        """Return whether this follows the rules of the puzzle."""


class DrawnReading(Displayed):
    """A solution with a `picture`."""

    __slots__ = ()


def board_in(text: str, *, most: int) -> tuple[int, int]:
    """Return the width and height in a text.

    >>> board_in("33x32", most=99)
    (33, 32)
    >>> board_in("33", most=99)
    Traceback (most recent call last):
    ...
    combien.errors.BadPuzzle: board=33: expected WIDTHxHEIGHT, each from 1 to 99
    """
    words = text.split("x")
    if len(words) != 2 or not all(is_number(word) and 1 <= int(word) <= most for word in words):
        raise BadPuzzle(f"board={text[:40]}: expected WIDTHxHEIGHT, each from 1 to {most}")
    return int(words[0]), int(words[1])


def numbers_in(text: str) -> list[int]:
    """Return the numbers in a comma-separated text; empty if any word is not a number.

    >>> numbers_in("3,2,1,1"), numbers_in("3,x")
    ([3, 2, 1, 1], [])
    """
    words = text.replace(",", " ").split()
    return [int(word) for word in words] if all(map(is_number, words)) else []


def is_number(word: str) -> bool:
    """Return whether this is a non-negative integer of at most seven ASCII digits.

    >>> [is_number(word) for word in ("12", "-1", "²", "")]
    [True, False, False, False]
    """
    return word.isascii() and word.isdigit() and len(word) <= 7
