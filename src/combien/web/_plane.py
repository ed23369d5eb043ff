"""Events about a piece in the plane: whether it tiles, with a picture of a tiling or coronas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from combien._base.budget import Budget, Reporter
from combien._wording import Statement
from combien.geometry._region import Region
from combien.plane._classify import classify
from combien.web._page import page_english
from combien.web._reading import LATTICES, BadQuestion, read_cells

if TYPE_CHECKING:
    from combien.plane._classify import Verdict

MOST_CELLS = 40
# Nearly all pieces that people draw are decided within these, in a second or two.
MOST_ORBITS = 3
MOST_CORONAS = 4


def plane_events(
    given: object, asked: list[str], budget: Budget, report: Reporter | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the events of a question about a piece in the plane.

    >>> piece = {"lattice": "square", "cells": [[0, 0], [0, 1], [0, 2], [1, 2]]}
    >>> for event, fields in plane_events(piece, ["classify"], Budget()):
    ...     print(event, fields["kind"], fields["group"], fields["text"])
    plane translations p1 This piece tiles the plane by translations alone.

    Raises `BadQuestion`.  When the budget is used up, the kind is unknown.
    """
    if asked != ["classify"]:
        raise BadQuestion("ask", "a piece in the plane is asked for classify")
    piece = _piece(given)
    verdict = classify(
        piece, most_orbits=MOST_ORBITS, most_coronas=MOST_CORONAS, budget=budget, report=report
    )
    stated = _statement(verdict)
    yield (
        "plane",
        {
            "kind": verdict.kind,
            "orbits": verdict.orbits,
            "group": None if verdict.group is None else verdict.group.symbol,
            "periodTiles": verdict.period_tiles,
            "heesch": verdict.heesch,
            "withHoles": verdict.with_holes,
            "coronas": _coronas(verdict),
            "text": page_english(stated),
            "reason": stated.to_json(),
            "svg": verdict.picture().svg(),
        },
    )


def _piece(given: object) -> Region:
    """Return the piece of a question after checking it."""
    if not isinstance(given, dict) or not isinstance(given.get("cells"), list):
        raise BadQuestion("plane", "a piece is an object with a lattice and cells")
    name, cells = given.get("lattice", "square"), given["cells"]
    if not isinstance(name, str) or name not in LATTICES:
        raise BadQuestion("lattice", f"the lattice is one of {', '.join(LATTICES)}")
    if not cells:
        raise BadQuestion("plane", Statement("plane-empty"))
    if len(cells) > MOST_CELLS:
        raise BadQuestion("plane", Statement("plane-large", most=MOST_CELLS))
    lattice = LATTICES[name]
    axes = lattice.axes or 2
    piece = Region(read_cells(cells, "the piece", lattice, axes, most=MOST_CELLS), lattice=lattice)
    if not piece.is_connected:
        raise BadQuestion("plane", Statement("plane-parts"))
    return piece


def _coronas(verdict: Verdict) -> int:
    return max(0, len(verdict.layers) - 1)


def _statement(verdict: Verdict) -> Statement:
    """Return a verdict for the page, which has it in other languages, too."""
    if verdict.group is not None:
        n, orbits = verdict.period_tiles or 0, verdict.orbits or 0
        return Statement(f"plane-{verdict.kind}", group=verdict.group.symbol, n=n, orbits=orbits)
    if verdict.tiles is None:
        coronas = _coronas(verdict)
        code = "plane-stopped" if verdict.stopped else "plane-unknown"
        return Statement(code, n=coronas, orbits=verdict.orbits_excluded)
    if verdict.heesch is None:
        return Statement("plane-hole")
    if verdict.heesch != verdict.with_holes:
        return Statement("plane-none-holes", n=verdict.heesch, holes=verdict.with_holes or 0)
    return Statement("plane-none", n=verdict.heesch) if verdict.heesch else Statement("plane-bare")
