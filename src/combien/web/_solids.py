"""Puzzles of BurrTools on the page: their problems as drawn boards, and a drawn box as a file."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import prod
from typing import Any

from combien._wording import Statement
from combien.errors import BadFormat
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.tilings import xmpuzzle
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._reason import OnBoard
from combien.web._reading import (
    COLORS,
    CUBES,
    MOST_PIECE_CELLS,
    PLAIN,
    BadQuestion,
    Drawn,
    Rules,
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
# The colors of the page (svg.js), as files have them.
PAGE_COLORS = dict(
    zip(
        ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#4a5058"),
        COLORS,
        strict=True,
    )
)


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
        if reason is None:
            problems.append({"name": name[:40], **_drawn(problem)})
        else:
            reasons.append(reason)
    if not problems:
        raise BadQuestion("file", reasons[0] if reasons else Statement("burr-empty"))
    yield "opened", {"problems": problems}


def _not_drawn(problem: OnBoard) -> Statement | None:
    """Return why the page cannot draw a problem; None if it can."""
    if problem.board.lattice != SQUARE:
        return Statement("burr-grid")
    if max(problem.board.size) > MOST_SIDE:
        return Statement("burr-side", most=MOST_SIDE)
    if isinstance(problem, PackingProblem):
        if problem.holes not in ((0, 0), (0, None)):
            return Statement("burr-holes")
        if len(_letters(problem)) > len(COLORS):
            return Statement("burr-colors", most=len(COLORS))
    times = [most for tile in problem.tiles for most in tile.times if most is not None]
    if len(problem.tiles) > MOST_PIECES or max(times, default=0) > MOST_TIMES:
        return Statement("burr-pieces", most=MOST_PIECES, times=MOST_TIMES)
    if any(_art(tile.region) > MOST_ART or len(tile) > MOST_PIECE_CELLS for tile in problem.tiles):
        return Statement("burr-large")
    return None


def _letters(problem: PackingProblem) -> dict[object, str]:
    """Return the letter of each color of a problem, those of the page if it has them.

    Colors beyond the letters of the page have none of them.
    """
    used = dict.fromkeys(
        color for paint in problem.paints.values() for color in paint.cells.values()
    )
    used |= dict.fromkeys(problem.colors.values())
    found = {color: PAGE_COLORS[color] for color in used if color in PAGE_COLORS}
    free = (letter for letter in COLORS if letter not in set(found.values()))
    return found | {color: next(free, "") for color in used if color not in found}


def _art(region: Region) -> int:
    """Return the number of characters of a drawing: rows, each with what separates it."""
    width, *others = region.size
    return (width + 1) * prod(others) - 1


def _drawn(problem: OnBoard) -> dict[str, Any]:
    """Return the board and the pieces as the page names them; flat ones are layers of cubes."""
    packing = problem if isinstance(problem, PackingProblem) else None
    letters = _letters(packing) if packing else {}

    def drawn(region: Iterable[Cell], colors: Mapping[Cell, object]) -> dict[str, Any]:
        cells = list(region)
        marks = "".join(letters[colors[cell]] if cell in colors else PLAIN for cell in cells)
        text = {"colors": marks} if marks.strip(PLAIN) else {}
        return {"cells": [[*cell, 0][:3] for cell in cells], **text}

    board = drawn(problem.board, packing.colors if packing else {})
    rules: dict[str, Any] = {}
    if packing is not None:
        board["optional"] = [[*cell, 0][:3] for cell in packing.may_be_holes]
        if packing.allowed is not None:
            known = [pair for pair in packing.allowed if set(pair) <= letters.keys()]
            rules["allowed"] = sorted(letters[own] + letters[other] for own, other in known)
    paints = packing.paints if packing else {}
    return {
        "board": {"lattice": CUBES, **board},
        "pieces": [
            {
                "name": tile.name[:MOST_NAME],
                **drawn(tile.region, paints[number].cells if number in paints else {}),
                "times": list(tile.times),
                "symmetries": symmetries_name(tile),
            }
            for number, tile in enumerate(problem.tiles)
        ],
        **rules,
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
    return b64encode(xmpuzzle.write(_in_page_colors(drawn).whole())).decode()


def _in_page_colors(drawn: Drawn) -> Drawn:
    """Return a drawn box with the colors of the page instead of their letters."""
    if drawn.rules is None:
        return drawn
    named = {letter: color for color, letter in PAGE_COLORS.items()}
    rules = drawn.rules
    # What goes together is written for the colors in use; equal ones, if no pairs are given.
    allowed = rules.allowed and tuple((named[own], named[other]) for own, other in rules.allowed)

    def shown(colors: Mapping[Cell, str]) -> dict[Cell, str]:
        return {cell: named[letter] for cell, letter in colors.items()}

    paints = {number: shown(paint) for number, paint in rules.paints.items()}
    return replace(drawn, rules=Rules(rules.optional, shown(rules.colors), paints, allowed))
