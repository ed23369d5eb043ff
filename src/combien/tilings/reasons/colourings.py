"""Colourings of boards that have shown that there is no tiling, from the chessboard on.

A colouring gives each cell a number by its place on the board.  The ones that occur to people come
first (a chessboard, stripes, diagonals, blocks), and then all that repeat after a few cells in each
direction, which contain them.  The algebra of `cover.reasons` says whether weights by colour prove
anything; Golomb's "Polyominoes" (1965) is full of such proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from combien.geometry.cell import Cell
from combien.geometry.region import Region

__all__ = ["Colouring", "colourings"]

_MOST_COLOURS = 216
_AXES = "xyzuvw"
BLACK_AND_WHITE = ("black", "white")


@dataclass(frozen=True, slots=True)
class Colouring:
    """A number for each cell, and how it is told: the colours have names, or are values.

    >>> chessboard = next(colourings(Region.box(2, 1)))
    >>> chessboard.words, [chessboard.colour((x, 0)) for x in range(3)]
    ('like a chessboard', [0, 1, 0])
    >>> chessboard.cells(1)
    'the white cells of the board coloured like a chessboard'
    """

    words: str
    colour: Callable[[Cell], int]
    values: tuple[str, ...]
    rule: str = ""

    @property
    def colours(self) -> int:
        """How many colours there are."""
        return len(self.values)

    def name(self, colour: int) -> str:
        """What a colour is called."""
        return f"colour {self.values[colour]}" if self.rule else self.values[colour]

    def cells(self, colour: int) -> str:
        """What the cells of a colour are called."""
        if self.rule:
            return f"the cells with {self.rule} = {self.values[colour]}"
        return f"the {self.values[colour]} cells of the board coloured {self.words}"


def colourings(board: Region) -> Iterator[Colouring]:
    """The colourings to try on a board, the simplest first.

    >>> [colouring.words for colouring in colourings(Region.box(4))][:3]
    ['like a chessboard', 'by x mod 3', 'by x mod 4']
    """
    low, dimension, size = board.low, board.dimension, board.size
    if dimension > len(_AXES):
        return
    kinds = sorted({board.lattice.kind(cell) for cell in board})
    if len(kinds) > 1:
        yield _kinds(board, kinds)
    yield _linear((1,) * dimension, 2)
    wide = [int(length > 1) for length in size]
    forms = [tuple(int(axis == own) for own in range(dimension)) for axis in range(dimension)]
    for modulus in range(2, 7):
        tried = [(1,) * dimension] * (sum(wide) > 1)
        tried += [form for form in forms if modulus <= size[form.index(1)]]
        if dimension == 2:
            tried += [(1, modulus - 1), (1, 2), (2, 1)]
        elif dimension == 3:
            tried += [(1, 2, 3), (1, 1, modulus - 1)]
        for form in dict.fromkeys(tried):
            reduced = tuple(factor % modulus for factor in form)
            if not (modulus == 2 and sum(reduced) == dimension):
                yield _linear(reduced, modulus)
    for side in (2, 3):
        if side < max(size):
            yield _blocks(low, side)
    for period in range(2, 7):
        if period**dimension <= _MOST_COLOURS and dimension > 1:
            yield _periodic(dimension, period)


def _linear(form: tuple[int, ...], modulus: int) -> Colouring:
    def colour(cell: Cell) -> int:
        return sum(map(int.__mul__, form, cell)) % modulus

    if modulus == 2 and all(form):
        return Colouring("like a chessboard", colour, BLACK_AND_WHITE)
    terms = [
        axis if factor == 1 else f"{factor}{axis}"
        for factor, axis in zip(form, _AXES, strict=False)
        if factor
    ]
    told = terms[0] if len(terms) == 1 else f"({' + '.join(terms)})"
    rule = f"{told} mod {modulus}"
    return Colouring(f"by {rule}", colour, tuple(map(str, range(modulus))), rule)


def _kinds(board: Region, kinds: list[int]) -> Colouring:
    """Cells that no translation takes to each other, such as triangles that point up and down."""

    def colour(cell: Cell) -> int:
        return kinds.index(board.lattice.kind(cell))

    return Colouring("by the kind of its cells", colour, tuple(map(str, kinds)), "kind")


def _blocks(low: Cell, side: int) -> Colouring:
    def colour(cell: Cell) -> int:
        return sum((place - start) // side for place, start in zip(cell, low, strict=True)) % 2

    shown = " x ".join([str(side)] * len(low))
    return Colouring(f"like a chessboard of blocks of {shown}", colour, BLACK_AND_WHITE)


def _periodic(dimension: int, period: int) -> Colouring:
    places = list(product(range(period), repeat=dimension))
    number = {place: at for at, place in enumerate(places)}

    def colour(cell: Cell) -> int:
        return number[tuple(place % period for place in cell)]

    rule = f"({', '.join(f'{axis} mod {period}' for axis in _AXES[:dimension])})"
    return Colouring(f"by {rule}", colour, tuple(map(str, places)), rule)
