"""A good call of each function for burrs, for the test of wrong values."""

from __future__ import annotations

from typing import Any

from combien import Region, design
from tests.public_calls import BOX, LIMITS, TILING

FLAT = design.Burr((Region.box(2, 1, 1), Region.box(2, 1, 1).shift(0, 1, 0)))

BURR_CALLS: dict[str, tuple[Any, dict[str, Any]]] = {
    "design.Burr": (design.Burr, {"places": FLAT.places}),
    "design.Burr.six": (design.Burr.six, {"length": 6}),
    "design.Burr.pieces": (FLAT.pieces, {"rules": ["notchable"], "cells": (1, None)}),
    "design.Burr.problem": (
        FLAT.problem,
        {"pieces": FLAT.pieces(), "holes": "any", "name": "flat"},
    ),
    "design.burr_sets": (
        design.burr_sets,
        {
            "burr": FLAT,
            "pieces": FLAT.pieces(),
            "assemblies": (1, None),
            "solutions": 1,
            "level": (1, None),
            "holes": (0, None),
            "times": 2,
            "limit": 1,
            "seed": None,
            **LIMITS,
        },
    ),
    "design.cut_pieces": (
        design.cut_pieces,
        {"bar": BOX, "removable": [(0, 0)], "rules": ["symmetric"], "cells": (1, None)},
    ),
    "design.assembly_shapes": (
        design.assembly_shapes,
        {"assemblies": [TILING], "rules": [], "cells": (1, None), "disconnected": False},
    ),
}
