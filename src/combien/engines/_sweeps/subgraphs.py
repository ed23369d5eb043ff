"""Counting subgraphs, and compiling them to a diagram, by a sweep over the edges of a graph.

Each edge is left or taken, and states of the frontier that allow the same further choices are
merged (see `native/subgraphs`).  A step is a state of a layer: a node of the diagram before it is
reduced.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from combien import _native
from combien._base.budget import Meter
from combien.engines._counting import CoreCounting, OutOfBytes, finish
from combien.engines._protocol import UNLIMITED, Budget, Count, Reporter
from combien.errors import CannotAnswer
from combien.families import Family, Universe
from combien.families._family import adopted, manager_of

# The limits of the core's states.
MOST_FRONTIER = 32
MOST_DEGREE = 255

# About how many states a vertex of the frontier has with several edges left, and with one.  (Fitted
# to grids and random planar graphs, where the order that is chosen has 1.1 times the states of the
# best one that was tried, and 1.8 times at most.)
STATES = {"PATH": (3.0, 2.3), "CYCLE": (3.0, 2.3), "DEGREES": (2.0, 2.0)}
OTHERS = (3.0, 3.0)


def edge_order(
    vertices: int, edges: Sequence[tuple[int, int]], *, kind: str, search: bool
) -> tuple[tuple[int, ...], int]:
    """Return the edges in a good order, by their numbers, and the width of the widest frontier.

    >>> ladder = [(k, k + 12) for k in range(12)] + [(k, k + 1) for k in range(23) if k != 11]
    >>> [edge_order(24, ladder, kind="PATH", search=search)[1] for search in (False, True)]
    [24, 3]

    Without `search` they stay in the order given.
    Cost: at most 26 trials, of about 5 ns for each edge and vertex of the frontier; few where the
    sweep is short.
    """
    ends = [vertex for edge in edges for vertex in edge]
    numbers, width = _native.edge_order(vertices, ends, *STATES.get(kind, OTHERS), search)
    return tuple(numbers), width


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
class EdgeSweep:
    """Which sets of edges are wanted; vertices are numbers, and edges are in the sweep's order.

    >>> triangle = ((0, 1), (1, 2), (0, 2))
    >>> trees = EdgeSweep(Kind.TREE, True, 3, triangle, (2, 1, 0), (), (), 3)
    >>> trees.count().count, trees.family("abc").ascii()
    (3, '{{c, b}, {c, a}, {b, a}}')

    `spanning` paths, cycles, trees and connected subgraphs have all vertices.  `numbers` are those
    of the edges before they were put in order.  `degrees` has a lower and an upper bound for each
    vertex, or is empty.  `width` is the number of vertices of the widest frontier.
    """

    kind: Kind
    spanning: bool
    vertices: int
    edges: tuple[tuple[int, int], ...]
    numbers: tuple[int, ...]
    terminals: tuple[int, ...]
    degrees: tuple[tuple[int, int], ...]
    width: int

    @property
    def option_count(self) -> int:
        """The number of edges."""
        return len(self.edges)

    def count(self, budget: Budget = UNLIMITED, report: Reporter | None = None) -> Count:
        """Return the number of sets."""
        counting = _SubgraphCounting(self, None)
        meter = Meter(budget, engine="frontier", report=report, question="search")
        count = finish(counting, meter)
        return Count(count, counting.work, "frontier", "counted by a sweep over the edges")

    def family(
        self,
        names: Sequence[Hashable],
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
    ) -> Family:
        """Return the sets of the names of edges, which are numbered as before the sweep."""
        universe = Universe(names[number] for number in self.numbers)
        compiling = _SubgraphCounting(self, manager_of(universe))
        meter = Meter(budget, engine="frontier", report=report, question="search")
        done = False
        while not done:
            # Making the nodes, after the last edge, takes no steps.
            steps, seconds = meter.slice(0 if compiling.fraction == 1 else compiling.steps)
            if steps == 0:
                raise meter.stop(compiling.work)
            try:
                done = compiling.advance(steps, seconds, meter.bytes)
            except (OutOfBytes, MemoryError, _native.OutOfNodes):
                raise meter.stop_for_bytes(compiling.work) from None
            meter.progress(compiling.fraction, compiling.work)
        return adopted(universe, compiling.family)

    def begin(self, manager: _native.DiagramManager | None) -> _native.SubgraphSweep:
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

    def __init__(self, sweep: EdgeSweep, manager: _native.DiagramManager | None) -> None:
        super().__init__(sweep.begin(manager))
        self._edges = len(sweep.edges)

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
