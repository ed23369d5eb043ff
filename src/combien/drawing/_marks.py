"""Marks: lines and text drawn on top of the patches of a picture.

Examples are the pips of a domino, the heavy lines of a sudoku and the sum of a cage.  Lengths are
in cells, x runs to the right and y up, as for patches.  Text renderers omit marks.
"""

from __future__ import annotations

from math import isfinite

from combien._base.records import dataclass, replace
from combien.errors import BadPicture

__all__ = ["Line", "Mark", "Text", "check_marks", "moved"]

Point = tuple[float, float]

MOST_MARKS = 250_000
MOST_POINTS = 1000
MOST_LETTERS = 200
FARTHEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Line:
    """A line through some points, with round ends.

    >>> Line(((0, 0), (3, 0)), width=0.1).dashed
    False

    `color` is a number of the palette, or None for ink; `opacity` is from 0 to 1.  `dashed` lines
    have dashes of about a tenth of a cell.
    """

    points: tuple[Point, ...]
    width: float = 0.08
    color: int | None = None
    dashed: bool = False
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """A text centered at a point; `height` is the height of its capitals.

    >>> Text("12", at=(0.5, 0.5)).height
    0.5
    """

    text: str
    at: Point
    height: float = 0.5


Mark = Line | Text


def moved(mark: Mark, dx: float, dy: float) -> Mark:
    """Return the mark, translated.

    >>> moved(Text("a", at=(0, 0)), 1, 2).at
    (1, 2)
    """
    if isinstance(mark, Text):
        return replace(mark, at=(mark.at[0] + dx, mark.at[1] + dy))
    return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))


def check_marks(marks: object) -> None:
    """Raise `BadPicture` unless this is a tuple of marks with finite numbers."""
    if not isinstance(marks, tuple) or not all(isinstance(mark, (Line, Text)) for mark in marks):
        raise BadPicture("the marks of a picture are a tuple of Line and Text")
    if len(marks) > MOST_MARKS:
        raise BadPicture(f"more than {MOST_MARKS} marks: draw a part of them")
    for number, mark in enumerate(marks):
        try:
            _check(mark)
        except (TypeError, ValueError):
            raise BadPicture(
                f"mark {number}: points are pairs (x, y) of numbers, at most {FARTHEST} from 0, in "
                "tuples; widths and heights are positive numbers, colors whole numbers or None"
            ) from None


def _check(mark: Mark) -> None:
    sizes: tuple[float, ...]
    if isinstance(mark, Text):
        if not isinstance(mark.text, str) or len(mark.text) > MOST_LETTERS:
            raise BadPicture(f"the text of a mark has at most {MOST_LETTERS} characters")
        points, sizes = [mark.at], (mark.height,)
    else:
        points, sizes = list(mark.points), (mark.width, mark.opacity)
    if not points or len(points) > MOST_POINTS:
        raise BadPicture(f"a mark has 1 to {MOST_POINTS} points")
    for x, y in points:
        if not (isfinite(x) and isfinite(y)) or max(abs(x), abs(y)) > FARTHEST:
            raise ValueError
    if not all(isfinite(size) and 0 < size <= FARTHEST for size in sizes):
        raise ValueError
    if not isinstance(mark, Text) and mark.color is not None and type(mark.color) is not int:
        raise TypeError
