"""The symmetries of a tiling or packing problem: symmetries of the board that preserve its options.

Not every symmetry of the board is a symmetry of the problem: a reflection is not if a tile is
one-sided.  So each symmetry of the board is applied to the options.  It must map the placements of
a tile, with their paint, to the placements of a tile with the same bounds, which may be another
one, such as its mirror image; and it must map cells that may stay empty to such cells.  Forced and
forbidden placements and colors of the board need no rules of their own, as they only remove
options.  Among equal tiles, the first is mapped to the first, the second to the second, and so on;
so two tilings that differ by an exchange of equal tiles stay different, as they are when tilings
are counted.

The only requirement on the cells is that a symmetry permutes them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from combien._base.checks import did_you_mean
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup, ProblemSymmetry
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._motions import motions, turned
from combien.geometry._region import Region
from combien.geometry._symmetry import Group, Symmetry
from combien.geometry._wrapped import Wrapped
from combien.tilings._paint import PlacedPaint
from combien.tilings._tile import SYMMETRIES

# The numbers of the cells of a placement, in increasing order.
_Covered = tuple[int, ...]
# What distinguishes the options of a tile: the cells that they cover, and their paint.
_Paint = frozenset[tuple[Hashable, ...]]
_Content = tuple[_Covered, _Paint]
# Tiles of the same kind have equal bounds and equal options; their names may differ.
_Kind = tuple[Hashable, frozenset[_Content]]
# The options of a tile: its bounds, its number of cells, and the options' numbers.
OptionGroup = tuple[Hashable, int, Iterable[int]]

_PLAIN: _Paint = frozenset()


class OnBoard(Protocol):
    """A tiling or packing problem."""

    @property
    def board(self) -> Region:
        """The board, whose cells are the first items of the problem."""

    def problem(self) -> Problem:
        """Return the exact cover problem."""


class _Motion(NamedTuple):
    """A motion of the board: the images of the cells by number, and of any cell if it is flat."""

    name: str
    cells: _Covered
    move: Callable[[Cell], Cell]


def symmetries_of(
    problem: OnBoard,
    up_to: str | Group = "all",
    *,
    groups: Iterable[OptionGroup],
    paint: Mapping[int, PlacedPaint] | None = None,
) -> ProblemGroup:
    """Return the symmetries of a problem, as permutations of its options and its cells.

    >>> from combien import Tile, TilingProblem
    >>> problem = TilingProblem(Region.box(3, 2), [Tile("**", symmetries="all")])
    >>> symmetries_of(problem, groups=[("domino", 2, range(7))]).names
    ('Id', 'Rot180', 'VertRefl', 'HorizRefl')
    >>> TilingProblem(Region.box(3, 2), [Tile("*.\\n**")]).symmetries().names
    ('Id',)

    `groups` are the options of the tiles, and `paint` the paint of options, by number.  "all" and
    "rotations" select the symmetries of the problem; a `Group` must preserve it.  Symmetries with
    the same effect on cells and options, such as a rotation and a reflection of a single row, are
    listed once.  A board that wraps around also has translations; of a `Group`, only the symmetries
    compatible with the gluing are used there.
    Raises `BadTiling`, and `BadRegion` for "all" and "rotations" above dimension 6.
    """
    wanted = _wanted(problem.board, up_to)
    options = _Options(problem.problem(), groups, paint or {})
    found: dict[tuple[_Covered, _Covered], ProblemSymmetry] = {}
    for name, motion in _of_board(problem.board, wanted):
        moved = None if motion is None else options.moved(motion)
        if motion is not None and moved is not None:
            symmetry = ProblemSymmetry(name, moved, motion.cells)
            found.setdefault((motion.cells, moved), symmetry)
        elif isinstance(up_to, Group):
            what = "board" if motion is None else "set of placements"
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


def _of_board(board: Region, group: Group) -> Iterator[tuple[str, _Motion | None]]:
    """Yield the symmetries by name with their motions, or None if the board changes."""
    number_of = {cell: number for number, cell in enumerate(board)}
    if isinstance(board.lattice, Wrapped):
        for name, images in motions(board, group):
            goes = dict(zip(board, images, strict=True))
            yield name, _Motion(name, tuple(map(number_of.__getitem__, images)), goes.__getitem__)
        return
    for symmetry in group:
        flat = turned(board, symmetry)
        if flat is None:
            yield symmetry.name, None
            continue
        vector = tuple(map(int.__sub__, flat[0], symmetry(board.cells[0])))
        cells = tuple(map(number_of.__getitem__, flat))
        yield symmetry.name, _Motion(symmetry.name, cells, _mover(symmetry, vector))


def _mover(symmetry: Symmetry, vector: Cell) -> Callable[[Cell], Cell]:
    def move(cell: Cell) -> Cell:
        return tuple(map(int.__add__, symmetry(cell), vector))

    return move


class _Options:
    """The options of a problem, by kind of tile and by content."""

    def __init__(
        self, cover: Problem, groups: Iterable[OptionGroup], paint: Mapping[int, PlacedPaint]
    ) -> None:
        self._count = cover.option_count
        self._paint = paint
        self._kinds: dict[_Kind, list[dict[_Content, int]]] = {}
        for kind, size, options in groups:
            at = {
                (
                    tuple(sorted(cover.indices(option)[:size])),
                    _paint_of(paint[option], _same) if option in paint else _PLAIN,
                ): option
                for option in options
            }
            self._kinds.setdefault((kind, frozenset(at)), []).append(at)

    def moved(self, motion: _Motion) -> tuple[int, ...] | None:
        """Return the images of the options under a motion of the board, or None."""
        options = [0] * self._count
        for (kind, _), tiles in self._kinds.items():
            goes = {content: self._image(motion, *content, at) for content, at in tiles[0].items()}
            others = self._kinds.get((kind, frozenset(goes.values())))
            if others is None or len(others) != len(tiles):
                return None
            for at, other in zip(tiles, others, strict=True):
                for content, option in at.items():
                    options[option] = other[goes[content]]
        return tuple(options)

    def _image(self, motion: _Motion, covered: _Covered, paint: _Paint, option: int) -> _Content:
        cells = tuple(sorted(map(motion.cells.__getitem__, covered)))
        return cells, _paint_of(self._paint[option], motion.move) if paint else _PLAIN


def _paint_of(paint: PlacedPaint, move: Callable[[Cell], Cell]) -> _Paint:
    """Return the colors of the moved cells and edges; an edge is the same from both sides."""
    cells: Iterable[tuple[Hashable, ...]] = ((move(cell), color) for cell, color in paint.cells)
    edges = ((frozenset((move(a), move(b))), move(a), color) for (a, b), color in paint.edges)
    return frozenset((*cells, *edges))


def _same(cell: Cell) -> Cell:
    return cell
