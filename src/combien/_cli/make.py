"""Puzzles on paper: `--make`, `--rate` and `--pdf` of `combien puzzle`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from combien._base.budget import begun, countdown
from combien._cli._shared.declare import Decorator, option
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.options import CommonOptions
from combien._cli._shared.picture_files import LANGUAGES, PAPERS, NumberedFile
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import print_json
from combien._cli._shared.tasks import only_solution, task_of
from combien._french.paper import said
from combien._questions import solutions, solve
from combien.design import make_puzzles, rate
from combien.design._levels import meaning_of
from combien.drawing._renderers.pages import Pages
from combien.errors import BadPuzzle, CannotAnswer, OutOfBudget
from combien.printing import Handout, handout_pdf
from combien.printing._handouts import MOST, check_link
from combien.puzzles import WordSearch
from combien.puzzles._levels import WITHOUT
from combien.puzzles._puzzle import Puzzle

if TYPE_CHECKING:
    from combien.design import MadePuzzle
    from combien.engines._protocol import Reporter
    from combien.printing import Handout

# As in `combien.design`, which a test compares.
VARIANTS = ("plain", "x", "jigsaw", "killer")
# The seconds that a search for a second solution takes at most.
SECOND = 5.0


@dataclass(frozen=True, slots=True)
class HandoutOptions:
    """What to make and print."""

    make: int | None = None
    difficulty: str | None = None
    variant: str | None = None
    pdf: str | None = None
    paper: str = "A4"
    link: str = ""
    language: str = "en"

    def anything(self) -> bool:
        """Return whether puzzles are made or printed."""
        return self.make is not None or self.pdf is not None

    def check(self) -> None:
        """Refuse options that say how, without what."""
        for name, value in (("difficulty", self.difficulty), ("variant", self.variant)):
            if value is not None and self.make is None:
                raise click.UsageError(f"--{name} needs --make")
        if self.pdf is None and (self.link or self.language != "en"):
            raise click.UsageError("--link and --language are for --pdf")


def handout_options(kind: type[Puzzle[Any]]) -> list[Decorator]:
    """Return the options of a puzzle that can be made, or that has a picture of its question."""
    options: list[Decorator] = []
    levels = kind.about.levels
    if levels:
        means = _listed(levels)
        if kind.about.name == "sudoku":
            means += f".  Of killers, whose steps fill cages: {_listed(WITHOUT)}"
        options += [
            option("--make N", "Make N puzzles with one solution instead; --seed makes others."),
            option(
                "--difficulty",
                f"How hard the puzzles of --make are: {means}.  "
                f"[default: {'medium' if 'medium' in levels else ', '.join(levels)}]",
                choices=tuple(levels),
            ),
        ]
    if kind.about.name == "sudoku":
        options.append(option("--variant", "The rules of --make.", choices=VARIANTS))
    if levels or hasattr(kind, "picture"):
        options += [
            option("--pdf PATH", "Write the puzzle to hand out: its question, and its answer."),
            option("--paper", "The paper of --pdf.", choices=PAPERS, shown="A4"),
            option("--link URL", "An address for --pdf to print, with its QR code.", default=""),
            option("--language", "The language of --pdf.", choices=LANGUAGES, shown="en"),
        ]
    return options


def _listed(levels: Mapping[str, str]) -> str:
    return "; ".join(f"{level}: {text}" for level, text in levels.items())


def hand_out(
    common: CommonOptions, puzzle: Puzzle[Any], wanted: HandoutOptions, *, seed: int | None
) -> Exit:
    """Make puzzles, or take the given one, and print them.

    What was made before an interrupt or the end of a limit is printed.
    """
    file = None if wanted.pdf is None else _file(wanted)
    sheets: list[Handout] = []
    # What is printed may have other settings than what was asked for, and one solution or more.
    shown, only = puzzle, wanted.make is not None
    try:
        with Bar() as bar:
            if wanted.make is None:
                sheet, only = _given(common, puzzle, wanted, bar)
                sheets.append(sheet)
            else:
                other = wanted.difficulty is None and "medium" in puzzle.about.levels
                for made in _made(common, puzzle, wanted, bar, seed=seed):
                    if other and made.level != "medium":
                        bar.clear()
                        print_message(f"combien: no medium one was found: these are {made.level}")
                        other = False
                    if file is None or common.json:
                        bar.clear_for_output()
                        _write(made, json=common.json)
                    if file is not None:
                        shown = made.puzzle
                        note = _note(made.puzzle, wanted)
                        sheets.append(Handout(made.question(), made.answer(), note=note))
    finally:
        if file is not None and sheets:
            file.draw(lambda report: _pages(shown, wanted, sheets, report, only=only))
    return Exit.ANSWERED


def print_rating(common: CommonOptions, puzzle: Puzzle[Any]) -> Exit:
    """Print how hard a puzzle is, and what its level means."""
    with Bar() as bar:
        found = rate(puzzle, budget=common.budget, report=bar)
    if common.json:
        print_json({"level": found.level, "rounds": list(found.rounds), "looks": found.looks})
    else:
        means = meaning_of(puzzle, found.level)
        sys.stdout.write(f"{found}\n{means[0].upper()}{means[1:]}.\n")
    return Exit.ANSWERED


def _file(wanted: HandoutOptions) -> NumberedFile:
    """Return the file, and refuse before all work what cannot be printed."""
    check_link(wanted.link)
    Pages(wanted.paper, "")
    if (wanted.make or 0) > MOST:
        raise click.UsageError(f"--pdf has at most {MOST} puzzles")
    return NumberedFile(wanted.pdf or "", kind="pdf")


def _given(
    common: CommonOptions, puzzle: Puzzle[Any], wanted: HandoutOptions, bar: Bar
) -> tuple[Handout, bool]:
    """Return the puzzle of the settings or of the file, and whether it has only one solution.

    If this is not known, the sheet does not say it.
    """
    name = puzzle.about.name
    # Without letters, there is nothing to find the words in.
    blank = isinstance(puzzle, WordSearch) and not puzzle.given
    if blank or not hasattr(puzzle, "picture"):
        raise click.UsageError(f"--pdf needs --make: {name} has no question to print")
    budget = begun(common.budget)
    answer = solve(puzzle, engine=common.engine, budget=budget, report=bar)
    if answer is None:
        raise BadPuzzle(f"this {name} puzzle has no solution to print")
    several: bool | None = None
    left = countdown(budget.seconds)()
    seconds = SECOND if left is None else min(left, SECOND)
    with suppress(OutOfBudget, CannotAnswer):
        found = solutions(puzzle, limit=2, budget=replace(budget, seconds=seconds), report=bar)
        several = len(list(found)) > 1
    others = said("There are other solutions.", wanted.language) if several else ""
    note = _note(puzzle, wanted)
    sheet = Handout(puzzle.picture(), answer.picture(), note=note, reason=others)
    return sheet, several is False


def _made(
    common: CommonOptions,
    puzzle: Puzzle[Any],
    wanted: HandoutOptions,
    bar: Bar,
    *,
    seed: int | None,
) -> Iterator[MadePuzzle]:
    return make_puzzles(
        puzzle,
        wanted.make or 0,
        difficulty=wanted.difficulty,
        variant=wanted.variant or "plain",
        seed=seed or 0,
        budget=common.budget,
        report=bar,
    )


def _pages(
    puzzle: Puzzle[Any],
    wanted: HandoutOptions,
    sheets: list[Handout],
    report: Reporter,
    *,
    only: bool,
) -> bytes:
    title, task = task_of(puzzle, wanted.language)
    if only:
        task += f" {only_solution(len(sheets), wanted.language)}"
    return handout_pdf(
        sheets,
        title=title,
        task=task,
        link=wanted.link,
        paper=wanted.paper,
        language=wanted.language,
        report=report,
    )


def _note(puzzle: Puzzle[Any], wanted: HandoutOptions) -> str:
    """Return what a question does not show: the words to find."""
    words = getattr(puzzle, "wanted", ())
    return said("Words: ", wanted.language) + ", ".join(words) if words else ""


def _write(made: MadePuzzle, *, json: bool) -> None:
    if json:
        answer = made.puzzle.read(made.solution).plain()
        print_json(
            {
                "puzzle": str(made),
                "solution": answer,
                "level": made.level,
                "rounds": list(made.rounds),
                "search_size": made.search_size,
            }
        )
    else:
        sys.stdout.write(f"{made}\n\n")
