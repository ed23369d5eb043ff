"""The options that nonogram commands share: the puzzle, the limits and the output."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import click

from combien._base.budget import countdown
from combien._cli._shared.declare import (
    argument,
    gathered,
    nonogram_formats,
    option,
    paths,
    together,
)
from combien._cli._shared.files import format_of
from combien._cli._shared.guard import print_content, print_message
from combien._cli._shared.inputs import (
    STDIN,
    check_extension,
    label_of,
    name_in_errors,
    print_warnings,
    read_bytes,
    stem,
)
from combien._cli._shared.options import with_options
from combien._cli._shared.picture_files import NumberedFile
from combien._wording import counted
from combien.engines._protocol import Budget
from combien.errors import BadFormat, BadInput, BadNonogram, OutOfBudget
from combien.nonograms import formats
from combien.nonograms._nonogram import Board
from combien.nonograms._solver import solve
from combien.nonograms.formats._text import text_of

if TYPE_CHECKING:
    from combien.nonograms._puzzle import Puzzle
    from combien.nonograms._verdict import Verdict


MOST_BYTES = 64_000_000
# The limit for finding a solution that only improves the hints.
HINT_BUDGET = Budget(seconds=5.0)

Command = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict on a puzzle, or what was found before a limit was reached."""

    status: Literal["unique", "several", "none", "unknown"]
    boards: tuple[Board, ...]
    differ: tuple[tuple[int, int], ...]
    reason: str
    work: Mapping[str, int]
    verdict: Verdict | None = None


def decide(puzzle: Puzzle, budget: Budget, **way: Any) -> Outcome:
    """Solve a puzzle; the status is "unknown" if the budget ends before the verdict."""
    try:
        found = solve(puzzle.nonogram, given=puzzle.given, budget=budget, **way)
    except OutOfBudget as stop:
        return Outcome("unknown", stop.found, (), str(stop), stop.known)
    return Outcome(found.status, found.boards, found.differ, found.reason, found.work, found)


@dataclass(frozen=True, slots=True)
class PuzzleRequest:
    """The options of a command for a puzzle: the file, the budget, and the output.

    `number` is None if it is not given; `files` are all files of a command for several.
    """

    file: str
    format: str | None
    number: int | None
    budget: Budget
    json: bool
    verbose: bool
    files: tuple[str, ...] = ()

    def load(self) -> Puzzle:
        """Load the puzzle.  Raises `BadFormat`."""
        return load(self.file, format=self.format, number=self.number)

    @property
    def hint_budget(self) -> Budget:
        """The budget for finding the solution for hints, by default a few seconds.

        Half of the seconds remain for the hints.
        """
        seconds = self.budget.seconds
        if self.budget == Budget():
            return HINT_BUDGET
        if seconds is None:
            return self.budget
        return replace(self.budget, seconds=min(seconds / 2, countdown(seconds)() or 0.0))

    def name(self, puzzle: Puzzle) -> str:
        """Return the title of the puzzle, shortened, or the name of its file."""
        untitled = "the nonogram" if self.file == STDIN else stem(self.file)
        return puzzle.nonogram.title[:80] or untitled


def load(file: str, *, format: str | None = None, number: int | None = None) -> Puzzle:
    """Load a puzzle of a file, by default the first, with a note if there are more.

    Raises `BadFormat`.
    """
    puzzles = read_all(file, format=format, number=number)
    if len(puzzles) > 1:
        print_message(
            f"combien: {label_of(file)} has {len(puzzles)} puzzles: this is the first; choose "
            "with --number"
        )
    return puzzles[0]


def read_all(
    file: str,
    *,
    format: str | None = None,
    number: int | None = None,
    option: str = "--format",
    quiet: bool = False,
) -> list[Puzzle]:
    """Load all puzzles of a file, or the one of this number; `-` is the standard input.

    `option` is the name of the option that sets the format.  With `quiet`, format warnings are left
    to the caller.  Raises `BadFormat`.
    """
    read = read_bytes(file, MOST_BYTES)
    if format is None:
        check_extension(file, "combien nonogram solve")
    known = format or formats.guess(file, read, way=f"set it with {option}")
    with nullcontext() if quiet else print_warnings(), name_in_errors(file):
        puzzles = formats.read(read, format=known)
        if number is None:
            return puzzles
        if number > len(puzzles):
            count = counted(len(puzzles), "puzzle")
            raise BadFormat(f"the file has {count}: --number {number} does not exist")
        return [puzzles[number - 1]]


def board_from(file: str) -> Board:
    """Read a partial board, a drawing with `?`.  Raises `BadFormat`."""
    read = read_bytes(file, MOST_BYTES)
    with print_warnings(), name_in_errors(file):
        try:
            return Board.parse(text_of(read))
        except BadNonogram as error:
            raise BadFormat(str(error)) from None


def puzzle_options(command: Command, *, many: bool = False) -> Command:
    """Add the argument FILE, or FILE... with `many`, and the options --format and --number."""
    which = "all" if many else "the first one"
    return together(
        argument("FILE...", into="files", complete=paths)
        if many
        else argument("FILE", complete=paths),
        option(
            "--format NAME",
            "The format of the file.  [default: by its name or content]",
            complete=nonogram_formats,
        ),
        option(
            "--number K",
            f"The puzzle of the file.  [default: {which}]",
            type=click.IntRange(1),
        ),
    )(command)


def request_options(
    *, without: Collection[str] = (), many: bool = False
) -> Callable[[Command], Command]:
    """Return a decorator that adds the options of `PuzzleRequest`, except those in `without`.

    The command is called with a `PuzzleRequest` as `request` and its other options.  With `many`,
    it takes several files.
    """
    names = ("--seconds", "--nodes", "--bytes", "--json", "-v")
    shared = with_options(*(name for name in names if name not in without))
    return gathered("request", _request, partial(puzzle_options, many=many), shared)


def _request(
    format: str | None,
    number: int | None,
    seconds: float | None,
    nodes: int | None,
    bytes: int | None,
    as_json: bool,
    verbose: bool = False,
    file: str = "",
    files: tuple[str, ...] = (),
) -> PuzzleRequest:
    budget = Budget(nodes=nodes, seconds=seconds, bytes=bytes)
    every = files or (file,)
    return PuzzleRequest(every[0], format, number, budget, as_json, verbose, every)


@contextmanager
def saved(files: Sequence[tuple[str | None, Callable[[], str]]]) -> Iterator[None]:
    """Context manager that checks the file names on entry and writes the files at the end."""
    wanted = [
        (NumberedFile(name, kind="svg"), render) for name, render in files if name is not None
    ]
    yield
    for file, render in wanted:
        file.write(render)


def output_options(command: Command) -> Command:
    """Add the options --to and --drop."""
    return together(
        option(
            "--to NAME",
            "The format of OUT.  [default: by its name]",
            into="target",
            default="",
            complete=nonogram_formats,
        ),
        option(
            "--drop WHAT",
            "Omit what the format cannot express: title, goal, given, ...  (repeatable)",
            multiple=True,
        ),
    )(command)


def _format_of(file: str) -> str:
    """Return the format to write, by the name of the file."""
    if file == STDIN:
        raise BadInput("the standard output needs a format, as in --to non")
    written = {name: known.extensions for name, known in formats.FORMATS.items() if known.writes}
    return format_of(file, hint=f"use --to with one of {', '.join(written)}", known=written)


def _suggested_options(puzzles: Sequence[Puzzle], format: str) -> list[str]:
    """Return the options that make these puzzles fit the format."""
    lacks = formats.lacking(puzzles, format=format)
    known = formats.FORMATS[format]
    if {"colors", "blotted"} & set(lacks) or not known.writes:
        return []
    ways = ["--number 1" if what == "several" else f"--drop {what}" for what in lacks]
    return ways + ["--solve"] * (not known.clues and not all(puzzle.goals for puzzle in puzzles))


def write_puzzles(puzzles: Sequence[Puzzle], file: str, target: str, drop: Sequence[str]) -> None:
    """Write puzzles in the `target` format, by default the format of the file name."""
    wanted = target or _format_of(file)
    left = [formats.bare(puzzle, without=drop) for puzzle in puzzles]
    try:
        with print_warnings():
            data = formats.write(left, format=wanted)
    except BadFormat as error:
        ways = _suggested_options(left, wanted)
        raise BadFormat(f"{error} ({' '.join(ways)})" if ways else str(error)) from None
    if file != STDIN:
        NumberedFile(file).write(data)
        return
    try:
        print_content(data.decode())
    except UnicodeDecodeError:
        raise BadInput(f"{wanted} is a binary format: name a file to write it to") from None
