"""graphillion: families of sets as diagrams, with three ways to an exact cover.

by_sums        one call of `GraphSet.graphs` with a linear constraint for each item, which
               builds the diagram from its top by TdZdd.  An edge is an option; what it joins
               is of no matter, so the graph is a path.
by_degrees     the same call with the degree of each vertex, where all options are pairs of
               items: half as quick on square boards, twenty times quicker on the camel
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
from bench.peers import CannotSay, uses
from bench.peers.conjunction import balanced, sorted_options

__all__ = ["by_degrees", "by_meetings", "by_sums"]


class Constrained:
    """All constraints at once, in words of `GraphSet.graphs`."""

    def __init__(self, name: str) -> None:
        self._name = name

    def prepare(self, instance: Instance) -> Any:
        """Return the edges are set, the constraints made."""
        options = sorted_options(instance)
        if self._name == "degree_constraints":
            pairs = all(len(option) == 2 for option in options)
            if not pairs or instance.primary < instance.items:
                raise CannotSay("options that are no pairs of primary items")
            GraphSet.set_universe([tuple(option) for option in options], traversal="as-is")
            return dict.fromkeys(range(instance.items), 1)
        edges = [(number, number + 1) for number in range(len(options))]
        GraphSet.set_universe(edges, traversal="as-is")
        return [
            ([edges[option] for option in used], (1 if item < instance.primary else 0, 1))
            for item, used in enumerate(uses(instance, options))
        ]

    def diagram(self, prepared: Any) -> Any:
        """All solutions."""
        return GraphSet.graphs(**{self._name: prepared})

    def count(self, prepared: Any) -> int:
        """All solutions, and a pass over their diagram."""
        return int(self.diagram(prepared).len())

    def told(self, diagram: Any) -> tuple[int, int]:
        """How many solutions, how many nodes without the terminals."""
        return int(diagram.len()), _nodes(diagram.dumps())


class ByMeetings:
    """A family for each item."""

    def prepare(self, instance: Instance) -> Any:
        """Return the families; that is not in the search's time."""
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
    """Return a line is a node, but for the last one, a dot."""
    return sum(1 for line in dump.splitlines() if line != ".")


by_sums = Constrained("linear_constraints")
by_degrees = Constrained("degree_constraints")
by_meetings = ByMeetings()
