"""`combien nonogram make`: make a puzzle from a picture, on request with a unique solution."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Literal

import click

from combien._cli._shared.declare import argument, command, option, paths
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.inputs import STDIN, name_in_errors, read_bytes
from combien._cli._shared.options import with_options
from combien._cli._shared.progress import Spinner
from combien._cli.nonogram.files import MOST_BYTES, output_options, write_puzzles
from combien._wording import counted
from combien.cover.formats._text import FormatWarning, quoted
from combien.errors import BadFormat, BadInput
from combien.nonograms import formats
from combien.nonograms._clue import BLACK, LETTERS, UNKNOWN, WHITE, Ink
from combien.nonograms._compose import SYMMETRIES, Composed, Symmetry, by_changing, by_giving
from combien.nonograms._compose import symmetric as mirrored
from combien.nonograms._fewest import changed_by, fewest_changes
from combien.nonograms._images import board_of_image
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import TEXTS, Puzzle
from combien.nonograms._verdict import differing
from combien.nonograms.formats._text import shade_of
from combien.puzzles._puzzle import board_in

# Before the size of a random picture.
RANDOM = "random:"
MOST_RANDOM = 60
# The share of dark cells at first: after smoothing, about half.
DARK = 0.55


def _threshold(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> float | Literal["auto"] | None:
    """Parse --threshold: a number from 0 to 1, or auto."""
    if value is None:
        return None
    if value == "auto":
        return "auto"
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise click.BadParameter(f"{value[:40]!r} is not a number from 0 to 1, and not auto")
    return number


@command()
@option(
    "--unique",
    "Make the solution unique: by changing few cells of the picture, or the fewest, which takes "
    "longer, or by giving cells.",
    choices=("cells", "fewest", "given"),
)
@option(
    "--difficulty",
    "lines: make the puzzle solvable line by line, without guesses; implies --unique cells.",
    choices=("any", "lines"),
)
@option(
    "--symmetric",
    "Make the picture symmetric first, and keep it so with --unique cells.",
    choices=SYMMETRIES,
)
@option("--width N", "Scale an image to this width in cells.", type=click.IntRange(1, 65535))
@option("--height N", "Scale it to this height.", type=click.IntRange(1, 65535))
@option(
    "--threshold T",
    "The brightness, from 0 to 1, below which a cell of an image is black; auto separates "
    "dark cells from bright ones.  [default: 0.5]",
    callback=_threshold,
)
@option(
    "--dither", "Mix cells to keep the brightness or color of areas of an image (Floyd-Steinberg)."
)
@option("--palette INKS", 'Colors of an image, as in "red=#c02020 leaf=#208020".')
@option(
    "-n N", "With random:WxH, the number of puzzles.", into="number", type=click.IntRange(1, 1000)
)
@option("--seed N", "With random:WxH, other pictures.", type=click.IntRange(0))
@option("--title", "The title of the puzzle.", default="")
@option("--author", "The author of the puzzle.", default="")
@with_options("--seconds", "--nodes", "--bytes")
@output_options
@argument("PICTURE", complete=paths)
@argument("OUT", complete=paths)
def make(
    picture: str,
    out: str,
    target: str,
    drop: tuple[str, ...],
    unique: str | None,
    width: int | None,
    height: int | None,
    threshold: float | Literal["auto"] | None,
    dither: bool,
    difficulty: Literal["any", "lines"] | None,
    symmetric: Symmetry | None,
    palette: str | None,
    number: int | None,
    seed: int | None,
    title: str,
    author: str,
    seconds: float | None,
    nodes: int | None,
    bytes: int | None,
) -> Exit:
    """Make a puzzle from a picture.

    PICTURE is text of . and #, a bitmap (PBM), or an image (PNG, JPEG, ...; this needs Pillow);
    random:15x15 is a random picture of this size, with one solution.  OUT is a file in any format
    that can be written; - is the standard output.

    Examples
    --------
    combien nonogram make --title Key example:key.txt key.non
    combien nonogram make --unique cells --to non example:key.txt -
    combien nonogram make --symmetric left-right --difficulty lines example:key.txt key.non
    combien nonogram make --width 40 --threshold auto --dither $PHOTO rose.non
    combien nonogram make -n 6 --seed 2 --difficulty lines random:12x10 sheet.json
    combien nonogram make --width 40 --palette "red=#c02020 leaf=#208020" $PHOTO rose.xml
    """
    inks = None if palette is None else _inks(palette)
    given = {"--width": width, "--height": height, "--palette": palette}
    options = [name for name, value in given.items() if value is not None]
    options += ["--threshold"] * (threshold is not None) + ["--dither"] * dither
    if picture.startswith(RANDOM):
        if options:
            raise click.UsageError(f"{' and '.join(options)} are for images, not for {RANDOM}WxH")
        pictures = _random_pictures(picture.removeprefix(RANDOM), number or 1, seed or 0)
        unique = unique or "cells"
    else:
        if number is not None or seed is not None:
            raise click.UsageError(f"-n and --seed need a picture such as {RANDOM}15x15")
        read, known = _read(picture, options)
        with name_in_errors(picture):
            if known:
                pictures = [_drawn(picture, read, known)]
            else:
                board = board_of_image(
                    read,
                    width=width,
                    height=height,
                    threshold=0.5 if threshold is None else threshold,
                    palette=inks,
                    dither=dither,
                )
                pictures = [Puzzle.of(board, palette=inks)]
    if unique is None and difficulty == "lines":
        unique = "cells"
    if unique == "fewest" and symmetric is not None:
        raise click.UsageError("--unique fewest does not keep a symmetry: use --unique cells")
    limits = {"nodes": nodes, "seconds": seconds, "bytes": bytes}
    puzzles = []
    for drawn in pictures:
        puzzle = _composed(drawn, symmetric, unique, difficulty or "any", limits)
        texts = {name: getattr(drawn.nonogram, name) for name in TEXTS}
        texts |= {name: text for name, text in (("title", title), ("author", author)) if text}
        old = puzzle.nonogram
        named = Nonogram(old.rows, old.columns, palette=old.palette, **texts)
        puzzles.append(replace(puzzle, nonogram=named))
    write_puzzles(puzzles, out, target, drop)
    return Exit.ANSWERED


def _composed(
    drawn: Puzzle,
    symmetric: Symmetry | None,
    unique: str | None,
    difficulty: Literal["any", "lines"],
    limits: dict[str, Any],
) -> Puzzle:
    """Return the puzzle of a picture, with one solution if that is wanted; say what was changed."""
    goal = drawn.goals[0] if symmetric is None else mirrored(drawn.goals[0], symmetric)
    puzzle = Puzzle.of(goal, palette=drawn.nonogram.palette)
    if unique is not None:
        makers: dict[str, Callable[..., Composed]] = {
            "cells": partial(by_changing, symmetry=symmetric),
            "fewest": _by_fewest,
            "given": by_giving,
        }
        with Spinner("looking for a puzzle with one solution") as spinner:
            composed = makers[unique](
                goal,
                palette=puzzle.nonogram.palette,
                difficulty=difficulty,
                **limits,
                report=spinner.update,
            )
        puzzle = composed.puzzle
        count = counted(len(composed.cells), "cell")
        what = "given" if unique == "given" else "changed"
        if composed.cells:
            print_message(f"{count} {what}" + ", no fewer suffice" * composed.least)
        else:
            way = "is solvable line by line" if difficulty == "lines" else "is the only solution"
            print_message(f"the picture {way} as it is")
    return puzzle


def _by_fewest(board: Board, *, palette: Sequence[Ink], **rest: Any) -> Composed:
    """Return the picture after the first of the smallest changes, as `by_changing` does."""
    fewest = fewest_changes(board, palette=palette, most=len(board.cells), limit=1, **rest)
    changed = changed_by(board, fewest.changes[0])
    return Composed(Puzzle.of(changed, palette=palette), differing(board, changed), True)


def _random_pictures(size: str, number: int, seed: int) -> list[Puzzle]:
    """Return random pictures of a size such as 15x15: noise, smoothed twice."""
    width, height = board_in(size, most=MOST_RANDOM)
    dice = Random(seed)
    pictures = []
    for _ in range(number):
        dark = {(x, y) for y in range(height) for x in range(width) if dice.random() < DARK}
        for _ in range(2):
            dark = {
                (x, y)
                for y in range(height)
                for x in range(width)
                if sum((x + u, y + v) in dark for u in (-1, 0, 1) for v in (-1, 0, 1)) > 4
            }
        lines = ("".join(".#"[(x, y) in dark] for x in range(width)) for y in range(height))
        pictures.append(Puzzle.of(Board.parse("\n".join(lines))))
    return pictures


def _read(picture: str, options: Sequence[str]) -> tuple[bytes, str]:
    """Return the content of a file, and its format if that has cells; "" for an image to convert.

    Raises `BadFormat` for image options with a file of cells.
    """
    read = read_bytes(picture, MOST_BYTES)
    if os.path.splitext(picture)[1].lower() in (".jpg", ".jpeg", ".webp", ".gif", ".bmp"):
        return read, ""
    try:
        known = formats.guess(picture, read)
    except BadFormat:
        if picture == STDIN and not options:
            raise
        return read, ""
    if not options:
        return read, known
    if known != "png":
        with name_in_errors(picture):
            raise BadFormat(
                f"the {known} format already has cells: omit {' and '.join(options)}, which "
                "apply to images"
            )
    return read, ""


def _drawn(picture: str, read: bytes, known: str) -> Puzzle:
    """Read the puzzle of a file that has cells."""
    try:
        puzzle = formats.read(read, format=known)[0]
    except BadFormat:
        # An image may have a pixel per cell, or be a photograph.
        if known == "png":
            return Puzzle.of(board_of_image(read))
        raise
    if not puzzle.goals:
        raise BadInput(f"'{picture}' contains clues and no picture: see combien nonogram convert")
    return puzzle


def _inks(words: str) -> tuple[Ink, ...]:
    """Parse the names and shades of --palette."""
    special = {"white": WHITE, "black": BLACK}
    inks: list[Ink] = []
    further = iter(range(UNKNOWN + 1, len(LETTERS)))
    for word in words.replace(",", " ").split():
        name, _, shade = word.partition("=")
        value = special[name] if name in special else next(further, None)
        if value is None:
            raise BadInput(f"--palette: more than {len(LETTERS) - 3} colors")
        inks.append(Ink(value, name, _shade(shade or name), LETTERS[value]))
    if not inks:
        raise BadInput('--palette: name colors, as in "red=#c02020 leaf=#208020"')
    return tuple(inks)


def _shade(word: str) -> str:
    """Parse a shade; what is a warning in a file is an error here."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FormatWarning)
            return shade_of(word, line=1)
    except (BadFormat, FormatWarning):
        raise BadInput(
            f"--palette: expected a color, as in #c02020 or red, not {quoted(word)}"
        ) from None
