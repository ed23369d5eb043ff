"""Reduction to SAT: clauses, encodings, files, proofs; the SAT solvers and model counters."""

from combien._base.lazy import lazy

_NAMES = {
    "combien.sat._cnf": "Cnf Formula",
    "combien.sat._encode": "Encoding encode",
    "combien.sat._exactly": "STYLES constrain size_of",
    "combien.sat._proofs": "check",
    "combien.sat._solver": "Outcome SatSolver",
    "combien.sat._table": "MODEL_COUNTERS SOLVERS",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
