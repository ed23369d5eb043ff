"""Notebook display of nonograms, boards and verdicts."""

from __future__ import annotations

from combien._display.elements import MOST_CELLS, block, caption, facts, line, side_by_side
from combien.drawing._clued import CluedBoard
from combien.drawing._palette import DEFAULT
from combien.nonograms._clue import UNKNOWN, WHITE
from combien.nonograms._clued import clued
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._verdict import Verdict


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
