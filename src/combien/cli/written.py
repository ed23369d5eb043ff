"""Solutions as they are written: text for a person, one JSON object for a program.

Both write each solution at once, so memory does not grow with their number; the JSON object holds
the solutions first and what came of the search after them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Protocol, TextIO

from combien.cli.report import facts
from combien.engines.protocol import Answer

if TYPE_CHECKING:
    from combien.tilings.tiling import Tiling

__all__ = ["JsonOutput", "Output", "TextOutput"]


class Output(Protocol):
    """Takes solutions one by one, and then the end."""

    def add(self, tiling: Tiling) -> None:
        """Writes a solution."""

    def end(self, answer: Answer) -> None:
        """Writes what came of the search."""


class TextOutput:
    """ASCII art, or lines around the tiles; an empty line between two solutions."""

    def __init__(self, stream: TextIO, *, boxes: bool) -> None:
        self._stream = stream
        self._boxes = boxes
        self._between = ""

    def add(self, tiling: Tiling) -> None:
        """Writes a tiling."""
        self._stream.write(f"{self._between}{tiling.picture().ascii(boxes=self._boxes)}\n")
        self._between = "\n"

    def end(self, answer: Answer) -> None:
        """Writes nothing: what came of the search is no solution."""


class JsonOutput:
    """One JSON object: `{"problem": ..., "solutions": [...], "status": ..., ...}`.

    A solution is a list of placements, each `{"tile": number, "name": ..., "cells": [[x, y], ...]}`
    with the tile's number and name, x to the right and y up.
    """

    def __init__(self, stream: TextIO, *, name: str) -> None:
        self._stream = stream
        self._before = f'{{"problem": {json.dumps(name)}, "solutions": [\n'

    def add(self, tiling: Tiling) -> None:
        """Writes a tiling on a line of its own."""
        placements = [
            {"tile": placed.number, "name": placed.tile.name, "cells": list(placed.region)}
            for placed in tiling.placements
        ]
        self._stream.write(self._before + json.dumps(placements))
        self._before = ",\n"

    def end(self, answer: Answer) -> None:
        """Writes the rest of the object."""
        opening = "" if self._before == ",\n" else self._before.rstrip("\n")
        self._stream.write(f"{opening}], {json.dumps(facts(answer))[1:]}\n")
