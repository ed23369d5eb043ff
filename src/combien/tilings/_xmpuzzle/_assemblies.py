"""Stored assemblies: for each copy of each piece, a position and a rotation, or `x` if unused.

They are decoded into tilings or packings, and so each is checked: pieces lie on the board, do not
overlap, and leave only cells empty that may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from combien._base.records import dataclass
from combien.cover.formats._xml_tree import Element
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._spheres import SPHERES
from combien.tilings._packing import Packing
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._placement import Placement
from combien.tilings._slide import Slider
from combien.tilings._tile import Tile
from combien.tilings._tiling import Tiling, TilingProblem
from combien.tilings._xmpuzzle._grids import Grid
from combien.tilings._xmpuzzle._problems import ReadProblem, Use
from combien.tilings._xmpuzzle._separations import Laid, StoredSeparation, stored_separation

__all__ = ["stored_assemblies"]

_MOST_TOKENS = 1_000_000
_MOST_MISSING = 8
_MOST_WAYS = 1000


@dataclass(frozen=True, slots=True)
class _Copy:
    """A copy of a piece: its number, its tile, where it lies, and its voxel.

    The place is None if the rotation is not of the lattice.
    """

    number: int
    tile: int
    region: Region | None
    voxel: Cell


def stored_assemblies(
    read: ReadProblem, grid: Grid
) -> Iterator[tuple[Tiling | Packing, StoredSeparation | None]]:
    """Yield the assemblies stored in a problem, in the file's order, and their separations."""
    for solutions in read.element.all("solutions"):
        for solution in solutions.all("solution"):
            for assembly in solution.all("assembly"):
                copies = list(_laid(read.uses, assembly, grid))
                found = _decoded(read, assembly, copies)
                yield found, stored_separation(solution, _by_number(copies, found), grid)


def _by_number(copies: Sequence[_Copy], found: Tiling | Packing) -> dict[int, Laid]:
    """Return the pieces by their numbers in the file, as far as their rotations are known."""
    numbers = {placement.region: place for place, placement in enumerate(found.placements)}
    return {
        copy.number: Laid(numbers[copy.region], copy.region, copy.voxel)
        for copy in copies
        if copy.region is not None
    }


def _decoded(read: ReadProblem, assembly: Element, copies: Sequence[_Copy]) -> Tiling | Packing:
    problem = read.problem
    laid = [(copy.tile, copy.region) for copy in copies]
    tiles, board = problem.tiles, problem.board
    free = set(board) - {cell for _, region in laid if region for cell in region}
    missing = [number for number, region in laid if region is None]
    found = [(number, region) for number, region in laid if region is not None]
    if missing:
        found += _fitted(missing, tiles, free, board, assembly)
    try:
        placements = [_placement(number, tiles[number], region) for number, region in found]
        if isinstance(problem, TilingProblem):
            return Tiling(board, placements)
        packing = Packing(board, placements)
    except BadTiling as error:
        raise assembly.bad(f"this assembly does not fit its problem: {error}") from None
    _check_holes(problem, packing, assembly)
    return packing


def _laid(uses: Sequence[Use], assembly: Element, grid: Grid) -> Iterator[_Copy]:
    tokens = assembly.text.split()
    copies = sum(use.most for use in uses)
    if copies > _MOST_TOKENS or not copies <= len(tokens) <= 4 * copies:
        raise assembly.bad(f"this assembly is not one of {copies} pieces, each `x` or four numbers")
    at = 0
    number = -1
    for use in uses:
        for _ in range(use.most):
            number += 1
            token = tokens[at : at + 1]
            if token == ["x"]:
                at += 1
                continue
            four = [_whole(text) for text in tokens[at : at + 4]]
            if len(four) < 4 or None in four or use.tile is None:
                raise assembly.bad(f"number {at} of this assembly: expected `x` or four numbers")
            x, y, z, turn = (value or 0 for value in four)
            at += 4
            region = _moved(use, (x, y, z), turn, grid, assembly)
            yield _Copy(number, use.tile, region, (x, y, z))
    if at != len(tokens):
        raise assembly.bad(f"this assembly has {len(tokens) - at} numbers too many")


def _moved(use: Use, to: Cell, turn: int, grid: Grid, assembly: Element) -> Region | None:
    symmetry = grid.symmetry(turn)
    if symmetry is None:
        if grid.lattice != SPHERES:
            raise assembly.bad(f"there is no rotation {turn} of {grid.name}")
        return None
    vector = tuple(map(int.__sub__, grid.point(to), symmetry(grid.point(use.shape.hot))))
    turned = [symmetry(cell) for cell in use.shape.region]
    cells = [tuple(map(int.__add__, cell, vector)) for cell in turned]
    lattice = grid.lattice
    if not lattice.has(cells[0]) or lattice.kind(cells[0]) != lattice.kind(turned[0]):
        raise assembly.bad(f"rotation {turn} at {to} does not put this piece on the grid")
    return Region(cells, lattice=lattice)


def _placement(number: int, tile: Tile, region: Region) -> Placement:
    home = region.at_origin()
    turns = [at for at, turned in enumerate(tile.orientations) if turned == home]
    if not turns:
        raise BadTiling(f"{tile.called(number)} cannot lie like this")
    return Placement(number, tile, turns[0], region)


def _fitted(
    missing: list[int], tiles: Sequence[Tile], free: set[Cell], board: Region, assembly: Element
) -> list[tuple[int, Region]]:
    """Return the only way to lay these tiles into the cells that are left."""
    if not free:
        raise assembly.bad("this assembly has more pieces than room")
    if len(missing) > _MOST_MISSING:
        raise assembly.bad(f"more than {_MOST_MISSING} rotations do not keep the grid")
    slider = Slider(Region(free, dimension=board.dimension, lattice=board.lattice))
    ways: list[list[tuple[int, frozenset[Cell]]]] = [[]]
    for number in missing:
        turned = slider.lay(tiles[number].orientations)
        places = sorted({frozenset(cells) for each in turned for cells in each}, key=sorted)
        more = (
            [*way, (number, place)]
            for way in ways
            for place in places
            if not any(place & other for _, other in way)
        )
        ways = list(islice(more, _MOST_WAYS))
    different = {frozenset(way): way for way in ways}
    if len(different) != 1:
        raise assembly.bad(
            "this assembly has rotations that do not keep the grid, and the pieces fit in "
            f"{len(different)} ways"
        )
    (way,) = different.values()
    return [(number, Region(place, lattice=board.lattice)) for number, place in way]


def _check_holes(problem: PackingProblem, packing: Packing, assembly: Element) -> None:
    allowed = set(problem.may_be_holes)
    for cell in packing.holes:
        if cell not in allowed:
            raise assembly.bad(f"this assembly leaves cell {cell} empty, which must be filled")


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else None
