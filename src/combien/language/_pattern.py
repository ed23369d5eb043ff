"""Patterns, the values of expressions: a frame and a set of cells in it.

A frame is a width and a height; a cell is (x, y), x from the left and y from the bottom, from 0.
The algebra follows the language of combine (El Sibaie and Filliatre, 2013): operators need frames
of the same size, and a crop must be inside the frame.

A pattern is one integer whose binary digits are the drawing in reading order, 1 for a cell.  So the
four operators are bitwise operations, drawings are converted by `int(text, 2)` and `format`, and
the isometries are slices of strings.  No Python code runs cell by cell; a board of 1000 x 1000 is
rotated in about 30 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import and_, or_, xor

from combien._base.checks import did_you_mean
from combien.errors import BadRegion
from combien.language._syntax import ISOMETRIES, Isometry, Operator

# The maximum number of places of a frame: a board of 2000 x 2000.
MOST_CELLS = 4_000_000

_BINARY = str.maketrans({"*": "1", ".": "0"})
_ART = str.maketrans({"1": "*", "0": "."})


@dataclass(frozen=True, slots=True)
class Pattern:
    """A frame of `width` x `height` and the cells in it, as the digits of `bits`.

    >>> corner = Pattern.drawn([".*", "**"])
    >>> corner.cells()
    [(1, 1), (0, 0), (1, 0)]
    >>> print(corner.apply("Rot90").art())
    **
    .*

    Create one with `drawn` or `constant`.  All operations raise `BadRegion` for invalid arguments.
    """

    width: int
    height: int
    bits: int

    @classmethod
    def constant(cls, width: int, height: int, value: bool) -> Pattern:
        """Return a frame with all of its cells, or none.

        >>> len(Pattern.constant(8, 8, True).cells())
        64

        Raises `BadRegion` for a frame of more than 4,000,000 places.
        """
        require_frame(width, height)
        return cls(width, height, (1 << width * height) - 1 if value else 0)

    @classmethod
    def drawn(cls, lines: Sequence[str]) -> Pattern:
        """Return the pattern of a drawing: lines of equal length, top first; `*` is a cell."""
        width = len(lines[0]) if lines else 0
        require_frame(width, len(lines))
        return _from_lines(width, len(lines), [line.translate(_BINARY) for line in lines])

    def cells(self) -> list[tuple[int, int]]:
        """Return the cells in reading order, from the top line down."""
        top = self.height - 1
        return [
            (x, top - number)
            for number, line in enumerate(self._lines())
            for x, digit in enumerate(line)
            if digit == "1"
        ]

    def art(self) -> str:
        """Return the drawing, `*` and `.`; a frame without places gives the empty string."""
        return "\n".join(line.translate(_ART) for line in self._lines())

    def set(self, x: int, y: int, value: bool) -> Pattern:
        """Return the pattern with one cell added (True) or removed (False).

        >>> print(Pattern.constant(3, 2, True).set(1, 0, False).art())
        ***
        *.*
        """
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise BadRegion(
                f"{x}x{y} is outside this pattern of {self._size()}: "
                f"{_reach(self.width, self.height)}"
            )
        place = 1 << (y * self.width + self.width - 1 - x)
        return Pattern(self.width, self.height, self.bits | place if value else self.bits & ~place)

    def crop(self, x: int, y: int, width: int, height: int) -> Pattern:
        """Return the rectangle of this size whose bottom left corner is at (x, y).

        >>> print(Pattern.drawn(["*..", ".*.", "..*"]).crop(1, 0, 2, 2).art())
        *.
        .*
        """
        if x < 0 or y < 0 or width < 0 or height < 0:
            raise BadRegion("a crop cannot have negative numbers")
        if x + width > self.width or y + height > self.height:
            raise BadRegion(
                f"a part of {width}x{height} at {x}x{y} is not inside this pattern of "
                f"{self._size()}: resize it first, or crop a smaller part"
            )
        top = self.height - y - height
        kept = self._lines()[top : top + height]
        return _from_lines(width, height, [line[x : x + width] for line in kept])

    def resize(self, width: int, height: int) -> Pattern:
        """Return the pattern in a frame of another size, with the same bottom left corner."""
        require_frame(width, height)
        kept = self._lines()[max(0, self.height - height) :]
        lines = ["0" * width] * (height - len(kept))
        lines += [line[:width].ljust(width, "0") for line in kept]
        return _from_lines(width, height, lines)

    def shift(self, x: int, y: int) -> Pattern:
        """Return the pattern moved right and up in the same frame; cells that leave it are lost.

        >>> print(Pattern.drawn(["*..", "**."]).shift(1, 1).art())
        .**
        ...
        """
        if x < 0 or y < 0:
            raise BadRegion("a shift goes right and up: it cannot have negative numbers")
        x, y = min(x, self.width), min(y, self.height)
        moved = ["0" * x + line[: self.width - x] for line in self._lines()[y:]]
        return _from_lines(self.width, self.height, moved + ["0" * self.width] * y)

    def apply(self, isometry: Isometry) -> Pattern:
        """Return the pattern transformed by a named isometry; Rot90 is counter-clockwise.

        >>> print(Pattern.drawn(["***", "*.."]).apply("Rot90").art())
        *.
        *.
        **
        """
        if isometry not in ISOMETRIES:
            raise BadRegion(
                f"there is no isometry {isometry!r} ({', '.join(ISOMETRIES)})"
                f"{did_you_mean(isometry, ISOMETRIES)}"
            )
        turned, upright = _MOVES[isometry]
        width, height = (self.width, self.height) if upright else (self.height, self.width)
        if not width * height:
            return Pattern(width, height, 0)
        return _from_lines(width, height, turned(self._lines()))

    def combine(self, operator: Operator, other: Pattern) -> Pattern:
        """Return the union, inter(section), diff(erence) or xor of two patterns of the same size.

        >>> a, b = Pattern.drawn(["**."]), Pattern.drawn([".**"])
        >>> [a.combine(name, b).art() for name in ("union", "inter", "diff", "xor")]
        ['***', '.*.', '*..', '*.*']
        """
        if (self.width, self.height) != (other.width, other.height):
            raise BadRegion(
                f"{operator} needs two patterns of the same size, not {self._size()} and "
                f"{other._size()}: resize or crop one of them"
            )
        if operator == "diff":
            return Pattern(self.width, self.height, self.bits & ~other.bits)
        return Pattern(self.width, self.height, _OPERATIONS[operator](self.bits, other.bits))

    def _lines(self) -> list[str]:
        """Return the lines of the drawing as digits 1 and 0, the top line first."""
        width, height = self.width, self.height
        if not width:
            return [""] * height
        digits = format(self.bits, f"0{width * height}b") if height else ""
        return [digits[at : at + width] for at in range(0, width * height, width)]

    def _size(self) -> str:
        return f"{self.width}x{self.height}"


def require_frame(width: int, height: int) -> None:
    """Raise `BadRegion` for a frame that is negative or too large."""
    if width < 0 or height < 0:
        raise BadRegion(f"a size of {width}x{height} is negative")
    # A frame without places still has lines: 0x99999999 is as large as 1x99999999.
    if max(width, 1) * max(height, 1) > MOST_CELLS:
        raise BadRegion(
            f"a size of {width}x{height} is too large: a pattern has at most "
            f"{MOST_CELLS:,} places, such as 2000x2000"
        )


def _from_lines(width: int, height: int, lines: Sequence[str]) -> Pattern:
    return Pattern(width, height, int("".join(lines) or "0", 2))


def _reach(width: int, height: int) -> str:
    if not width * height:
        return "it has no places"
    return f"positions go from 0x0, bottom left, to {width - 1}x{height - 1}"


def _columns(lines: list[str]) -> list[str]:
    """Return the columns from left to right, each read downwards."""
    return ["".join(column) for column in zip(*lines, strict=True)]


def _backwards(lines: list[str]) -> list[str]:
    return [line[::-1] for line in lines]


_OPERATIONS: dict[str, Callable[[int, int], int]] = {"union": or_, "inter": and_, "xor": xor}

# For each isometry its effect on the lines, and whether width and height stay the same.
_MOVES: dict[Isometry, tuple[Callable[[list[str]], list[str]], bool]] = {
    "Id": (lambda lines: lines, True),
    "Rot90": (lambda lines: _columns(lines)[::-1], False),
    "Rot180": (lambda lines: _backwards(lines)[::-1], True),
    "Rot270": (lambda lines: _backwards(_columns(lines)), False),
    "VertRefl": (_backwards, True),
    "HorizRefl": (lambda lines: lines[::-1], True),
    "Diag1Refl": (lambda lines: _backwards(_columns(lines))[::-1], False),
    "Diag2Refl": (_columns, False),
}
