"""Cells that no placement covers, and tiles that fit nowhere.

From the start, or after what is forced: then the forced placements are told and drawn, in order.
"""

from __future__ import annotations

from typing import cast

from combien.cover.reasons.needs import Unmet, unmet
from combien.geometry.cell import Cell
from combien.tilings.reasons.reason import OnBoard, Reason, counted, laid, painted, tile_name

__all__ = ["dead_reason"]

_MOST_TOLD = 12


def dead_reason(model: OnBoard) -> Reason | None:
    """A cell that cannot be covered or a tile that cannot be laid, or None when there is none such.

    >>> from combien.tilings.tile import Tile
    >>> from combien.tilings.tiling import TilingProblem
    >>> reason = dead_reason(TilingProblem("***\\n*.*", [Tile("***", times="any")]))
    >>> print(reason.text)
    No placement covers cell (0, 0) or cell (2, 0).
    >>> reason.picture.ascii().splitlines()
    ['...', 'a a']
    """
    found = unmet(model.problem())
    if found is None:
        return None
    names = model.problem().item_names
    cells = [cast(Cell, names[item]) for item in found.items if isinstance(names[item], tuple)]
    tiles = [names[item] for item in found.items if not isinstance(names[item], tuple)]
    text = _chain(model, found) if found.forced else ""
    parts = []
    if cells:
        shown = [f"cell {cell}" for cell in cells[:_MOST_TOLD]]
        more = len(cells) - len(shown)
        listed = " or ".join([", ".join(shown[:-1]), shown[-1]] if shown[1:] else shown)
        listed += f" (nor {more} more)" if more else ""
        covers = "no placement that is left covers" if found.forced else "no placement covers"
        parts.append(f"{covers} {listed}")
    for tile, item in zip(tiles, found.items[len(cells) :], strict=True):
        low = model.problem().bounds(item)[0]
        rest = "any more" if found.forced else "on this board"
        often = counted(low, "time")
        parts.append(f"{tile} must be laid {often}, and there is no room for that {rest}")
    told = "; ".join(parts)
    text += (f"Then {told}" if found.forced else told[0].upper() + told[1:]) + "."
    groups: list[tuple[list[Cell], int | None, str]] = [
        (_cells(model, option), 1 + step, str(step + 1)) for step, option in enumerate(found.forced)
    ]
    if cells:
        groups.append((cells, 0, ""))
    picture = painted(model.board, groups, title=text) if groups else None
    return Reason("dead", text, picture)


def _chain(model: OnBoard, found: Unmet) -> str:
    """What is forced, step by step."""
    names = model.problem().item_names
    steps = []
    for number, (option, item) in enumerate(zip(found.forced, found.because, strict=True), 1):
        placement, name = laid(model, option), names[item]
        if number > _MOST_TOLD:
            steps.append(f"and so on, {len(found.forced)} placements in all")
            break
        needed = f"cell {name}" if isinstance(name, tuple) else str(name)
        tile = tile_name(model, len(model.tiles) if placement is None else placement.number)
        place = _cells(model, option)[0]
        last = "only one placement is left for" if number > 1 else "only one placement covers"
        last = last if isinstance(name, tuple) else "there is no more choice for"
        steps.append(f"{number}. {last} {needed}: {tile} at {place}")
    return "\n".join(steps) + "\n"


def _cells(model: OnBoard, option: int) -> list[Cell]:
    """The cells of an option, in reading order: they come first among its items."""
    entries = model.problem().entries(option)
    return [entry for entry in entries if isinstance(entry, tuple)]
