"""Counting subgraphs, and compiling them to a diagram, by a sweep over the edges of a graph.

Each edge is left or taken, and states of the frontier that allow the same further choices are
merged (see `native/subgraphs`).  A step is a state of a layer: a node of the diagram before it is
reduced.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from enum import IntEnum

from combien import _native
from combien._base.budget import Meter
from combien._base.records import dataclass
from combien.engines._counting import CoreCounting, OutOfBytes, finish
from combien.engines._protocol import UNLIMITED, Budget, Count, Reporter
from combien.errors import CannotAnswer
from combien.families import Family, Universe
from combien.families._family import adopted, manager_of

# The limits of the core's states.
MOST_FRONTIER = 32
MOST_DEGREE = 255


class Kind(IntEnum):
    """The kinds of subgraphs, with their numbers in the core."""

    PATH = 0
    CYCLE = 1
    FOREST = 2
    TREE = 3
    CONNECTED = 4
    CONNECTING = 5
    DEGREES = 6


@dataclass(frozen=True, slots=True)
class SubgraphTask:
    """Which sets of edges are wanted; vertices are numbers, and edges are in the sweep's order.

    `spanning` paths, cycles, trees and connected subgraphs have all vertices.  `degrees` has a lower
    and an upper bound for each vertex, or is empty.  `width` is the number of vertices of the
    widest frontier.
    """

    kind: Kind
    spanning: bool
    vertices: int
    edges: tuple[tuple[int, int], ...]
    terminals: tuple[int, ...]
    degrees: tuple[tuple[int, int], ...]
    width: int

    def sweep(self, manager: _native.DiagramManager | None) -> _native.SubgraphSweep:
        """Begin to count, or with a manager to compile; raise `CannotAnswer` if it is too wide."""
        if self.width > MOST_FRONTIER:
            raise CannotAnswer(
                f"the sweep has a frontier of {self.width} vertices, and at most {MOST_FRONTIER} "
                "are supported: divide the graph, or list the edges in a better order and give "
                "order='given'"
            )
        bounds = [bound for degree in self.degrees for bound in degree]
        ends = [vertex for edge in self.edges for vertex in edge]
        try:
            return _native.SubgraphSweep(
                self.kind, self.spanning, self.vertices, ends, self.terminals, bounds, manager
            )
        except ValueError as error:
            raise CannotAnswer(f"{error}: bounds are supported up to {MOST_DEGREE}") from None


class _SubgraphCounting(CoreCounting[_native.SubgraphSweep]):
    """A count of subgraphs, or the compilation of their diagram, in progress."""

    def __init__(self, task: SubgraphTask, manager: _native.DiagramManager | None) -> None:
        super().__init__(task.sweep(manager))
        self._edges = len(task.edges)

    @property
    def steps(self) -> int:
        return self._machine.states

    @property
    def work(self) -> Mapping[str, int]:
        return {"nodes": self._machine.states, "widest": self._machine.widest}

    @property
    def fraction(self) -> float | None:
        return self._machine.passed / self._edges if self._edges else None

    @property
    def family(self) -> _native.Diagram:
        """The family, whose variables are the places of edges."""
        return self._machine.family()


def count_subgraphs(
    task: SubgraphTask, *, budget: Budget = UNLIMITED, report: Reporter | None = None
) -> Count:
    """Return the number of subgraphs.

    >>> triangle = ((0, 1), (1, 2), (0, 2))
    >>> count_subgraphs(SubgraphTask(Kind.TREE, True, 3, triangle, (), (), 3)).count
    3
    """
    counting = _SubgraphCounting(task, None)
    count = finish(counting, Meter(budget, engine="frontier", report=report, question="search"))
    return Count(count, counting.work, "frontier", "subgraphs are counted by a sweep over edges")


def subgraph_family(
    task: SubgraphTask,
    names: Sequence[Hashable],
    *,
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
) -> Family:
    """Return the subgraphs as sets of the names of edges, which are in the order of the sweep.

    >>> triangle = ((0, 1), (1, 2), (0, 2))
    >>> subgraph_family(SubgraphTask(Kind.TREE, True, 3, triangle, (), (), 3), "abc").ascii()
    '{{a, b}, {a, c}, {b, c}}'
    """
    universe = Universe(names)
    compiling = _SubgraphCounting(task, manager_of(universe))
    meter = Meter(budget, engine="frontier", report=report, question="search")
    done = False
    while not done:
        steps, seconds = meter.slice(compiling.steps)
        if steps == 0:
            raise meter.stop(compiling.work)
        try:
            done = compiling.advance(steps, seconds, meter.bytes)
        except (OutOfBytes, MemoryError, _native.OutOfNodes):
            raise meter.stop_for_bytes(compiling.work) from None
        meter.progress(compiling.fraction, compiling.work)
    return adopted(universe, compiling.family)
