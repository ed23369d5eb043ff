"""dd: zero-suppressed diagrams of CUDD from Python, one per item, then intersections.

Its exact count is a pass in Python over the nodes.  Reordering, which is on by default, is off: it
made the queens of side 8 a hundred times slower.  A function that outlives its manager crashes the
process, so all objects are kept until the process ends.
"""

from __future__ import annotations

import operator
from typing import Any

from dd.cudd_zdd import ZDD

from bench.instances.instance import Instance
from bench.peers import uses
from bench.peers.conjunction import Meeting, backwards, balanced, sorted_options

__all__ = ["by_balance", "from_below"]

MOST_BYTES = 3 * 2**30
KEPT: list[object] = []


class Conjunction:
    """The solutions, with one order of intersections."""

    def __init__(self, meeting: Meeting) -> None:
        self._meeting = meeting

    def prepare(self, instance: Instance) -> Any:
        """Return a diagram for each item; not measured as search."""
        options = sorted_options(instance)
        manager = ZDD(memory_estimate=MOST_BYTES)
        KEPT.append(manager)
        manager.configure(reordering=False)
        names = [f"option{number}" for number in range(len(options))]
        manager.declare(*names)
        variables = [manager.var(name) for name in names]
        families = []
        for item, used in enumerate(uses(instance, options)):
            one = manager.true
            none = manager.false if item < instance.primary else manager.true
            for number in reversed(used):
                none = manager.ite(variables[number], one, none)
                one = manager.ite(variables[number], manager.false, one)
            families.append(none)
        KEPT.append((variables, families, one, none))
        return manager, families, len(options)

    def diagram(self, prepared: Any) -> Any:
        """Return all solutions with their manager and number of variables."""
        manager, families, variables = prepared
        found = self._meeting(families, operator.and_)
        KEPT.append(found)
        return manager, found, variables

    def count(self, prepared: Any) -> int:
        """Compute all solutions, and count them by a pass over their diagram."""
        manager, found, variables = self.diagram(prepared)
        return int(manager.count(found, variables))

    def size(self, diagram: Any) -> tuple[int, int]:
        """Return the number of solutions, and of nodes without the terminals."""
        manager, found, variables = diagram
        return int(manager.count(found, variables)), len(found)


by_balance = Conjunction(balanced)
from_below = Conjunction(backwards)
