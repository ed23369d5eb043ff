"""graphillion: families of sets as diagrams, with three methods for exact cover.

by_sums        one call of `GraphSet.graphs` with a linear constraint for each item, which
               builds the diagram top down by TdZdd.  An edge is an option; its end points are
               irrelevant, so the graph is a path.
by_degrees     the same call with the degree of each vertex, if all options are pairs of items:
               half as fast on square boards, twenty times faster on the camel
by_meetings    a `setset` for each item, then intersections
"""

from __future__ import annotations

import operator
from typing import Any

from graphillion import (
    GraphSet,
    setset,
)

from bench.instances.instance import Instance
from bench.peers import Unsupported, uses
from bench.peers.conjunction import balanced, sorted_options

__all__ = ["by_degrees", "by_meetings", "by_sums"]


class Constrained:
    """All constraints at once, as arguments of `GraphSet.graphs`."""

    def __init__(self, name: str) -> None:
        self._name = name

    def prepare(self, instance: Instance) -> Any:
        """Set the edges, and return the constraints."""
        options = sorted_options(instance)
        if self._name == "degree_constraints":
            pairs = all(len(option) == 2 for option in options)
            if not pairs or instance.primary < instance.items:
                raise Unsupported("options that are not pairs of primary items")
            GraphSet.set_universe([tuple(option) for option in options], traversal="as-is")
            return dict.fromkeys(range(instance.items), 1)
        edges = [(number, number + 1) for number in range(len(options))]
        GraphSet.set_universe(edges, traversal="as-is")
        return [
            ([edges[option] for option in used], (1 if item < instance.primary else 0, 1))
            for item, used in enumerate(uses(instance, options))
        ]

    def diagram(self, prepared: Any) -> Any:
        """Return the diagram of all solutions."""
        return GraphSet.graphs(**{self._name: prepared})

    def count(self, prepared: Any) -> int:
        """Compute all solutions, and count them by a pass over their diagram."""
        return int(self.diagram(prepared).len())

    def size(self, diagram: Any) -> tuple[int, int]:
        """Return the number of solutions, and of nodes without the terminals."""
        return int(diagram.len()), _nodes(diagram.dumps())


class ByMeetings:
    """A family for each item, then intersections."""

    def prepare(self, instance: Instance) -> Any:
        """Return the families; not measured as search."""
        options = sorted_options(instance)
        setset.set_universe(list(range(len(options))))
        families = []
        for item, used in enumerate(uses(instance, options)):
            family = setset() if item < instance.primary else setset({"exclude": used})
            for option in used:
                others = [other for other in used if other != option]
                family |= setset({"include": [option], "exclude": others})
            families.append(family)
        return families

    def diagram(self, prepared: Any) -> Any:
        """Return the diagram of all solutions."""
        return balanced(prepared, operator.and_)

    def count(self, prepared: Any) -> int:
        """Compute all solutions, and count them by a pass over their diagram."""
        return int(self.diagram(prepared).len())

    def size(self, diagram: Any) -> tuple[int, int]:
        """Return the number of solutions, and of nodes without the terminals."""
        return int(diagram.len()), _nodes(diagram.dumps())


def _nodes(dump: str) -> int:
    """Return the number of nodes: each line of a dump is a node, except the final dot."""
    return sum(1 for line in dump.splitlines() if line != ".")


by_sums = Constrained("linear_constraints")
by_degrees = Constrained("degree_constraints")
by_meetings = ByMeetings()
