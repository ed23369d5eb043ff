"""Perfect matchings: all nodes of a graph in pairs along its edges.

The plainest exact cover: items are nodes, options are edges.  A complete graph of 2n nodes has
1 · 3 · 5 · ... · (2n - 1) of them; those of a mesh are its tilings by dominoes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.drawing._picture import Picture
from combien.puzzles._graphs.graphs import GRAPHS, Edge, Graph, drawn, graph_of
from combien.puzzles._puzzle import About, BySettings, setting
from combien.puzzles._reading import DrawnReading

__all__ = ["Matched", "Matchings"]


@dataclass(frozen=True, slots=True)
class Matched(DrawnReading):
    """A graph and some of its edges, as pairs of numbers of nodes."""

    graph: Graph
    edges: tuple[Edge, ...]

    def picture(self, *, title: str = "") -> Picture:
        """The graph with these edges wide."""
        none = (None,) * len(self.graph.names)
        names = self.graph.names
        return drawn(self.graph, colors=none, labels=names, strong=self.edges, title=title)

    def plain(self) -> list[list[str]]:
        """The pairs, by name."""
        return [[self.graph.names[a], self.graph.names[b]] for a, b in self.edges]

    def __str__(self) -> str:
        return " ".join(f"{a}-{b}" for a, b in self.plain())


@dataclass(frozen=True)
class Matchings(BySettings):
    """A graph whose nodes are to be paired.

    >>> import combien
    >>> combien.count(Matchings("complete:10")), combien.count(Matchings("mesh:8x8"))
    (945, 12988816)
    >>> print(combien.solve(Matchings("petersen")))
    1-2 3-4 5-10 6-8 7-9
    """

    about: ClassVar[About] = About(
        name="matchings",
        title="Perfect matchings",
        summary="Pair all nodes of a graph along its edges.",
        source="complete graphs: OEIS A001147; meshes: P. W. Kasteleyn (1961), OEIS A004003",
        examples=(
            "combien puzzle matchings complete:20 --count",
            "combien puzzle matchings petersen --all",
        ),
    )

    graph: str = setting("petersen", GRAPHS, argument=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.as_graph  # A graph that there is not is refused here.

    @cached_property
    def as_graph(self) -> Graph:
        """The graph itself."""
        return graph_of(self.graph)

    def problem(self) -> Problem:
        """Items are nodes and options are edges, by number."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        return Problem.from_options(
            {edge: edge for edge in self.as_graph.edges}, primary=range(len(self.as_graph.names))
        )

    def read(self, solution: Solution) -> Matched:
        """The edges that were chosen."""
        return Matched(self.as_graph, cast(tuple[Edge, ...], self.problem().names(solution)))

    def check(self, reading: Matched) -> bool:
        """Whether these are edges of the graph and every node is an end of exactly one."""
        ends = sorted(end for edge in reading.edges for end in edge)
        return ends == list(range(len(self.as_graph.names))) and set(reading.edges) <= set(
            self.as_graph.edges
        )
