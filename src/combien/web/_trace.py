"""The steps of a dancing links search on a board, for an animation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from combien.cover._problem import Problem
from combien.engines._steps.dance import dance
from combien.engines._steps.events import Backtrack, Choose, Found, Leave, Take, Try
from combien.tilings._tiling import TilingProblem

MOST_STEPS = 2000
# Covering and uncovering are steps of the links and not of the picture; this bounds their number.
MOST_EVENTS = 500_000
PAUSE_EVENTS = 1000

Step = dict[str, Any]


def trace_steps(
    model: TilingProblem, *, most: int = MOST_STEPS, pause: Callable[[int], None] | None = None
) -> list[Step]:
    """Return the first steps of the search for all tilings.

    >>> from combien.tilings import Tile
    >>> for step in trace_steps(TilingProblem("***", [Tile("**"), Tile("*")])):
    ...     print(step)
    {'step': 'choose', 'depth': 0, 'cell': [0, 0], 'choices': 2}
    {'step': 'try', 'depth': 0, 'tile': 0, 'cells': [[0, 0], [1, 0]]}
    {'step': 'choose', 'depth': 1, 'cell': [2, 0], 'choices': 1}
    {'step': 'try', 'depth': 1, 'tile': 1, 'cells': [[2, 0]]}
    {'step': 'found', 'depth': 2, 'number': 1}
    {'step': 'try', 'depth': 0, 'tile': 1, 'cells': [[0, 0]]}
    {'step': 'choose', 'depth': 1, 'cell': [1, 0], 'choices': 1}
    {'step': 'try', 'depth': 1, 'tile': 0, 'cells': [[1, 0], [2, 0]]}
    {'step': 'found', 'depth': 2, 'number': 2}

    The cell of a choice is the one to cover next, None if it is a tile that must be placed;
    "stuck" is a dead end.  Taking back is not a step: a step at a depth undoes what is deeper.
    `pause` is called now and then with the number of events so far, and may raise an exception.
    """
    problem = model.problem()
    events = islice(dance(problem), MOST_EVENTS)
    steps = (
        step
        for event in (events if pause is None else _pausing(events, pause))
        if (step := _step(model, problem, event)) is not None
    )
    return list(islice(steps, most))


def _pausing(events: Iterable[object], pause: Callable[[int], None]) -> Iterator[object]:
    for number, event in enumerate(events):
        if not number % PAUSE_EVENTS:
            pause(number)
        yield event


def _step(model: TilingProblem, problem: Problem, event: object) -> Step | None:
    if isinstance(event, Choose):
        chosen = event.chosen
        cell = _cell(model, problem, chosen.item)
        return {"step": "choose", "depth": event.depth, "cell": cell, "choices": chosen.choices}
    if isinstance(event, (Try, Take)):
        laid = model.placements[event.option]
        cells = [list(cell) for cell in laid.region]
        return {"step": "try", "depth": event.depth, "tile": laid.number, "cells": cells}
    if isinstance(event, Leave):
        return {"step": "leave", "depth": event.depth}
    if isinstance(event, Backtrack):
        cell = _cell(model, problem, event.stuck.item)
        return {"step": "stuck", "depth": event.depth, "cell": cell}
    if isinstance(event, Found):
        return {"step": "found", "depth": event.depth, "number": event.number}
    return None


def _cell(model: TilingProblem, problem: Problem, item: int) -> list[int] | None:
    """Return the cell of an item; None for the item of a tile."""
    name = problem.item_names[item]
    return list(name) if isinstance(name, tuple) and name in model.board else None
