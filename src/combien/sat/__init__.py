"""Reduction to SAT: clauses, encodings, files, proofs; the SAT solvers and model counters."""

from __future__ import annotations

from typing import Any

from combien._base.lazy import lazy
from combien._base.plugins import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.sat._cnf import Cnf as Cnf
    from combien.sat._cnf import Formula as Formula
    from combien.sat._encode import Encoding as Encoding
    from combien.sat._encode import encode as encode
    from combien.sat._exactly import STYLES as STYLES
    from combien.sat._exactly import constrain as constrain
    from combien.sat._exactly import size_of as size_of
    from combien.sat._proofs import check as check
    from combien.sat._solver import Outcome as Outcome
    from combien.sat._solver import SatSolver as SatSolver
else:
    __getattr__, __dir__, __all__ = lazy(__name__, "MODEL_COUNTERS", "SOLVERS")


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
