"""dlx-cython: dancing links on Python objects in Cython; plain items only.

It keeps all solutions, as lists; there is no other way.
"""

from __future__ import annotations

from typing import Any

from dlxsolver import DLXSolver

from bench.instances.instance import Instance
from bench.peers.incidence import incidence

__all__ = ["count", "prepare"]


def prepare(instance: Instance) -> Any:
    """Return the incidence of options and items as an array, and the links built from it."""
    return DLXSolver(incidence(instance, "int32"))


def count(prepared: Any) -> int:
    """Return the search, all solutions kept."""
    return len(prepared.solve())
