"""A model that reads solutions directly as text, without building `Tiling` objects.

`combien solve -n 0` would otherwise spend most of its time on tilings and pictures that are only
printed.  The text is made by `drawing/_renderers/option_text.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.drawing._renderers.option_text import (
    MOST_CHARACTERS,
    BoxesText,
    LettersText,
    OptionLook,
)
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.tilings._draw import has_picture, text_spots
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tiling import TilingProblem

__all__ = ["BoardTexts"]


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
