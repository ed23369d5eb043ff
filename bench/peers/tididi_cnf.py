"""tididi-cnf: a formula compiled into a tree decision diagram; pairwise clauses."""

from __future__ import annotations

from typing import Any

import tididi_cnf

from bench.instances.instance import Instance
from bench.peers.cnf import clauses

__all__ = ["count", "prepare"]


def prepare(instance: Instance) -> Any:
    """Return the clauses, and the number of variables."""
    return clauses(instance), len(instance.options)


def count(prepared: Any) -> int:
    """Read, plan, compile and count, in one call."""
    formula, variables = prepared
    return int(tididi_cnf.count(formula, num_vars=variables).count)
