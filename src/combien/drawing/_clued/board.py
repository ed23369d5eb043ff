"""A board with clues in its margins, such as a nonogram.

Like `Picture`, it is independent of the output format; its methods call the renderers in `svg`
and `text`.  Cells are squares, row by row from the top, with a shade or None if unknown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from combien.drawing._picture import MOST_CELLS
from combien.errors import BadPicture

__all__ = ["CluedBoard", "Number"]

_SHADE = re.compile(r"#[0-9a-f]{6}")

# A number of a margin and its shade.
Number = tuple[int, str]


@dataclass(frozen=True, slots=True)
class CluedBoard:
    """Shades of cells, the numbers beside the rows and above the columns, and a title.

    >>> board = CluedBoard(1, 2, ("#000000", None), (((1, "#000000"),),), ((), ()), title="dot")
    >>> print(board.text())
         +-----+
       1 | # ? |
         +-----+

    `steps` gives the step at which each cell became known, from 0, for animations.
    `marked` are indices of cells, row by row, to draw with a ring, such as the latest step.
    `letters` are pairs of a shade and its letter in text; clues show them too, except for black.
    A number 0 is hidden, and is drawn as "?".
    Raises `BadPicture` for inconsistent parts, or more than 250 000 cells.
    """

    height: int
    width: int
    cells: tuple[str | None, ...]
    rows: tuple[tuple[Number, ...], ...]
    columns: tuple[tuple[Number, ...], ...]
    title: str = ""
    steps: tuple[int, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    marked: tuple[int, ...] = ()

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
        shades = [shade for shade in self.cells if shade is not None]
        shades += [shade for clue in (*self.rows, *self.columns) for _, shade in clue]
        if not all(isinstance(shade, str) and _SHADE.fullmatch(shade) for shade in shades):
            raise BadPicture("shades are written like '#ff0000', in small letters")

    def svg(self, *, size: float | None = None, duration: float | None = None) -> str:
        """A drawing that scales (SVG); with `duration`, one that shows the cells in their order.

        >>> CluedBoard(1, 1, (None,), ((),), ((),)).svg().startswith("<svg")
        True

        `size` is the edge of a cell in pixels; by default what fits 600 pixels, from 6 to 24.
        Viewers without animation show the whole board.  Raises `BadPicture`.
        """
        from combien.drawing._clued import svg as clued_svg

        return clued_svg.render(self, size=size, duration=duration)

    def png(self, *, width: int = 800) -> bytes:
        """Return a PNG image, `width` pixels wide.  Raises the errors of `Picture.png`."""
        from combien.drawing._clued import svg as clued_svg
        from combien.drawing._renderers import png

        text, across, down = clued_svg.rendered(self, size=None, duration=None)
        return png.image(text, width=width, across=across, down=down)

    def text(self) -> str:
        """The board as text, with its numbers in the margins, and a line after each five cells."""
        from combien.drawing._clued import text as clued_text

        return clued_text.render(self)


def _is_clue(clue: object) -> bool:
    return isinstance(clue, tuple) and all(
        isinstance(entry, tuple) and len(entry) == 2 and type(entry[0]) is int for entry in clue
    )
