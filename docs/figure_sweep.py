"""A sweep over a small board, state by state, with one column for each layer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from combien import TilingProblem
from combien.geometry import Cell
from figures import PALE, arrow, drawn, text

SIZE, ACROSS, DOWN, MARGIN = 9, 86, 62, 8
BEHIND, COVERED, AHEAD = "#ddd", "#4a7fb5", "#fff"

State = frozenset[int]


def layers(model: TilingProblem) -> list[dict[State, tuple[int, list[State]]]]:
    """Return the states of each layer, with their numbers of ways and their successors.

    This is `layers` of docs/engines/frontier.md, except that all layers are kept.
    """
    problem = model.problem()
    options = [frozenset(problem.indices(option)) for option in range(problem.option_count)]
    ways: dict[State, int] = {frozenset(): 1}
    found = []
    for item in range(problem.item_count):
        layer = {}
        after: dict[State, int] = {}
        for covered, number in ways.items():
            nexts = [covered]
            if item not in covered:
                nexts = [covered | o for o in options if min(o) == item and not covered & o]
            nexts = [state - {item} for state in nexts]
            for state in nexts:
                after[state] = after.get(state, 0) + number
            layer[covered] = (number, nexts)
        found.append(layer)
        ways = after
    return [*found, {state: (number, []) for state, number in ways.items()}]


def sweep(model: TilingProblem, *, title: str = "") -> str:
    """Return the layers from left to right; each state is a board with its number of ways."""
    columns = layers(model)
    # Every item is a cell, as tiles may be used any number of times.
    cells = cast("tuple[Cell, ...]", model.problem().item_names)
    wide = SIZE * (max(x for x, _ in cells) + 1)
    high = SIZE * (max(y for _, y in cells) + 1)
    most = max(map(len, columns))
    places = {
        (number, state): (
            MARGIN + ACROSS * number,
            MARGIN + DOWN * (row + (most - len(layer)) / 2),
        )
        for number, layer in enumerate(columns)
        for row, state in enumerate(layer)
    }

    def parts() -> Iterator[str]:
        for number, layer in enumerate(columns):
            for state, (ways, nexts) in layer.items():
                x, y = places[number, state]
                for one in nexts:
                    u, v = places[number + 1, one]
                    yield arrow(x + wide, y + high / 2, u - 2, v + high / 2, stroke=PALE)
                for item, (across, up) in enumerate(cells):
                    fill = BEHIND if item < number else COVERED if item in state else AHEAD
                    yield (
                        f'<rect x="{x + SIZE * across:g}" y="{y + high - SIZE * (up + 1):g}" '
                        f'width="{SIZE}" height="{SIZE}" fill="{fill}" stroke-width="0.5"/>'
                    )
                yield text(x + wide / 2, y + high + 14, ways)

    width = 2 * MARGIN + ACROSS * (len(columns) - 1) + wide
    return drawn(width, 2 * MARGIN + DOWN * most, title or "a sweep", parts())
