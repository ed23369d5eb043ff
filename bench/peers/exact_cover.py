"""exact-cover: dancing links in C, given a boolean array; plain items only.

count       `get_solution_count` finds the solutions one by one and keeps none
listing     all solutions, as one array
"""

from __future__ import annotations

from typing import Any

import exact_cover

from bench.instances.instance import Instance
from bench.peers.incidence import incidence

__all__ = ["count", "listing", "prepare"]


def prepare(instance: Instance) -> Any:
    """Return the incidence matrix of options and items as an array."""
    return incidence(instance, bool)


def count(prepared: Any) -> int:
    """Run the search, including the construction of its links."""
    return int(exact_cover.get_solution_count(prepared))


class Listing:
    """The same search, with every solution in Python."""

    prepare = staticmethod(prepare)

    def count(self, prepared: Any) -> int:
        """Keep all solutions."""
        return len(exact_cover.get_all_solutions(prepared))


listing = Listing()
