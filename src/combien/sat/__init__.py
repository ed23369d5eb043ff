"""Reduction to SAT: clauses, encodings, files, proofs."""

from __future__ import annotations

from combien._lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.sat._cnf import Cnf as Cnf
    from combien.sat._cnf import Formula as Formula
    from combien.sat._encoding.encode import Encoding as Encoding
    from combien.sat._encoding.encode import encode as encode
    from combien.sat._encoding.exactly import STYLES as STYLES
    from combien.sat._encoding.exactly import constrain as constrain
    from combien.sat._encoding.exactly import size_of as size_of
    from combien.sat._proofs.proof import check as check

_HOMES = {
    "Cnf": "_cnf",
    "Encoding": "_encoding.encode",
    "Formula": "_cnf",
    "STYLES": "_encoding.exactly",
    "check": "_proofs.proof",
    "constrain": "_encoding.exactly",
    "encode": "_encoding.encode",
    "size_of": "_encoding.exactly",
}

__all__ = [
    "STYLES",
    "Cnf",
    "Encoding",
    "Formula",
    "check",
    "constrain",
    "encode",
    "size_of",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, _HOMES)
