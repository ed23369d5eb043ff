"""The placements of one piece on a drawn board, and which of them a solver need not try."""

from __future__ import annotations

from typing import Any

from combien.cover._elements import Solution
from combien.cover._reduce import Reduction, reduce
from combien.errors import BadInput
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._placement import Placement
from combien.tilings._reason import OnBoard, laid
from combien.web._reading import PLAIN, BadQuestion, Drawn

# The page shows them one by one.
MOST_SHOWN = 2000


def placements_of(drawn: Drawn, model: OnBoard, piece: object, cell: object) -> dict[str, Any]:
    """Return the placements of a piece by its number on the page, all or those on one cell.

    >>> from combien import Region, Tile, TilingProblem
    >>> model = TilingProblem(Region.box(3, 1), [Tile("**"), Tile("*")])
    >>> drawn = Drawn(model, (0, 1), (), model.board, model.tiles)
    >>> for one in placements_of(drawn, model, 1, None)["shown"]:
    ...     print(one)
    {'cells': [[0, 0]], 'orbit': 0, 'first': True, 'removed': False}
    {'cells': [[1, 0]], 'orbit': 1, 'first': True, 'removed': True}
    {'cells': [[2, 0]], 'orbit': 0, 'first': False, 'removed': False}

    Placements with the same `orbit` are images of each other under the symmetries of the board with
    all its pieces; a search up to symmetry tries the `first` one.  `removed` ones are in no
    solution, by the exact reduction before a search.  At most 2000 placements are shown of `total`.
    Raises `BadQuestion`.
    """
    if not isinstance(piece, int) or isinstance(piece, bool) or piece not in drawn.numbers:
        raise BadQuestion("piece", "placements have the number of a piece that is used")
    if cell is not None and not (
        isinstance(cell, list) and all(isinstance(at, int) for at in cell)
    ):
        raise BadQuestion("cell", "a cell is a list of whole numbers")
    tile = drawn.numbers.index(piece)
    wanted = None if cell is None else tuple(cell)
    problem = model.problem()
    kept = _kept(reduce(problem))
    group = _images(model)
    shown: list[dict[str, Any]] = []
    total, orbits = 0, dict[int, int]()
    for option in range(problem.option_count):
        placement = laid(model, option)
        if placement is None or placement.number != tile:
            continue
        if wanted is not None and wanted not in placement.region:
            continue
        total += 1
        if total > MOST_SHOWN:
            continue
        least = min(image[option] for image in group)
        number = orbits.setdefault(least, len(orbits))
        shown.append(
            {
                **_cells(model, option, placement),
                "orbit": number,
                "first": least == option,
                "removed": option not in kept,
            }
        )
    return {"piece": piece, "total": total, "orbits": len(orbits), "shown": shown}


def _cells(model: OnBoard, option: int, placement: Placement) -> dict[str, Any]:
    """Return the cells of a placement, with their colors if its piece has some."""
    cells = [list(at) for at in placement.region]
    if not isinstance(model, PackingProblem) or placement.number not in model.paints:
        return {"cells": cells}
    (paint,) = model.read(Solution([option])).paint.values()
    colors = dict(paint.cells)
    return {
        "cells": cells,
        "colors": "".join(str(colors.get(at, PLAIN)) for at in placement.region),
    }


def _images(model: OnBoard) -> list[tuple[int, ...]]:
    """Return the images of all options under each symmetry; the identity alone if unknown."""
    try:
        return [symmetry.options for symmetry in model.symmetries()]
    except BadInput:
        return [tuple(range(model.problem().option_count))]


def _kept(reduction: Reduction) -> set[int]:
    """Return the options that may be in a solution."""
    if reduction.impossible:
        return set()
    kept = {*reduction.forced}.union(*reduction.choices, *reduction.numbers)
    return kept.union(*(copies for number, copies in reduction.copies.items() if number in kept))
