"""Sage's dancing links, in C++ (passagemath-combinat); plain items only.

count       `number_of_solutions` finds the solutions one by one and keeps none; with one process,
            it also splits nothing
listing     each solution as a list
"""

from __future__ import annotations

from typing import Any

from sage.combinat.matrices.dancing_links import dlx_solver

from bench.instances.instance import Instance
from bench.peers import with_slack

__all__ = ["count", "listing", "prepare"]


def prepare(instance: Instance) -> Any:
    """Return the links, built from the items of each option."""
    return dlx_solver(with_slack(instance))


def count(prepared: Any) -> int:
    """Run the search."""
    return int(prepared.number_of_solutions(ncpus=1))


class Listing:
    """The same search, with every solution in Python."""

    prepare = staticmethod(prepare)

    def count(self, prepared: Any) -> int:
        """Exhaust the generator."""
        return sum(1 for _ in prepared.solutions_iterator())


listing = Listing()
