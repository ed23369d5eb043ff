"""Colouring graphs, so that the ends of every edge differ; the paper's example `color`.

Each node has one colour: a primary item.  Each edge has, for every colour, a secondary item, which
only one of its ends may use.  How many colourings there are with k colours is the value at k of the
graph's chromatic polynomial (G. D. Birkhoff, 1912).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, cast

from combien.cover.parts import Solution
from combien.cover.problem import Problem
from combien.drawing.picture import Picture
from combien.errors import BadPuzzle
from combien.puzzles.graphs import GRAPHS, Graph, dimacs, drawn, graph_of
from combien.puzzles.puzzle import About, BySettings, check_text, setting, settings_in
from combien.puzzles.reading import DrawnReading

__all__ = ["Coloured", "Colouring"]


@dataclass(frozen=True, slots=True)
class Coloured(DrawnReading):
    """A graph and the colour of each of its nodes, from 1."""

    graph: Graph
    colours: tuple[int, ...]

    def picture(self, *, title: str = "") -> Picture:
        """The graph with its nodes in their colours."""
        return drawn(self.graph, colours=self.colours, labels=self.graph.names, title=title)

    def plain(self) -> dict[str, int]:
        """The colours by the names of the nodes."""
        return dict(zip(self.graph.names, self.colours, strict=True))

    def __str__(self) -> str:
        lines = []
        for colour in sorted(set(self.colours)):
            nodes = zip(self.graph.names, self.colours, strict=True)
            lines.append(f"{colour}: {' '.join(name for name, own in nodes if own == colour)}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Colouring(BySettings):
    """A graph to colour with at most so many colours.

    >>> import combien
    >>> combien.count(Colouring("petersen", colours=3))
    120
    >>> print(combien.solve(Colouring("a-b b-c c-a c-d")))
    1: a d
    2: b
    3: c
    """

    about: ClassVar[About] = About(
        name="colouring",
        title="Colouring a graph",
        summary="Colour the nodes of a graph, such that the ends of every edge differ.",
        source="chromatic polynomials: R. C. Read, J. Combin. Theory 4 (1968); meshes in three "
        "colours: three times OEIS A068253",
        examples=(
            "combien puzzle colouring --graph petersen --count",
            "combien puzzle colouring --graph mesh:4x4 --count",
            "combien puzzle colouring --graph planar:30x1 --colours 4 --svg",
        ),
        text="a graph in the DIMACS format (p edge NODES EDGES, then e NODE NODE), or settings",
    )

    graph: str = setting("petersen", GRAPHS)
    colours: int = setting(3, "How many colours there are.", low=1, high=100)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.as_graph.edges) * self.colours > 500_000:
            raise BadPuzzle(f"colours={self.colours}: fewer colours, or fewer edges, please")

    @cached_property
    def as_graph(self) -> Graph:
        """The graph itself."""
        return graph_of(self.graph)

    @classmethod
    def parse(cls, text: str) -> Colouring:
        """The puzzle of settings, or of a DIMACS file (then in three colours).

        >>> Colouring.parse("p edge 2 1\\ne 1 2\\n").as_graph.edge_names()
        ('1-2',)
        """
        check_text(text)
        if any(line.startswith("p ") for line in text.splitlines()):
            graph = dimacs(text)
            # By its comma, a single node is told from the name of a graph.
            return cls("".join(f"{name}," for name in (*graph.names, *graph.edge_names())))
        return cls(**settings_in(text, cls))

    def problem(self) -> Problem:
        """Items are nodes by number, and (edge, colour), secondary; options (node, colour)."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        graph, colours = self.as_graph, range(1, self.colours + 1)
        beside: list[list[int]] = [[] for _ in graph.names]
        for number, edge in enumerate(graph.edges):
            for node in edge:
                beside[node].append(number)
        return Problem.from_options(
            {
                (node, colour): [node, *((edge, colour) for edge in beside[node])]
                for node in range(len(graph.names))
                for colour in colours
            },
            primary=range(len(graph.names)),
            secondary=[(edge, colour) for edge in range(len(graph.edges)) for colour in colours],
        )

    def read(self, solution: Solution) -> Coloured:
        """The colours of the nodes."""
        names = cast(tuple[tuple[int, int], ...], self.problem().names(solution))
        return Coloured(self.as_graph, tuple(colour for _, colour in sorted(names)))

    def check(self, reading: Coloured) -> bool:
        """Whether every node has one of the colours and no edge joins two of the same colour."""
        colours = reading.colours
        return (
            len(colours) == len(self.as_graph.names)
            and all(1 <= colour <= self.colours for colour in colours)
            and all(colours[a] != colours[b] for a, b in self.as_graph.edges)
        )
