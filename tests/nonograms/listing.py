"""The definition of what a line implies, and of all boards, by listing: slow, short, obvious."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from combien.nonograms._clue import BLOTTED, UNKNOWN, Block, Clue, least_length
from combien.nonograms._nonogram import Board, Nonogram


def fillings(clue: Clue, length: int) -> Iterator[bytes]:
    """Every way to fill a line of this length."""
    if not clue:
        yield bytes(length)
        return
    (size, color), rest = clue[0], clue[1:]
    if size == BLOTTED:
        for told in range(1, length + 1):
            yield from fillings((Block(told, color), *rest), length)
        return
    gap = 1 if rest and rest[0].color == color else 0
    for start in range(length - least_length(clue) + 1):
        for tail in fillings(rest, length - start - size - gap):
            yield bytes(start) + bytes([color]) * size + bytes(gap) + tail


def line_by_listing(clue: Clue, cells: Sequence[set[int]]) -> list[set[int]] | None:
    """The values that each cell has in some filling that fits."""
    fitting = [
        line
        for line in fillings(clue, len(cells))
        if all(value in cell for value, cell in zip(line, cells, strict=True))
    ]
    return [set(values) for values in zip(*fitting, strict=True)] if fitting else None


def boards_by_listing(nonogram: Nonogram) -> set[Board]:
    """All solutions: every way to fill the rows, as long as the columns begin as their clues do."""
    columns = [set(fillings(clue, nonogram.height)) for clue in nonogram.columns]
    found: list[tuple[bytes, ...]] = [()]
    for number, clue in enumerate(nonogram.rows, start=1):
        beginnings = [{column[:number] for column in each} for each in columns]
        longer = product(found, list(fillings(clue, nonogram.width)))
        found = [
            (*rows, row)
            for rows, row in longer
            if all(
                bytes(column) in each
                for column, each in zip(zip(*rows, row, strict=True), beginnings, strict=True)
            )
        ]
    return {Board(nonogram.height, nonogram.width, b"".join(rows)) for rows in found}


def values_of(cells: bytes, values: Sequence[int]) -> list[set[int]]:
    """Cells of a board as sets."""
    return [set(values) if cell == UNKNOWN else {cell} for cell in cells]
