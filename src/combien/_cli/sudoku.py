"""`combien sudoku FILE`: solve the sudokus of a file, or generate new ones.

The exact cover of each size is built once, with the tables that map characters to options and back;
the givens of a sudoku select some of its options.  A file of 100,000 sudokus takes seconds, and the
memory of a single one.
"""

from __future__ import annotations

import io
import json
import os
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import IO, TYPE_CHECKING

import click

from combien._base.budget import begun
from combien._base.clock import anew
from combien._cli._shared.declare import argument, command, option, paths
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.inputs import check_extension, open_input
from combien._cli._shared.options import SCHEMA, CommonOptions, common_options
from combien._cli._shared.progress import Bar
from combien._wording import counted
from combien.engines._protocol import Progress
from combien.errors import BadFormat, BadInput, BadPuzzle, OutOfBudget
from combien.puzzles._sudoku_text import EMPTY, SYMBOLS, bare, drawn_lines, written

if TYPE_CHECKING:
    from combien._questions import Prepared
    from combien.cover._elements import Solution
    from combien.puzzles._sudoku import Sudoku
    from combien.puzzles._sudoku_text import Written


# Longer than any line of a sudoku.
LONGEST_LINE = 10_000
# The lengths of sudokus given in place of a file.
ALONE = (16, 36, 81, 256)
WRITTEN = "123456789.0*_?"
MOST_MADE = 1_000_000
BETWEEN_REPORTS = 500


@command()
@argument("[FILE]", complete=paths)
@option("--x", "Each digit also appears once on both diagonals.")
@option("--box WxH", "Width and height of a box, as in 3x2.", default="")
@option("--unique/--no-unique", "Look for a second solution.  [default: yes]", default=True)
@option("--rate", "Print the number of search nodes; 1 means no guess.")
@option(
    "--make N",
    "Generate N sudokus with a unique solution instead.",
    type=click.IntRange(0, MOST_MADE),
)
@option("--seed N", "The seed of the generator.", default=0)
@option("--symmetric", "Generate sudokus with 180° rotational symmetry.")
@option("--minimal", "Generate sudokus without redundant givens.")
@common_options(without=("--bytes",))
def sudoku(
    common: CommonOptions,
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
    """Solve the sudokus of a file, or generate new ones.

    FILE holds one sudoku per line, 81 characters with . or 0 for an empty cell, or drawn sudokus
    with or without bars, also of other sizes; - is the standard input.  A sudoku can also be given
    in place of FILE.  Solutions are written in the same form: two if there are several, "none" if
    there is none, "?" and an error if the input is invalid.  The limits apply to each sudoku.  With
    --json, each sudoku is one object on a line.

    For pictures and counts, for jigsaws and killers, see combien puzzle sudoku.

    Examples
    --------
    combien sudoku 1.8......6......4.2..75..89....4.9......8346....1....8...93.....672......3......2
    combien sudoku example:sudokus.txt
    combien sudoku --rate --json example:sudokus.txt
    combien sudoku --make 3 --seed 7 --symmetric
    combien sudoku --make 1000 --minimal --x | combien sudoku --x -
    """
    if make is not None and file is None:
        return _make(common, make, _rules(x, box), seed=seed, symmetric=symmetric, minimal=minimal)
    if file is None or make is not None:
        raise click.UsageError("give either FILE or --make")
    if symmetric or minimal:
        raise click.UsageError("--symmetric and --minimal need --make")
    check_extension(file, "combien puzzle sudoku")

    return _solve(file, Sudokus(common, x=x, box=box, limit=2 if unique else 1), common, rate=rate)


def _solve(file: str, sudokus: Sudokus, common: CommonOptions, *, rate: bool) -> Exit:
    """Solve each sudoku of a file."""
    tally: Counter[str] = Counter()
    with _opened(file) as stream, Bar() as bar:
        lines = _Lines(stream)
        try:
            for outcome in sudokus.answers(lines):
                if outcome.error:
                    bar.clear()
                    print_message(f"combien: line {outcome.number}: {outcome.error}")
                print_text(outcome.json() if common.json else outcome.text(rate=rate))
                tally[outcome.status] += 1
                if tally.total() % BETWEEN_REPORTS == 0:
                    bar(Progress(sudokus.engine, lines.fraction, dict(tally)))
        except KeyboardInterrupt:
            bar.clear()
            sys.stdout.flush()
            print_message(f"combien: interrupted; the answers above are valid ({_summary(tally)})")
            return Exit.INTERRUPTED
    if not tally:
        raise BadFormat(
            f"'{file}' contains no sudoku: expected one per line, 81 characters with . or 0"
        )
    sys.stdout.flush()
    plain = set(tally) <= {"one", "solved"}
    if tally.total() > 1 and (common.verbose or not plain or sys.stderr.isatty()):
        print_message(_summary(tally))
    if tally["bad"]:
        return Exit.BAD_INPUT
    if tally["stopped"]:
        return Exit.UNKNOWN
    return Exit.NONE if set(tally) == {"none"} else Exit.ANSWERED


def _summary(tally: Counter[str]) -> str:
    """Describe the number of sudokus by status."""
    parts = [f"{tally[status]} {meaning}" for status, meaning in MEANING.items() if tally[status]]
    return ": ".join(filter(None, (counted(tally.total(), "sudoku"), ", ".join(parts))))


def _make(
    common: CommonOptions, number: int, rules: Sudoku, *, seed: int, symmetric: bool, minimal: bool
) -> Exit:
    """Generate sudokus and write each on a line."""
    from random import Random  # Start-up: only for --make.

    from combien._questions import Prepared  # Start-up: not for --help.
    from combien.puzzles._sudoku import make  # Start-up: not for --help.
    from combien.puzzles._sudoku_text import one_line  # Start-up: not for --help.

    dice = Random(seed)
    prepared = Prepared(rules.problem(), engine=common.engine)

    budget = common.budget

    def ask(given: Sequence[int]) -> list[Solution]:
        return prepared.solutions(given, budget=budget)

    for _ in range(number):
        # Each sudoku has its own limits.
        budget = begun(replace(common.budget, seconds=anew(common.budget.seconds)))
        made = make(rules, ask, dice, symmetric=symmetric, minimal=minimal)
        line = one_line(made.givens)
        clues = sum(map(bool, made.givens))
        text = (
            json.dumps({"schema": SCHEMA, "givens": line, "clues": clues}) if common.json else line
        )
        sys.stdout.write(f"{text}\n")
    return Exit.ANSWERED


def _rules(x: bool, box: str) -> Sudoku:
    """Return the empty sudoku of these options, 9 x 9 by default."""
    from combien.puzzles._sudoku import Sudoku, box_in  # Start-up: not for --help.

    width, height = box_in(box) if box else (3, 3)
    return Sudoku((0,) * (width * height) ** 2, x=x, box=box)


@contextmanager
def _opened(file: str) -> Iterator[IO[bytes]]:
    """Open a file, the standard input, or a sudoku given in place of a file."""
    if _is_sudoku(file) and not os.path.exists(file):
        yield io.BytesIO(file.encode())
        return
    if set(file) <= set(WRITTEN) and not os.path.exists(file):
        raise BadFormat(
            f"'{file[:100]}' is neither a file nor a sudoku: it has {counted(len(file), 'cell')}, "
            f"not {', '.join(map(str, ALONE))}"
        )
    with open_input(file) as stream:
        yield stream


def _is_sudoku(text: str) -> bool:
    """Whether the text is a sudoku with one character per cell."""
    from combien.puzzles._sudoku_text import bare  # Start-up: not for --help.

    if len(text) not in ALONE:
        return False
    try:
        return len(bare(text)) == len(text)
    except BadPuzzle:
        return False


class _Lines:
    """The lines of a file, and the share that has been read."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._read = 0
        self._number = 0
        self._has_warned = False
        try:
            self._size = os.fstat(stream.fileno()).st_size
        except OSError:  # Not a real file, such as a sudoku of the command line.
            self._size = 0

    def __iter__(self) -> Iterator[str]:
        while line := self._stream.readline(LONGEST_LINE):
            self._read += len(line)
            rest = line
            while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
                # Skip the rest, so that later lines keep their numbers.
                rest = self._stream.readline(LONGEST_LINE)
                self._read += len(rest)
            yield self._text(line).lstrip("\ufeff")

    def _text(self, line: bytes) -> str:
        """Decode a line; warn about the first one that is not UTF-8."""
        self._number += 1
        if line.isascii():
            return line.decode("ascii")
        # Start-up: only for other characters.
        from combien.cover.formats._text import FormatWarning, decoded  # Start-up: as above.

        try:
            with warnings.catch_warnings(record=True) as notes:
                warnings.simplefilter("always", FormatWarning)
                text = decoded(line)
        except BadFormat:
            return line.decode("utf-8", errors="replace")
        # A line cut within a character is too long anyway.
        if notes and len(line) < LONGEST_LINE and not self._has_warned:
            self._has_warned = True
            what = str(notes[0].message).removeprefix("line 1: ")
            print_message(f"combien: warning: line {self._number}: {what}")
        return text

    @property
    def fraction(self) -> float | None:
        """The share of the file that has been read, or None if its size is unknown."""
        return min(1.0, self._read / self._size) if self._size else None


MEANING = {
    "one": "with one solution",
    "solved": "solved",
    "several": "with several solutions",
    "none": "without a solution",
    "stopped": "stopped by a limit",
    "bad": "that cannot be read",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result for a sudoku.

    `status` is a key of `MEANING`; `solutions` are written in the form of the input.
    """

    number: int
    status: str
    solutions: tuple[str, ...] = ()
    nodes: int = 0
    error: str = ""
    alone: bool = True

    def text(self, *, rate: bool) -> str:
        """Return the result as a line, or as drawings followed by an empty line."""
        found = self.solutions or ("none" if self.status == "none" else "?",)
        rated = [str(self.nodes)] * (rate and self.status not in ("bad", "stopped"))
        if self.alone or not self.solutions:
            return " ".join([*found, *rated]) + "\n"
        rated = [f"nodes {nodes}" for nodes in rated]
        return "\n\n".join([*found, *rated]) + "\n\n"

    def json(self) -> str:
        """Return the result as a JSON object on a line."""
        content: dict[str, object] = {"schema": SCHEMA, "line": self.number, "status": self.status}
        if self.error:
            content["error"] = self.error
        else:
            content |= {"solutions": self.solutions, "nodes": self.nodes}
        return json.dumps(content) + "\n"


class Sudokus:
    """Solver of sudokus with the same rules and any size.

    >>> from combien import Budget
    >>> sudokus = Sudokus(CommonOptions("auto", Budget(), False, False))
    >>> lines = ["1....2..3......4", "11..............", "1...............", "12"]
    >>> [outcome.status for outcome in sudokus.answers(lines)]
    ['one', 'none', 'several', 'bad']
    """

    def __init__(
        self, common: CommonOptions, *, x: bool = False, box: str = "", limit: int = 2
    ) -> None:
        budget = replace(common.budget, seconds=anew(common.budget.seconds))
        self._common = replace(common, budget=budget)
        self._x = x
        self._box = box
        self._limit = limit
        self._tables: dict[int, _Table] = {}

    @property
    def engine(self) -> str:
        """The name of the engine."""
        return self._common.engine

    def answers(self, lines: Iterable[str]) -> Iterator[Outcome]:
        """Iterate over the results for the sudokus of these lines, in order."""
        return map(self._answer, written(lines))

    def _answer(self, one: Written) -> Outcome:
        try:
            if one.whole:
                return self._answer_whole(one)
            table = self._table_for(one.text)
            given = table.options_of(one.text)
            found = self._ask(table.prepared, given)
        except OutOfBudget as stop:
            return Outcome(one.number, "stopped", error=str(stop), alone=one.alone)
        except BadInput as error:
            return Outcome(one.number, "bad", error=str(error), alone=one.alone)
        texts = tuple([table.text(solution, alone=one.alone) for solution in found])
        nodes = table.prepared.work["nodes"]
        return Outcome(one.number, self._status(found), texts, nodes, alone=one.alone)

    def _answer_whole(self, one: Written) -> Outcome:
        """Solve a sudoku whose text has more than its cells, such as regions or cages."""
        from combien._questions import Prepared  # Start-up: not for --help.
        from combien.puzzles._sudoku import Sudoku  # Start-up: not for --help.

        puzzle = Sudoku.parse(one.text)
        puzzle = replace(puzzle, x=puzzle.x or self._x, box=self._box or puzzle.box)
        prepared = Prepared(puzzle.problem(), engine=self._common.engine)
        found = self._ask(prepared, ())
        texts = tuple(str(puzzle.read(solution)) for solution in found)
        return Outcome(one.number, self._status(found), texts, prepared.work["nodes"], alone=False)

    def _ask(self, prepared: Prepared[Solution], given: Iterable[int]) -> list[Solution]:
        budget = self._common.budget
        return prepared.solutions(given, limit=self._limit, budget=budget)

    def _status(self, found: Sequence[Solution]) -> str:
        if self._limit == 1:
            return "solved" if found else "none"
        return ("none", "one", "several")[len(found)]

    def _table_for(self, text: str) -> _Table:
        """Return the table for the size of a text.  Raises `BadPuzzle`."""
        # A text of 36 or 81 characters has a cell for each; other texts are parsed.
        cells = len(text) if len(text) in (36, 81) else len(bare(text))
        if cells not in self._tables:
            from combien.puzzles._sudoku import Sudoku  # Start-up: not for --help.

            rules = Sudoku((0,) * cells, x=self._x, box=self._box)
            self._tables[cells] = _Table(rules, self._common.engine)
        return self._tables[cells]


class _Table:
    """The exact cover of one size, with tables from characters to options and back."""

    def __init__(self, rules: Sudoku, engine: str) -> None:
        from combien._questions import Prepared  # Start-up: not for --help.

        self.prepared = Prepared(rules.problem(), engine=engine)
        self._rules = rules
        self._size = size = rules.size
        digits = SYMBOLS[: min(size, 9)]
        self._options = [
            {symbol: size * place + value for value, symbol in enumerate(digits)}
            | dict.fromkeys(EMPTY, -1)
            for place in range(size * size)
        ]
        self._symbols = SYMBOLS[:size] * (size * size)

    def options_of(self, text: str) -> list[int]:
        """Return the options of the givens.  Raises `BadPuzzle`."""
        if len(text) == len(self._options):
            try:
                # The common case, in one pass: a digit or an empty symbol for each cell.
                return [
                    option
                    for known, symbol in zip(self._options, text, strict=True)
                    if (option := known[symbol]) >= 0
                ]
            except KeyError:
                pass
        return replace(self._rules, givens=bare(text)).options_given()

    def text(self, solution: Solution, *, alone: bool) -> str:
        """Return a solution as a line or drawn."""
        if alone:
            return "".join(map(self._symbols.__getitem__, solution))
        digits = [option % self._size + 1 for option in solution]
        return drawn_lines(digits, box=self._rules.box_size)
