"""What every puzzle is: a model that knows its settings, its text form and its own rules.

A puzzle is a frozen dataclass of one file, and a line in the table of `combien.puzzles`.  Its
fields are its *settings*, each declared once by `setting`: the check of what is given, the text
form, the options of the command line, their help and their defaults all come from there.  A puzzle
that has nothing but settings begins as `BySettings`.  Nothing here knows the command line or an
engine.  `template.py` is the shortest puzzle there is.
"""

from __future__ import annotations

import shlex
from dataclasses import Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

from combien._displayed import Displayed
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.drawing._picture import Picture
from combien.errors import (
    BadPuzzle,
    did_you_mean,
    shown,
)

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = [
    "About",
    "BySettings",
    "Puzzle",
    "Reading",
    "Setting",
    "Value",
    "check_settings",
    "check_text",
    "check_tuples",
    "setting",
    "settings_in",
    "settings_of",
    "settings_text",
]

Value = int | str | bool
V = TypeVar("V", int, str, bool)
R = TypeVar("R", bound="Reading")

_YES_AND_NO = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class About:
    """What a person wants to know before playing.

    `name` is that of the table and of the command, `summary` one sentence, `source` a citation,
    `examples` whole command lines for the help.  `text` says what a file holds that `parse` reads,
    and is empty for a puzzle that is all settings.
    """

    name: str
    title: str
    summary: str
    source: str
    examples: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be chosen about a puzzle; its kind is that of its default."""

    name: str
    default: Value
    says: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    argument: bool = False

    @property
    def kind(self) -> type[Value]:
        """`bool`, `int` or `str`."""
        return type(self.default)

    def check(self, value: Value) -> None:
        """Refuses a value that cannot be.  Errors: `BadPuzzle`."""
        if type(value) is not self.kind:
            what = {bool: "yes or no (a bool)", int: "a whole number", str: "a text"}[self.kind]
            raise BadPuzzle(f"{self.name}={shown(value)}: {what} is expected")
        if self.choices and value not in self.choices:
            hint = did_you_mean(str(value)[:40], self.choices)
            raise BadPuzzle(f"{self.name} is one of {', '.join(self.choices)}{hint}")
        if isinstance(value, int):
            if self.low is not None and value < self.low:
                raise BadPuzzle(f"{self.name}={shown(value)}: at least {self.low} is expected")
            if self.high is not None and value > self.high:
                raise BadPuzzle(f"{self.name}={shown(value)}: at most {self.high} can be laid out")

    def read(self, text: str) -> Value:
        """The value that a text means.  Errors: `BadPuzzle`."""
        if self.kind is bool:
            if text not in _YES_AND_NO:
                raise BadPuzzle(f"{self.name}={text[:40]}: yes or no is expected")
            return _YES_AND_NO[text]
        if self.kind is str:
            return text
        try:
            return int(text)
        except ValueError:
            raise BadPuzzle(f"{self.name}={text[:40]}: a whole number is expected") from None

    def write(self, value: Value) -> str:
        """The text that `read` reads as this value."""
        return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def setting(
    default: V,
    says: str,
    *,
    low: int | None = None,
    high: int | None = None,
    choices: tuple[str, ...] = (),
    argument: bool = False,
) -> V:
    """A field of a puzzle that is a setting; at most one is the `argument` of the command."""
    said = Setting("", default, says, low, high, choices, argument)
    made: V = field(default=default, metadata={"setting": said})
    return made


def settings_of(puzzle: type[DataclassInstance] | DataclassInstance) -> tuple[Setting, ...]:
    """The settings of a puzzle, in order.

    >>> from combien.puzzles import Rooks
    >>> [setting.name for setting in settings_of(Rooks)]
    ['size', 'diagonal']
    """
    return tuple(
        Setting(
            one.name,
            said.default,
            said.says,
            said.low,
            said.high,
            said.choices,
            said.argument,
        )
        for one in fields(puzzle)
        if (said := one.metadata.get("setting")) is not None
    )


def check_settings(puzzle: DataclassInstance) -> None:
    """Refuses settings that cannot be: for `__post_init__`.  Errors: `BadPuzzle`.

    >>> from combien.puzzles import Rooks
    >>> Rooks(size=0)
    Traceback (most recent call last):
    ...
    combien.errors.BadPuzzle: size=0: at least 1 is expected
    """
    for one in settings_of(puzzle):
        one.check(getattr(puzzle, one.name))


def check_text(text: object) -> None:
    """Refuses what is no text: for `parse`.  Errors: `BadPuzzle`."""
    if not isinstance(text, str):
        raise BadPuzzle(f"a puzzle is read from a text, not from a {type(text).__name__}")


def check_tuples(puzzle: DataclassInstance, *names: str) -> None:
    """Makes tuples of fields that may be given as lists, so that they stay.  Errors: `BadPuzzle`.

    >>> from combien.puzzles import Mates
    >>> Mates(square=[1, 2, 2, 1]).square
    (1, 2, 2, 1)
    """
    for name in names:
        value = getattr(puzzle, name)
        if not isinstance(value, (list, tuple)):
            raise BadPuzzle(f"{name}: a tuple is expected, not a {type(value).__name__}")
        object.__setattr__(puzzle, name, tuple(value))


def settings_in(text: str, puzzle: type[DataclassInstance]) -> dict[str, Any]:
    """The settings that a text names, for `parse`: words `name=value`.

    >>> from combien.puzzles import Rooks
    >>> settings_in("4 diagonal=no", Rooks)
    {'size': 4, 'diagonal': False}

    A word without a name is the value of the setting that is the argument; a value with blanks
    stands in quotes, as in a shell.  Errors: `BadPuzzle`.
    """
    check_text(text)
    known = {one.name: one for one in settings_of(puzzle)}
    first = next((one.name for one in known.values() if one.argument), "")
    found: dict[str, Value] = {}
    try:
        words = shlex.split(text)
    except ValueError:
        raise BadPuzzle("a quotation in these settings has no end") from None
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            name, value = first, word
        if name not in known:
            hint = did_you_mean(name[:40], known)
            raise BadPuzzle(f"there is no setting '{name[:40]}' ({', '.join(known)}){hint}")
        if name in found:
            raise BadPuzzle(f"the setting '{name}' is given twice")
        found[name] = known[name].read(value)
    return found


def settings_text(puzzle: DataclassInstance) -> str:
    """The settings as text, for `__str__`: what `settings_in` reads.

    >>> from combien.puzzles import Rooks
    >>> settings_text(Rooks(size=4))
    'size=4 diagonal=yes'
    """
    written = ((one.name, one.write(getattr(puzzle, one.name))) for one in settings_of(puzzle))
    return " ".join(f"{name}={shlex.quote(text) if text else text}" for name, text in written)


class BySettings(Displayed):
    """A puzzle that is all settings: it checks them, writes them and reads them.

    >>> from combien.puzzles import Rooks
    >>> str(Rooks(4)), Rooks.parse("4 diagonal=no")
    ('size=4 diagonal=yes', Rooks(size=4, diagonal=False))

    Where settings must go together, too, `__post_init__` begins with that of here.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __post_init__(self) -> None:
        check_settings(self)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The puzzle of a text that names settings, as `settings_in` reads it."""
        return cls(**settings_in(text, cls))

    def __str__(self) -> str:
        return settings_text(self)


class Reading(Protocol):
    """What a solution means: `str` writes it for a person."""

    def picture(self, *, title: str = "") -> Picture:
        """It drawn.  Errors: `BadPicture` for what is no drawing."""

    def plain(self) -> object:
        """It as lists, numbers and texts, for JSON."""


class Puzzle(Protocol[R]):
    """A puzzle: a model (`combien.count` takes it) with a text form and rules of its own.

    `str(puzzle)` is the text that `parse` reads.  `check` knows nothing of the problem: it tests
    what was read by the rules as a person would say them.  A puzzle whose board can be turned may
    have `symmetries` as well, and can then be counted up to them.
    """

    about: ClassVar[About]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @classmethod
    def parse(cls, text: str) -> Puzzle[R]:
        """The puzzle that a text describes.  Errors: `BadPuzzle`."""

    def problem(self) -> Problem:
        """The exact cover problem, made once."""

    def read(self, solution: Solution) -> R:
        """What a solution of that problem means."""

    def check(self, reading: R) -> bool:
        """Whether this keeps the rules of the puzzle."""
