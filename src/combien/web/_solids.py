"""Puzzles of BurrTools on the page: their problems as drawn boards, and a drawn box as a file."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Iterator
from math import prod
from typing import Any

from combien._wording import Statement
from combien.errors import BadFormat
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.tilings import xmpuzzle
from combien.tilings._tiling import TilingProblem
from combien.web._reading import (
    CUBES,
    MOST_PIECE_CELLS,
    BadQuestion,
    Drawn,
    symmetries_name,
)

# What the page can draw (state.js).
MOST_SIDE = 12
MOST_PIECES = 60
MOST_PROBLEMS = 20
MOST_TIMES = 99
# Characters of its drawing, in a link.
MOST_ART = 600
MOST_NAME = 12


def file_events(given: object, asked: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the problems of a file, given in base64, without those that cannot be drawn.

    >>> from combien.tilings.classics import classic
    >>> soma = xmpuzzle.write(classic("Soma cube").problem())
    >>> [(event, fields)] = file_events(b64encode(soma).decode(), ["open"])
    >>> problem = fields["problems"][0]
    >>> event, problem["board"]["lattice"], len(problem["board"]["cells"]), len(problem["pieces"])
    ('opened', 'cubes', 27, 7)

    Raises `BadQuestion` if none can be drawn, with the reason for the first one.
    """
    if asked != ["open"]:
        raise BadQuestion("ask", "a file is asked for open")
    if not isinstance(given, str):
        raise BadQuestion("file", "a file is a text in base64")
    try:
        found = xmpuzzle.read(b64decode(given, validate=True))
    except binascii.Error:
        raise BadQuestion("file", "a file is a text in base64") from None
    except BadFormat as error:
        raise BadQuestion("file", Statement("burr-unread", text=str(error))) from None
    problems, reasons = [], []
    for name, problem in list(found.items())[:MOST_PROBLEMS]:
        reason = _not_drawn(problem)
        if isinstance(problem, TilingProblem) and reason is None:
            problems.append({"name": name[:40], **_drawn(problem)})
        elif reason is not None:
            reasons.append(reason)
    if not problems:
        raise BadQuestion("file", reasons[0] if reasons else Statement("burr-empty"))
    yield "opened", {"problems": problems}


def _not_drawn(problem: object) -> Statement | None:
    """Return why the page cannot draw a problem; None if it can."""
    if not isinstance(problem, TilingProblem):
        return Statement("burr-packing")
    if problem.board.lattice != SQUARE:
        return Statement("burr-grid")
    if max(problem.board.size) > MOST_SIDE:
        return Statement("burr-side", most=MOST_SIDE)
    times = [most for tile in problem.tiles for most in tile.times if most is not None]
    if len(problem.tiles) > MOST_PIECES or max(times, default=0) > MOST_TIMES:
        return Statement("burr-pieces", most=MOST_PIECES, times=MOST_TIMES)
    if any(_art(tile.region) > MOST_ART or len(tile) > MOST_PIECE_CELLS for tile in problem.tiles):
        return Statement("burr-large")
    return None


def _art(region: Region) -> int:
    """Return the number of characters of a drawing: rows, each with what separates it."""
    width, *others = region.size
    return (width + 1) * prod(others) - 1


def _drawn(problem: TilingProblem) -> dict[str, Any]:
    """Return the board and the pieces as the page names them; flat ones are layers of cubes."""

    def cells(region: Region) -> list[list[int]]:
        return [[*cell, 0][:3] for cell in region]

    return {
        "board": {"lattice": CUBES, "cells": cells(problem.board)},
        "pieces": [
            {
                "name": tile.name[:MOST_NAME],
                "cells": cells(tile.region),
                "times": list(tile.times),
                "symmetries": symmetries_name(tile),
            }
            for tile in problem.tiles
        ],
    }


def xmpuzzle_of(drawn: Drawn) -> str:
    """Return a drawn box and its pieces as a file of BurrTools, without its pins, in base64.

    Raises `BadQuestion` if there are no pieces, or pieces that are not used in all rotations.
    """
    if drawn.board.dimension != 3:
        raise BadQuestion("board", "a file of BurrTools has a box of cubes")
    if not drawn.tiles:
        raise BadQuestion("pieces", Statement("burr-no-pieces"))
    if any(symmetries_name(tile) != "rotations" for tile in drawn.tiles):
        raise BadQuestion("pieces", Statement("burr-rotations"))
    problem = TilingProblem(drawn.board, drawn.tiles)
    return b64encode(xmpuzzle.write(problem)).decode()
