"""Answers as JSON: the keys of the command line's `--json`, which docs/json.md describes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from combien.cover._elements import Solution

if TYPE_CHECKING:
    from combien.engines._protocol import Answer

SCHEMA = 1


def facts(answer: Answer[object]) -> dict[str, object]:
    """Return an answer without its solutions as JSON values.

    Counts of solutions are strings, since many programs round numbers beyond 2^53.  `nodes` is the
    total work, `work` the separate counters; `position` is the position to resume from.  With a
    `modulo`, the count is the remainder.
    """
    known = {k: str(v) if k == "at_least" else v for k, v in answer.known.items()}
    return {
        "status": answer.status,
        "count": None if answer.count is None else str(answer.count),
        **({} if answer.modulo is None else {"modulo": str(answer.modulo)}),
        "complete": answer.complete,
        "engine": answer.engine,
        "why": answer.why,
        "nodes": answer.nodes,
        "work": dict(answer.work),
        "known": known,
        "seconds": round(answer.seconds, 6),
        "position": "" if answer.complete else answer.position,
    }


def text_of(answer: Answer[object]) -> str:
    """Return the text of `Answer.to_json`."""
    solutions = [_value(solution) for solution in answer.solutions]
    return json.dumps({"schema": SCHEMA, **facts(answer), "solutions": solutions})


def _value(reading: Any) -> object:
    """Return a solution as JSON values; of a model that has no form of its own, its text."""
    if isinstance(reading, Solution):
        return {"options": list(reading)}
    if callable(plain := getattr(reading, "plain", None)):
        return plain()
    if (placements := getattr(reading, "placements", None)) is not None:
        return [
            {"tile": one.number, "name": one.tile.name, "cells": list(one.region)}
            for one in placements
        ]
    return str(reading)
