"""The SAT solvers and model counters by name, those of plug-ins among them."""

from __future__ import annotations

from typing import Any

from combien._base.plugins import Table


def _fault(given: Any) -> str:
    return "" if callable(given) else f"expected a function or a class, not {given!r}"


# Functions of clauses that return a `SatSolver`, and functions that return the number of models.
SOLVERS = Table(
    "sat_solvers", {"python-sat": ("combien.sat._library", "LibrarySolver")}, fault=_fault
)
MODEL_COUNTERS = Table(
    "model_counters",
    {
        "d4solver": ("combien.sat._model_counter", "by_d4"),
        "pyganak": ("combien.sat._model_counter", "by_ganak"),
    },
    fault=_fault,
)
