"""dlx-cython: dancing links on Python objects in Cython; plain items only.

It keeps all solutions, as lists; there is no other way.
"""

from __future__ import annotations

from typing import Any

import numpy as np  # type: ignore[import-not-found, unused-ignore]
from dlxsolver import DLXSolver  # type: ignore[import-not-found, unused-ignore]

from bench.instances.instance import Instance
from bench.peers import with_slack

__all__ = ["count", "prepare"]


def prepare(instance: Instance) -> Any:
    """The incidence of options and items as an array, and the links built from it."""
    options = with_slack(instance)
    incidence = np.zeros((len(options), instance.items), dtype=np.int32)
    for number, option in enumerate(options):
        incidence[number, option] = 1
    return DLXSolver(incidence)


def count(prepared: Any) -> int:
    """The search, all solutions kept."""
    return len(prepared.solve())
