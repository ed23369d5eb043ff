"""The content of a board with clues in its margins, such as a nonogram.

Cells are squares, row by row from the top, with a shade or None if unknown.
"""

from __future__ import annotations

import re

from combien._base.records import dataclass
from combien.drawing._content import MOST_CELLS
from combien.errors import BadPicture

__all__ = ["CluedContent", "Number"]

_SHADE = re.compile(r"#[0-9a-f]{6}")

# A number of a clue and its shade.
Number = tuple[int, str]


@dataclass(frozen=True, slots=True)
class CluedContent:
    """The fields of a board with clues; see `CluedBoard`."""

    height: int
    width: int
    cells: tuple[str | None, ...]
    rows: tuple[tuple[Number, ...], ...]
    columns: tuple[tuple[Number, ...], ...]
    title: str = ""
    steps: tuple[int, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    marked: tuple[int, ...] = ()
    both_sides: bool = False
    for_print: bool = False

    def __post_init__(self) -> None:
        for side in (self.height, self.width):
            if type(side) is not int or side < 1:
                raise BadPicture("height and width are whole numbers, 1 or more")
        parts = (self.cells, self.rows, self.columns, self.steps)
        if not all(isinstance(part, tuple) for part in parts):
            raise BadPicture("cells, rows, columns and steps are tuples")
        if not all(map(_is_clue, (*self.rows, *self.columns))):
            raise BadPicture("the numbers of a row or column are a tuple of (number, shade)")
        if not isinstance(self.title, str):
            raise BadPicture(f"a title is text, not {type(self.title).__name__}")
        count = self.height * self.width
        if len(self.cells) != count:
            raise BadPicture(f"expected {count} cells, row by row")
        if count > MOST_CELLS:
            raise BadPicture(f"more than {MOST_CELLS} cells: draw a part of them")
        if (len(self.rows), len(self.columns)) != (self.height, self.width):
            raise BadPicture("expected numbers for each row and each column")
        if self.steps and len(self.steps) != count:
            raise BadPicture("expected a step for each cell, or none at all")
        if not isinstance(self.marked, tuple) or not all(
            type(place) is int and 0 <= place < count for place in self.marked
        ):
            raise BadPicture(f"marked are places of cells, from 0 to {count - 1}, in a tuple")
        if not isinstance(self.both_sides, bool) or not isinstance(self.for_print, bool):
            raise BadPicture("both_sides and for_print are True or False")
        shades = [shade for shade in self.cells if shade is not None]
        shades += [shade for clue in (*self.rows, *self.columns) for _, shade in clue]
        if not all(isinstance(shade, str) and _SHADE.fullmatch(shade) for shade in shades):
            raise BadPicture("shades are written like '#ff0000', in small letters")


def _is_clue(clue: object) -> bool:
    return isinstance(clue, tuple) and all(
        isinstance(entry, tuple) and len(entry) == 2 and type(entry[0]) is int for entry in clue
    )
