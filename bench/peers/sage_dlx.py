"""Sage's dancing links, in C++ (passagemath-combinat); plain items only.

`number_of_solutions` finds the solutions one by one and keeps none; with one process, it also
splits nothing.
"""

from __future__ import annotations

from typing import Any

from sage.combinat.matrices.dancing_links import dlx_solver

from bench.instances.instance import Instance
from bench.peers import with_slack

__all__ = ["count", "prepare"]


def prepare(instance: Instance) -> Any:
    """Return the links, built from the items of each option."""
    return dlx_solver(with_slack(instance))


def count(prepared: Any) -> int:
    """Run the search."""
    return int(prepared.number_of_solutions(ncpus=1))
