"""The isometries of the tiling language, by the formulas of its manual."""

from __future__ import annotations

from collections.abc import Callable

Frame = Callable[[int, int, int, int], tuple[int, int]]

# Where each takes the cell (x, y) of a frame w x h, y up.
ON_A_FRAME: dict[str, Frame] = {
    "Id": lambda x, y, w, h: (x, y),
    "Rot90": lambda x, y, w, h: (h - 1 - y, x),
    "Rot180": lambda x, y, w, h: (w - 1 - x, h - 1 - y),
    "Rot270": lambda x, y, w, h: (y, w - 1 - x),
    "VertRefl": lambda x, y, w, h: (w - 1 - x, y),
    "HorizRefl": lambda x, y, w, h: (x, h - 1 - y),
    "Diag1Refl": lambda x, y, w, h: (y, x),
    "Diag2Refl": lambda x, y, w, h: (h - 1 - y, w - 1 - x),
}
