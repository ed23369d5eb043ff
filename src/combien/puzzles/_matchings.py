"""Perfect matchings of a graph.

The simplest exact cover problem: items are nodes, options are edges.  A complete graph of 2n nodes
has 1 · 3 · 5 · ... · (2n - 1) perfect matchings; the matchings of a mesh are its domino tilings.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.drawing._picture import Picture
from combien.puzzles._graphs import GRAPHS, Edge, Graph, drawn, graph_of
from combien.puzzles._puzzle import About, BySettings, DrawnReading, once, setting


@dataclass(frozen=True, slots=True)
class Matched(DrawnReading):
    """A graph and some of its edges, as pairs of node numbers."""

    graph: Graph
    edges: tuple[Edge, ...]

    def picture(self, *, title: str = "") -> Picture:
        """Return a drawing of the graph in which these edges are thick."""
        none = (None,) * len(self.graph.names)
        names = self.graph.names
        return drawn(self.graph, colors=none, labels=names, strong=self.edges, title=title)

    def plain(self) -> list[list[str]]:
        """Return the edges as pairs of names of nodes."""
        return [[self.graph.names[a], self.graph.names[b]] for a, b in self.edges]

    def __str__(self) -> str:
        return " ".join(f"{a}-{b}" for a, b in self.plain())


@dataclass(frozen=True)
class Matchings(BySettings):
    """The perfect matchings of a graph.

    >>> import combien
    >>> combien.count(Matchings("complete:10")), combien.count(Matchings("mesh:8x8"))
    (945, 12988816)
    >>> print(combien.solve(Matchings("petersen")))
    1-2 3-4 5-10 6-8 7-9
    """

    about: ClassVar[About] = About(
        name="matchings",
        title="Perfect matchings",
        summary="Find a perfect matching of a graph.",
        source="complete graphs: OEIS A001147; meshes: P. W. Kasteleyn (1961), OEIS A004003",
        examples=(
            "combien puzzle matchings complete:20 --count",
            "combien puzzle matchings petersen --all",
        ),
    )

    graph: str = setting("petersen", GRAPHS, argument=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.as_graph  # Validates the graph.

    @cached_property
    def as_graph(self) -> Graph:
        """The graph that the setting describes."""
        return graph_of(self.graph)

    @once
    def problem(self) -> Problem:
        """Return the problem: items are nodes and options are edges, by number."""
        return Problem.from_options(
            {edge: edge for edge in self.as_graph.edges}, primary=range(len(self.as_graph.names))
        )

    def read(self, solution: Solution) -> Matched:
        """Return the chosen edges."""
        return Matched(self.as_graph, cast("tuple[Edge, ...]", self.problem().names(solution)))

    def check(self, reading: Matched) -> bool:
        """Return whether these edges are a perfect matching of the graph."""
        ends = sorted(end for edge in reading.edges for end in edge)
        return ends == list(range(len(self.as_graph.names))) and set(reading.edges) <= set(
            self.as_graph.edges
        )
