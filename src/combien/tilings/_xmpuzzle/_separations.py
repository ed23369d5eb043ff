"""Stored separations: the positions of the pieces from one move to the next, and then of each part.

A file has either all positions, as voxels to which the hot spots are moved, or only their numbers:
in preorder, for each separation the number of positions, and 0 for a part that is not separated.
The last position of a separation has some pieces far away.  What is read is checked: it begins with
the assembly, no two pieces overlap in any position, and the parts have different pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from combien._base.records import dataclass
from combien.cover.formats._xml_tree import Element
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.tilings._xmpuzzle._grids import Grid

__all__ = ["Laid", "StoredSeparation", "separation_text", "stored_separation"]

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
        """The number of moves of each separation: of the rest before that of the removed part."""
        parts = (part for part in (self.left, self.removed) if part is not None)
        return self.moves, *(number for part in parts for number in part.level)


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
        """Return a separation and those of its parts."""
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
