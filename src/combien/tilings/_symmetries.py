"""The symmetries of a tiling problem: symmetries of the board that preserve the placements.

Not every symmetry of the board is one of the problem, for example a reflection if a tile is
one-sided.  So each symmetry of the board is applied to the placements: it must map the placements
of a tile to those of a tile with the same bounds, which may be another one, such as its mirror
image.  Among equal tiles, the first is mapped to the first, the second to the second, and so on; so
two tilings that differ by an exchange of equal tiles stay different, as they are when tilings are
counted.

The only requirement on the cells is that a symmetry permutes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from combien._checks import did_you_mean
from combien.cover._symmetry.group import ProblemGroup, ProblemSymmetry
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._motions import motions, turned
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.geometry._wrapped import Wrapped
from combien.tilings._tile import SYMMETRIES

if TYPE_CHECKING:
    from combien.tilings._tiling import TilingProblem

__all__ = ["symmetries_of"]

# The numbers of the cells of a placement, in increasing order.
_Covered = tuple[int, ...]
# Tiles of the same kind have equal bounds and equal placements; their names may differ.
_Kind = tuple[tuple[int, int | None], frozenset[_Covered]]


def symmetries_of(problem: TilingProblem, up_to: str | Group = "all") -> ProblemGroup:
    """Return the symmetries of a tiling problem, as permutations of its placements and its cells.

    >>> from combien import Tile, TilingProblem
    >>> symmetries_of(TilingProblem(Region.box(3, 2), [Tile("**", symmetries="all")])).names
    ('Id', 'Rot180', 'VertRefl', 'HorizRefl')
    >>> symmetries_of(TilingProblem(Region.box(3, 2), [Tile("*.\\n**")])).names
    ('Id',)

    "all" and "rotations" select the symmetries of the problem; a `Group` must preserve it.
    Symmetries with the same effect on the cells, such as a rotation and a reflection of a single
    row, are listed once.  A board that wraps around also has translations; of a `Group`, only the
    symmetries compatible with the gluing are used there.
    Raises `BadTiling`, and `BadRegion` for "all" and "rotations" above dimension 6.
    """
    wanted = _wanted(problem.board, up_to)
    placed = _Placed(problem)
    found: dict[_Covered, ProblemSymmetry] = {}
    for name, cells in _of_board(problem.board, wanted):
        options = None if cells is None else placed.moved(cells)
        if cells is not None and options is not None:
            found.setdefault(cells, ProblemSymmetry(name, options, cells))
        elif isinstance(up_to, Group):
            what = "board" if cells is None else "set of placements"
            raise BadTiling(
                f"{name} is not a symmetry of this problem: it changes the {what}; up_to='all' "
                "selects all symmetries"
            )
    return ProblemGroup(problem.problem(), found.values())


def _wanted(board: Region, up_to: str | Group) -> Group:
    if isinstance(up_to, Group):
        if up_to.dimension != board.dimension:
            raise BadTiling(
                f"a board of dimension {board.dimension} has no symmetries of dimension "
                f"{up_to.dimension}"
            )
        return up_to
    if isinstance(up_to, str) and up_to in SYMMETRIES:
        if up_to == "none":
            return Group.trivial(board.dimension)
        lattice = board.lattice
        return (lattice.all if up_to == "all" else lattice.rotations)(board.dimension)
    hint = did_you_mean(up_to[:40], SYMMETRIES) if isinstance(up_to, str) else ""
    raise BadTiling(f"up_to: expected 'none', 'rotations', 'all' or a group{hint}")


def _of_board(board: Region, group: Group) -> Iterator[tuple[str, _Covered | None]]:
    """Yield the symmetries by name with the images of the cells, or None if the board changes."""
    number_of = {cell: number for number, cell in enumerate(board)}
    found: Iterable[tuple[str, tuple[Cell, ...] | None]]
    if isinstance(board.lattice, Wrapped):
        found = motions(board, group)
    else:
        found = ((symmetry.name, turned(board, symmetry)) for symmetry in group)
    for name, goes in found:
        yield name, None if goes is None else tuple(map(number_of.__getitem__, goes))


class _Placed:
    """The placements of a problem, by kind of tile and by covered cells."""

    def __init__(self, problem: TilingProblem) -> None:
        cover = problem.problem()
        self._count = cover.option_count
        self._kinds: dict[_Kind, list[dict[_Covered, int]]] = {}
        for number, tile in enumerate(problem.tiles):
            options = problem.placements.of_tile(number)
            at = {tuple(sorted(cover.indices(o)[: len(tile)])): o for o in options}
            self._kinds.setdefault((tile.times, frozenset(at)), []).append(at)

    def moved(self, cells: Sequence[int]) -> tuple[int, ...] | None:
        """Return the images of the placements under a map of the cells, or None."""
        options = [0] * self._count
        for (times, covered), tiles in self._kinds.items():
            goes = {c: tuple(sorted(map(cells.__getitem__, c))) for c in covered}
            others = self._kinds.get((times, frozenset(goes.values())))
            if others is None or len(others) != len(tiles):
                return None
            for at, other in zip(tiles, others, strict=True):
                for where, option in at.items():
                    options[option] = other[goes[where]]
        return tuple(options)
