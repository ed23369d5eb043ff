"""pyganak: the model counter Ganak, with its preprocessor Arjun, on a pairwise formula."""

from __future__ import annotations

from typing import Any

from pyganak import Counter

from bench.instances.instance import Instance
from bench.peers.cnf import clauses

__all__ = ["count", "prepare"]


def prepare(instance: Instance) -> Any:
    """Return a counter with all clauses."""
    counter = Counter()
    counter.new_vars(len(instance.options))
    counter.add_clauses(clauses(instance))
    return counter


def count(prepared: Any) -> int:
    """Preprocess and count."""
    return int(prepared.count())
