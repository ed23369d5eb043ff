"""graphillion: families of sets as diagrams, with two ways to an exact cover.

    tight       one call of `GraphSet.graphs` with a linear constraint for each item, which builds
                the diagram from its top by TdZdd.  An edge is an option; what it joins is of no
                matter, so the graph is a path.
    balanced    a `setset` for each item, then intersections

On all instances of this benchmark `graphs` with the degrees of vertices, which says the same of
options of two items, was slower than linear constraints.
"""

from __future__ import annotations

import operator
from typing import Any

from graphillion import (  # type: ignore[import-not-found, unused-ignore]
    GraphSet,
    setset,
)

from bench.instances.instance import Instance
from bench.peers import uses
from bench.peers.conjunction import balanced, sorted_options

__all__ = ["by_meetings", "tight"]


class Tight:
    """All constraints at once."""

    def prepare(self, instance: Instance) -> Any:
        """The edges, and a pair of bounds for each item."""
        options = sorted_options(instance)
        edges = [(number, number + 1) for number in range(len(options))]
        GraphSet.set_universe(edges, traversal="as-is")
        return [
            ([edges[option] for option in used], (1 if item < instance.primary else 0, 1))
            for item, used in enumerate(uses(instance, options))
        ]

    def diagram(self, prepared: Any) -> Any:
        """All solutions."""
        return GraphSet.graphs(linear_constraints=prepared)

    def count(self, prepared: Any) -> int:
        """All solutions, and a pass over their diagram."""
        return int(self.diagram(prepared).len())

    def told(self, diagram: Any) -> tuple[int, int]:
        """How many solutions, how many nodes without the terminals."""
        return int(diagram.len()), _nodes(diagram.dumps())


class ByMeetings:
    """A family for each item."""

    def prepare(self, instance: Instance) -> Any:
        """The families; that is not in the search's time."""
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
        """All solutions."""
        return balanced(prepared, operator.and_)

    def count(self, prepared: Any) -> int:
        """All solutions, and a pass over their diagram."""
        return int(self.diagram(prepared).len())

    def told(self, diagram: Any) -> tuple[int, int]:
        """How many solutions, how many nodes without the terminals."""
        return int(diagram.len()), _nodes(diagram.dumps())


def _nodes(dump: str) -> int:
    """A line is a node, but for the last one, a dot."""
    return sum(1 for line in dump.splitlines() if line != ".")


tight = Tight()
by_meetings = ByMeetings()
