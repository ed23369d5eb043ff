"""Write solutions as text or as one JSON object, and files of many lines.

Each solution is written as it is found, so memory does not grow with their number; the JSON object
has the solutions first and the result of the search after them.  Tilings are drawn; solutions of a
plain exact cover are lists of options.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from itertools import islice
from typing import Any, BinaryIO, Protocol, TextIO, cast

from combien._base.files import replacing
from combien._cli._shared.files import Loaded
from combien._cli._shared.options import SCHEMA
from combien._cli._shared.pictures import PictureOptions
from combien._cli._shared.progress import Bar
from combien._wording import printable_lines
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover.formats._names import knuth_lines, named
from combien.drawing._renderers.option_text import (
    MOST_CHARACTERS,
    BoxesText,
    LettersText,
    OptionLook,
)
from combien.engines._answer_json import facts
from combien.engines._protocol import Answer, Progress
from combien.engines._search.option_texts import OptionTexts
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.tilings._arrangement import Arrangement
from combien.tilings._draw import has_picture, text_spots
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._placement import Placement
from combien.tilings._tiling import TilingProblem


def as_text(
    loaded: Loaded, *, boxes: bool, style: str, drawn: PictureOptions | None = None
) -> Callable[[Any], str]:
    """Return the function that formats a solution as text, safe for a terminal.

    With `drawn`, tilings are written in color.
    """
    if drawn is not None and isinstance(loaded.model, (TilingProblem, PackingProblem)):
        # The text consists of letters and escape sequences made here, with no name from a file.
        return lambda tiling: _colored(tiling, drawn)
    problem = loaded.model
    # Names come from files.
    if not boxes and (loaded.puzzle or not isinstance(problem, Problem)):
        return lambda reading: printable_lines(str(reading))
    if not isinstance(problem, Problem):
        return lambda reading: printable_lines(
            reading.picture().ascii(boxes=boxes, labels=loaded.puzzle)
        )
    return option_texts(problem, style).of


def option_texts(problem: Problem, style: str) -> OptionTexts:
    """Return the texts of the options of a plain exact cover, safe for a terminal."""
    if style == "knuth":
        return OptionTexts(
            problem.option_count,
            lambda option: printable_lines("".join(knuth_lines(problem, [option]))),
            between="\n",
        )
    return OptionTexts(
        problem.option_count,
        lambda option: printable_lines(named(problem, [option])),
        between="; ",
    )


def as_json(loaded: Loaded) -> Callable[[Any], object]:
    """Return the function that converts a solution to JSON values.

    A tiling is a list of placements, each `{"tile": number, "name": ..., "cells": [[x, y], ...]}`
    with the tile's number and name, x to the right and y up.  A solution of a plain problem is
    `{"options": [numbers], "names": [texts]}`, and a solution of a puzzle is its `plain()`.
    """
    problem = loaded.model
    if loaded.puzzle:
        return lambda reading: reading.plain()
    if not isinstance(problem, Problem):
        return lambda tiling: list(map(_placed, tiling.placements))
    return lambda solution: {
        "options": list(solution),
        "names": [named(problem, [option]) for option in solution],
    }


def _placed(placement: Placement) -> dict[str, object]:
    return {
        "tile": placement.number,
        "name": placement.tile.name,
        "cells": list(placement.region),
    }


def json_text(loaded: Loaded) -> Callable[[Any], str]:
    """Return the function that writes the values of `as_json` as text."""
    problem, value = loaded.model, as_json(loaded)
    if loaded.puzzle or not isinstance(problem, Problem):
        return lambda reading: json.dumps(value(reading))
    names = OptionTexts(
        problem.option_count, lambda option: json.dumps(named(problem, [option])), between=", "
    )

    def text(solution: Solution) -> str:
        return f'{{"options": {list(solution)}, "names": [{names.of(solution)}]}}'

    return text


def _colored(tiling: Arrangement, drawn: PictureOptions) -> str:
    """Return the text of a tiling in color, or plain text if it has no picture."""
    if not has_picture(tiling.board):
        return str(tiling)
    return tiling.to_write().ansi(palette=drawn.palette, color_by=drawn.color_by)


class Output(Protocol):
    """Receives the solutions one by one, and then the answer."""

    def add(self, solution: object) -> None:
        """Write a solution."""

    def end(self, answer: Answer[object]) -> None:
        """Write the result of the search."""


class NoOutput:
    """Writes nothing; used when a drawing goes to the standard output instead."""

    def add(self, solution: object) -> None:
        """Write nothing."""

    def end(self, answer: Answer[object]) -> None:
        """Write nothing."""


class TextOutput:
    """Writes solutions as text, with an empty line after those of several lines."""

    def __init__(
        self, stream: TextIO, text: Callable[[Any], str], *, options: OptionTexts | None = None
    ) -> None:
        self._stream = stream
        self._text = text
        self._options = options
        self._between = ""

    def add(self, solution: object) -> None:
        """Write a solution."""
        text = self._text(solution)
        self._stream.write(f"{self._between}{text}\n")
        self._between = "\n" if "\n" in text else ""

    def add_some(self, batch: Iterator[Solution]) -> int:
        """Write one or more solutions of a batch that is not empty; return their number."""
        lines = None
        if self._options is not None:
            lines = self._options.lines(batch, blank=bool(self._between))
        if self._options is None or lines is None:
            self.add(next(batch))
            return 1
        text, count, blank = lines
        self._stream.write(text)
        # Only now, so that an interrupt loses no solution.
        self._options.skip(batch, count)
        self._between = "\n" if blank else ""
        return count

    def end(self, answer: Answer[object]) -> None:
        """Write nothing."""


class JsonOutput:
    """Writes one JSON object: `{"schema": 1, "problem": ..., "solutions": [...], ...}`."""

    def __init__(self, stream: TextIO, text: Callable[[Any], str], *, name: str) -> None:
        self._stream = stream
        self._text = text
        self._before = f'{{"schema": {SCHEMA}, "problem": {json.dumps(name)}, "solutions": [\n'

    def add(self, solution: object) -> None:
        """Write a solution on a separate line."""
        self._stream.write(self._before + self._text(solution))
        self._before = ",\n"

    def end(self, answer: Answer[object]) -> None:
        """Write the rest of the object."""
        opening = "" if self._before == ",\n" else self._before.rstrip("\n")
        self._stream.write(f"{opening}], {json.dumps(facts(answer))[1:]}\n")


# The largest output without --any-size, and the number of lines between two progress reports.
MOST_UNASKED = 1_000_000_000
LINES_AT_ONCE = 5000


@contextmanager
def stream_to(output: str | None) -> Iterator[TextIO]:
    """Context manager for the output: the standard output, or a file, replaced at the end.

    Raises
    ------
    CannotWrite
        If the file cannot be written.
    """
    if output is None or output == "-":
        yield sys.stdout
        return
    with replacing(output) as stream:
        text = TextIOWrapper(cast("BinaryIO", stream), encoding="utf-8", newline="\n")
        try:
            yield text
            text.flush()
        finally:
            # After an error, closing the wrapper must not write the buffered rest.
            with suppress(OSError):
                text.detach()


def write_lines(lines: Iterable[str], stream: TextIO, *, total: int) -> None:
    """Write all lines, and show the progress."""
    lines, done = iter(lines), 0
    # Comments contain names, whose control characters are replaced on a terminal only.
    seen = stream is sys.stdout and stream.isatty()
    with Bar() as bar:
        stream = bar.wrap(stream) if stream is sys.stdout else stream
        while chunk := list(islice(lines, LINES_AT_ONCE)):
            stream.writelines(map(printable_lines, chunk) if seen else chunk)
            done += len(chunk)
            bar(Progress("encode", min(1.0, done / max(total, 1)), {"lines": done}))


class BoardTexts:
    """A tiling or packing problem whose solutions are read as text.

    >>> from combien import Region, Tile, solve
    >>> domino = Tile("**", symmetries="all", times="any")
    >>> print(solve(BoardTexts(TilingProblem(Region.box(3, 2), [domino]))))
    aab
    ccb

    The text equals `str(tiling)`, or `tiling.picture().ascii(boxes=True)`.
    """

    def __init__(self, model: TilingProblem | PackingProblem, *, boxes: bool = False) -> None:
        self._model = model
        self._boxes = boxes
        self._texts: Callable[[Sequence[int]], str | None] | None = None
        board = model.board
        square = board.lattice.cover == SQUARE
        if not has_picture(board) or (boxes and not square):
            return
        spots = text_spots(board)
        width, height = (max(at) - min(at) + 1 for at in zip(*spots.values(), strict=True))
        if width * height > MOST_CHARACTERS:
            return
        ranks = {cell: rank for rank, cell in enumerate(board)}

        def look(option: int) -> OptionLook:
            if isinstance(model, TilingProblem):
                # The cells come first among the items of an option.
                tile = model.tiles[model.placements.turn(option)[0]]
                cells = cast("tuple[Cell, ...]", model.problem().entries(option)[: len(tile)])
            else:
                placement = model.placement(option)
                if placement is None:
                    return OptionLook(0, ())
                tile, cells = placement.tile, placement.region.cells
            rank = min(ranks[cell] for cell in cells)
            return OptionLook(rank, tuple(spots[cell] for cell in cells), tile.name)

        self._texts = (BoxesText if boxes else LettersText)(spots.values(), look)

    def problem(self) -> Problem:
        """Return the exact cover problem."""
        return self._model.problem()

    def read(self, solution: Solution) -> str:
        """Return the text of a solution."""
        text = self._texts(solution) if self._texts else None
        if text is not None:
            return text
        tiling = self._model.read(solution)
        return tiling.picture().ascii(boxes=True) if self._boxes else str(tiling)


class BoardJson:
    """A tiling or packing problem whose solutions are read as JSON, as `as_json` defines it.

    >>> from combien import Region, Tile, solve
    >>> bar = Tile("**", name="bar")
    >>> print(solve(BoardJson(TilingProblem(Region.box(2, 1), [bar]))))
    [{"tile": 0, "name": "bar", "cells": [[0, 0], [1, 0]]}]
    """

    def __init__(self, model: TilingProblem | PackingProblem) -> None:
        self._model = model
        self._ranks = {cell: rank for rank, cell in enumerate(model.board)}
        # The rank of the first cell, and the text; a hole or an empty tile has no text.
        self._placed: dict[int, tuple[int, str]] = {}

    def problem(self) -> Problem:
        """Return the exact cover problem."""
        return self._model.problem()

    def read(self, solution: Solution) -> str:
        """Return the text of a solution."""
        try:
            placed = [self._placed[option] for option in solution]
        except KeyError:
            self._placed |= {option: self._read(option) for option in solution}
            placed = [self._placed[option] for option in solution]
        placed.sort()
        return f"[{', '.join([text for _, text in placed if text])}]"

    def _read(self, option: int) -> tuple[int, str]:
        model = self._model
        placed = (
            model.placements[option]
            if isinstance(model, TilingProblem)
            else model.placement(option)
        )
        if placed is None or not len(placed.region):
            return 0, ""
        return min(self._ranks[cell] for cell in placed.region), json.dumps(_placed(placed))
