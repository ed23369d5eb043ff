"""Symmetric pictures: cells and their images under a mirror or a half turn have one color."""

from __future__ import annotations

from collections import Counter
from typing import Literal, get_args

from combien._base.checks import short_repr
from combien.errors import BadInput, BadNonogram
from combien.nonograms._board import Board
from combien.nonograms._clue import WHITE
from combien.nonograms._lines import cell_name
from combien.nonograms._verdict import check_board

__all__ = ["SYMMETRIES", "Orbits", "Symmetry", "symmetric"]

Symmetry = Literal["left-right", "top-bottom", "both", "half-turn"]
SYMMETRIES: tuple[Symmetry, ...] = get_args(Symmetry)


class Orbits:
    """The sets of cells that a symmetry maps to each other; None means without symmetry.

    >>> Orbits(2, 3, "left-right").of(5)
    (3, 5)
    >>> Orbits(2, 3, "both").of(4)
    (1, 4)

    Cells are numbered row by row.  Raises `BadInput` for an unknown symmetry.
    """

    def __init__(self, height: int, width: int, symmetry: Symmetry | None) -> None:
        if symmetry is not None and symmetry not in SYMMETRIES:
            raise BadInput(
                f"symmetry={short_repr(symmetry)}: expected one of {', '.join(SYMMETRIES)}"
            )
        self.height, self.width, self.symmetry = height, width, symmetry

    def of(self, place: int) -> tuple[int, ...]:
        """Return a cell and its images, in increasing order."""
        row, column = divmod(place, self.width)
        up, left = self.height - 1 - row, self.width - 1 - column
        images = {
            None: [],
            "left-right": [(row, left)],
            "top-bottom": [(up, column)],
            "both": [(row, left), (up, column), (up, left)],
            "half-turn": [(up, left)],
        }[self.symmetry]
        return tuple(sorted({place, *(i * self.width + j for i, j in images)}))

    def check(self, board: Board) -> None:
        """Raise `BadNonogram` if a board does not have the symmetry."""
        for place, cell in enumerate(board.cells):
            for image in self.of(place):
                if board.cells[image] != cell:
                    raise BadNonogram(
                        f"{cell_name(place, board.width)} and {cell_name(image, board.width)} "
                        f"differ: the picture is not symmetric ({self.symmetry})"
                    )


def symmetric(board: Board, symmetry: Symmetry) -> Board:
    """Return the picture made symmetric: cells that are images of each other get one color.

    >>> print(symmetric(Board.parse("#..\\n.#.\\n.##"), "left-right"))
    #.#
    .#.
    ###

    It is the color of most of them; of equally many, the one of the first cell that is not white.
    Raises `BadInput` for an unknown symmetry.
    """
    check_board(board)
    orbits = Orbits(board.height, board.width, symmetry)
    values = {}
    for place in range(len(board.cells)):
        cells = [board.cells[image] for image in orbits.of(place)]
        # The sort is stable, and so is the order of counting.
        counts = Counter(sorted(cells, key=lambda cell: cell == WHITE))
        values[place] = counts.most_common(1)[0][0]
    return board.replaced(values)
