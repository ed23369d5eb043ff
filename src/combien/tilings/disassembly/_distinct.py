"""Assemblies up to the symmetries of the board: one of each orbit, as they are found.

Rotations of a solid board give the same assembly in another position.  A reflection can be used if
the mirror image of each tile is again a tile, used as often.  The images of every new assembly are
kept, so memory grows with the number of solutions; each takes one look-up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from combien.cover._elements import Solution
from combien.geometry._cell import Cell
from combien.geometry._symmetry import Symmetry
from combien.geometry._wrapped import Wrapped
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._placement import Placement
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

__all__ = ["DistinctAssemblies"]

UpTo = Literal["none", "rotations", "all"]
# A tile and its cells.
Key = tuple[int, frozenset[Cell]]


class DistinctAssemblies:
    """Recognizes solutions of a problem that are symmetric to earlier ones.

    >>> problem = TilingProblem("**", [Tile("*"), Tile("*")])
    >>> distinct = DistinctAssemblies(problem)
    >>> [distinct.is_new(solution) for solution in ((0, 3), (1, 2))]
    [True, False]
    """

    def __init__(self, model: TilingProblem | PackingProblem, *, up_to: UpTo = "rotations") -> None:
        self._model = model
        self._seen: set[tuple[int, ...]] = set()
        # Placements that cover the same cells by the same tile have one number.
        self._numbers: dict[Key, int] = {}
        self._of_option: dict[int, int | None] = {}
        self._images: dict[int, tuple[int, ...]] = {}
        self._symmetries = _symmetries(model, up_to)

    @property
    def symmetries(self) -> int:
        """The number of symmetries of the board that are used, with the identity."""
        return len(self._symmetries)

    def is_new(self, solution: Solution) -> bool:
        """Return whether no earlier solution is symmetric to this one."""
        numbers = [self._number(option) for option in solution]
        chosen = [number for number in numbers if number is not None]
        if tuple(sorted(chosen)) in self._seen:
            return False
        columns = zip(*(self._images[number] for number in chosen), strict=True)
        self._seen.update(tuple(sorted(column)) for column in columns)
        return True

    def _number(self, option: int) -> int | None:
        """Return the number of the placement of an option, or None for a hole."""
        if option in self._of_option:
            return self._of_option[option]
        placement = self._placement(option)
        if placement is None:
            self._of_option[option] = None
            return None
        key = placement.number, frozenset(placement.region.cells)
        number = self._of_option[option] = self._number_of(key)
        self._images[number] = tuple(
            self._number_of(
                (tiles[key[0]], frozenset(_image(symmetry, shift, cell) for cell in key[1]))
            )
            for symmetry, shift, tiles in self._symmetries
        )
        return number

    def _placement(self, option: int) -> Placement | None:
        if isinstance(self._model, PackingProblem):
            return self._model.placement(option)
        return self._model.placements[option]

    def _number_of(self, key: Key) -> int:
        return self._numbers.setdefault(key, len(self._numbers))


def _image(symmetry: Symmetry, shift: Cell, cell: Cell) -> Cell:
    return tuple(map(int.__add__, symmetry(cell), shift))


def _symmetries(
    model: TilingProblem | PackingProblem, up_to: UpTo
) -> list[tuple[Symmetry, Cell, tuple[int, ...]]]:
    """Return each symmetry with its translation, and the tile that each tile is mapped to."""
    board, tiles = model.board, model.tiles
    lattice, dimension = board.lattice, board.dimension
    identity = Symmetry.identity(dimension)
    unmoved = (identity, (0,) * dimension, tuple(range(len(tiles))))
    if up_to == "none" or isinstance(lattice, Wrapped) or _has_more_constraints(model):
        return [unmoved]
    found = []
    optional = frozenset(model.may_be_holes) if isinstance(model, PackingProblem) else frozenset()
    for symmetry in (lattice.all if up_to == "all" else lattice.rotations)(dimension):
        image = board.moved(symmetry)
        if image.at_origin() != board.at_origin():
            continue
        shift = tuple(map(int.__sub__, board.low, image.low))
        if frozenset(_image(symmetry, shift, cell) for cell in optional) != optional:
            continue
        numbers = _images_of_tiles(tiles, symmetry)
        if numbers is not None:
            found.append((symmetry, shift, numbers))
    return found


def _has_more_constraints(model: TilingProblem | PackingProblem) -> bool:
    """Return whether something besides holes restricts the packings, so symmetry is not known."""
    return isinstance(model, PackingProblem) and bool(
        model.forced or model.forbidden or model._paints or model._colors
    )


def _images_of_tiles(tiles: Sequence[Tile], symmetry: Symmetry) -> tuple[int, ...] | None:
    """Return the number of the image of each tile, or None if an image is not a tile."""
    shapes = [
        (frozenset(region.at_origin() for region in tile.orientations), tile.times)
        for tile in tiles
    ]
    numbers = []
    for number, (tile, shape) in enumerate(zip(tiles, shapes, strict=True)):
        image = tile.orientations[0].moved(symmetry).at_origin()
        # A tile is mapped to itself if possible, so equal tiles are not exchanged.
        if image in shape[0]:
            numbers.append(number)
            continue
        others = [
            other
            for other, (turned, times) in enumerate(shapes)
            if image in turned and times == shape[1]
        ]
        if not others:
            return None
        numbers.append(others[0])
    return tuple(numbers) if max(Counter(numbers).values()) == 1 else None
