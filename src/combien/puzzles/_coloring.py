"""Graph coloring: the ends of every edge have different colors; the example `color` of combine.

Each node is a primary item.  Each edge has a secondary item per color, which only one of its ends
may use.  The number of colorings with k colors is the value at k of the chromatic polynomial
(G. D. Birkhoff, 1912).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.drawing._content import PAPER
from combien.drawing._picture import Picture
from combien.errors import BadPuzzle
from combien.puzzles._graphs import GRAPHS, Graph, dimacs, drawn, graph_of
from combien.puzzles._puzzle import (
    About,
    BySettings,
    DrawnReading,
    check_text,
    once,
    setting,
    settings_in,
)


@dataclass(frozen=True, slots=True)
class Colored(DrawnReading):
    """A graph and the colors of its nodes, from 1."""

    graph: Graph
    colors: tuple[int, ...]

    def picture(self, *, title: str = "") -> Picture:
        """Return a drawing of the colored graph."""
        return drawn(self.graph, colors=self.colors, labels=self.graph.names, title=title)

    def plain(self) -> dict[str, int]:
        """Return the colors by node name."""
        return dict(zip(self.graph.names, self.colors, strict=True))

    def __str__(self) -> str:
        lines = []
        for color in sorted(set(self.colors)):
            nodes = zip(self.graph.names, self.colors, strict=True)
            lines.append(f"color {color}: {' '.join(name for name, own in nodes if own == color)}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Coloring(BySettings):
    """A graph to color with at most `colors` colors.

    >>> import combien
    >>> combien.count(Coloring("petersen", colors=3))
    120
    >>> print(combien.solve(Coloring("a-b b-c c-a c-d")))
    color 1: a d
    color 2: b
    color 3: c
    """

    about: ClassVar[About] = About(
        name="coloring",
        title="Graph coloring",
        summary="Color the nodes of a graph so that the ends of every edge differ.",
        source="chromatic polynomials: R. C. Read, J. Combin. Theory 4 (1968); meshes in three "
        "colors: three times OEIS A068253",
        examples=(
            "combien puzzle coloring --graph petersen --count",
            "combien puzzle coloring --graph mesh:4x4 --count",
            "combien puzzle coloring --graph planar:30x1 --colors 4 --svg",
        ),
        text="a graph in the DIMACS format (p edge NODES EDGES, then e NODE NODE), or settings",
    )

    graph: str = setting("petersen", GRAPHS)
    colors: int = setting(3, "The number of colors.", low=1, high=100)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.as_graph.edges) * self.colors > 500_000:
            raise BadPuzzle(f"colors={self.colors}: too large; use fewer colors or fewer edges")

    @cached_property
    def as_graph(self) -> Graph:
        """The graph."""
        return graph_of(self.graph)

    @classmethod
    def parse(cls, text: str) -> Coloring:
        """Parse settings, or a DIMACS file (then with three colors).

        >>> Coloring.parse("p edge 2 1\\ne 1 2\\n").as_graph.edge_names()
        ('1-2',)
        """
        check_text(text)
        if any(line.startswith("p ") for line in text.splitlines()):
            graph = dimacs(text)
            # The comma distinguishes a single node from the name of a graph.
            return cls("".join(f"{name}," for name in (*graph.names, *graph.edge_names())))
        return cls(**settings_in(text, cls))

    def picture(self, *, title: str = "") -> Picture:
        """Return the graph, uncolored."""
        names = self.as_graph.names
        return drawn(self.as_graph, colors=(PAPER,) * len(names), labels=names, title=title)

    @once
    def problem(self) -> Problem:
        """Return the problem: nodes by number, secondary (edge, color); options (node, color)."""
        graph, colors = self.as_graph, range(1, self.colors + 1)
        incident: list[list[int]] = [[] for _ in graph.names]
        for number, edge in enumerate(graph.edges):
            for node in edge:
                incident[node].append(number)
        return Problem.from_options(
            {
                (node, color): [node, *((edge, color) for edge in incident[node])]
                for node in range(len(graph.names))
                for color in colors
            },
            primary=range(len(graph.names)),
            secondary=[(edge, color) for edge in range(len(graph.edges)) for color in colors],
        )

    def read(self, solution: Solution) -> Colored:
        """Return the colors of the nodes."""
        names = cast("tuple[tuple[int, int], ...]", self.problem().names(solution))
        return Colored(self.as_graph, tuple(color for _, color in sorted(names)))

    def check(self, reading: Colored) -> bool:
        """Return whether this is a proper coloring with the allowed colors."""
        colors = reading.colors
        return (
            len(colors) == len(self.as_graph.names)
            and all(1 <= color <= self.colors for color in colors)
            and all(colors[a] != colors[b] for a, b in self.as_graph.edges)
        )
