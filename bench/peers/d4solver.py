"""d4solver: the model counter d4, on a pairwise formula; its output is ignored."""

from __future__ import annotations

from typing import Any

import py_d4

from bench.instances.instance import Instance
from bench.peers.cnf import clauses

__all__ = ["count", "prepare"]


def prepare(instance: Instance) -> Any:
    """Return a counter with all clauses."""
    return py_d4.Solver(clauses(instance), len(instance.options))


def count(prepared: Any) -> int:
    """Preprocess and count."""
    return int(prepared.count().getIntResult())
