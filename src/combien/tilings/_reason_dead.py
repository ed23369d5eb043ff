"""Cells that no placement covers, and tiles that fit nowhere.

They are found at the start, or after forced placements, which are listed and drawn in order.
"""

from __future__ import annotations

from typing import cast

from combien._wording import Statement
from combien.cover._needs import UncoverableItems, blocked_item, uncoverable_items
from combien.geometry._cell import Cell
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._reason import (
    OnBoard,
    Reason,
    covered,
    drawn_reason,
    laid,
    tile_name,
    tile_statement,
    use_statement,
)
from combien.tilings._tiling import TilingProblem

_MOST_LISTED = 12


def dead_reason(model: OnBoard) -> Reason | None:
    """Return cells or tiles without a placement, possibly after forced placements, or None.

    >>> from combien.tilings import Tile, TilingProblem
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
    after = "-after" if found.forced else ""
    parts = []
    if cells:
        shown = [Statement("cell", at=str(cell)) for cell in cells[:_MOST_LISTED]]
        rest = len(cells) - len(shown)
        more = Statement("more-uncovered", n=rest) if rest else Statement("nothing")
        listed = shown[-1]
        if shown[1:]:
            listed = Statement("either", items=tuple(shown[:-1]), last=shown[-1])
        parts.append(Statement(f"uncovered{after}", cells=listed, more=more))
    for tile, item in zip(tiles, found.items[len(cells) :], strict=True):
        low = model.problem().bounds(item)[0]
        parts.append(Statement(f"no-room{after}", tile=use_statement(model, tile), n=low))
    if found.forced:
        statement = Statement("dead-after", steps=_chain(model, found), parts=tuple(parts))
    else:
        statement = Statement("dead", parts=tuple(parts))
    groups: list[tuple[list[Cell], int | None, str]] = [
        (covered(model, option), 1 + step, str(step + 1))
        for step, option in enumerate(found.forced)
    ]
    if cells:
        groups.append((cells, 0, "x"))
    numbers = tuple(n for n in range(len(model.tiles)) if tile_name(model, n) in tiles)
    return drawn_reason("dead", statement, model.board, groups, tiles=numbers)


def corner_reason(model: OnBoard) -> Reason | None:
    """Return a cell or tile each of whose few placements leaves another without one, or None.

    >>> from combien.tilings import Tile, TilingProblem
    >>> skew = Tile("**.\\n.**", symmetries="all", times="any")
    >>> reason = corner_reason(TilingProblem("****\\n****\\n****", [skew]))
    >>> print(reason.text)
    There are only 2 placements for cell (0, 2), and each makes something else impossible:
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
    lines = tuple(
        Statement(
            "corner-line",
            step=number,
            placement=_described(model, option),
            item=use_statement(model, names[item]),
        )
        for number, (option, item) in enumerate(found.options, 1)
    )
    item = use_statement(model, names[found.item])
    statement = Statement("corner", n=len(lines), item=item, lines=lines)
    option, left = found.options[0]
    groups: list[tuple[list[Cell], int | None, str]] = [(covered(model, option), 1, "1")]
    name = names[left]
    if isinstance(name, tuple):
        groups.append(([name], 0, "x"))
    return drawn_reason("dead", statement, model.board, groups)


def _described(model: OnBoard, option: int) -> Statement:
    """Describe a placement or a hole, with its cells."""
    placement = laid(model, option)
    tile = tile_statement(model, len(model.tiles) if placement is None else placement.number)
    cells = covered(model, option)
    more = " ..." if len(cells) > _MOST_LISTED else ""
    listed = f"{', '.join(map(str, cells[:_MOST_LISTED]))}{more}"
    return Statement("placement", tile=tile, cells=listed)


def _chain(model: OnBoard, found: UncoverableItems) -> tuple[Statement, ...]:
    """Describe the forced placements."""
    names = model.problem().item_names
    steps = []
    for number, (option, item) in enumerate(zip(found.forced, found.because, strict=True), 1):
        if number > _MOST_LISTED:
            steps.append(Statement("step-rest", n=len(found.forced)))
            break
        code = "step-next" if number > 1 else "step-first"
        if not isinstance(names[item], tuple):
            code = "step-tile"
        needs, placement = use_statement(model, names[item]), _described(model, option)
        steps.append(Statement(code, step=number, item=needs, placement=placement))
    return tuple(steps)


def dead_cells(model: TilingProblem | PackingProblem) -> tuple[Cell, ...]:
    """Return the cells of the board that no placement covers, in reading order.

    >>> from combien.tilings import Tile
    >>> dead_cells(TilingProblem("***\\n*.*", [Tile("***", times="any")]))
    ((0, 0), (2, 0))

    The cells of a packing problem that must stay holes are among them.
    Cost: a pass over the placements; the first call builds the problem.
    """
    problem = model.problem()
    if isinstance(model, PackingProblem):
        laid = (o for o in range(problem.option_count) if model.placement(o) is not None)
        covered = {item for option in laid for item in problem.indices(option)}
    else:
        covered = set(problem.arrays()[1])
    names = problem.item_names
    there = {names[item] for item in covered}
    return tuple(cell for cell in model.board if cell not in there)


def useless_tiles(model: TilingProblem | PackingProblem) -> tuple[int, ...]:
    """Return the numbers of the tiles that have no placement on the board.

    >>> from combien.tilings import Tile
    >>> useless_tiles(TilingProblem("**", [Tile("***", times="any"), Tile("*", times="any")]))
    (0,)

    Cost: a pass over the placements; the first call builds the problem.
    """
    if isinstance(model, PackingProblem):
        options = map(model.placement, range(model.problem().option_count))
        used = {placement.number for placement in options if placement is not None}
        return tuple(number for number in range(len(model.tiles)) if number not in used)
    return tuple(n for n in range(len(model.tiles)) if not model.placements.of_tile(n))
