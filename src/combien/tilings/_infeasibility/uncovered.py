"""Cells that no placement covers, and tiles that have no placement."""

from __future__ import annotations

from combien.geometry._cell import Cell
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tiling import TilingProblem

__all__ = ["dead_cells", "useless_tiles"]


def dead_cells(model: TilingProblem | PackingProblem) -> tuple[Cell, ...]:
    """Return the cells of the board that no placement covers, in reading order.

    >>> from combien.tilings import Tile
    >>> dead_cells(TilingProblem("***\\n*.*", [Tile("***", times="any")]))
    ((0, 0), (2, 0))

    The cells of a packing problem that must stay holes are among them.
    Cost: a pass over the placements; the first call builds the problem.
    """
    problem = model.problem()
    if isinstance(model, PackingProblem):
        laid = (o for o in range(problem.option_count) if model.placement(o) is not None)
        covered = {item for option in laid for item in problem.indices(option)}
    else:
        covered = set(problem.arrays()[1])
    names = problem.item_names
    there = {names[item] for item in covered}
    return tuple(cell for cell in model.board if cell not in there)


def useless_tiles(model: TilingProblem | PackingProblem) -> tuple[int, ...]:
    """Return the numbers of the tiles that have no placement on the board.

    >>> from combien.tilings import Tile
    >>> useless_tiles(TilingProblem("**", [Tile("***", times="any"), Tile("*", times="any")]))
    (0,)

    Cost: a pass over the placements; the first call builds the problem.
    """
    if isinstance(model, PackingProblem):
        options = map(model.placement, range(model.problem().option_count))
        used = {placement.number for placement in options if placement is not None}
        return tuple(number for number in range(len(model.tiles)) if number not in used)
    return tuple(n for n in range(len(model.tiles)) if not model.placements.of_tile(n))
