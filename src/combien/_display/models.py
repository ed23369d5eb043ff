"""Notebook display of problems, boards, tiles, puzzles and nonograms, and of their solutions."""

from __future__ import annotations

from html import escape
from typing import Any

from combien._display import (
    MOST_CELLS,
    block,
    caption,
    drawing,
    facts,
    line,
    mono,
    side_by_side,
    text,
)
from combien._wording import counted
from combien.cover._problem import Problem
from combien.drawing._clued import CluedBoard
from combien.drawing._content import Patch
from combien.drawing._palette import DEFAULT
from combien.drawing._picture import Picture
from combien.drawing._renderers.sheet import sheet
from combien.errors import BadPicture
from combien.geometry._region import Region
from combien.nonograms._clue import UNKNOWN, WHITE
from combien.nonograms._clued import clued
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._verdict import Verdict
from combien.puzzles._puzzle import settings_of
from combien.tilings._arrangement import Arrangement
from combien.tilings._draw import cell_by_cell, drawn, has_picture
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

MOST_ITEMS, MOST_OPTIONS = 40, 60
MOST_TILES = 60
MOST_ORIENTATIONS = 48


# Boards, tiles and tilings ------------------------------------------------------------------------


def region(shown: Region) -> str | Picture | None:
    """Render a region cell by cell."""
    if not shown or not has_picture(shown):
        return None
    if len(shown) > MOST_CELLS:
        return block(line(f"{shown!r}, too large to be drawn here"))
    return drawn(shown, cell_by_cell(shown))


def tile(shown: Tile) -> str | None:
    """Render the orientations of a tile side by side, and how often it is used."""
    if not has_picture(shown.region):
        return None
    turned = [_one(region, 0, "") for region in shown.orientations[:MOST_ORIENTATIONS]]
    if sum(len(picture.patches[0].polygons) for picture in turned) > MOST_CELLS:
        return block(line(f"{shown!r}, too large to be drawn here"))
    more = len(shown.orientations) - len(turned)
    return block(
        caption(shown.name or "tile"),
        drawing(sheet(turned), size=20),
        line(f"{counted(len(shown.orientations), 'orientation')}, used {_times(shown)}")
        + (line(f"{more} more orientations are not shown") if more else ""),
    )


def tiling_problem(shown: TilingProblem) -> str | None:
    """Render the board, and the tiles beside it."""
    return _board_and_tiles(shown, repr(shown))


def packing_problem(shown: PackingProblem) -> str | None:
    """Render the board with its constraints, and the tiles beside it."""
    return _board_and_tiles(shown, repr(shown))


def arrangement(shown: Arrangement) -> Picture | None:
    """Return the picture of a tiling or a packing, or None if the board has none."""
    return shown.picture() if has_picture(shown.board) else None


def _board_and_tiles(shown: TilingProblem | PackingProblem, summary: str) -> str | None:
    board = shown.board
    if not has_picture(board):
        return None
    if len(board) > MOST_CELLS:
        drawn_board = line(f"a board of {len(board)} cells, too large to be drawn here")
    else:
        drawn_board = drawing(shown.picture())
    cells = 0
    tiles = []
    for number, one in enumerate(shown.tiles[:MOST_TILES]):
        cells += len(one)
        if cells > MOST_CELLS:
            break
        picture = _one(one.region, number, one.name)
        name = one.name or f"piece {number + 1}"
        description = f"{text(name, most=40)}, {escape(_times(one))}"
        tiles.append(f"<div>{drawing(picture, size=14)}<small>{description}</small></div>")
    more = len(shown.tiles) - len(tiles)
    if more:
        tiles.append(line(f"and {counted(more, 'tile')} more"))
    return block(caption(summary), side_by_side(drawn_board, side_by_side(*tiles)))


def _one(region: Region, color: int, label: str) -> Picture:
    """Return the picture of a single tile, with thin lines between its cells."""
    whole = drawn(region, [(region, color, label)])
    cells = [Patch((polygon,), (), color) for polygon in whole.patches[0].polygons]
    return Picture(tuple(cells)) if len(cells) > 1 else whole


def _times(tile: Tile) -> str:
    """Describe how often a tile is used."""
    low, high = tile.times
    if high is None:
        return f"at least {low} times" if low else "any number of times"
    if low == high:
        return "once" if low == 1 else f"{low} times"
    return f"{low} to {high} times"


# Exact cover problems -----------------------------------------------------------------------------


def problem(shown: Problem) -> str:
    """Render a small problem as a table of options and items, a larger one by its sizes."""
    entries = sum(len(option.entries) for option in shown.options[:MOST_OPTIONS])
    small = shown.item_count <= MOST_ITEMS and shown.option_count <= MOST_OPTIONS
    bounded = sum(item.primary and (item.low, item.high) != (1, 1) for item in shown.items[:10_000])
    if small and entries:
        return block(caption(repr(shown)), _incidence(shown))
    return block(
        caption(repr(shown)),
        facts(
            [
                ("primary items", shown.primary_count),
                ("secondary items", shown.item_count - shown.primary_count or ""),
                ("items with bounds", bounded or ""),
                ("options", shown.option_count),
                ("first items", ", ".join(map(str, shown.item_names[:5]))),
                ("fingerprint", shown.fingerprint),
            ]
        ),
    )


def _incidence(shown: Problem) -> str:
    """Return a table with a row for each option, in which the cells of its items are colored."""
    thin = "border:1px solid #8888;padding:0;min-width:14px;height:14px;text-align:center"
    style = f"{thin};writing-mode:vertical-rl;padding:3px 0;font-weight:normal"
    head = "".join(
        f'<th style="{style}">{text(name, most=24)}'
        + ("" if item.primary else "&#8202;?")
        + "</th>"
        for name, item in zip(shown.item_names, shown.items, strict=True)
    )
    lines = [f"<tr><th></th>{head}</tr>"]
    for number, option in enumerate(shown.options):
        held: dict[int, str] = {}
        for entry in option.entries:
            name = getattr(entry, "item", entry)
            color = getattr(entry, "color", None)
            held[shown.item_names.index(name)] = "" if color is None else text(color, most=8)
        cells = "".join(
            f'<td style="{thin};background:#90a0f0;color:#222">{held[item]}</td>'
            if item in held
            else f'<td style="{thin}"></td>'
            for item in range(shown.item_count)
        )
        lines.append(f'<tr><th style="font-weight:normal;padding:0 6px">{number}</th>{cells}</tr>')
    return f'<table style="border-collapse:collapse;font-size:11px">{"".join(lines)}</table>'


# Puzzles ------------------------------------------------------------------------------------------


def puzzle(shown: Any) -> str:
    """Render the summary of a puzzle and its settings."""
    about = shown.about
    settings = [(one.name, one.write(getattr(shown, one.name))) for one in settings_of(type(shown))]
    return block(caption(about.title), line(about.summary), facts(settings))


def drawn_puzzle(shown: Any) -> str:
    """Render the summary of a puzzle and its picture."""
    return block(caption(shown.about.title), line(shown.about.summary), _drawn(shown))


def reading(shown: Any) -> Picture | None:
    """Return the picture of a solution, or None if it has none."""
    try:
        picture: Picture = shown.picture()
    except BadPicture:
        return None
    return picture


def _drawn(shown: Any) -> str:
    try:
        return drawing(shown.picture())
    except BadPicture:
        return mono(str(shown))


# Nonograms ----------------------------------------------------------------------------------------


def nonogram(shown: Nonogram) -> str:
    """Render the empty board with its clues."""
    if shown.height * shown.width > MOST_CELLS:
        return line(f"{shown!r}, too large to be drawn here")
    return block(caption(shown.title) if shown.title else "", clued(shown).svg())


def board(shown: Board) -> str:
    """Render a board without clues, in black or in default colors."""
    if shown.height * shown.width > MOST_CELLS:
        return line(f"{shown!r}, too large to be drawn here")
    shades: dict[int, str | None] = {WHITE: "#ffffff", 1: "#000000", UNKNOWN: None}
    return CluedBoard(
        shown.height,
        shown.width,
        tuple(shades.get(cell, DEFAULT.fill(cell)) for cell in shown.cells),
        ((),) * shown.height,
        ((),) * shown.width,
    ).svg()


def verdict(shown: Verdict) -> str:
    """Render the status, the reason, and the boards that prove it."""
    work = ", ".join(f"{name} {value:,}" for name, value in shown.work.items() if value)
    return block(
        caption(shown.status),
        line(shown.reason) if shown.reason else "",
        side_by_side(*map(board, shown.boards)),
        facts([("cells that differ", len(shown.differ) or ""), ("work", work)]),
    )
