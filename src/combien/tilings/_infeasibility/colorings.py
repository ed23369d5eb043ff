"""Colorings of boards used to prove that there is no tiling, such as the chessboard.

A coloring maps each cell to a color number by its position.  The simple ones come first (a
chessboard, stripes, diagonals, blocks), then all colorings with a small period in each direction.
Linear algebra decides whether there are weights of the colors that prove that there is no tiling;
see Golomb, "Polyominoes" (1965), for such proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from combien._base.records import dataclass
from combien._wording import Statement
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.tilings._infeasibility.english import english

__all__ = ["Coloring", "colorings"]

_MOST_COLORS = 216
_AXES = "xyzuvw"
BLACK_AND_WHITE = ("black", "white")


@dataclass(frozen=True, slots=True)
class Coloring:
    """A function from cells to color numbers, with a description.

    If `rule` is empty, `values` are names of colors, otherwise values of the rule.


    >>> chessboard = next(colorings(Region.box(2, 1)))
    >>> chessboard.words, [chessboard.color((x, 0)) for x in range(3)]
    ('like a chessboard', [0, 1, 0])
    >>> english(chessboard.cells(1))
    'the white cells of the board colored like a chessboard'
    """

    pattern: Statement
    color: Callable[[Cell], int]
    values: tuple[str, ...]
    rule: str = ""

    @property
    def colors(self) -> int:
        """The number of colors."""
        return len(self.values)

    def name(self, color: int) -> str:
        """Return the name of a color."""
        return f"color {self.values[color]}" if self.rule else self.values[color]

    @property
    def words(self) -> str:
        """The pattern in English."""
        return english(self.pattern)

    def cells(self, color: int) -> Statement:
        """Return a description of the cells of a color."""
        if self.rule:
            return Statement("marked-rule", rule=self.rule, value=self.values[color])
        return Statement(f"marked-{self.values[color]}", coloring=self.pattern)


def colorings(board: Region) -> Iterator[Coloring]:
    """Yield the colorings to try on a board, the simplest first.

    >>> [coloring.words for coloring in colorings(Region.box(4))][:3]
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
        if period**dimension <= _MOST_COLORS and dimension > 1:
            yield _periodic(dimension, period)


def _linear(form: tuple[int, ...], modulus: int) -> Coloring:
    def color(cell: Cell) -> int:
        return sum(map(int.__mul__, form, cell)) % modulus

    if modulus == 2 and all(form):
        return Coloring(Statement("chessboard"), color, BLACK_AND_WHITE)
    terms = [
        axis if factor == 1 else f"{factor}{axis}"
        for factor, axis in zip(form, _AXES, strict=False)
        if factor
    ]
    expression = terms[0] if len(terms) == 1 else f"({' + '.join(terms)})"
    rule = f"{expression} mod {modulus}"
    return Coloring(Statement("by-rule", rule=rule), color, tuple(map(str, range(modulus))), rule)


def _kinds(board: Region, kinds: list[int]) -> Coloring:
    """Return the coloring by translation class, such as triangles that point up and down."""

    def color(cell: Cell) -> int:
        return kinds.index(board.lattice.kind(cell))

    return Coloring(Statement("by-kind"), color, tuple(map(str, kinds)), "kind")


def _blocks(low: Cell, side: int) -> Coloring:
    def color(cell: Cell) -> int:
        return sum((place - start) // side for place, start in zip(cell, low, strict=True)) % 2

    shown = " x ".join([str(side)] * len(low))
    return Coloring(Statement("chessboard-of-blocks", size=shown), color, BLACK_AND_WHITE)


def _periodic(dimension: int, period: int) -> Coloring:
    places = list(product(range(period), repeat=dimension))
    number = {place: at for at, place in enumerate(places)}

    def color(cell: Cell) -> int:
        return number[tuple(place % period for place in cell)]

    rule = f"({', '.join(f'{axis} mod {period}' for axis in _AXES[:dimension])})"
    return Coloring(Statement("by-rule", rule=rule), color, tuple(map(str, places)), rule)
