"""The lengths of the tileable rectangles of one width: a set that is closed under addition.

They are searched row by row in the core.  What sticks out of the first rows is a profile; see
native/strip/strip_lengths.hpp.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from combien import _native
from combien.errors import CannotAnswer, Disagreement
from combien.rectangles._tileset import TileSet

# At most this many lengths are listed one by one.
MOST_LISTED = 30


@dataclass(frozen=True)
class Lengths:
    """The lengths n such that the tiles cover width x n.

    >>> lengths = Lengths(width=10, shortest=(5, 16, 27, 23, 14))
    >>> 16 in lengths, 17 in lengths, lengths.generators
    (True, False, (5, 14, 16, 23, 27))
    >>> print(lengths)
    5, 10, 14, 15, 16, 19, 20, 21, and all n >= 23

    `shortest` has the shortest length with each remainder, or None; the number of its entries is
    itself a length (the Apéry set of a numerical semigroup).  It is empty if there is no length.
    If `known_to` is a number, only the lengths of up to it are known, and those that follow from
    them by addition.
    """

    width: int
    shortest: tuple[int | None, ...] = ()
    known_to: int | None = None

    @property
    def modulus(self) -> int:
        """The length by which lengths may always be extended; 0 if there is no length."""
        return len(self.shortest)

    def contains(self, length: int) -> bool | None:
        """Return whether width x length can be tiled, None if unknown.

        >>> Lengths(2, (2, None), known_to=5).contains(3), Lengths(2, (2, None), 5).contains(7)
        (False, None)
        """
        least = self.shortest[length % self.modulus] if self.modulus else None
        if least is not None and length >= least:
            return length > 0
        return False if self.known_to is None or length <= self.known_to else None

    def __contains__(self, length: int) -> bool:
        """Return whether it is known that width x length can be tiled."""
        return self.contains(length) is True

    @property
    def complete(self) -> bool:
        """Whether all lengths are known."""
        return self.known_to is None

    @property
    def generators(self) -> tuple[int, ...]:
        """The lengths that are not sums of two lengths."""
        listed = sorted(least for least in self.shortest if least is not None)
        return tuple(n for n in listed if not any(m in self and n - m in self for m in listed))

    @property
    def period(self) -> tuple[int, frozenset[int], int]:
        """The smallest d, remainders modulo d and start such that n is a length if n >= start.

        All lengths from the start on have one of these remainders.
        """
        present = {r for r, least in enumerate(self.shortest) if least is not None}
        modulus = self.modulus
        period = next(
            d
            for d in range(1, modulus + 1)
            if modulus % d == 0 and all((r + d) % modulus in present for r in present)
        )
        remainders = frozenset(r % period for r in present)
        start = max(least for least in self.shortest if least is not None)
        while start > 1 and ((start - 1) in self or (start - 1) % period not in remainders):
            start -= 1
        while start % period not in remainders:
            start += 1
        return period, remainders, start

    def __str__(self) -> str:
        if not self.modulus:
            return "none" if self.complete else f"none up to {self.known_to}"
        period, remainders, start = self.period
        if period == 1:
            later = f"all n >= {start}" if start > 1 else "all n"
        else:
            later = f"all n = {_listed(sorted(remainders))} mod {period} with n >= {start}"
        early = [n for n in range(1, start) if n in self]
        text = ", ".join([*map(str, early[:MOST_LISTED]), *["..."] * (len(early) > MOST_LISTED)])
        text = f"{text}, and {later}" if early else later
        return text if self.complete else f"{text} (complete up to {self.known_to})"


def sums(known: Sequence[int | None], modulus: int) -> list[int | None]:
    """Return the least sum of known lengths in each class; the modulus is a length, too.

    >>> sums([None, 16, None, None, 14], 5)
    [5, 16, 32, 28, 14]
    """
    least = list(known)
    least[0] = modulus
    changed = True
    while changed:
        changed = False
        listed = [length for length in least if length is not None]
        for one in listed:
            for two in listed:
                before = least[(one + two) % modulus]
                if before is None or one + two < before:
                    least[(one + two) % modulus] = one + two
                    changed = True
    return least


def _listed(numbers: Sequence[int]) -> str:
    return " or ".join(map(str, numbers))


# The search ---------------------------------------------------------------------------------------

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
