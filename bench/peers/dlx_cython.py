"""dlx-cython: dancing links on Python objects in Cython; plain items only.

It keeps all solutions, as lists; no other method is available.
"""

from __future__ import annotations

from typing import Any

from dlxsolver import DLXSolver

from bench.instances.instance import Instance
from bench.peers.incidence import incidence

__all__ = ["count", "prepare"]


def prepare(instance: Instance) -> Any:
    """Return the links built from the incidence matrix of options and items."""
    return DLXSolver(incidence(instance, "int32"))


def count(prepared: Any) -> int:
    """Run the search, which keeps all solutions."""
    return len(prepared.solve())
