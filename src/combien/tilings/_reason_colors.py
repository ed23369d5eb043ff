"""Find, explain and draw a coloring or cell weights proving that there is no tiling.

Simpler colorings come first: few colors before many, and sums that are exactly 0 before sums that
are multiples of something.  The last resort is a separate weight for each cell.

A coloring maps each cell to a color number by its position.  The simple ones come first (a
chessboard, stripes, diagonals, blocks), then all colorings with a small period in each direction.
Linear algebra decides whether there are weights of the colors that prove that there is no tiling;
see Golomb, "Polyominoes" (1965), for such proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import cast

from combien._wording import Statement
from combien.cover._weights import (
    MODULI,
    Pause,
    Weights,
    no_pause,
    weights_by_class,
    weights_of_items,
)
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.tilings._english import english
from combien.tilings._reason import (
    OnBoard,
    Reason,
    drawn_reason,
    use_statement,
)

# About 40 colorings visit each entry once or twice, which takes a second or two.
MOST_ENTRIES = 200_000
FEW_COLORS = 6
_MOST_LISTED = 8


def color_reason(model: OnBoard, pause: Pause = no_pause) -> Reason | None:
    """Return a coloring that proves that there is no tiling, or None if none is found.

    >>> from combien.geometry import Region
    >>> from combien.tilings import Tile, TilingProblem
    >>> board = Region.box(4, 4) - Region([(0, 0), (3, 3)])
    >>> print(color_reason(TilingProblem(board, [Tile("**", symmetries="all", times="any")])).text)
    ... # doctest: +NORMALIZE_WHITESPACE
    Color the board like a chessboard.
    Each placement covers as many black cells as white ones, but the board has 6 black and 8 white
    ones.

    Problems of more than 200,000 entries are not tried.
    """
    problem = model.problem()
    if len(problem.arrays()[1]) > MOST_ENTRIES:
        return None
    tried = list(colorings(model.board))
    few = [coloring for coloring in tried if coloring.colors <= FEW_COLORS]
    many = [coloring for coloring in tried if coloring.colors > FEW_COLORS]
    for some in (few, many):
        for moduli in (MODULI[:1], MODULI[1:]):
            for coloring in some:
                classes = _classes(model, coloring)
                weights = weights_by_class(problem, classes, moduli=moduli, pause=pause)
                if weights is not None:
                    return _colored_reason(model, weights, coloring)
    return None


def linear_reason(model: OnBoard, pause: Pause = no_pause) -> Reason | None:
    """Return weights of cells and tiles that prove that there is no tiling, or None.

    >>> from combien.tilings import Tile, TilingProblem
    >>> corner = Tile("**\\n*.", symmetries="rotations", times="any")
    >>> reason = linear_reason(TilingProblem("****\\n*..*\\n****\\n.*..", [corner]))
    >>> print(reason.text)
    Give the cells the weights of the picture.
    Each placement weighs a multiple of 2, but the board weighs 5, not a multiple of 2.
    >>> reason.picture.ascii().splitlines()
    ['..1.', '.  1', '111.', ' .']
    """
    problem = model.problem()
    if len(problem.arrays()[1]) > MOST_ENTRIES:
        return None
    weights = weights_of_items(problem, pause=pause)
    return _colored_reason(model, weights, None) if weights else None


def _classes(model: OnBoard, coloring: Coloring) -> list[int]:
    """Return the class of each item: the color of a cell, or a separate class for a tile."""
    names = model.problem().item_names
    return [
        coloring.color(cast("Cell", name)) if isinstance(name, tuple) else coloring.colors + item
        for item, name in enumerate(names)
    ]


def _colored_reason(model: OnBoard, weights: Weights, coloring: Coloring | None) -> Reason:
    balance = None if coloring is None else _balance(model, weights, coloring)
    if coloring is None:
        statement = Statement("weights-of-cells", conclusion=_conclusion(model, weights))
    else:
        statement = balance or Statement(
            "weights-by-color",
            coloring=coloring.pattern,
            weights=_listed(coloring, _by_color(model, weights, coloring)),
            conclusion=_conclusion(model, weights),
        )
    groups: dict[int, list[Cell]] = {}
    for name, value in zip(model.problem().item_names, weights.values, strict=True):
        if isinstance(name, tuple):
            groups.setdefault(value, []).append(name)
    parts: list[tuple[Sequence[Cell], int | None, str]] = []
    for number, value in enumerate(sorted(groups, reverse=True)):
        label = f"{value}"
        if coloring is not None and balance is not None:
            color = coloring.color(groups[value][0])
            label = f"{color}" if coloring.rule else coloring.values[color][0]
        parts.append((groups[value], number if value else None, label if value else ""))
    return drawn_reason("weights", statement, model.board, parts, weights=weights)


def _balance(model: OnBoard, weights: Weights, coloring: Coloring) -> Statement | None:
    """Return a statement if each placement covers equally many cells of two colors, or None."""
    by_color = _by_color(model, weights, coloring)
    tiles = any(
        value
        for name, value in zip(model.problem().item_names, weights.values, strict=True)
        if not isinstance(name, tuple)
    )
    ones = [color for color, value in by_color.items() if value == 1]
    others = [color for color, value in by_color.items() if value == -1]
    rest = len(by_color) - len(ones) - len(others)
    if weights.modulus or tiles or len(ones) != 1 or len(others) != 1:
        return None
    if rest != sum(not value for value in by_color.values()):
        return None
    first, second = sorted((ones[0], others[0]), key=coloring.name)
    numbers = [
        sum(coloring.color(cell) == color for cell in model.board) for color in (first, second)
    ]
    pattern = coloring.pattern
    if not coloring.rule:
        return Statement("same-black-white", coloring=pattern, black=numbers[0], white=numbers[1])
    return Statement(
        "same-colors",
        coloring=pattern,
        one=coloring.values[first],
        other=coloring.values[second],
        ones=numbers[0],
        others=numbers[1],
    )


def _by_color(model: OnBoard, weights: Weights, coloring: Coloring) -> dict[int, int]:
    """Return the weight of a cell of each color, in the order of the colors."""
    found: dict[int, int] = {}
    for name, value in zip(model.problem().item_names, weights.values, strict=True):
        if isinstance(name, tuple):
            found[coloring.color(name)] = value
    return dict(sorted(found.items()))


def _listed(coloring: Coloring, by_color: dict[int, int]) -> Statement:
    weights = tuple(
        Statement("weight-of-color", color=coloring.values[color], weight=value)
        if coloring.rule
        else Statement(f"weight-of-{coloring.values[color]}", weight=value)
        for color, value in by_color.items()
        if value
    )
    if len(weights) > _MOST_LISTED:
        return Statement("weights-drawn")
    rest = Statement("weights-rest" if len(weights) < len(by_color) else "nothing")
    return Statement("weights-listed", weights=weights, rest=rest)


def _conclusion(model: OnBoard, weights: Weights) -> Statement:
    problem = model.problem()
    used = tuple(
        Statement("weight-of-tile", tile=use_statement(model, name), weight=value)
        for name, value in zip(problem.item_names, weights.values, strict=True)
        if value and not isinstance(name, tuple)
    )
    tiles = Statement("nothing")
    if used:
        rest = len(used) - _MOST_LISTED
        more = Statement("more-weights", n=rest) if rest > 0 else Statement("nothing")
        tiles = Statement("weights-of-tiles", weights=used[:_MOST_LISTED], more=more)
    what = Statement("board-with-uses" if used else "board")
    total = weights.total(problem)
    if weights.modulus:
        return Statement(
            "weighs-multiple", tiles=tiles, modulus=weights.modulus, what=what, total=total
        )
    return Statement("weighs-zero", tiles=tiles, what=what, total=total)


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
