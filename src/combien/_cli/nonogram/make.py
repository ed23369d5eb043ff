"""`combien nonogram make`: make a puzzle from a picture, on request with a unique solution."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from dataclasses import replace

import click

from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.inputs import STDIN, name_in_errors, read_bytes
from combien._cli._shared.options import with_options
from combien._cli._shared.progress import Spinner
from combien._cli.completion import paths
from combien._cli.nonogram.files import MOST_BYTES, output_options, write_puzzles
from combien._wording import counted
from combien.errors import BadFormat, BadInput
from combien.nonograms import formats
from combien.nonograms._nonogram import BLACK, LETTERS, UNKNOWN, WHITE, Ink, Nonogram
from combien.nonograms._puzzle import TEXTS, Puzzle
from combien.nonograms.formats._text import FormatWarning, quoted

__all__ = ["make"]

THRESHOLD = 0.5

EXAMPLES = """\
Examples:

combien nonogram make --title Key examples/key.txt key.non

combien nonogram make --unique cells --to non examples/key.txt -

combien nonogram make --width 40 --palette "red=#c02020 leaf=#208020" $PHOTO rose.xml
"""


@command(epilog=EXAMPLES)
@click.option(
    "--unique",
    type=click.Choice(("cells", "given")),
    help="Make the solution unique: by changing cells of the picture, or by giving cells.",
)
@click.option(
    "--width",
    type=click.IntRange(1, 65535),
    metavar="N",
    help="Scale an image to this width in cells.",
)
@click.option(
    "--height", type=click.IntRange(1, 65535), metavar="N", help="Scale it to this height."
)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    default=THRESHOLD,
    show_default=True,
    help="The brightness, from 0 to 1, below which a pixel of an image is black.",
)
@click.option(
    "--palette", metavar="INKS", help='Colors of an image, as in "red=#c02020 leaf=#208020".'
)
@click.option("--title", default="", help="The title of the puzzle.")
@click.option("--author", default="", help="The author of the puzzle.")
@with_options("--seconds", "--nodes", "--bytes")
@output_options
@click.argument("picture", metavar="PICTURE", shell_complete=paths)
@click.argument("out", metavar="OUT", shell_complete=paths)
def make(
    picture: str,
    out: str,
    target: str,
    drop: tuple[str, ...],
    unique: str | None,
    width: int | None,
    height: int | None,
    threshold: float,
    palette: str | None,
    title: str,
    author: str,
    seconds: float | None,
    nodes: int | None,
    bytes: int | None,
) -> Exit:
    """Make a puzzle from a picture.

    PICTURE is text of . and #, a bitmap (PBM), or an image (PNG, JPEG, ...; this needs Pillow).
    OUT is a file in any format that can be written; - is the standard output.
    """
    from combien.nonograms._images.compose import (  # Start-up: not for --help.
        by_changing,
        by_giving,
    )
    from combien.nonograms._images.images import board_of_image  # Start-up: not for --help.

    inks = None if palette is None else _inks(palette)
    given = {"--width": width, "--height": height, "--palette": palette}
    options = [name for name, value in given.items() if value is not None]
    options += ["--threshold"] * (threshold != THRESHOLD)
    read, known = _read(picture, options)
    with name_in_errors(picture):
        if known:
            drawn = _drawn(picture, read, known)
        else:
            board = board_of_image(
                read, width=width, height=height, threshold=threshold, palette=inks
            )
            drawn = Puzzle.of(board, palette=inks)
    puzzle = Puzzle.of(drawn.goals[0], palette=drawn.nonogram.palette)
    if unique is not None:
        with Spinner("looking for a puzzle with one solution") as spinner:
            make_so = by_changing if unique == "cells" else by_giving
            composed = make_so(
                puzzle.goals[0],
                palette=puzzle.nonogram.palette,
                nodes=nodes,
                seconds=seconds,
                bytes=bytes,
                report=spinner.update,
            )
        puzzle = composed.puzzle
        count = counted(len(composed.cells), "cell")
        what = "changed" if unique == "cells" else "given"
        if composed.cells:
            print_message(f"{count} {what}" + ", no fewer suffice" * composed.least)
        else:
            print_message("the picture is the only solution as it is")
    texts = {name: getattr(drawn.nonogram, name) for name in TEXTS}
    texts |= {name: text for name, text in (("title", title), ("author", author)) if text}
    old = puzzle.nonogram
    named = Nonogram(old.rows, old.columns, palette=old.palette, **texts)
    write_puzzles([replace(puzzle, nonogram=named)], out, target, drop)
    return Exit.ANSWERED


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
    from combien.nonograms._images.images import board_of_image  # Start-up: not for --help.

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
    from combien.nonograms.formats._shades import shade_of  # Start-up: not for --help.

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FormatWarning)
            return shade_of(word, line=1)
    except (BadFormat, FormatWarning):
        raise BadInput(
            f"--palette: expected a color, as in #c02020 or red, not {quoted(word)}"
        ) from None
