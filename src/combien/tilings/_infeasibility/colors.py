"""Find, explain and draw a coloring or cell weights proving that there is no tiling.

Simpler colorings come first: few colors before many, and sums that are exactly 0 before sums that
are multiples of something.  The last resort is a separate weight for each cell.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from combien.tilings._infeasibility.colorings import Coloring, colorings
from combien.tilings._infeasibility.reason import (
    OnBoard,
    Reason,
    drawn_reason,
    use_statement,
)

__all__ = ["color_reason", "linear_reason"]

# About 40 colorings visit each entry once or twice, which takes a second or two.
MOST_ENTRIES = 200_000
FEW_COLORS = 6
_MOST_LISTED = 8


def color_reason(model: OnBoard, pause: Pause = no_pause) -> Reason | None:
    """Return a coloring that proves that there is no tiling, or None if none is found.

    >>> from combien.geometry import Region
    >>> from combien.tilings import Tile
    >>> from combien.tilings import TilingProblem
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
                    return _reason(model, weights, coloring)
    return None


def linear_reason(model: OnBoard, pause: Pause = no_pause) -> Reason | None:
    """Return weights of cells and tiles that prove that there is no tiling, or None.

    >>> from combien.tilings import Tile
    >>> from combien.tilings import TilingProblem
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
    return _reason(model, weights, None) if weights else None


def _classes(model: OnBoard, coloring: Coloring) -> list[int]:
    """Return the class of each item: the color of a cell, or a separate class for a tile."""
    names = model.problem().item_names
    return [
        coloring.color(cast("Cell", name)) if isinstance(name, tuple) else coloring.colors + item
        for item, name in enumerate(names)
    ]


def _reason(model: OnBoard, weights: Weights, coloring: Coloring | None) -> Reason:
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
