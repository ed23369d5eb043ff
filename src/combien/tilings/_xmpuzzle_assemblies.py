"""Stored assemblies and separations.

An assembly has a position and a rotation for each copy of each piece, or `x` if it is unused.
They are decoded into tilings or packings, and so each is checked: pieces lie on the board, do not
overlap, and leave only cells empty that may be.

A separation has the positions of the pieces from one move to the next, and then of each part.  A
file has either all positions, as voxels to which the hot spots are moved, or only their numbers: in
preorder, for each separation the number of positions, and 0 for a part that is not separated.
The last position of a separation has some pieces far away.  What is read is checked: it begins with
the assembly, no two pieces overlap in any position, and the parts have different pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from combien.cover.formats._xml_tree import Element
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._solids import SPHERES
from combien.tilings._packing_problem import Packing, PackingProblem
from combien.tilings._placement import Placement, Slider
from combien.tilings._tile import Tile
from combien.tilings._tiling import Tiling, TilingProblem
from combien.tilings._xmpuzzle_shapes import Grid, ReadProblem, Use
from combien.tilings.disassembly._result import Disassembly, Move
from combien.tilings.disassembly._result import moved as added

_MOST_TOKENS = 1_000_000
_MOST_MISSING = 8
_MOST_WAYS = 1000
_MOST_NUMBER = 999_999_999


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
) -> Iterator[tuple[Tiling | Packing, StoredSeparation | None, int]]:
    """Yield the assemblies stored in a problem, in the file's order, and their separations.

    With each comes its number among all assemblies, 0 if the file does not have it.
    """
    for solutions in read.element.all("solutions"):
        for solution in solutions.all("solution"):
            number = solution.number("asmNum", most=_MOST_NUMBER, default=0)
            for assembly in solution.all("assembly"):
                copies = list(_laid(read.uses, assembly, grid))
                found = _decoded(read, assembly, copies)
                separation = stored_separation(solution, _by_number(copies, found), grid)
                yield found, separation, number


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
            four = [_short_number(text) for text in tokens[at : at + 4]]
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
        turned = map(slider.places, tiles[number].orientations)
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


def _short_number(text: str) -> int | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else None


_MOST_PIECES = 200
_MOST_CELLS = 5_000_000
_MOST_COORDINATE = 1_000_000


@dataclass(frozen=True, slots=True)
class StoredSeparation:
    """How BurrTools separated some pieces: the number of moves, and the separations of the parts.

    `pieces` are the numbers of the placements of the assembly, as in a `Disassembly`; `states` has
    the translation of each from its place, before each move and after the last one, which moves
    some pieces far away.  Both are empty if the file has only the numbers of moves.
    """

    moves: int
    pieces: tuple[int, ...] = ()
    states: tuple[tuple[Cell, ...], ...] = ()
    left: StoredSeparation | None = None
    removed: StoredSeparation | None = None

    @property
    def level(self) -> tuple[int, ...]:
        """The number of moves of each separation: this one, the rest's, then the removed part's."""
        parts = (part for part in (self.left, self.removed) if part is not None)
        return self.moves, *(number for part in parts for number in part.level)


# How far BurrTools moves pieces that are removed; more than 10,000 means removed.
_FAR = 20_000


def separation_of(found: Disassembly) -> StoredSeparation | None:
    """Return a disassembly as it is stored; None for pieces that do not come apart.

    >>> from combien.tilings.disassembly import disassemble
    >>> pair = separation_of(disassemble([Region([(0, 0, 0)]), Region([(0, 0, 1)])]))
    >>> pair.moves, pair.pieces, pair.states[-1]
    (1, (0, 1), ((0, 0, 0), (-20000, 0, 0)))

    BurrTools has no rotations: of a disassembly with some, only the numbers of moves are stored.
    """
    if not found.comes_apart or not found.moves:
        return None
    return _stored(found, tuple(0 for _ in found.states[0][0]), positions=not found.rotations)


def _stored(found: Disassembly, start: Cell, *, positions: bool) -> StoredSeparation | None:
    """Return the separation of a part whose first piece begins with this translation."""
    if not found.moves:
        return None
    # A search with rotations gives positions in the assembly.
    by = tuple(0 for _ in start) if found.orientations else start
    states = [tuple(added(vector, by) for vector in state) for state in found.states]
    last, before = found.moves[-1], dict(zip(found.pieces, states[-1], strict=True))
    assert isinstance(last, Move)  # Pieces are removed by a translation.
    away = tuple(_FAR * step for step in last.direction)
    ended = tuple(added(at, away) if piece in last.pieces else at for piece, at in before.items())
    parts = {
        part.pieces[0] in last.pieces: _stored(part, before[part.pieces[0]], positions=positions)
        for part in found.parts
    }
    moves = len(found.moves)
    if not positions:
        return StoredSeparation(moves, left=parts[False], removed=parts[True])
    return StoredSeparation(moves, found.pieces, (*states, ended), parts[False], parts[True])


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece of an assembly: its number among the placements, where it lies, and its voxel."""

    number: int
    region: Region
    voxel: Cell


def stored_separation(
    solution: Element, laid: Mapping[int, Laid], grid: Grid
) -> StoredSeparation | None:
    """Return the separation of a solution, if there is one.

    `laid` are the pieces by their numbers in the file, which count the copies that are not used.
    """
    for element in solution.all("separation"):
        return _Reader(laid, grid).read(element, whole=True)
    for element in solution.all("separationInfo"):
        numbers = [_whole(element, text, most=_MOST_COORDINATE) for text in element.text.split()]
        if not 1 <= len(numbers) <= 2 * _MOST_PIECES or min(numbers) < 0:
            raise element.bad(f"expected 1 to {2 * _MOST_PIECES} numbers of positions")
        rest = iter(numbers)
        found = _counted(rest, element)
        if next(rest, None) is not None:
            raise element.bad("there are more numbers than separations")
        return found
    return None


def _counted(numbers: Iterator[int], element: Element) -> StoredSeparation | None:
    positions = next(numbers, None)
    if positions is None:
        raise element.bad("there are fewer numbers than separations")
    if not positions:
        return None
    left, removed = _counted(numbers, element), _counted(numbers, element)
    return StoredSeparation(positions - 1, left=left, removed=removed)


class _Reader:
    def __init__(self, laid: Mapping[int, Laid], grid: Grid) -> None:
        self._laid = laid
        self._grid = grid
        self._cells = 0

    def read(self, element: Element, *, whole: bool = False) -> StoredSeparation:
        """Return a separation, with the separations of its parts."""
        pieces = self._pieces(element)
        states = [self._state(each, pieces) for each in element.all("state")]
        if len(states) < 2:
            raise element.bad("a separation has two positions or more, before and after its moves")
        if whole and (any(map(any, states[0])) or len(pieces) != len(self._laid)):
            raise element.bad("this separation does not begin with the assembly")
        for state in states[:-1]:
            self._check_overlaps(element, pieces, state)
        parts: dict[str, StoredSeparation] = {}
        left_over = set(pieces)
        for part in element.all("separation"):
            kind = part.attributes.get("type", "")
            if kind not in ("left", "removed") or kind in parts:
                raise part.bad('expected type="left" or "removed", once each')
            numbers = set(self._pieces(part))
            if not numbers <= left_over or len(numbers) == len(pieces):
                raise part.bad("a part has pieces of the whole, and none of the other part")
            left_over -= numbers
            parts[kind] = self.read(part)
        return StoredSeparation(
            len(states) - 1,
            tuple(self._laid[piece].number for piece in pieces),
            tuple(states),
            parts.get("left"),
            parts.get("removed"),
        )

    def _pieces(self, element: Element) -> list[int]:
        pieces = [
            _whole(element, text, most=_MOST_COORDINATE)
            for text in element.one("pieces").text.split()
        ]
        if len(set(pieces)) != len(pieces) or not set(pieces) <= set(self._laid):
            raise element.bad("expected numbers of pieces of the assembly, each once")
        if not 2 <= len(pieces) <= _MOST_PIECES:
            raise element.bad(f"expected 2 to {_MOST_PIECES} pieces, not {len(pieces)}")
        return pieces

    def _state(self, element: Element, pieces: Sequence[int]) -> tuple[Cell, ...]:
        """Return the translation of each piece from its place."""
        axes = []
        for name in ("dx", "dy", "dz"):
            texts = element.one(name).text.split()
            if len(texts) != len(pieces):
                raise element.bad(f"<{name}> has {len(texts)} numbers for {len(pieces)} pieces")
            axes.append([_whole(element, text, most=_MOST_COORDINATE) for text in texts])
        return tuple(
            self._translation(element, self._laid[piece], voxel)
            for piece, voxel in zip(pieces, zip(*axes, strict=True), strict=True)
        )

    def _translation(self, element: Element, laid: Laid, voxel: Cell) -> Cell:
        start, end = self._grid.point(laid.voxel), self._grid.point(voxel)
        vector = tuple(map(int.__sub__, end, start))
        lattice, cell = laid.region.lattice, laid.region.cells[0]
        moved = tuple(map(int.__add__, cell, vector))
        if not lattice.has(moved) or lattice.kind(moved) != lattice.kind(cell):
            raise element.bad(f"the voxel {voxel} is not a position of its piece")
        return vector

    def _check_overlaps(
        self, element: Element, pieces: Sequence[int], state: Sequence[Cell]
    ) -> None:
        taken: set[Cell] = set()
        for piece, vector in zip(pieces, state, strict=True):
            region = self._laid[piece].region
            self._cells += len(region)
            if self._cells > _MOST_CELLS:
                raise element.bad(f"more than {_MOST_CELLS} cells in all positions together")
            cells = {tuple(map(int.__add__, cell, vector)) for cell in region}
            if not taken.isdisjoint(cells):
                raise element.bad(f"piece {piece} overlaps another one on its way")
            taken |= cells


def separation_text(
    separation: StoredSeparation, places: Mapping[int, tuple[int, Cell]], grid: Grid
) -> str:
    """Return a separation as XML.

    `places` has the number in the file, and the voxel, of each placement.
    """
    if separation.pieces:
        return _text(separation, places, grid, "")
    return f"<separationInfo>{' '.join(map(str, _preorder(separation)))}</separationInfo>"


def _preorder(separation: StoredSeparation | None) -> Iterator[int]:
    if separation is None:
        yield 0
        return
    yield separation.moves + 1
    yield from _preorder(separation.left)
    yield from _preorder(separation.removed)


def _text(
    separation: StoredSeparation, places: Mapping[int, tuple[int, Cell]], grid: Grid, kind: str
) -> str:
    pieces = separation.pieces
    lines = [
        f'<pieces count="{len(pieces)}">{" ".join(str(places[n][0]) for n in pieces)}</pieces>'
    ]
    for state in separation.states:
        voxels = [
            grid.voxel(tuple(map(int.__add__, grid.point(places[piece][1]), vector)))
            for piece, vector in zip(pieces, state, strict=True)
        ]
        axes = zip("xyz", zip(*voxels, strict=True), strict=True)
        inside = "".join(f"<d{axis}>{' '.join(map(str, each))}</d{axis}>" for axis, each in axes)
        lines.append(f"<state>{inside}</state>")
    for name, part in (("left", separation.left), ("removed", separation.removed)):
        if part is not None:
            lines.append(_text(part, places, grid, name))
    named = f' type="{kind}"' if kind else ""
    return f"<separation{named}>{''.join(lines)}</separation>"


def _whole(element: Element, text: str, *, most: int) -> int:
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 7 and int(digits) <= most:
        return int(text)
    raise element.bad(f"{text[:20]!r}: expected a whole number of at most {most}")
