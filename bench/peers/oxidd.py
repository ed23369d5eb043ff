"""oxidd: zero-suppressed diagrams in Rust, on one thread, one per item, then intersections."""

from __future__ import annotations

import operator
from typing import Any

from oxidd.zbdd import ZBDDManager

from bench.instances.instance import Instance
from bench.peers import uses
from bench.peers.conjunction import Meeting, backwards, balanced, sorted_options

__all__ = ["by_balance", "from_below"]

# The capacity for nodes, and for the cache of results.
NODES, RESULTS = 1 << 26, 1 << 23


class Conjunction:
    """The solutions, with one order of intersections."""

    def __init__(self, meeting: Meeting) -> None:
        self._meeting = meeting

    def prepare(self, instance: Instance) -> Any:
        """Return a diagram for each item, built bottom up; not measured as search."""
        options = sorted_options(instance)
        manager = ZBDDManager(NODES, RESULTS, 1)
        manager.add_vars(len(options))
        variables = [manager.singleton(number) for number in range(len(options))]
        families = []
        for item, used in enumerate(uses(instance, options)):
            # The diagrams below this variable if one of the options was taken, and if none was.
            one = manager.base()
            none = manager.empty() if item < instance.primary else manager.base()
            mine = set(used)
            for number in reversed(range(len(options))):
                if number in mine:
                    none = variables[number].make_node(one, none)
                else:
                    none = variables[number].make_node(none, none)
                    one = variables[number].make_node(one, one)
            families.append(none)
        return families, len(options)

    def diagram(self, prepared: Any) -> Any:
        """Return the diagram of all solutions, and the number of variables."""
        families, variables = prepared
        return self._meeting(families, operator.and_), variables

    def count(self, prepared: Any) -> int:
        """Compute all solutions, and count them by a pass over their diagram."""
        family, variables = self.diagram(prepared)
        return int(family.sat_count(variables))

    def size(self, diagram: Any) -> tuple[int, int]:
        """Return the number of solutions, and of nodes without the terminals."""
        family, variables = diagram
        return int(family.sat_count(variables)), int(family.node_count()) - 2


by_balance = Conjunction(balanced)
from_below = Conjunction(backwards)
