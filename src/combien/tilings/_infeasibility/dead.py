"""Cells that no placement covers, and tiles that fit nowhere.

They are found at the start, or after forced placements, which are listed and drawn in order.
"""

from __future__ import annotations

from typing import cast

from combien._wording import counted
from combien.cover._infeasibility.needs import UncoverableItems, blocked_item, uncoverable_items
from combien.geometry._cell import Cell
from combien.tilings._infeasibility.reason import (
    OnBoard,
    Reason,
    covered,
    drawn_reason,
    laid,
    tile_name,
)

__all__ = ["corner_reason", "dead_reason"]

_MOST_LISTED = 12


def dead_reason(model: OnBoard) -> Reason | None:
    """Return cells or tiles without a placement, possibly after forced placements, or None.

    >>> from combien.tilings import Tile
    >>> from combien.tilings import TilingProblem
    >>> reason = dead_reason(TilingProblem("***\\n*.*", [Tile("***", times="any")]))
    >>> print(reason.text)
    No placement covers cell (0, 0) or cell (2, 0).
    >>> reason.picture.ascii().splitlines()
    ['...', 'x x']
    """
    found = uncoverable_items(model.problem())
    if found is None:
        return None
    names = model.problem().item_names
    cells = [cast("Cell", names[item]) for item in found.items if isinstance(names[item], tuple)]
    tiles = [names[item] for item in found.items if not isinstance(names[item], tuple)]
    text = _chain(model, found) if found.forced else ""
    parts = []
    if cells:
        shown = [f"cell {cell}" for cell in cells[:_MOST_LISTED]]
        more = len(cells) - len(shown)
        listed = " or ".join([", ".join(shown[:-1]), shown[-1]] if shown[1:] else shown)
        listed += f" (nor {more} more)" if more else ""
        covers = "no placement that is left covers" if found.forced else "no placement covers"
        parts.append(f"{covers} {listed}")
    for tile, item in zip(tiles, found.items[len(cells) :], strict=True):
        low = model.problem().bounds(item)[0]
        rest = "any more" if found.forced else "on this board"
        often = counted(low, "time")
        parts.append(f"{tile} must be used {often}, and there is no room for that {rest}")
    message = "; ".join(parts)
    text += (f"Then {message}" if found.forced else message[0].upper() + message[1:]) + "."
    groups: list[tuple[list[Cell], int | None, str]] = [
        (covered(model, option), 1 + step, str(step + 1))
        for step, option in enumerate(found.forced)
    ]
    if cells:
        groups.append((cells, 0, "x"))
    numbers = tuple(n for n in range(len(model.tiles)) if tile_name(model, n) in tiles)
    return drawn_reason("dead", text, model.board, groups, tiles=numbers)


def corner_reason(model: OnBoard) -> Reason | None:
    """Return a cell or tile each of whose few placements leaves another without one, or None.

    >>> from combien.tilings import Tile
    >>> from combien.tilings import TilingProblem
    >>> skew = Tile("**.\\n.**", symmetries="all", times="any")
    >>> reason = corner_reason(TilingProblem("****\\n****\\n****", [skew]))
    >>> print(reason.text)
    There are only 2 placements for cell (0, 2), and after each something else has none:
    1. tile 0 on (0, 2), (1, 2), (1, 1), (2, 1): cell (2, 2)
    2. tile 0 on (0, 2), (0, 1), (1, 1), (1, 0): cell (0, 0)
    >>> reason.picture.ascii().splitlines()
    ['11x.', '.11.', '....']

    The picture shows the first placement, and the cell that it leaves without one.
    """
    found = blocked_item(model.problem())
    if found is None:
        return None
    names = model.problem().item_names
    lines = [
        f"There {'is' if len(found.options) == 1 else 'are'} only "
        f"{counted(len(found.options), 'placement')} for {_named(names[found.item])}, and after "
        "each something else has none:"
    ]
    for number, (option, item) in enumerate(found.options, 1):
        lines.append(f"{number}. {_described(model, option)}: {_named(names[item])}")
    option, item = found.options[0]
    groups: list[tuple[list[Cell], int | None, str]] = [(covered(model, option), 1, "1")]
    name = names[item]
    if isinstance(name, tuple):
        groups.append(([name], 0, "x"))
    text = "\n".join(lines)
    return drawn_reason("dead", text, model.board, groups)


def _named(name: object) -> str:
    return f"cell {name}" if isinstance(name, tuple) else str(name)


def _described(model: OnBoard, option: int) -> str:
    """Describe a placement or a hole, with its cells."""
    placement = laid(model, option)
    tile = tile_name(model, len(model.tiles) if placement is None else placement.number)
    cells = covered(model, option)
    more = " ..." if len(cells) > _MOST_LISTED else ""
    return f"{tile} on {', '.join(map(str, cells[:_MOST_LISTED]))}{more}"


def _chain(model: OnBoard, found: UncoverableItems) -> str:
    """Describe the forced placements, one per line."""
    names = model.problem().item_names
    steps = []
    for number, (option, item) in enumerate(zip(found.forced, found.because, strict=True), 1):
        name = names[item]
        if number > _MOST_LISTED:
            steps.append(f"and so on, {len(found.forced)} placements in all")
            break
        last = "only one placement is left for" if number > 1 else "only one placement covers"
        last = last if isinstance(name, tuple) else "there is no more choice for"
        steps.append(f"{number}. {last} {_named(name)}: {_described(model, option)}")
    return "\n".join(steps) + "\n"
