"""Graphs for the puzzles `coloring` and `matchings`: named ones and parsed ones, with drawings.

A text is in DIMACS format (`p edge 5 4`, then a line `e 1 2` per edge), or lists edges as pairs of
names: `a-b b-c`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from math import cos, hypot, pi, sin
from random import Random

from combien._base.checks import did_you_mean
from combien.drawing._content import Patch, Point, Polygon
from combien.drawing._picture import Picture
from combien.errors import BadPuzzle
from combien.puzzles._puzzle import is_number

Edge = tuple[int, int]

MOST_NODES = 2000
MOST_EDGES = 20_000
# The radius of a drawn node; nodes are at least 1.5 apart, or 1.3 in random graphs.
_RADIUS = 0.55


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes with names and positions in the plane, and edges: sorted pairs of node numbers."""

    names: tuple[str, ...]
    edges: tuple[Edge, ...]
    places: tuple[Point, ...]

    def edge_names(self) -> tuple[str, ...]:
        """Return the names of the edges: `a-b`."""
        return tuple(f"{self.names[a]}-{self.names[b]}" for a, b in self.edges)


def graph_of(text: str) -> Graph:
    """Return the graph of a setting: a name, or a list of edges.

    >>> graph_of("cycle:4").edge_names()
    ('1-2', '1-4', '2-3', '3-4')
    >>> graph_of("a-b b-c").names
    ('a', 'b', 'c')
    >>> graph_of("Petersen")
    Traceback (most recent call last):
    ...
    combien.errors.BadPuzzle: there is no graph 'Petersen' (...); did you mean 'petersen'?...

    Names: petersen, complete:N, cycle:N, path:N, wheel:N, cube:DIMENSION, mesh:WIDTHxHEIGHT, and
    planar:NxDEAL, a random planar graph.  A single name among the edges is an isolated
    node.  Raises `BadPuzzle`.
    """
    name, colon, size = text.strip().partition(":")
    if name in _KINDS:
        return _KINDS[name](_sizes(name, size))
    if not colon and "(" not in text and ("-" in text or "," in text):
        return _of_pairs(text)
    # A text with sizes, however written, is meant as a name.
    name = re.split(r"[:(]", text.strip(), maxsplit=1)[0][:40]
    raise BadPuzzle(
        f"there is no graph '{name}' ({', '.join(_KINDS)}){did_you_mean(name, _KINDS)}; sizes "
        "follow a colon, as in complete:4; or list the edges, as in a-b b-c"
    )


def dimacs(text: str) -> Graph:
    """Parse a graph in the format of the DIMACS coloring challenge (`.col`).

    >>> dimacs("c a comment\\np edge 3 2\\ne 1 2\\ne 3 2\\n").edge_names()
    ('1-2', '2-3')

    Raises `BadPuzzle`, with the line number.
    """
    count = -1
    edges: set[Edge] = set()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] in ("c", "n", "x"):
            continue
        wanted = {"p": (2, 4), "e": (1, 3)}.get(words[0])
        if wanted is None or len(words) != wanted[1] or not all(map(is_number, words[wanted[0] :])):
            raise BadPuzzle(
                f"line {number}: expected 'p edge NODES EDGES' or 'e NODE NODE', not {line[:40]!r}"
            )
        first, second = map(int, words[wanted[0] :])
        if words[0] == "p":
            count = first
            if not 1 <= count <= MOST_NODES:
                raise BadPuzzle(f"line {number}: expected 1 to {MOST_NODES} nodes")
        elif not (1 <= first <= count and 1 <= second <= count and first != second):
            raise BadPuzzle(
                f"line {number}: an edge must join two different nodes from 1 to {max(count, 0)}"
            )
        else:
            edges.add((min(first, second) - 1, max(first, second) - 1))
    if count < 0:
        raise BadPuzzle("not in DIMACS format: the line 'p edge NODES EDGES' is missing")
    return _numbered(_ring(count), edges)


def drawn(
    graph: Graph,
    *,
    colors: tuple[int | None, ...],
    labels: tuple[str, ...],
    strong: Iterable[Edge] = (),
    title: str = "",
) -> Picture:
    """Return a drawing of a graph; the edges in `strong` are wide and colored, the others thin.

    >>> drawn(graph_of("path:2"), colors=(0, 1), labels=("1", "2"))
    <Picture: 3 patches, 3 cells>
    """
    wide, edges = set(strong), []
    for edge in graph.edges:
        begin, end = (graph.places[node] for node in edge)
        half, color = (0.16, 0) if edge in wide else (0.03, None)
        edges.append(Patch((_bar(begin, end, half),), (), color))
    nodes = [
        Patch((_disc(place),), (), own, label)
        for place, own, label in zip(graph.places, colors, labels, strict=True)
    ]
    return Picture((*edges, *nodes), title, labeled=True)


# Names -----------------------------------------------------------------------------------------


def _petersen(sizes: tuple[int, ...]) -> Graph:
    edges = [edge for i in range(5) for edge in ((i, (i + 1) % 5), (i, i + 5))]
    edges += [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    return _numbered((*_ring(5, 3.0), *_ring(5, 1.6)), edges)


def _complete(sizes: tuple[int, ...]) -> Graph:
    return _numbered(_ring(sizes[0]), combinations(range(sizes[0]), 2))


def _cycle(sizes: tuple[int, ...]) -> Graph:
    count = sizes[0]
    return _numbered(_ring(count), ((i, (i + 1) % count) for i in range(count)))


def _path(sizes: tuple[int, ...]) -> Graph:
    places = tuple((1.5 * x, 0.0) for x in range(sizes[0]))
    return _numbered(places, ((i, i + 1) for i in range(sizes[0] - 1)))


def _wheel(sizes: tuple[int, ...]) -> Graph:
    count = sizes[0]
    rim = [(i, (i + 1) % count) for i in range(count)]
    return _numbered((*_ring(count), (0.0, 0.0)), [*rim, *((i, count) for i in range(count))])


def _cube(sizes: tuple[int, ...]) -> Graph:
    nodes = range(2 ** sizes[0])
    return _numbered(
        _ring(len(nodes)), ((a, a ^ 1 << bit) for bit in range(sizes[0]) for a in nodes)
    )


def _mesh(sizes: tuple[int, ...]) -> Graph:
    width, height = sizes
    across = ((y * width + x, y * width + x + 1) for y in range(height) for x in range(width - 1))
    down = ((y * width + x, y * width + x + width) for y in range(height - 1) for x in range(width))
    places = tuple((1.5 * x, -1.5 * y) for y in range(height) for x in range(width))
    return _numbered(places, [*across, *down])


def _planar(sizes: tuple[int, ...]) -> Graph:
    """Join random points without crossings, the shortest edges first."""
    count, deal = sizes
    draw = Random(deal)
    cells = draw.sample(range(100 * count), count)
    places = [(cell % 10 * count + draw.randrange(count), cell // 10) for cell in cells]
    pairs = sorted(combinations(range(count), 2), key=lambda pair: _apart(places, pair))
    edges: list[Edge] = []
    for pair in pairs:
        if not any(_cross(places, pair, edge) for edge in edges):
            edges.append(pair)
    wide = min(_apart(places, pair) for pair in pairs) ** 0.5 if pairs else 1.0
    return _numbered(tuple((1.3 * x / wide, 1.3 * y / wide) for x, y in places), edges)


_KINDS: dict[str, Callable[[tuple[int, ...]], Graph]] = {
    "petersen": _petersen,
    "complete": _complete,
    "cycle": _cycle,
    "path": _path,
    "wheel": _wheel,
    "cube": _cube,
    "mesh": _mesh,
    "planar": _planar,
}
# The form of each kind, an example, and the ranges of its sizes.
_FORMS: dict[str, tuple[str, str, tuple[tuple[int, int], ...]]] = {
    "petersen": ("petersen", "petersen", ()),
    "complete": ("complete:N", "complete:4", ((1, 200),)),
    "cycle": ("cycle:N", "cycle:5", ((3, 2000),)),
    "path": ("path:N", "path:4", ((1, 2000),)),
    "wheel": ("wheel:N", "wheel:5", ((3, 1000),)),
    "cube": ("cube:DIMENSION", "cube:3", ((1, 10),)),
    "mesh": ("mesh:WIDTHxHEIGHT", "mesh:4x3", ((1, 44), (1, 44))),
    "planar": ("planar:NxDEAL", "planar:20x1", ((1, 50), (0, 10**6))),
}
# The help of the settings that take a graph.
GRAPHS = f"{', '.join(form for form, _, _ in _FORMS.values())}, or edges: a-b b-c."


def _sizes(name: str, text: str) -> tuple[int, ...]:
    form, example, ranges = _FORMS[name]
    words = text.split("x") if text else []
    if len(words) != len(ranges) or not all(map(is_number, words)):
        raise BadPuzzle(f"graph={name}:{text[:40]}: expected {form}, for example {example}")
    sizes = tuple(map(int, words))
    for size, (low, high) in zip(sizes, ranges, strict=True):
        if not low <= size <= high:
            raise BadPuzzle(
                f"graph={name}:{text[:40]}: expected a size from {low} to {high}, not {size}"
            )
    return sizes


def _of_pairs(text: str) -> Graph:
    names: dict[str, int] = {}
    edges = []
    for word in text.replace(",", " ").split():
        ends = word.split("-")
        if not 1 <= len(ends) <= 2 or not all(ends) or len(set(ends)) < len(ends):
            raise BadPuzzle(
                f"'{word[:40]}' is not an edge: expected two different names, as in a-b, "
                "or a single name"
            )
        numbers = [names.setdefault(name, len(names)) for name in ends]
        if len(numbers) == 2:
            edges.append((numbers[0], numbers[1]))
    return _made(names, edges, _ring(len(names)))


def _numbered(places: tuple[Point, ...], edges: Iterable[Edge]) -> Graph:
    return _made(map(str, range(1, len(places) + 1)), edges, places)


def _made(names: Iterable[str], edges: Iterable[Edge], places: tuple[Point, ...]) -> Graph:
    names = tuple(names)
    kept = tuple(sorted({(min(edge), max(edge)) for edge in edges}))
    if not names or len(names) > MOST_NODES or len(kept) > MOST_EDGES:
        raise BadPuzzle(
            f"{len(names)} nodes, {len(kept)} edges: expected 1 to {MOST_NODES} nodes and at most "
            f"{MOST_EDGES} edges"
        )
    return Graph(names, kept, places)


# Places ----------------------------------------------------------------------------------------


def _apart(places: list[tuple[int, int]], pair: Edge) -> int:
    """Return the squared distance between two of the places."""
    (x, y), (u, v) = places[pair[0]], places[pair[1]]
    return (x - u) ** 2 + (y - v) ** 2


def _cross(places: list[tuple[int, int]], first: Edge, second: Edge) -> bool:
    """Return whether two segments meet other than at a common end, or overlap."""
    a, b, c, d = (places[node] for node in (*first, *second))
    shared = set(first) & set(second)
    if shared:
        (middle,) = shared
        (one,), (other,) = (set(edge) - shared for edge in (first, second))
        turn = _turn(places[middle], places[one], places[other])
        return turn == 0 and _apart(places, (one, other)) < max(
            _apart(places, first), _apart(places, second)
        )
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    """Return the orientation of a, b, c: positive for a left turn, 0 for collinear points."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _ring(count: int, radius: float = 0.0) -> tuple[Point, ...]:
    """Return points on a circle, clockwise from the top, at least 1.5 apart."""
    wide = radius or max(1.5, 1.5 * count / (2 * pi))
    angles = [pi / 2 - 2 * pi * i / count for i in range(count)]
    return tuple((round(wide * cos(a), 6), round(wide * sin(a), 6)) for a in angles)


def _disc(middle: Point) -> Polygon:
    corners = 20
    angles = [2 * pi * i / corners for i in range(corners)]
    x, y = middle
    return tuple((round(x + _RADIUS * cos(a), 6), round(y + _RADIUS * sin(a), 6)) for a in angles)


def _bar(begin: Point, end: Point, half: float) -> Polygon:
    """Return a segment as a polygon `2 * half` wide, with its corners counter-clockwise."""
    (x, y), (u, v) = begin, end
    length = hypot(u - x, v - y)
    dx, dy = half * (v - y) / length, half * (x - u) / length
    corners = ((x + dx, y + dy), (u + dx, v + dy), (u - dx, v - dy), (x - dx, y - dy))
    return tuple((round(a, 6), round(b, 6)) for a, b in corners)
