"""From a file to the problem that is asked about: a table of formats, by the end of the name.

A new format is one line in `FORMATS` and the function that it names.  A file may hold several
problems, by name; without `--problem` the last one is meant, as the earlier ones of a script tend
to lead up to it.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import IO, TYPE_CHECKING, Any

from combien._cli._shared.guard import tell
from combien._cli._shared.sniffing import begins, format_by_content
from combien._cli._shared.wrong_command import refuse_of_others
from combien._files import open_regular
from combien.cover import formats
from combien.cover._problem import Problem
from combien.errors import BadFormat, BadInput, BadNonogram, BadPuzzle, did_you_mean

if TYPE_CHECKING:
    from combien.language import Script
    from combien.puzzles._puzzle import Puzzle
    from combien.tilings._packing_problem import PackingProblem
    from combien.tilings._tiling import TilingProblem

__all__ = [
    "FORMATS",
    "STDIN",
    "Loaded",
    "content",
    "format_named",
    "format_of",
    "load",
    "names_in",
    "naming",
    "opened",
    "read_stdin",
    "stem",
    "telling_warnings",
    "text_of",
]

STDIN = "-"
MOST_BYTES = 1_000_000_000
MOST_SCRIPT_BYTES = 64_000_000
MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class Loaded:
    """A problem with its name: one of tilings or packings, a puzzle, or a plain exact cover."""

    name: str
    model: TilingProblem | PackingProblem | Problem | Puzzle[Any]
    puzzle: bool = False

    @property
    def problem(self) -> Problem:
        """The exact cover problem."""
        return self.model.problem()

    def require_picture(self, options: str) -> None:
        """Refuses what draws, if there is nothing to draw.  Errors: `BadInput`."""
        if isinstance(self.model, Problem):
            raise BadInput(
                f"{self.name} is a plain exact cover, which has no picture: leave {options} out, "
                "or ask about a tiling (.cmb, .pavage)"
            )


Loader = Callable[[str], Mapping[str, "TilingProblem | PackingProblem | Problem"]]


def load(
    file: str,
    *,
    name: str | None = None,
    format: str | None = None,
    option: str = "--format",
    allow_files: bool = False,
) -> Loaded:
    """The problem of this name in a file; `-` is the standard input, a tiling script unless said.

    `option` is what says the format, for whoever did not.  Errors: `BadFormat` when the format is
    unknown, the file holds no problem, or none of this name; and those of the format.
    """
    loader = _loader(file, format, option)
    with telling_warnings():
        problems = dict(
            _script(file, allow_files=True) if allow_files and loader is _script else loader(file)
        )
    shown = _shown(file)
    if not problems:
        raise BadFormat(f"{shown} defines no problem: write one, as in problem p = board [tile]")
    if name is None:
        name = next(reversed(problems))
    if name not in problems:
        raise BadFormat(
            f"{shown} defines no problem '{name}', but {_listed(problems)}"
            f"{did_you_mean(name, problems)}"
        )
    return Loaded(name, problems[name])


def names_in(file: str) -> list[str]:
    """The names of the problems in a file.  Errors: as for `load`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", formats.FormatWarning)
        return list(_loader(file, None, "--format")(file))


@contextmanager
def telling_warnings() -> Iterator[None]:
    """A context in which what a format loses is said on the standard error, a line each."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", formats.FormatWarning)
        yield
    for warning in caught:
        tell(f"combien: warning: {warning.message}")


def read_stdin() -> Script:
    """The tiling script on the standard input.  Errors: `BadFormat`, `BadScript`."""
    from combien.language import parse

    return parse(text_of(STDIN, MOST_SCRIPT_BYTES), file="<stdin>")


def text_of(file: str, most: int = MOST_SCRIPT_BYTES) -> str:
    """All of a file, or of the standard input, as text."""
    from combien.cover.formats._decoding import decoded

    read = content(file, most)
    try:
        with telling_warnings():
            return decoded(read)
    except BadFormat:
        # No text at all: its reader says better what is wrong.
        return read.decode("utf-8", errors="replace")


def content(file: str, most: int) -> bytes:
    """All of a file, or of the standard input."""
    with opened(file) as stream:
        try:
            read = stream.read(most + 1)
        except OSError as error:
            raise _unreadable(file, error) from error
    if len(read) > most:
        raise BadFormat(f"{_shown(file)} is longer than {most // 10**6} MB")
    return read


@contextmanager
def opened(file: str) -> Iterator[IO[bytes]]:
    """A file to read, or the standard input.  Errors: `BadFormat`."""
    if file == STDIN:
        if sys.stdin is None:
            raise BadFormat("there is no standard input to read: give a file")
        yield sys.stdin.buffer
        return
    try:
        stream = open_regular(file)
    except BadFormat as error:
        if os.path.exists(file) and not os.path.isdir(file) and not os.path.isfile(file):
            raise BadFormat(
                f"{error}; give its content on the standard input, - < {file}"
            ) from None
        raise
    with stream:
        yield stream


def _unreadable(file: str, error: OSError) -> BadFormat:
    return BadFormat(f"cannot read {_shown(file)}: {error.strerror or error}")


def _script(file: str, *, allow_files: bool = False) -> Mapping[str, TilingProblem]:
    from combien.language import problems

    return problems(read_stdin() if file == STDIN else file, allow_files=allow_files)


def _cover(format: str, file: str) -> Mapping[str, Problem]:
    text = text_of(file, MOST_BYTES)
    with naming(file):
        return {stem(file): formats.read(text, format=format)}


def _pavage(file: str) -> Mapping[str, TilingProblem]:
    from combien.tilings import pavage

    text = text_of(file, MOST_BYTES)
    with naming(file):
        return {stem(file): pavage.read(text)}


def _xmpuzzle(file: str) -> Mapping[str, TilingProblem | PackingProblem]:
    from combien.tilings import xmpuzzle

    read = content(file, MOST_SCRIPT_BYTES)
    with naming(file):
        return xmpuzzle.read(read)


@contextmanager
def naming(file: str) -> Iterator[None]:
    """A context in which what is wrong with a text says which file it is of."""
    try:
        yield
    except (BadFormat, BadNonogram, BadPuzzle) as error:
        shown = "the standard input" if file == STDIN else file
        between = ", " if str(error).startswith("line ") else ": "
        raise type(error)(f"{shown}{between}{error}") from error


def _shown(file: str) -> str:
    return "the standard input" if file == STDIN else f"'{file}'"


def stem(file: str) -> str:
    """What a file is called without folders and ending."""
    return "stdin" if file == STDIN else os.path.splitext(os.path.basename(file))[0]


# Name: the ends of file names that say it, and what reads it.
FORMATS: dict[str, tuple[tuple[str, ...], Loader]] = {
    "cmb": ((".cmb",), _script),
    "pavage": ((".pavage",), _pavage),
    "xmpuzzle": ((".xmpuzzle",), _xmpuzzle),
    **{name: (known.extensions, partial(_cover, name)) for name, known in formats.FORMATS.items()},
}


def format_named(name: str) -> str:
    """The name of a format, if there is one of this name.  Errors: `BadFormat`."""
    if name not in FORMATS:
        raise BadFormat(
            f"there is no format '{name}' ({', '.join(FORMATS)}){did_you_mean(name, FORMATS)}"
        )
    return name


def format_of(
    file: str,
    *,
    hint: str,
    among: Collection[str] | None = None,
    known: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The format that the name of a file tells: of all, of those `among`, or of others, `known`.

    `known` has the endings of names of each format.

    Raises
    ------
    BadFormat
        With the hint, if the name tells none.
    """
    writing = known is not None
    known = known or {name: FORMATS[name][0] for name in among or FORMATS}
    if name := _by_name(file, known):
        return name
    if writing:
        raise BadFormat(f"the name '{file[-100:]}' tells no format to write: {hint}")
    endings_known = ", ".join(ending for endings in known.values() for ending in endings)
    raise BadFormat(
        f"the name '{file}' does not tell a format that is known ({endings_known}): {hint}"
    )


def _by_name(file: str, known: Mapping[str, Sequence[str]]) -> str:
    ending = os.path.splitext(file)[1].lower()
    return next((name for name, endings in known.items() if ending in endings), "")


def _loader(file: str, format: str | None, option: str) -> Loader:
    if format is not None:
        return FORMATS[format_named(format)][1]
    if file == STDIN:
        return FORMATS[format_by_content(begins(file)) or "cmb"][1]
    if os.path.isdir(file):
        raise BadFormat(f"cannot read '{file}': it is a folder; name a file in it")
    if not os.path.exists(file):
        raise BadFormat(f"cannot read '{file}': No such file or directory")
    refuse_of_others(file, "combien run", "combien solve")
    known = {name: endings for name, (endings, _) in FORMATS.items()}
    found = _by_name(file, known) or format_by_content(begins(file))
    if not found:
        found = format_of(file, hint=f"nor does its beginning; say it with {option}")
    return FORMATS[found][1]


def _listed(names: Mapping[str, object]) -> str:
    """The names, or the first of very many."""
    shown = [f"'{name}'" for name, _ in zip(names, range(MOST_NAMES), strict=False)]
    more = [f"{len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
    return ", ".join(shown + more)
