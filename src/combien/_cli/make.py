"""Puzzles on paper: `--make`, `--rate` and `--pdf` of `combien puzzle`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from combien._base.records import dataclass
from combien._cli._shared.declare import Decorator, option
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.options import CommonOptions
from combien._cli._shared.picture_files import LANGUAGES, PAPERS, NumberedFile
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import print_json
from combien._questions import solve
from combien.errors import BadPuzzle
from combien.puzzles._puzzle import Puzzle

if TYPE_CHECKING:
    from combien.design import MadePuzzle
    from combien.engines._protocol import Reporter
    from combien.printing import Handout

# As in `combien.design`, which a test compares.
VARIANTS = ("plain", "x", "jigsaw", "killer")

# The heads of sheets, where the title of the puzzle says more than a sheet has.
HEADS = {"sudoku": "Sudoku", "langford": "Langford pairings"}

# What a sheet in French says: the title and the task of each puzzle that can be made.
FRENCH = {
    "queens": (
        "Dames",
        "Placez les dames qui manquent : une par ligne et par colonne, deux jamais en diagonale.",
    ),
    "latin": (
        "Carrés latins",
        "Chaque ligne et chaque colonne contient chaque chiffre une fois.",
    ),
    "langford": (
        "Suites de Langford",
        "Chaque nombre est là deux fois ; entre les deux k, il y a k nombres.",
    ),
    "sudoku": (
        "Sudoku",
        "Chaque ligne, chaque colonne et chaque région contient chaque chiffre une fois.",
    ),
    "dominosa": (
        "Dominosa",
        "Retrouvez les dominos : chacun est posé une fois.",
    ),
    "wordsearch": ("Mots cachés", "Trouvez les mots, dans les huit directions."),
    "cryptarithm": (
        "Additions de mots",
        "Chaque lettre est un chiffre, toujours le même ; deux lettres ont deux chiffres.",
    ),
    "starbattle": (
        "Bataille d'étoiles",
        "Chaque ligne, colonne et région a ses étoiles ; elles ne se touchent pas.",
    ),
}


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
        means = "; ".join(f"{level}: {text}" for level, text in levels.items())
        options += [
            option("--make N", "Make N puzzles with one solution instead; --seed makes others."),
            option(
                "--difficulty",
                f"How hard the puzzles of --make are ({means}).  "
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


def hand_out(
    common: CommonOptions, puzzle: Puzzle[Any], wanted: HandoutOptions, *, seed: int | None
) -> Exit:
    """Make puzzles, or take the given one, and print them.

    What was made before an interrupt or the end of a limit is printed.
    """
    from combien.printing import Handout  # Start-up: only for PDF.

    file = None if wanted.pdf is None else _file(wanted)
    sheets: list[Handout] = []
    try:
        with Bar() as bar:
            if wanted.make is None:
                sheets.append(_given(common, puzzle, wanted, bar))
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
                        note = _note(made.puzzle, wanted)
                        sheets.append(Handout(made.question(), made.answer(), note=note))
    finally:
        if file is not None and sheets:
            file.draw(lambda report: _pages(puzzle, wanted, sheets, report))
    return Exit.ANSWERED


def print_rating(common: CommonOptions, puzzle: Puzzle[Any]) -> Exit:
    """Print how hard a puzzle is, and what its level means."""
    from combien.design import levels_of, rate  # Start-up: only for --rate.

    with Bar() as bar:
        found = rate(puzzle, budget=common.budget, report=bar)
    if common.json:
        print_json({"level": found.level, "rounds": list(found.rounds), "looks": found.looks})
    else:
        means = levels_of(puzzle)[found.level]
        sys.stdout.write(f"{found}\n{means[0].upper()}{means[1:]}.\n")
    return Exit.ANSWERED


def _file(wanted: HandoutOptions) -> NumberedFile:
    """Return the file, and refuse before all work what cannot be printed."""
    from combien.drawing._renderers.pages import Pages  # Start-up: only for PDF.
    from combien.printing._handouts import MOST, check_link  # Start-up: only for PDF.

    check_link(wanted.link)
    Pages(wanted.paper, "")
    if (wanted.make or 0) > MOST:
        raise click.UsageError(f"--pdf has at most {MOST} puzzles")
    return NumberedFile(wanted.pdf or "", kind="pdf")


def _given(common: CommonOptions, puzzle: Puzzle[Any], wanted: HandoutOptions, bar: Bar) -> Handout:
    """Return the puzzle of the settings or of the file."""
    from combien.printing import Handout  # Start-up: only for PDF.

    name = puzzle.about.name
    if not hasattr(puzzle, "picture"):
        raise click.UsageError(f"--pdf needs --make: {name} has no question to print")
    answer = solve(puzzle, engine=common.engine, budget=common.budget, report=bar)
    if answer is None:
        raise BadPuzzle(f"this {name} puzzle has no solution to print")
    return Handout(puzzle.picture(), answer.picture(), note=_note(puzzle, wanted))


def _made(
    common: CommonOptions,
    puzzle: Puzzle[Any],
    wanted: HandoutOptions,
    bar: Bar,
    *,
    seed: int | None,
) -> Iterator[MadePuzzle]:
    from combien.design import make_puzzles  # Start-up: only for --make.

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
    puzzle: Puzzle[Any], wanted: HandoutOptions, sheets: list[Handout], report: Reporter
) -> bytes:
    from combien.printing import handout_pdf  # Start-up: only for PDF.

    about = puzzle.about
    title, task = HEADS.get(about.name, about.title), about.summary
    if wanted.language == "fr":
        title, task = FRENCH.get(about.name, (title, ""))
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
    return ("Mots : " if wanted.language == "fr" else "Words: ") + ", ".join(words) if words else ""


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
