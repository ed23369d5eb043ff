"""The table of rectangles: for each one whether it can be tiled, whether it is prime, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isqrt
from typing import Any, Literal

from combien._base.displayed import Displayed
from combien.drawing._content import PAPER
from combien.drawing._picture import Picture
from combien.errors import BadInput
from combien.geometry._region import Region
from combien.rectangles._direct import Part
from combien.rectangles._tileset import TileSet
from combien.tilings._tiling import Tiling

Verdict = Literal["none", "prime", "composite", "unknown"]
PieceCells = tuple[tuple[int, int], ...]

# The numbers of the colors in pictures.
COLORS = {".": None, "P": 1, "W": 2, "c": 0, "?": PAPER}
SIGNS = {"none": ".", "prime": "P", "composite": "c", "unknown": "?"}


@dataclass(frozen=True)
class Rectangle:
    """What is known of a rectangle.

    `tileable` is None if unknown.  `verdict` is "none" if it cannot be tiled, "composite" if a
    straight line cuts it into two rectangles that can be tiled, "prime" if it can be tiled and no
    line does, and "unknown" otherwise.  A prime rectangle is "weak" if it can be divided in another
    way into smaller rectangles that can be tiled, else "strong"; `strength` is "" if unknown.
    `reason` is the proof in words.  `parts` are the rectangles of a division: x, y, width, height.
    """

    width: int
    height: int
    tileable: bool | None
    verdict: Verdict
    reason: str
    strength: Literal["strong", "weak", ""] = ""
    parts: tuple[Part, ...] = ()

    @property
    def area(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @property
    def sign(self) -> str:
        """A letter for tables: `.` none, `P` strongly and `W` weakly prime, `c` composite, `?`."""
        return "W" if self.strength == "weak" else SIGNS[self.verdict]


@dataclass(frozen=True)
class Decision:
    """Whether a rectangle can be tiled, None if unknown; the reason, and a tiling or None."""

    tileable: bool | None
    reason: str
    tiling: Tiling | None


class Rectangles(Displayed):
    """The rectangles up to a width and a height; made by `table`.

    It is a collection of `Rectangle`.  If the tiles may be turned, those with width <= height.
    """

    def __init__(
        self,
        tiles: TileSet,
        to: tuple[int, int],
        keys: Iterable[tuple[int, int]],
        known: Mapping[tuple[int, int], Rectangle],
        pieces: Mapping[tuple[int, int], tuple[PieceCells, ...]],
    ) -> None:
        self._tiles = tiles
        self._rectangles = {key: known[key] for key in keys}
        self._known = known
        self._pieces = pieces
        self.to = to

    def __iter__(self) -> Iterator[Rectangle]:
        return iter(self._rectangles.values())

    def __len__(self) -> int:
        return len(self._rectangles)

    def at(self, width: int, height: int) -> Rectangle:
        """Return a rectangle; `BadInput` if it is not in the table."""
        key = self._tiles.sides(width, height)
        if key not in self._rectangles:
            raise BadInput(f"{width} x {height} is not in the table, which ends at {self.to}")
        return self._rectangles[key]

    @property
    def primes(self) -> tuple[Rectangle, ...]:
        """The prime rectangles, weakly or strongly, sorted by width."""
        return tuple(one for one in self if one.verdict == "prime")

    @property
    def smallest(self) -> Rectangle | None:
        """A rectangle of the smallest area."""
        return min((one for one in self if one.tileable), key=_area, default=None)

    @property
    def smallest_odd(self) -> Rectangle | None:
        """The smallest rectangle of an odd number of tiles; None if the tiles differ in size."""
        size = self._tiles.size
        odd = (one for one in self if one.tileable and size and one.area // size % 2)
        return min(odd, key=_area, default=None)

    @property
    def smallest_square(self) -> Rectangle | None:
        """The smallest square."""
        squares = (one for one in self if one.tileable and one.width == one.height)
        return min(squares, key=_area, default=None)

    def order_of(self, rectangle: Rectangle | None) -> int | None:
        """Return the number of tiles of a rectangle; None if tiles differ in size."""
        return rectangle.area // self._tiles.size if rectangle and self._tiles.size else None

    @property
    def order(self) -> int | None:
        """The number of tiles of the smallest rectangle (the order of a polyomino)."""
        return self.order_of(self.smallest)

    @property
    def odd_order(self) -> int | None:
        """The smallest odd number of tiles of a rectangle."""
        return self.order_of(self.smallest_odd)

    @property
    def square(self) -> int | None:
        """The side of the smallest square."""
        return self.smallest_square.width if self.smallest_square else None

    def is_least(self, rectangle: Rectangle | None) -> bool:
        """Whether it is proved that no rectangle has fewer tiles, inside the table or beyond.

        For a rectangle of an odd number of tiles, only those of an odd number are compared.
        """
        if rectangle is None:
            return False
        most = rectangle.area - 1
        size = self._tiles.size
        is_odd = rectangle == self.smallest_odd and rectangle != self.smallest
        for width in range(1, (isqrt(most) if self._tiles.turns else most) + 1):
            for height in range(width if self._tiles.turns else 1, most // width + 1):
                if is_odd and size and (width * height % size or width * height // size % 2 == 0):
                    continue
                known = self._known.get((width, height))
                if known is None or known.tileable is not False:
                    return False
        return True

    def tiling(self, width: int, height: int) -> Tiling | None:
        """Return a tiling of a rectangle, or None if there is none or it is unknown."""
        if not self.at(width, height).tileable:
            return None
        return self._tiles.tiling(Region.box(width, height), self._assembled(width, height))

    def _assembled(self, width: int, height: int) -> list[PieceCells]:
        key = self._tiles.sides(width, height)
        if key != (width, height):
            turned = self._assembled(*key)
            # Transposed if the tiles allow it, else turned.
            if self._tiles.transposes:
                return [tuple((y, x) for x, y in piece) for piece in turned]
            return [tuple((width - 1 - y, x) for x, y in piece) for piece in turned]
        if key in self._pieces:
            return list(self._pieces[key])
        found = []
        for left, top, w, h in self._rectangles[key].parts:
            for piece in self._assembled(w, h):
                found.append(tuple((x + left, y + top) for x, y in piece))
        return found

    def picture(self) -> Picture:
        """Draw the table: a square for each rectangle, its width across and its height down."""
        across, down = self.to
        groups: list[tuple[list[tuple[int, int]], int | None, str]] = []
        groups += [([(width, 0)], PAPER, str(width)) for width in range(1, across + 1)]
        groups += [([(0, -height)], PAPER, str(height)) for height in range(1, down + 1)]
        for one in self:
            color = COLORS[one.sign]
            label = "" if one.verdict == "none" else one.sign
            groups.append(([(one.width, -one.height)], color, label))
        return Picture.of_cells(groups, title="rectangles", labeled=True)

    def summary(self) -> str:
        """Return the primes, the order, the odd order and the smallest square in words."""
        listed = [
            f"{one.width}x{one.height}{'w' * (one.strength == 'weak')}" for one in self.primes
        ]
        lines = [f"primes: {', '.join(listed) or 'none'}"]
        for name, number, one in (
            ("order", self.order, self.smallest),
            ("odd order", self.odd_order, self.smallest_odd),
        ):
            if one is not None and number is not None:
                proof = "" if self.is_least(one) else ", or less"
                lines.append(f"{name}: {number} ({one.width}x{one.height}){proof}")
        if self.square:
            lines.append(f"smallest square: {self.square}x{self.square}")
        undecided = sum(one.tileable is None for one in self)
        return "\n".join(lines + [f"undecided: {undecided}"] * (undecided > 0))

    def to_json(self) -> dict[str, Any]:
        """Return the table as an object for JSON; see docs/rectangles.md."""
        entries = []
        for one in self:
            drawn = one.verdict == "prime"
            entries.append(
                {
                    "width": one.width,
                    "height": one.height,
                    "tileable": one.tileable,
                    "verdict": one.verdict,
                    "strength": one.strength or None,
                    "reason": one.reason,
                    "parts": [list(part) for part in one.parts],
                    "tiling": str(self.tiling(one.width, one.height)) if drawn else None,
                }
            )
        return {
            "tiles": [tile.name or str(tile.region) for tile in self._tiles.tiles],
            "to": list(self.to),
            "rectangles": entries,
            "primes": [[one.width, one.height] for one in self.primes],
            "order": self.order,
            "order_proved": self.is_least(self.smallest),
            "odd_order": self.odd_order,
            "odd_order_proved": self.is_least(self.smallest_odd),
            "square": self.square,
        }

    def __str__(self) -> str:
        across, down = self.to
        lines = ["".join(["    ", *(f"{width:3}" for width in range(1, across + 1))])]
        for height in range(1, down + 1):
            signs = [
                self._rectangles[width, height].sign
                for width in range(1, across + 1)
                if (width, height) in self._rectangles
            ]
            lines.append("".join([f"{height:4}", *(f"{sign:>3}" for sign in signs)]))
        return "\n".join(lines)

    def __repr__(self) -> str:
        width, height = self.to
        return f"<Rectangles: up to {width} x {height}, {len(self.primes)} prime>"


def _area(rectangle: Rectangle) -> tuple[int, int]:
    return rectangle.area, rectangle.width
