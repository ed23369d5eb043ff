"""`combien nonogram make`: a puzzle from a picture, with a single solution if that is wanted."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from combien._cli._shared.amounts import SECONDS
from combien._cli._shared.files import STDIN, content, naming
from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, tell
from combien._cli.completion import paths
from combien._cli.nonogram.files import MOST_BYTES, write_puzzles, writing
from combien._wording import counted
from combien.engines._protocol import Budget
from combien.errors import BadFormat, BadInput

if TYPE_CHECKING:
    from combien.nonograms._nonogram import Ink
    from combien.nonograms._puzzle import Puzzle

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
    help="See to it that there is one solution: by changing cells, or by giving some.",
)
@click.option(
    "--width", type=click.IntRange(1, 65535), metavar="N", help="Scale an image, in cells."
)
@click.option("--height", type=click.IntRange(1, 65535), metavar="N", help="The same.")
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    default=THRESHOLD,
    show_default=True,
    help="How bright what is darker than white may be: from 0, nothing is black, to 1.",
)
@click.option(
    "--palette", metavar="INKS", help='Colors of an image, as in "red=#c02020 leaf=#208020".'
)
@click.option("--title", default="", help="What the puzzle is called.")
@click.option("--author", default="", help="Who drew it.")
@click.option("--seconds", type=SECONDS, metavar="S", help="How long to look for one solution.")
@writing
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
) -> Exit:
    """Make a puzzle from a picture.

    PICTURE is text of . and #, a bitmap (PBM), or an image (PNG, JPEG, ...; this needs Pillow).
    OUT is a file in any format that can be written; - is the standard output.
    """
    from dataclasses import replace

    from combien._cli._shared.spinner import Waiting
    from combien.nonograms._images.compose import by_changing, by_giving
    from combien.nonograms._images.images import board_of_image
    from combien.nonograms._nonogram import Nonogram
    from combien.nonograms._puzzle import TEXTS, Puzzle

    inks = None if palette is None else _inks(palette)
    given = {"--width": width, "--height": height, "--palette": palette}
    options = [name for name, value in given.items() if value is not None]
    options += ["--threshold"] * (threshold != THRESHOLD)
    read, known = _read(picture, options)
    with naming(picture):
        if known:
            drawn = _drawn(picture, read, known)
        else:
            board = board_of_image(
                read, width=width, height=height, threshold=threshold, palette=inks
            )
            drawn = Puzzle.of(board, palette=inks)
    puzzle = Puzzle.of(drawn.goals[0], palette=drawn.nonogram.palette)
    if unique is not None:
        with Waiting("looking for a puzzle with one solution") as waiting:
            make_so = by_changing if unique == "cells" else by_giving
            budget = Budget(None, seconds, None)
            composed = make_so(
                puzzle.goals[0],
                palette=puzzle.nonogram.palette,
                budget=budget,
                report=waiting.now,
            )
        puzzle = composed.puzzle
        count = counted(len(composed.cells), "cell")
        what = "changed" if unique == "cells" else "given"
        if composed.cells:
            tell(f"{count} {what}" + ", no fewer suffice" * composed.least)
        else:
            tell("the picture is the only solution as it is")
    texts = {name: getattr(drawn.nonogram, name) for name in TEXTS}
    texts |= {name: said for name, said in (("title", title), ("author", author)) if said}
    old = puzzle.nonogram
    named = Nonogram(old.rows, old.columns, palette=old.palette, **texts)
    write_puzzles([replace(puzzle, nonogram=named)], out, target, drop)
    return Exit.ANSWERED


def _read(picture: str, options: Sequence[str]) -> tuple[bytes, str]:
    """What a file holds, and its format if it tells each cell; else, as for a photograph, none.

    Errors: `BadFormat` when there are options for images, and cells already.
    """
    from combien.nonograms import formats

    read = content(picture, MOST_BYTES)
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
        with naming(picture):
            raise BadFormat(
                f"the {known} format tells each cell: leave {' and '.join(options)} out, which are "
                "for images"
            )
    return read, ""


def _drawn(picture: str, read: bytes, known: str) -> Puzzle:
    """The puzzle of a file that tells each cell."""
    from combien.nonograms import formats
    from combien.nonograms._images.images import board_of_image
    from combien.nonograms._puzzle import Puzzle

    try:
        puzzle = formats.read(read, format=known)[0]
    except BadFormat:
        # An image may have a color for each cell, or be a photograph.
        if known == "png":
            return Puzzle.of(board_of_image(read))
        raise
    if not puzzle.goals:
        raise BadInput(f"'{picture}' holds clues and no picture: see combien nonogram convert")
    return puzzle


def _inks(words: str) -> tuple[Ink, ...]:
    """The inks of --palette: names and shades."""
    from combien.nonograms._nonogram import BLACK, LETTERS, UNKNOWN, WHITE, Ink

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
    """The shade that is meant; what a file may say wrongly is refused where it is typed."""
    import warnings

    from combien.nonograms.formats._shades import shade_of
    from combien.nonograms.formats._text import FormatWarning, quoted

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FormatWarning)
            return shade_of(word, line=1)
    except (BadFormat, FormatWarning):
        raise BadInput(
            f"--palette: a color is expected, as in #c02020 or red, not {quoted(word)}"
        ) from None
