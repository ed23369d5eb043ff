"""Read the input of a command: a file or the standard input, as bytes or text.

For a file that belongs to another command, the error names that command.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import click

from combien._base.files import EXAMPLE, open_regular, read_up_to
from combien._cli._shared.guard import print_message
from combien.errors import BadFormat, BadNonogram, BadPuzzle

STDIN = "-"
MOST_BYTES = 1_000_000_000
MOST_SCRIPT_BYTES = 64_000_000

# The number of bytes that are inspected to recognize a format.
HEAD = 10_000

# From commands to the extensions that only they read.  A literal table, since importing the formats
# is slow; a test compares the two.
_READERS = {
    "combien run": ".cmb",
    "combien solve": ".pavage .xmpuzzle .dlx .emc .ec .mps .lp .opb .wcnf .xcsp3 .mzn",
    "combien puzzle sudoku": ".sudoku",
    "combien puzzle mates": ".latin",
    "combien puzzle coloring": ".col",
    "combien nonogram solve": (
        ".non .nonpack .xml .nin .g .grid .mk .cwd .nng .taai .answers .url .penpa .sgt .picross "
        ".toml .pbm .png"
    ),
}
COMMANDS = {ending: command for command, endings in _READERS.items() for ending in endings.split()}


def check_extension(file: str, *commands: str) -> None:
    """Raise `BadFormat` if the extension of a file belongs to a command that is not listed.

    >>> check_extension("snail.non", "combien nonogram solve")
    >>> check_extension("snail.non", "combien solve")
    Traceback (most recent call last):
    ...
    combien.errors.BadFormat: 'snail.non' is for another command: combien nonogram solve snail.non

    Files with unknown extensions pass.
    """
    ending = os.path.splitext(file)[1].lower()
    command = COMMANDS.get(ending, "")
    if command and command not in commands:
        import shlex  # Start-up: only for this error.

        context = click.get_current_context(silent=True)
        # All of these print a solution, unless they are asked for the number.
        count = ["--count"] if context is not None and context.info_name == "count" else []
        words = [*command.split(), *count, *(["--"] if file.startswith("-") else []), file]
        raise BadFormat(f"'{file}' is for another command: {shlex.join(words)}")


@contextmanager
def print_warnings() -> Iterator[None]:
    """Context manager that prints format warnings on the standard error at the end."""
    from combien.cover.formats._text import FormatWarning  # Start-up: not for other input.

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", FormatWarning)
        yield
    for warning in caught:
        print_message(f"combien: warning: {warning.message}")


def read_text(file: str, most: int = MOST_SCRIPT_BYTES) -> str:
    """Read a file, or the standard input, as text."""
    from combien.cover.formats._text import decoded  # Start-up: not for other input.

    read = read_bytes(file, most)
    try:
        with print_warnings():
            return decoded(read)
    except BadFormat:
        # Not text: the reader of the format gives a better error.
        return read.decode("utf-8", errors="replace")


def read_bytes(file: str, most: int) -> bytes:
    """Return the content of a file or the standard input.

    Raises `BadFormat` if it is longer than `most` bytes.
    """
    with open_input(file) as stream:
        try:
            read = read_up_to(stream, most + 1)
        except OSError as error:
            raise _unreadable(file, error) from error
    if len(read) > most:
        raise BadFormat(f"{label_of(file)} is longer than {most // 10**6} MB")
    return read


@contextmanager
def open_input(file: str) -> Iterator[IO[bytes]]:
    """Context manager for a file open for reading, or the standard input.  Raises `BadFormat`."""
    if file == STDIN:
        if sys.stdin is None:
            raise BadFormat("there is no standard input to read: give a file")
        yield sys.stdin.buffer
        return
    try:
        stream = open_regular(file)
    except BadFormat as error:
        if os.path.exists(file) and not os.path.isdir(file) and not os.path.isfile(file):
            raise BadFormat(f"{error}; redirect it to the standard input, - < {file}") from None
        raise
    with stream:
        yield stream


def _unreadable(file: str, error: OSError) -> BadFormat:
    return BadFormat(f"cannot read {label_of(file)}: {error.strerror or error}")


def read_head(file: str) -> bytes:
    """Return the first bytes of a file or of the standard input, without consuming them."""
    if file != STDIN:
        with open_input(file) as stream:
            return stream.read(HEAD)
    peek = getattr(getattr(sys.stdin, "buffer", None), "peek", None)
    return peek(HEAD) if peek is not None else b""


@contextmanager
def name_in_errors(file: str) -> Iterator[None]:
    """Context manager that prefixes errors about the content of a file with its name."""
    try:
        yield
    except (BadFormat, BadNonogram, BadPuzzle) as error:
        shown = "the standard input" if file == STDIN else file
        between = ", " if str(error).startswith("line ") else ": "
        raise type(error)(f"{shown}{between}{error}") from error


def label_of(file: str) -> str:
    return "the standard input" if file == STDIN else f"'{file}'"


def stem(file: str) -> str:
    """Return the name of a file without its folder and extension."""
    name = os.path.basename(file.removeprefix(EXAMPLE))
    return "stdin" if file == STDIN else os.path.splitext(name)[0]
