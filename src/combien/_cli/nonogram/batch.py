"""Answer every puzzle of several files: a line or a JSON object each, in the order of the files.

The main thread reads the files one by one and prints the answers; other threads solve, since the
core runs without the interpreter lock.  Only a few puzzles per thread are in memory beyond those of
the current file, and the output is the same for any number of threads.  A file that cannot be read
is reported and the others are answered.  Files are only ever read.
"""

from __future__ import annotations

import json
import os
import re
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

import click

from combien._base.budget import Budget, Reporter, begun
from combien._base.clock import alarm, anew, silence
from combien._base.memory import default_bytes
from combien._base.threads import default_threads
from combien._cli._shared.guard import Exit, flushed, print_message, print_text
from combien._cli._shared.inputs import STDIN
from combien._cli._shared.options import SCHEMA
from combien._cli._shared.progress import Bar
from combien._cli.nonogram.files import PuzzleRequest, read_all
from combien._wording import counted, printable
from combien.cover.formats._text import FormatWarning
from combien.engines._protocol import Progress
from combien.errors import BadFormat, CombienError, Disagreement
from combien.nonograms import formats

if TYPE_CHECKING:
    from combien.nonograms._puzzle import Puzzle


MEANING = {
    "unique": "with one solution",
    "several": "with several solutions",
    "none": "without a solution",
    "unknown": "stopped by a limit",
    "counted": "counted",
    "bad": "that cannot be read",
}
# Puzzles per thread that wait for their turn.
WAITING = 8
# In seconds, between redraws of the progress bar while a puzzle is being solved.
PATIENCE = 0.1
MOST_FILES = 1_000_000


class Answer(NamedTuple):
    """The answer to a puzzle: a key of `MEANING`, the text of its line, and the JSON values."""

    status: str
    text: str
    facts: Mapping[str, object]


# Answers a puzzle within a budget; called in any thread.
Respond = Callable[["Puzzle", Budget, Reporter], Answer]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A puzzle of a file, or the error of a file that cannot be read."""

    file: str
    number: int = 1
    of: int = 1
    puzzle: Puzzle | None = None
    error: str = ""
    warnings: Sequence[str] = ()

    @property
    def name(self) -> str:
        """The file, the number of the puzzle if there are several, and its title."""
        file = "the standard input" if self.file == STDIN else self.file
        parts = [file] + [f"puzzle {self.number} of {self.of}"] * (self.of > 1)
        if self.puzzle is not None and self.puzzle.nonogram.title:
            parts.append(self.puzzle.nonogram.title[:80])
        return printable(", ".join(parts))


@dataclass(slots=True)
class _Tally:
    """What has been answered so far."""

    files: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    # How often each warning has come, without its line.
    warnings: Counter[str] = field(default_factory=Counter)

    def progress(self, fraction: float) -> Progress:
        return Progress("nonograms", fraction, {"puzzles": self.statuses.total()})

    @property
    def summary(self) -> str:
        """Describe the number of puzzles by status."""
        bad = self.statuses["bad"]
        puzzles = counted(self.statuses.total() - bad, "puzzle")
        parts = [
            f"{self.statuses[status]} {meaning}"
            for status, meaning in MEANING.items()
            if self.statuses[status] and status != "bad"
        ]
        lost = f"; {counted(bad, 'file')} {MEANING['bad']}" if bad else ""
        told = f": {', '.join(parts)}" if parts else ""
        return f"{puzzles} in {counted(self.files - bad, 'file')}{told}{lost}"

    @property
    def code(self) -> Exit:
        if self.statuses["bad"]:
            return Exit.BAD_INPUT
        if self.statuses["unknown"]:
            return Exit.UNKNOWN
        return Exit.NONE if set(self.statuses) == {"none"} else Exit.ANSWERED


def only_file(request: PuzzleRequest, single: Mapping[str, object]) -> list[Puzzle] | None:
    """Return the puzzles of the only file, or None if there are several files, or a folder.

    `single` has the options that apply to a single puzzle only, by name.  Raises `UsageError` if
    there may be several puzzles and one of them is given, and `BadFormat`.
    """
    puzzles = None
    if len(request.files) == 1 and not os.path.isdir(request.file):
        puzzles = read_all(request.file, format=request.format, number=request.number)
        if len(puzzles) == 1:
            return puzzles
    elif request.number is not None:
        raise click.UsageError("--number is for a single file")
    for name, value in single.items():
        if value:
            count = "several files" if puzzles is None else f"a file with {len(puzzles)} puzzles"
            raise click.UsageError(f"{name} is for a single puzzle, not {count}: add --number 1")
    return puzzles


def puzzle_files(given: Sequence[str]) -> list[tuple[str, str]]:
    """Return these files, and the puzzle files of these folders, each with an error or "".

    Folders are searched for known extensions, in the order of names.  Hidden files and symbolic
    links to folders are ignored.
    """
    found: list[tuple[str, str]] = []
    for name in given:
        if name == STDIN or not os.path.isdir(name):
            found.append((name, ""))
            continue
        endings = {ending for known in formats.FORMATS.values() for ending in known.extensions}
        inside = list(_walk(name, endings))
        found += inside or [(name, "there is no nonogram file in this folder")]
        if len(found) > MOST_FILES:
            raise BadFormat(f"more than {MOST_FILES} files: name fewer")
    return found


def _walk(folder: str, endings: set[str]) -> Iterator[tuple[str, str]]:
    try:
        with os.scandir(folder) as entries:
            listed = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        yield folder, f"cannot read this folder: {error.strerror or error}"
        return
    for entry in listed:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(entry.path, endings)
        elif os.path.splitext(entry.name)[1].lower() in endings and not entry.is_dir():
            yield entry.path, ""


def answer_all(
    request: PuzzleRequest, puzzles: list[Puzzle] | None, respond: Respond, *, threads: int | None
) -> Exit:
    """Print the answer to each puzzle; `puzzles` is set if the only file has been read."""
    silence()  # Each puzzle has its own limits.
    tally = _Tally()
    workers = threads or default_threads()
    with Bar() as bar, _Workers(workers, respond, request.budget) as solvers:
        try:
            for entry, answer in solvers.answers(_entries(request, puzzles, tally), tally, bar):
                _print(entry, answer, bar, request, tally.warnings)
                tally.statuses[answer.status] += 1
        except KeyboardInterrupt:
            bar.clear()
            flushed()
            print_message(f"combien: interrupted; the answers above are valid ({tally.summary})")
            return Exit.INTERRUPTED
    flushed()
    for kind, times in tally.warnings.items():
        if times > 1:
            print_message(f"combien: warning: {times - 1} more times: {kind}")
    print_message(tally.summary)
    return tally.code


def _entries(
    request: PuzzleRequest, puzzles: list[Puzzle] | None, tally: _Tally
) -> Iterator[tuple[_Entry, float]]:
    """Yield the puzzles, each with the fraction of the files before it."""
    files = [(request.file, "")] if puzzles is not None else puzzle_files(request.files)
    for place, (file, error) in enumerate(files):
        tally.files += 1
        notes: list[str] = []
        found = puzzles
        if not error and found is None:
            try:
                with _collected(notes), alarm(anew(request.budget.seconds), lasting=True):
                    found = read_all(file, format=request.format, quiet=True)
            except CombienError as refused:
                error = str(refused)
            except (MemoryError, RecursionError):
                error = f"{file}: the file is too large to read"
        if error or not found:
            yield _Entry(file, error=error, warnings=notes), place / len(files)
            continue
        for number, puzzle in enumerate(found, 1):
            done = (place + (number - 1) / len(found)) / len(files)
            yield _Entry(file, number, len(found), puzzle, warnings=notes), done
            notes = []


@contextmanager
def _collected(notes: list[str]) -> Iterator[None]:
    """Context manager that adds format warnings to a list."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", FormatWarning)
        try:
            yield
        finally:
            notes += [str(warning.message) for warning in caught]


def _print(
    entry: _Entry, answer: Answer, bar: Bar, request: PuzzleRequest, warned: Counter[str]
) -> None:
    """Print an answer on a line of its own, after each warning that has not come before."""
    if entry.warnings or entry.error:
        bar.clear()
    for note in entry.warnings:
        kind = re.sub(r"^line \d+: ", "", note)
        warned[kind] += 1
        if warned[kind] == 1:
            print_message(f"combien: warning: {printable(entry.file)}, {note}")
    if entry.error:
        print_message(f"combien: {printable(entry.error)}")
    bar.clear_for_output()
    if request.json:
        place = {"file": entry.file, "number": entry.number, "puzzles": entry.of}
        title = entry.puzzle.nonogram.title if entry.puzzle is not None else ""
        facts = {"schema": SCHEMA, **place, "title": title, "status": answer.status, **answer.facts}
        print_text(json.dumps(facts) + "\n")
    else:
        print_text(f"{entry.name}: {printable(answer.text)}\n")


class _Workers:
    """Context manager for the threads that solve."""

    def __init__(self, count: int, respond: Respond, budget: Budget) -> None:
        self._respond = respond
        self._count = count
        self._stop = Event()
        self._pool = ThreadPoolExecutor(count)
        if count > 1 and budget.bytes is None:
            # All threads together stay within the memory that one puzzle may take.
            share = default_bytes() // count
            budget = replace(budget, bytes=share)
        self._budget = replace(budget, seconds=anew(budget.seconds))

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)

    def answers(
        self, entries: Iterator[tuple[_Entry, float]], tally: _Tally, bar: Bar
    ) -> Iterator[tuple[_Entry, Answer]]:
        """Yield the entries with their answers, in order."""
        waiting: deque[tuple[_Entry, float, Future[Answer]]] = deque()
        for entry, done in entries:
            waiting.append((entry, done, self._pool.submit(self._answer, entry)))
            if len(waiting) >= WAITING * self._count:
                yield self._next(waiting, tally, bar)
        while waiting:
            yield self._next(waiting, tally, bar)

    def _next(
        self, waiting: deque[tuple[_Entry, float, Future[Answer]]], tally: _Tally, bar: Bar
    ) -> tuple[_Entry, Answer]:
        """Wait for the first answer; Ctrl-C and the progress bar are handled meanwhile."""
        entry, done, future = waiting.popleft()
        while True:
            # The progress of all puzzles, not that of the current one.
            bar(tally.progress(done))
            try:
                return entry, future.result(timeout=PATIENCE)
            except NotYet:
                pass

    def _check(self, progress: Progress) -> None:
        """Stop a thread after Ctrl-C."""
        if self._stop.is_set():
            raise KeyboardInterrupt

    def _answer(self, entry: _Entry) -> Answer:
        if entry.puzzle is None:
            return Answer("bad", "cannot be read", {"error": entry.error})
        try:
            return self._respond(entry.puzzle, begun(self._budget), self._check)
        except Disagreement:
            raise
        except CombienError as error:
            reason = str(error)
        except MemoryError:
            reason = "out of memory"
        return Answer("unknown", f"unknown: {reason}", {"reason": reason})
