"""Rectangles into a rectangle: perfect squared rectangles, and others with rotations.

Equal rectangles are one tile with a multiplicity.  If the rectangles do not fill the box, the rest
stays empty.  The result is a tiling or packing problem, so every question and engine applies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from combien._base.budget import Budget, Reporter, budget_of
from combien._base.checks import as_int, check_bool, check_int, check_list, short_repr
from combien._questions.cheapest import Best, best
from combien.errors import BadTiling
from combien.geometry._region import Region
from combien.tilings._packing_problem import Packing, PackingProblem, with_free_holes
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

LONGEST = 1000


def rectangle_packing(
    width: int, height: int, sides: Iterable[tuple[int, int]], *, rotate: bool = True
) -> TilingProblem | PackingProblem:
    """Return the problem of placing rectangles with these sides in a box.

    >>> from combien import count, solve
    >>> print(solve(rectangle_packing(5, 3, [(3, 2), (3, 1), (2, 3)])))
    aaabb
    aaabb
    cccbb
    >>> count(rectangle_packing(3, 2, [(2, 2), (1, 1)]))
    4

    `sides` are pairs (width, height), repeated for equal rectangles, which are interchangeable.
    Rectangles may be rotated unless `rotate` is false.  Cells that they do not cover stay empty.
    Raises `BadTiling` for sides beyond 1 to 1000, and for rectangles that are larger than the box
    or whose areas exceed it.
    """
    box = _sides((width, height), "the box")
    rotate = check_bool("rotate", rotate, error=BadTiling)
    if not isinstance(sides, Iterable) or isinstance(sides, str):
        raise BadTiling(f"sides={short_repr(sides)}: expected pairs, such as [(3, 2), (2, 2)]")
    # Each has a cell at least.
    listed = check_list("sides", sides, error=BadTiling, most=LONGEST * LONGEST)
    given = [_sides(pair, f"rectangle {n}") for n, pair in enumerate(listed)]
    if not given:
        raise BadTiling("sides: expected at least one rectangle, such as [(3, 2)]")
    for pair in given:
        fits = pair[0] <= box[0] and pair[1] <= box[1]
        if not fits and not (rotate and pair[1] <= box[0] and pair[0] <= box[1]):
            raise BadTiling(f"a rectangle of {_shown(pair)} does not fit into {_shown(box)}")
    rest = box[0] * box[1] - sum(w * h for w, h in given)
    if rest < 0:
        raise BadTiling(
            f"the rectangles cover {box[0] * box[1] - rest} cells, and {_shown(box)} has "
            f"{box[0] * box[1]}: choose a larger box or fewer rectangles"
        )
    if rotate:
        given = [(max(pair), min(pair)) for pair in given]
    times = Counter(given)
    tiles = [
        Tile(
            Region.box(*pair),
            symmetries="rotations" if rotate else "none",
            times=times[pair],
            name=_shown(pair),
        )
        for pair in sorted(times, key=lambda pair: (-pair[0] * pair[1], pair))
    ]
    problem = TilingProblem(Region.box(*box), tiles, name=_shown(box))
    return PackingProblem(problem, holes=rest) if rest else problem


def _sides(pair: object, what: str) -> tuple[int, int]:
    both = [as_int(side) for side in pair] if isinstance(pair, (tuple, list)) else []
    known = [side for side in both if side is not None and 1 <= side <= LONGEST]
    if len(both) != 2 or len(known) != 2:
        raise BadTiling(
            f"{what}, {short_repr(pair)}: expected a width and a height from 1 to {LONGEST}"
        )
    return known[0], known[1]


def _shown(pair: tuple[int, int]) -> str:
    return f"{pair[0]}x{pair[1]}"


Most = Literal["pieces", "cells"]


# As many pieces as fit ----------------------------------------------------------------------------

# As many pieces as fit on a board on which not all of them fit.
#
# Tiles may be left out and cells may stay empty; the packings that are best by number of pieces or
# of covered cells are found by `best`, which also proves that no packing is better.


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
) -> Best[Packing, int]:
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
