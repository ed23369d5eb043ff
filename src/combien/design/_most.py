"""As many pieces as fit on a board on which not all of them fit.

Tiles may be left out and cells may stay empty; the packings that are best by number of pieces or of
covered cells are found by `best`, which also proves that no packing is better.
"""

from __future__ import annotations

from typing import Literal

from combien._base.budget import Budget, Reporter, budget_of
from combien._base.checks import check_int, short_repr
from combien._questions.searches import Priced, best
from combien.errors import BadTiling
from combien.tilings._packing_problem import Packing, PackingProblem, with_free_holes
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

__all__ = ["Most", "loosened", "most_pieces"]

Most = Literal["pieces", "cells"]


def most_pieces(
    problem: TilingProblem | PackingProblem,
    *,
    most: Most = "pieces",
    k: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> list[Priced[Packing]]:
    """Return packings with the most pieces, or with the most covered cells, and that number.

    >>> from combien import Region
    >>> bars = TilingProblem(Region.box(3, 3), [Tile("**", symmetries="all", times=9)])
    >>> most_pieces(bars)[0].cost
    4

    Each tile is used at most as often as in the problem, also if that demands more.  A packing
    problem keeps its constraints: forced and forbidden placements, colors, and the cells that may
    stay empty, if they are limited; how many of them stay empty is free.  The number is proved to
    be the largest.  `k` packings are returned, best first.
    Raises `OutOfBudget` when a limit is reached; its `found` has the best packings so far, and its
    `known` an upper bound and the gap.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    if not isinstance(most, str) or most not in ("pieces", "cells"):
        raise BadTiling(f"most={short_repr(most)}: expected 'pieces' or 'cells'")
    k = check_int("k", k, least=1)
    model, costs = loosened(problem, most=most)
    return best(model, k=k, maximize=True, costs=costs, budget=limits, report=report)


def loosened(
    problem: TilingProblem | PackingProblem, *, most: Most
) -> tuple[PackingProblem, list[int]]:
    """Return the problem with optional tiles and empty cells, and what each option adds.

    >>> model, costs = loosened(TilingProblem("***", [Tile("**")]), most="cells")
    >>> costs
    [2, 2, 0, 0, 0]
    """
    if not isinstance(problem, (TilingProblem, PackingProblem)):
        raise BadTiling(
            "problem: expected a TilingProblem or PackingProblem, not a value of type "
            f"{type(problem).__name__}"
        )
    tiles = [
        Tile(
            tile.region,
            symmetries=tile.symmetries,
            times="any" if tile.times[1] is None else (0, tile.times[1]),
            name=tile.name,
        )
        for tile in problem.tiles
    ]
    base = TilingProblem(problem.board, tiles, name=problem.name)
    if isinstance(problem, PackingProblem):
        model = with_free_holes(problem, base)
    else:
        model = PackingProblem(base, holes="any")
    costs = []
    for option in range(model.problem().option_count):
        placement = model.placement(option)
        worth = 0 if placement is None else 1 if most == "pieces" else len(placement.region)
        costs.append(worth)
    return model, costs
