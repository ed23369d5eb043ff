"""Families of subgraphs as models: which sets of edges of a graph are wanted.

Each is counted, or compiled to a diagram, by a sweep over the edges that stores what matters of the
edges so far for the vertices of a frontier: the other ends of paths, components, or degrees.
(Knuth, TAOCP 7.1.4, exercise 225; Kawahara, Inoue, Iwashita and Minato 2017.)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from combien._base.budget import Budget, Reporter, budget_of
from combien._base.checks import as_int, check_hashable, check_list, short_repr
from combien.cover._problem import Problem
from combien.engines._sweeps.subgraphs import EdgeSweep, Kind, edge_order
from combien.errors import BadInput, CannotAnswer
from combien.graphs._graph import Edge, Graph, Vertex, graph_of

if TYPE_CHECKING:
    from combien.cover._elements import Solution
    from combien.cover._problem import Problem
    from combien.engines._sweeps.subgraphs import EdgeSweep
    from combien.families import Family

Order = Literal["auto", "given"]
# A degree, or a lower and an upper bound, which is None where there is none.
Bounds = int | tuple[int, int | None]
UNBOUNDED = 2**62


@dataclass(frozen=True)
class Subgraphs:
    """Some sets of edges of a graph: all paths, all spanning trees, ...

    >>> from combien import graphs
    >>> trees = graphs.spanning_trees(["ab", "bc", "ca", "cd"])
    >>> trees
    <Subgraphs: spanning trees of 4 vertices, 4 edges; frontier of 3>
    >>> trees.count(), trees.family().ascii()
    (3, '{{ab, bc, cd}, {ab, ca, cd}, {bc, ca, cd}}')

    `count` (also `combien.count`) stores one layer of states; `family` stores all of them, and its
    result answers everything else: samples, marginals, the lightest sets, probabilities, and set
    algebra for further conditions.  `width` is the number of vertices of the widest frontier,
    which governs the cost.
    Made by the functions of `combien.graphs`.
    """

    name: str
    graph: Graph
    kind: str
    spanning: bool
    terminals: tuple[int, ...]
    degrees: tuple[tuple[int, int], ...]
    # The edges in the order of the sweep, by number.
    order: tuple[int, ...]
    width: int

    @property
    def vertices(self) -> tuple[Hashable, ...]:
        """The vertices of the graph."""
        return self.graph.vertices

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges of the graph, as they were given."""
        return self.graph.edges

    def count(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        bytes: int | None = None,
        budget: Budget | None = None,
        report: Reporter | None = None,
    ) -> int:
        """Return the exact number of sets.

        >>> from combien import graphs
        >>> graphs.paths(graphs.grid(12, 12), (0, 0), (11, 11)).count()
        182413291514248049241470885236

        Raises `OutOfBudget` when a limit is reached; `nodes` are states of all layers.
        Raises `CannotAnswer` if the frontier has more than 32 vertices.
        Cost: 20 to 60 ns per state; on a grid that is wider by one, layers have about 2.7 times as
        many states for paths and cycles, and 3.5 times for spanning trees.
        """
        return self.sweep().count(budget_of(budget, nodes, seconds, bytes), report).count

    def family(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        bytes: int | None = None,
        budget: Budget | None = None,
        report: Reporter | None = None,
    ) -> Family:
        """Return the family of the sets, whose elements are edges as they were given.

        >>> from combien import graphs
        >>> paths = graphs.paths(graphs.grid(9, 9), (0, 0), (8, 8)).family()
        >>> paths.count, paths.count_by_size()[:19]
        (3266598486981642, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12870, 0, 128128])

        The universe has the edges in the order of the sweep.
        Raises `OutOfBudget`, and `CannotAnswer` as `count`.
        Cost: about twice the time of `count`; a few bytes for each state until the nodes are made,
        and twelve for each node.
        """
        limits = budget_of(budget, nodes, seconds, bytes)
        return self.sweep().family(self.edges, limits, report)

    def problem(self) -> Problem:
        """Return the exact cover problem of matchings, and of other bounds on degrees.

        >>> import combien
        >>> from combien import graphs
        >>> streets = graphs.matchings(["ab", "bc", "cd"])
        >>> combien.best(streets, costs=[3, 5, 4], maximize=True)[0].cost
        7

        Each edge is an option, in the order given, and each vertex an item with bounds.
        Raises `CannotAnswer` for the other kinds: they are not exact covers.
        """
        if self.kind != "DEGREES":
            raise CannotAnswer(
                "these subgraphs are not the solutions of an exact cover problem: count() and "
                "family() answer for them, and the family has sample(), marginals(), best() and "
                "iteration"
            )

        builder = Problem.builder()
        for vertex, (low, high) in enumerate(self.degrees):
            # More edges than there are make an item that no set of options covers.
            if high or low:
                builder.item(vertex, bounds=(low, max(low, high)))
        barred = [any(not self.degrees[vertex][1] for vertex in ends) for ends in self.graph.ends]
        for ends, edge, out in zip(self.graph.ends, self.edges, barred, strict=True):
            builder.option(*(("out",) if out else ends), name=edge)
        if any(barred):
            # The last option is in every solution, and excludes the edges that are out.
            builder.option("out", "always", name=())
        return builder.build()

    @property
    def _own_options(self) -> int:
        """The options of the problem that are edges."""
        return len(self.edges)

    def read(self, solution: Solution) -> frozenset[Edge]:
        """Return the edges with these numbers."""
        return frozenset(self.edges[n] for n in solution if n < len(self.edges))

    def sweep(self) -> EdgeSweep:
        """Return the sweep, for the questions of `combien`."""
        return EdgeSweep(
            Kind[self.kind],
            self.spanning,
            len(self.vertices),
            tuple(self.graph.ends[number] for number in self.order),
            self.order,
            self.terminals,
            self.degrees,
            self.width,
        )

    def __repr__(self) -> str:
        return (
            f"<Subgraphs: {self.name} of {len(self.vertices)} vertices, {len(self.edges)} edges; "
            f"frontier of {self.width}>"
        )


def paths(
    graph: Any, start: Vertex | None = None, end: Vertex | None = None, *, order: Order = "auto"
) -> Subgraphs:
    """Return the paths from `start` to `end`, or between any two vertices.

    >>> paths(["ab", "bc", "ca"], "a", "c").family().ascii()
    '{{ab, bc}, {ca}}'
    >>> paths(["ab", "bc", "ca"]).count()
    6

    A path visits no vertex twice and has an edge at least.
    The graph is a list of pairs of vertices, any hashable values but None, or an object with
    `nodes` and `edges`, such as a networkx graph: undirected, without loops or parallel edges.
    Edges are swept in an `order` that keeps the frontier narrow, or as "given".
    Raises `BadInput` for anything else, as do the other functions.
    """
    return _paths("paths", graph, start, end, order, spanning=False)


def hamiltonian_paths(
    graph: Any, start: Vertex | None = None, end: Vertex | None = None, *, order: Order = "auto"
) -> Subgraphs:
    """Return the paths through all vertices, from `start` to `end` or between any two.

    >>> from combien.graphs import grid
    >>> hamiltonian_paths(grid(4, 4), (0, 0), (3, 0)).count(), hamiltonian_paths(grid(4, 4)).count()
    (8, 276)
    """
    return _paths("Hamiltonian paths", graph, start, end, order, spanning=True)


def cycles(graph: Any, *, order: Order = "auto") -> Subgraphs:
    """Return the cycles.

    >>> from combien.graphs import grid
    >>> [cycles(grid(n, n)).count() for n in range(2, 7)]
    [1, 13, 213, 9349, 1222363]
    """
    return _subgraphs("cycles", graph_of(graph), "CYCLE", order)


def hamiltonian_cycles(graph: Any, *, order: Order = "auto") -> Subgraphs:
    """Return the cycles through all vertices.

    >>> from combien.graphs import grid
    >>> [hamiltonian_cycles(grid(n, n)).count() for n in (2, 4, 6, 8)]
    [1, 6, 1072, 4638576]
    """
    return _subgraphs("Hamiltonian cycles", graph_of(graph), "CYCLE", order, spanning=True)


def forests(graph: Any, *, order: Order = "auto") -> Subgraphs:
    """Return the sets of edges without a cycle, also the empty one.

    >>> forests(["ab", "bc", "ca"]).count()
    7
    """
    return _subgraphs("forests", graph_of(graph), "FOREST", order)


def trees(graph: Any, *, order: Order = "auto") -> Subgraphs:
    """Return the trees with an edge at least, on any of the vertices.

    >>> trees(["ab", "bc", "ca"]).count()
    6
    """
    return _subgraphs("trees", graph_of(graph), "TREE", order)


def spanning_trees(graph: Any, *, order: Order = "auto") -> Subgraphs:
    """Return the trees with all vertices.

    >>> from combien.graphs import grid
    >>> [spanning_trees(grid(n, n)).count() for n in (2, 3, 4)]
    [4, 192, 100352]

    (If only the number is wanted, Kirchhoff's determinant is much faster.)
    """
    return _subgraphs("spanning trees", graph_of(graph), "TREE", order, spanning=True)


def connected_subgraphs(graph: Any, *, order: Order = "auto") -> Subgraphs:
    """Return the connected sets of edges with an edge at least, on any of the vertices.

    >>> connected_subgraphs(["ab", "bc", "ca", "cd"]).count()
    14
    """
    return _subgraphs("connected subgraphs", graph_of(graph), "CONNECTED", order)


def connected_spanning_subgraphs(graph: Any, *, order: Order = "auto") -> Subgraphs:
    """Return the sets of edges that connect all vertices.

    >>> connected_spanning_subgraphs(["ab", "bc", "ca"]).count()
    4
    """
    name = "connected spanning subgraphs"
    return _subgraphs(name, graph_of(graph), "CONNECTED", order, spanning=True)


def connecting(graph: Any, terminals: Iterable[Vertex], *, order: Order = "auto") -> Subgraphs:
    """Return the sets of edges that connect the terminals, with or without further edges.

    >>> bridge = ["sa", "sb", "ab", "at", "bt"]
    >>> working = connecting(bridge, "st")
    >>> working.count()
    16

    If each edge fails with probability 1/10, s and t stay connected with probability

    >>> from fractions import Fraction
    >>> chances = dict.fromkeys(working.edges, Fraction(9, 10))
    >>> working.family().probability(chances)
    Fraction(12231, 12500)

    The sets without a superfluous edge are `family().minimal()`.
    """
    read = graph_of(graph)
    numbers = [_number(read, "terminals", vertex) for vertex in check_list("terminals", terminals)]
    if len(set(numbers)) < 2:
        raise BadInput("terminals: expected two different vertices at least")
    return _subgraphs(
        "connecting subgraphs", read, "CONNECTING", order, terminals=tuple(dict.fromkeys(numbers))
    )


def with_degrees(
    graph: Any, degrees: Bounds | Mapping[Any, Bounds], *, order: Order = "auto"
) -> Subgraphs:
    """Return the sets of edges in which each vertex has a degree within bounds.

    >>> from combien.graphs import grid
    >>> with_degrees(grid(8, 8), 1).count()
    12988816
    >>> with_degrees(["ab", "bc", "ca"], {"a": 2, "b": (0, 1)}).family().ascii()
    '{{ab, ca}}'

    `degrees` is a degree, or a pair of a least and a largest one (None for no limit), for all
    vertices or in a dict for some of them: (0, 1) gives matchings, 1 perfect matchings, (1, None)
    edge covers, 2 sets of disjoint cycles that visit all vertices.
    """
    read = graph_of(graph)
    bounds = [(0, UNBOUNDED)] * len(read.vertices)
    if isinstance(degrees, Mapping):
        for vertex, given in degrees.items():
            bounds[_number(read, "degrees", vertex)] = _bounds(given)
    else:
        bounds = [_bounds(degrees)] * len(read.vertices)
    # An upper bound that is no restriction is the degree in the graph, to keep numbers small.
    available = [0] * len(read.vertices)
    for a, b in read.ends:
        available[a] += 1
        available[b] += 1
    limited = tuple(
        (min(low, most + 1), min(high, most))
        for (low, high), most in zip(bounds, available, strict=True)
    )
    return _subgraphs("subgraphs with given degrees", read, "DEGREES", order, degrees=limited)


def matchings(graph: Any, *, order: Order = "auto") -> Subgraphs:
    """Return the matchings: sets of edges without a common vertex, also the empty one.

    >>> matchings(["ab", "bc", "cd"]).family().ascii()
    '{{}, {ab}, {ab, cd}, {bc}, {cd}}'

    `with_degrees(graph, 1)` gives the perfect matchings.
    """
    return with_degrees(graph, (0, 1), order=order)


def _paths(
    name: str,
    given: Any,
    start: Vertex | None,
    end: Vertex | None,
    order: Order,
    *,
    spanning: bool,
) -> Subgraphs:
    graph = graph_of(given)
    if start is None and end is None:
        return _subgraphs(name, graph, "PATH", order, spanning=spanning)
    if start is None or end is None:
        raise BadInput("start= and end=: expected two vertices, or neither")
    terminals = _number(graph, "start", start), _number(graph, "end", end)
    if terminals[0] == terminals[1]:
        raise BadInput(f"start and end are both {short_repr(start)}: expected different vertices")
    return _subgraphs(name, graph, "PATH", order, spanning=spanning, terminals=terminals)


def _subgraphs(
    name: str,
    graph: Graph,
    kind: str,
    order: Order,
    *,
    spanning: bool = False,
    terminals: tuple[int, ...] = (),
    degrees: tuple[tuple[int, int], ...] = (),
) -> Subgraphs:
    if order not in ("auto", "given"):
        raise BadInput(f"order={short_repr(order)}: expected 'auto' or 'given'")

    free = kind == "PATH" and not terminals
    numbers, width = edge_order(
        len(graph.vertices), graph.ends, kind="" if free else kind, search=order == "auto"
    )
    return Subgraphs(name, graph, kind, spanning, terminals, degrees, numbers, width)


def _number(graph: Graph, name: str, vertex: Any) -> int:
    check_hashable(f"{name}: vertex", vertex)
    try:
        return graph.vertices.index(vertex)
    except ValueError:
        raise BadInput(f"{name}: {short_repr(vertex)} is not a vertex of the graph") from None


def _bounds(given: Any) -> tuple[int, int]:
    pair = given if isinstance(given, tuple) and len(given) == 2 else (given, given)
    low = as_int(pair[0])
    high = max(low or 0, UNBOUNDED) if pair[1] is None else as_int(pair[1])
    if low is None or high is None or not 0 <= low <= high:
        raise BadInput(
            f"degrees: {short_repr(given)}: expected a whole number of at least 0, or a pair of "
            "bounds, such as (1, 3) or (1, None)"
        )
    return low, high
