"""Heat maps: how often each tile covers each cell, over all tilings or packings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combien._base.budget import budget_of
from combien._base.checks import check_int, short_repr
from combien._base.displayed import Displayed
from combien._questions.distribution import option_counts, option_weights
from combien._wording import counted
from combien.drawing._renderers.sheet import sheet
from combien.engines._protocol import Budget, Reporter
from combien.errors import BadInput, BadPicture
from combien.geometry._region import Region
from combien.tilings._draw import drawn, has_picture
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tiling import TilingProblem

if TYPE_CHECKING:
    from combien._base.checks import Cost
    from combien.drawing._picture import Picture
    from combien.geometry._cell import Cell
    from combien.geometry._region import Region
    from combien.tilings._packing_problem import PackingProblem
    from combien.tilings._tiling import TilingProblem


def heat_map(
    model: TilingProblem | PackingProblem,
    *,
    weights: Iterable[Cost] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> HeatMap:
    """Return how often each tile covers each cell, over all tilings or packings.

    >>> import combien
    >>> dominoes = combien.Tile("**", symmetries="all", times="any")
    >>> heat_map(combien.TilingProblem(combien.Region.box(8, 8), [dominoes])).total
    12988816

    With `weights`, a positive number for each placement, a tiling counts as the product of its
    placements' weights.
    Raises `BadInput` for a model without a board; `OutOfBudget`.
    Cost: that of `marginals`.
    """
    if not isinstance(model, (TilingProblem, PackingProblem)):
        raise BadInput(
            f"{short_repr(model)}: expected a TilingProblem or a PackingProblem; use marginals() "
            "for other models"
        )
    limits = budget_of(budget, nodes, seconds, bytes)
    if weights is not None:
        return heat_of_marginals(model, *option_weights(model, weights, limits, report))
    return heat_of_marginals(model, *option_counts(model, limits, report))


def heat_of_marginals(
    model: TilingProblem | PackingProblem,
    found: Sequence[int] | Sequence[Fraction],
    total: int | Fraction,
) -> HeatMap:
    """Return the heat map of a model with these marginals by option, and this number of tilings."""
    counts: dict[Cell, list[Any]] = {cell: [0] * len(model.tiles) for cell in model.board}
    for option, times in enumerate(found):
        placement = (
            model.placement(option)
            if isinstance(model, PackingProblem)
            else model.placements[option]
        )
        if times and placement is not None:
            for cell in placement.region:
                counts[cell][placement.number] += times
    rows = {cell: tuple(row) for cell, row in counts.items()}
    names = tuple(tile.name for tile in model.tiles)
    return HeatMap(model.board, len(model.tiles), total, rows, names)


# No slots: displayed objects may be subclassed with a dictionary.
@dataclass(frozen=True)
class HeatMap(Displayed):
    """For each cell and tile, the number of tilings in which the tile covers the cell.

    >>> import combien
    >>> problem = combien.TilingProblem("***", [combien.Tile("**"), combien.Tile("*")])
    >>> heat = combien.heat_map(problem)
    >>> heat.total, heat.counts[0, 0], heat.counts[1, 0]
    (2, (1, 1), (2, 0))
    >>> print(heat.picture(1).ascii(boxes=True, labels=True))
    ┌───┬───┬───┐
    │50 │ 0 │50 │
    └───┴───┴───┘

    `counts` maps each cell to a tuple with an entry for each tile; for a packing, what is missing
    from `total` are the packings in which the cell is a hole.  `names` are those of the tiles.
    With weights, all are total weights, as fractions.
    """

    board: Region
    tiles: int
    total: int | Fraction
    counts: Mapping[Cell, tuple[Any, ...]]
    names: tuple[str, ...] = ()

    def name_of(self, tile: int) -> str:
        """Return the name of a tile, or "tile 0" and so on."""
        named = tile < len(self.names) and self.names[tile]
        return named or f"tile {tile}"

    def sheet(self) -> Picture:
        """Return the pictures of all tiles on one sheet, in the order of their numbers.

        Draw it with `palette="heat"`.  Raises `BadPicture` above dimension 3, and without tiles.
        """
        return sheet(
            [self.picture(tile) for tile in range(self.tiles)],
            title="how often each tile covers each cell, in percent"
            + (f" of {counted(self.total, 'tiling')}" if isinstance(self.total, int) else ""),
        )

    def picture(self, tile: int) -> Picture:
        """Return a picture of a tile's percentages, rounded down; darker cells are more frequent.

        Draw it with `palette="heat"`.  Raises `BadPicture` above dimension 3.
        """
        tile = check_int("tile", tile, least=0, most=self.tiles - 1)
        if not has_picture(self.board):
            raise BadPicture("a board above dimension 3 has no picture")
        percents = {
            cell: int(100 * row[tile] // (self.total or 1)) for cell, row in self.counts.items()
        }
        parts = [
            (Region([cell], lattice=self.board.lattice), percent // 10, str(percent))
            for cell, percent in percents.items()
        ]
        return drawn(self.board, parts, title=f"{self.name_of(tile)}: percentage of the tilings")
