"""Questions of the page, and what is asked of the protocol in several tests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from combien.web.session import Event, answer

# Fields that differ between machines: the time, and the planned engine.
VARYING = ("ms", "engine", "forecast")

DOMINO = {"name": "domino", "cells": [[0, 0], [1, 0]], "times": "any"}
Cells = Sequence[Sequence[int]]


def box(width: int, height: int, *, without: Iterable[tuple[int, int]] = ()) -> dict[str, Any]:
    """A board of squares."""
    holes = set(without)
    cells = [[x, y] for y in range(height) for x in range(width) if (x, y) not in holes]
    return {"lattice": "square", "cells": cells}


def question(*ask: str, **fields: Any) -> dict[str, Any]:
    """A question with dominoes on 4x4, with these changes."""
    usual: dict[str, Any] = {"v": 1, "id": 1, "ask": list(ask)}
    if not {"nonogram", "sudoku"} & set(fields):
        usual |= {"board": box(4, 4), "pieces": [DOMINO]}
    return usual | fields


def events(asked: Mapping[str, Any] | str | bytes) -> list[Event]:
    """All events of a question."""
    heard: list[Event] = []
    answer(asked if isinstance(asked, (str, bytes)) else json.dumps(asked), heard.append)
    # A host sends them as JSON, and JavaScript has no other numbers than floats.
    assert json.loads(json.dumps(heard, allow_nan=False)) == heard
    assert [event["event"] for event in heard].count("done") == 1
    assert heard[-1]["event"] == "done"
    return heard


def the(kind: str, heard: Iterable[Event]) -> Event:
    """The only event of this kind."""
    (found,) = [event for event in heard if event["event"] == kind]
    return found


def kinds(heard: Iterable[Event]) -> list[str]:
    """The kinds of events, without progress: how often it is reported depends on the time."""
    return [event["event"] for event in heard if event["event"] != "progress"]


def error(asked: Mapping[str, Any] | str | bytes) -> str:
    """The code of the error that ends a question."""
    heard = events(asked)
    assert kinds(heard) == ["error", "done"]
    assert heard[0]["text"]
    return str(heard[0]["code"])


def comparable(heard: Iterable[Event]) -> list[Event]:
    """The events that every machine must send alike."""
    return [
        {name: value for name, value in event.items() if name not in VARYING}
        for event in heard
        if event["event"] != "progress"
    ]
