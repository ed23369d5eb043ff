"""The lengths of rectangles of one width, searched row by row in the core.

What sticks out of the first rows is a profile; see native/strip/strip_lengths.hpp.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combien import _native
from combien.errors import CannotAnswer, Disagreement
from combien.rectangles._tileset import TileSet

__all__ = ["DONE", "MOST_WIDTH", "OUT_OF_BYTES", "OUT_OF_SLICE", "StripSearch"]

# The outcomes of a slice.
DONE, OUT_OF_SLICE, OUT_OF_BYTES = _native.DONE, _native.OUT_OF_SLICE, _native.OUT_OF_BYTES

# The core's profiles are windows of 128 cells.
MOST_WIDTH, WINDOW = 62, 128

Piece = tuple[tuple[int, int], ...]


class StripSearch:
    """The search for the lengths of rectangles of a width, in slices.

    Without `wanted`, it ends at the shortest length.  Else the number of entries of `wanted` must
    be a length, and it ends when there is a length for each remainder that is wanted.
    Raises `CannotAnswer` if the rectangle is too wide.
    """

    def __init__(self, tiles: TileSet, width: int, wanted: Sequence[bool] | None = None) -> None:
        self.width = width
        self._masks = _masks(tiles, width)
        longest = max((mask.bit_length() for _, mask in self._placements()), default=0)
        if width > MOST_WIDTH or longest > WINDOW:
            raise CannotAnswer(
                f"width {width}: these tiles reach over more than {WINDOW} cells of a strip that "
                "wide"
            )
        self._mirrors = tiles.mirrors
        self.modulus = 0 if wanted is None else len(wanted)
        placements = [list(_places(mask)) for _, mask in self._placements()]
        mirror = [list(reversed(range(width)))] if tiles.mirrors else []
        chosen = [True] if wanted is None else list(wanted)
        self._machine = _native.strip_lengths(width, placements, mirror, chosen, bool(self.modulus))

    def _placements(self) -> Iterator[tuple[int, int]]:
        for first, masks in enumerate(self._masks):
            yield from ((first, mask << first) for mask in masks)

    def run(self, steps: int, seconds: float, bytes: int, most: int) -> int:
        """Search on, to the length `most`; return the outcome of the core."""
        return self._machine.run(steps, seconds, bytes, most)

    @property
    def length(self) -> int | None:
        """All lengths of up to this one are known; None if all are."""
        return None if self._machine.complete else self._machine.length

    @property
    def shortest(self) -> list[int | None]:
        """The shortest length, or the shortest with each remainder; None if there is none yet."""
        return self._machine.shortest()

    @property
    def states(self) -> int:
        """The number of profiles that were reached."""
        return self._machine.states

    @property
    def steps(self) -> int:
        """The number of profiles within rows that were continued."""
        return self._machine.steps

    def pieces(self, remainder: int = 0) -> list[Piece]:
        """Return a tiling of the shortest rectangle with this remainder, as sets of cells."""
        path = [low | high << 64 for low, high in self._machine.path(remainder)]
        found: list[Piece] = []
        profile = 0
        for row, after in enumerate(path[1:]):
            profile, masks = self._row(profile, {after, self._mirrored(after)})
            found += [self._cells(row, mask) for mask in masks]
        return found

    def _row(self, profile: int, targets: set[int]) -> tuple[int, list[int]]:
        """Return a way to cover a row such that one of the targets sticks out, and which one."""
        full = (1 << self.width) - 1
        todo: list[tuple[int, tuple[int, ...]]] = [(profile, ())]
        while todo:
            covered, masks = todo.pop()
            if covered & full == full:
                if covered >> self.width in targets:
                    return covered >> self.width, list(masks)
                continue
            first = (~covered & (covered + 1)).bit_length() - 1
            for mask in self._masks[first]:
                placed = mask << first
                now = covered | placed
                if not covered & placed and any(now >> self.width & ~t == 0 for t in targets):
                    todo.append((now, (*masks, placed)))
        raise Disagreement.of("a row of a strip", derived="covered", direct="not")

    def _mirrored(self, profile: int) -> int:
        if not self._mirrors:
            return profile
        rows = []
        while profile:
            row = profile & ((1 << self.width) - 1)
            rows.append(int(f"{row:0{self.width}b}"[::-1], 2))
            profile >>= self.width
        return sum(row << self.width * place for place, row in enumerate(rows))

    def _cells(self, row: int, mask: int) -> Piece:
        return tuple((at % self.width, row + at // self.width) for at in _places(mask))


def _places(mask: int) -> Iterator[int]:
    """Yield the bits of a mask that are set."""
    return (place for place in range(mask.bit_length()) if mask >> place & 1)


def _masks(tiles: TileSet, width: int) -> list[list[int]]:
    """Return the placements by the column of their first cell, as bits relative to it."""
    masks: list[list[int]] = [[] for _ in range(width)]
    for shape in tiles.shapes:
        start = shape[0][0]
        right = max(x for x, _ in shape)
        if right >= width:
            continue
        bits = sum(1 << y * width + x - start for x, y in shape)
        for first in range(start, width - right + start):
            masks[first].append(bits)
    return masks
