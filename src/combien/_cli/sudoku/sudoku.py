"""`combien sudoku FILE`: many sudokus of one kind, each as soon as it is read; and new ones.

The rules are laid out once for each size, and a sudoku is some options given: so a file of 100 000
takes seconds, and memory for one.  Each is answered in the form in which it was asked, a line for a
line.
"""

from __future__ import annotations

import io
import json
import os
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

import click

from combien._cli._shared.files import opened
from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, say, tell
from combien._cli._shared.options import How, answering
from combien._cli._shared.report import SCHEMA
from combien._cli._shared.wrong_command import refuse_of_others
from combien._cli.completion import paths
from combien._wording import counted
from combien.errors import BadFormat, BadPuzzle

if TYPE_CHECKING:
    from combien._cli.sudoku.batch import Sudokus
    from combien.cover._elements import Solution
    from combien.puzzles._sudoku.sudoku import Sudoku

__all__ = ["sudoku"]

# No sudoku has longer lines, however it is written.
LONGEST_LINE = 10_000
# A sudoku in place of a file has so many characters.
ALONE = (16, 36, 81, 256)
WRITTEN = "123456789.0*_?"
MOST_MADE = 1_000_000
BETWEEN_REPORTS = 500

EXAMPLES = """\
Examples:

combien sudoku 1.8......6......4.2..75..89....4.9......8346....1....8...93.....672......3......2

combien sudoku examples/sudokus.txt

combien sudoku --rate --json examples/sudokus.txt

combien sudoku --make 3 --seed 7 --symmetric

combien sudoku --make 1000 --minimal --x | combien sudoku --x -
"""


@command(epilog=EXAMPLES)
@click.argument("file", metavar="[FILE]", shell_complete=paths, required=False)
@click.option("--x", is_flag=True, help="The two diagonals hold each digit once, too.")
@click.option("--box", default="", metavar="WxH", help="Width and height of a box, as in 3x2.")
@click.option(
    "--unique/--no-unique", default=True, help="Look for a second solution.  [default: yes]"
)
@click.option("--rate", is_flag=True, help="Say how many nodes the search took: 1 is no guess.")
@click.option(
    "--make",
    type=click.IntRange(0, MOST_MADE),
    metavar="N",
    help="Make so many sudokus with one solution, instead.",
)
@click.option("--seed", type=int, default=0, metavar="N", help="Which ones to make.")
@click.option("--symmetric", is_flag=True, help="Make those whose givens half a turn keeps.")
@click.option("--minimal", is_flag=True, help="Make those of which no given can be left out.")
@answering(without=("--bytes",))
def sudoku(
    how: How,
    *,
    file: str | None,
    x: bool,
    box: str,
    unique: bool,
    rate: bool,
    make: int | None,
    seed: int,
    symmetric: bool,
    minimal: bool,
) -> Exit:
    """Solve the sudokus of a file, or make new ones.

    FILE is a sudoku itself, or holds one a line, 81 characters with . or 0 for an empty cell, or
    each on lines of its own, with or without bars; other sizes, too, and - is the standard input.
    The solution is written in the same form; of several, two; for none, "none"; for what is no
    sudoku, "?" and why.  The limits are for each sudoku.  With --json, an object a line.

    For pictures and counts, for jigsaws and killers, see combien puzzle sudoku.
    """
    if make is not None and file is None:
        return _make(how, make, _rules(x, box), seed=seed, symmetric=symmetric, minimal=minimal)
    if file is None or make is not None:
        raise click.UsageError("name a FILE of sudokus, or --make some: one of the two")
    if symmetric or minimal:
        raise click.UsageError("--symmetric and --minimal say what to --make")
    refuse_of_others(file, "combien puzzle sudoku")
    from combien._cli.sudoku.batch import Sudokus

    return _solve(file, Sudokus(how, x=x, box=box, limit=2 if unique else 1), how, rate=rate)


def _solve(file: str, sudokus: Sudokus, how: How, *, rate: bool) -> Exit:
    """Answers each sudoku of a file."""
    from combien._cli._shared.progress import Bar
    from combien.engines._protocol import Progress

    tally: Counter[str] = Counter()
    with _opened(file) as stream, Bar() as bar:
        lines = _Lines(stream)
        try:
            for outcome in sudokus.answers(lines):
                if outcome.error:
                    bar.clear()
                    tell(f"combien: line {outcome.number}: {outcome.error}")
                say(outcome.json() if how.json else outcome.text(rate=rate))
                tally[outcome.status] += 1
                if tally.total() % BETWEEN_REPORTS == 0:
                    bar(Progress(sudokus.engine, lines.fraction, dict(tally)))
        except KeyboardInterrupt:
            bar.clear()
            sys.stdout.flush()
            tell(f"combien: interrupted; the answers above stand ({_summary(tally)})")
            return Exit.INTERRUPTED
    if not tally:
        raise BadFormat(f"'{file}' holds no sudoku: write one a line, 81 characters with . or 0")
    sys.stdout.flush()
    plain = set(tally) <= {"one", "solved"}
    if tally.total() > 1 and (how.verbose or not plain or sys.stderr.isatty()):
        tell(_summary(tally))
    if tally["bad"]:
        return Exit.BAD_INPUT
    if tally["stopped"]:
        return Exit.UNKNOWN
    return Exit.NONE if set(tally) == {"none"} else Exit.ANSWERED


def _summary(tally: Counter[str]) -> str:
    """How many there were, and what came of them."""
    from combien._cli.sudoku.batch import MEANING

    said = [f"{tally[status]} {meaning}" for status, meaning in MEANING.items() if tally[status]]
    return ": ".join(filter(None, (counted(tally.total(), "sudoku"), ", ".join(said))))


def _make(
    how: How, number: int, rules: Sudoku, *, seed: int, symmetric: bool, minimal: bool
) -> Exit:
    """Makes sudokus, and writes each on a line."""
    from random import Random

    from combien._questions import Prepared
    from combien.puzzles._sudoku.making import make
    from combien.puzzles._sudoku.text import one_line

    dice = Random(seed)
    prepared = Prepared(rules.problem(), engine=how.engine)

    def ask(given: Sequence[int]) -> list[Solution]:
        return prepared.solutions(given, nodes=how.budget.nodes, seconds=how.budget.seconds)

    for _ in range(number):
        made = make(rules, ask, dice, symmetric=symmetric, minimal=minimal)
        line = one_line(made.givens)
        clues = sum(map(bool, made.givens))
        said = json.dumps({"schema": SCHEMA, "givens": line, "clues": clues}) if how.json else line
        sys.stdout.write(f"{said}\n")
    return Exit.ANSWERED


def _rules(x: bool, box: str) -> Sudoku:
    """The empty sudoku that the options describe, of 9 x 9 unless the box says otherwise."""
    from combien.puzzles._sudoku.sudoku import Sudoku, box_in

    width, height = box_in(box) if box else (3, 3)
    return Sudoku((0,) * (width * height) ** 2, x=x, box=box)


@contextmanager
def _opened(file: str) -> Iterator[IO[bytes]]:
    """A file, the standard input, or what was given in place of a file: a sudoku."""
    if _is_sudoku(file) and not os.path.exists(file):
        yield io.BytesIO(file.encode())
        return
    if set(file) <= set(WRITTEN) and not os.path.exists(file):
        raise BadFormat(
            f"'{file[:100]}' is no file, and no sudoku either: {counted(len(file), 'cell')}, where "
            f"{', '.join(map(str, ALONE))} are expected"
        )
    with opened(file) as stream:
        yield stream


def _is_sudoku(text: str) -> bool:
    """Whether these are the cells of a sudoku, each a character."""
    from combien.puzzles._sudoku.text import bare

    if len(text) not in ALONE:
        return False
    try:
        return len(bare(text)) == len(text)
    except BadPuzzle:
        return False


class _Lines:
    """The lines of a file, and how much of it is read."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._read = 0
        self._number = 0
        self._told = False
        try:
            self._size = os.fstat(stream.fileno()).st_size
        except OSError:  # It is no file of the system: a sudoku of the command line, say.
            self._size = 0

    def __iter__(self) -> Iterator[str]:
        while line := self._stream.readline(LONGEST_LINE):
            self._read += len(line)
            rest = line
            while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
                # No sudoku any more, but the lines behind it keep their numbers.
                rest = self._stream.readline(LONGEST_LINE)
                self._read += len(rest)
            yield self._text(line).lstrip("\ufeff")

    def _text(self, line: bytes) -> str:
        """A line as text; the first one that is not UTF-8 is told."""
        from combien.cover.formats._decoding import decoded
        from combien.cover.formats._text import FormatWarning

        self._number += 1
        try:
            with warnings.catch_warnings(record=True) as notes:
                warnings.simplefilter("always", FormatWarning)
                text = decoded(line)
        except BadFormat:
            return line.decode("utf-8", errors="replace")
        # What is cut off in the middle of a character is too long in any case.
        if notes and len(line) < LONGEST_LINE and not self._told:
            self._told = True
            what = str(notes[0].message).removeprefix("line 1: ")
            tell(f"combien: warning: line {self._number}: {what}")
        return text

    @property
    def fraction(self) -> float | None:
        """How much is read, from 0 to 1; None when there is no telling."""
        return min(1.0, self._read / self._size) if self._size else None
