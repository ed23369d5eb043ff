"""The sweep over states, for an animation: partial tilings that go on alike are merged.

The items of the problem are swept in order, the cells first.  A state is the set of items that
placed pieces cover already beyond the sweep; with each goes the number of ways to reach it.  At an
item that is covered, a state moves on; otherwise each way to cover the item gives a state of the
next layer, and ways that give the same one are added up.  This is the method of the engine
`frontier`, in its shortest form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combien._wording import Statement
from combien.geometry._lattice import SQUARE
from combien.tilings._tiling import TilingProblem

MOST_STEPS = 5000
# In a layer: the page shows them side by side.
MOST_STATES = 500
PAUSE_STATES = 100

State = frozenset[int]
# From and to a state of a layer; the option, or -1 where the item is covered or need not be.
Arc = tuple[int, int, int]


def sweep_layers(
    model: TilingProblem,
    *,
    most: int = MOST_STEPS,
    widest: int = MOST_STATES,
    pause: Callable[[int], None] | None = None,
) -> dict[str, Any] | Statement:
    """Return the layers of the sweep, as JSON, or why it is not shown.

    >>> from combien.tilings import Tile
    >>> found = sweep_layers(TilingProblem("***", [Tile("**", times="any"), Tile("*")]))
    >>> found["items"]
    [{'cell': [0, 0]}, {'cell': [1, 0]}, {'cell': [2, 0]}, {'tile': 1}]
    >>> for layer in found["layers"]:
    ...     print(layer)
    [[[], '1']]
    [[[1], '1'], [[3], '1']]
    [[[], '1'], [[2, 3], '1']]
    [[[3], '2']]
    [[[], '2']]
    >>> found["arcs"][0], found["ways"][2]
    ([[0, 0, 0], [0, 1, 2]], {'tile': 1, 'cells': [[0, 0]]})

    A state is the list of its items in the order of the sweep, and its number of ways; an arc leads
    from a state of a layer to one of the next, by the way with this number, or -1 without one.
    `pause` is called now and then with the number of states so far, and may raise an exception.
    """
    problem = model.problem()
    if any(problem.bounds(item) not in ((0, 1), (1, 1)) for item in range(problem.item_count)):
        return Statement("sweep-times")
    order = _order(model)
    rank = {item: number for number, item in enumerate(order)}
    options = [frozenset(rank[i] for i in problem.indices(n)) for n in range(problem.option_count)]
    by_first: list[list[int]] = [[] for _ in order]
    for number, items in enumerate(options):
        by_first[min(items)].append(number)
    needed = [problem.primary_flags[item] for item in order]
    layer: dict[State, int] = {frozenset(): 1}
    layers: list[dict[State, int]] = [layer]
    arcs: list[list[Arc]] = []
    steps = states = 0
    for place in range(len(order)):
        after: dict[State, int] = {}
        numbers: dict[State, int] = {}
        here: list[Arc] = []
        for origin, (state, ways) in enumerate(layer.items()):
            if pause is not None and not states % PAUSE_STATES:
                pause(states)
            states += 1
            for way, following in _following(state, place, needed[place], by_first, options):
                target = numbers.setdefault(following, len(numbers))
                after[following] = after.get(following, 0) + ways
                here.append((origin, target, way))
            if len(numbers) > widest or steps + len(here) > most:
                return Statement("sweep-large", steps=most, states=widest)
        steps += len(here)
        arcs.append(here)
        layer = after
        layers.append(layer)
    return {
        "items": _items(model, order),
        "layers": [[[sorted(state), str(n)] for state, n in one.items()] for one in layers],
        "arcs": [[list(arc) for arc in here] for here in arcs],
        "ways": [
            {"tile": p.number, "cells": [list(cell) for cell in p.region]} for p in model.placements
        ],
    }


def _following(
    state: State,
    place: int,
    needed: int,
    by_first: list[list[int]],
    options: list[frozenset[int]],
) -> list[tuple[int, State]]:
    """Return the states of the next layer that follow a state, each with its way or -1."""
    if place in state:
        return [(-1, state - {place})]
    ways = [
        (number, state | options[number] - {place})
        for number in by_first[place]
        if not state & options[number]
    ]
    return ways if needed else [(-1, state), *ways]


def _order(model: TilingProblem) -> list[int]:
    """Return the items: the cells along the longest side of the board, then those of the tiles.

    Squares are swept from the top left, as the search begins there.
    """
    names = model.problem().item_names
    size = model.board.size
    axes = sorted(range(len(size)), key=lambda axis: (-size[axis], axis))
    cells = {
        name: number
        for number, name in enumerate(names)
        if isinstance(name, tuple) and name in model.board
    }
    down = [-1 if axis == 1 and model.board.lattice == SQUARE else 1 for axis in range(len(size))]
    swept = sorted(cells, key=lambda cell: [down[axis] * cell[axis] for axis in axes])
    rest = [number for number, name in enumerate(names) if name not in cells]
    return [*(cells[cell] for cell in swept), *rest]


def _items(model: TilingProblem, order: list[int]) -> list[dict[str, Any]]:
    """Return the cell or the tile of each item; None for a tile that fits nowhere."""
    problem = model.problem()
    names = problem.item_names
    tiles = {
        item: placed.number
        for option, placed in enumerate(model.placements)
        for item in problem.indices(option)
    }
    return [
        {"cell": list(name)} if isinstance(name, tuple) else {"tile": tiles.get(item)}
        for item in order
        for name in (names[item],)
    ]
