"""Boards as graphs: the signs of a Pfaffian, and the orbits of placements under symmetries."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import combien
from combien import TilingProblem
from combien.drawing import palette_named
from combien.geometry import Cell
from figures import arrow, drawn, text

STEP, MARGIN, RADIUS = 64, 26, 5

Edge = tuple[Cell, Cell]


def oriented(width: int, height: int) -> list[Edge]:
    """Return the edges of a rectangle of cells, directed to the right, and up or down alternately.

    Around each square, an odd number of them is clockwise, which is Kasteleyn's condition.
    """
    across: list[Edge] = [((x, y), (x + 1, y)) for y in range(height) for x in range(width - 1)]
    up: list[Edge] = [((x, y), (x, y + 1)) for y in range(height - 1) for x in range(width)]
    return across + [edge if edge[0][0] % 2 else (edge[1], edge[0]) for edge in up]


def clockwise(edges: list[Edge], x: int, y: int) -> int:
    """Return the number of clockwise edges around the square with this lower left corner."""
    corners = [(x, y), (x, y + 1), (x + 1, y + 1), (x + 1, y)]
    return sum((corners[i], corners[(i + 1) % 4]) in edges for i in range(4))


def determinant(edges: list[Edge]) -> int:
    """Return the determinant of the signed adjacency matrix.

    An entry is 1 for an edge, and -1 for a reversed edge.
    """
    cells = sorted({cell for edge in edges for cell in edge})
    sign = {**dict.fromkeys(edges, 1), **{(b, a): -1 for a, b in edges}}
    rows = [[Fraction(sign.get((a, b), 0)) for b in cells] for a in cells]
    product = Fraction(1)
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return 0
        if pivot != k:
            rows[k], rows[pivot], product = rows[pivot], rows[k], -product
        product *= rows[k][k]
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    return int(product)


def signs(width: int, height: int) -> str:
    """Return a rectangle as a graph: cells, directed edges, and the count of each square."""
    edges = oriented(width, height)

    def parts() -> Iterator[str]:
        for tail, head in edges:
            (x, y), (u, v) = _at(tail, height), _at(head, height)
            short = 1 - 2 * RADIUS / STEP
            yield arrow(
                u - (u - x) * short, v - (v - y) * short, x + (u - x) * short, y + (v - y) * short
            )
        for x in range(width):
            for y in range(height):
                u, v = _at((x, y), height)
                yield f'<circle cx="{u:g}" cy="{v:g}" r="{RADIUS}" fill="#000"/>'
                if x < width - 1 and y < height - 1:
                    yield text(u + STEP / 2, v - STEP / 2 + 5, f"{clockwise(edges, x, y)} ↻")

    return drawn(*_size(width, height), f"signs on {width} x {height}", parts())


def orbits(model: TilingProblem) -> list[int]:
    """Return the orbit of each placement, as numbers in the order of first use."""
    group = model.symmetries()
    names: dict[int, int] = {}
    return [
        names.setdefault(min(group.image(k, (option,))[0] for k in range(len(group))), len(names))
        for option in range(model.problem().option_count)
    ]


def alike(model: TilingProblem) -> str:
    """Return dominoes as bars between the centers of their cells, with one color for each orbit."""
    inks = palette_named("default").fills
    numbers = orbits(model)
    bars = [(inks[number], str(number + 1)) for number in numbers]
    return _barred(model, bars, "placements that are alike")


def often(model: TilingProblem) -> str:
    """Return dominoes as bars; darker ones are in more tilings; labels are percentages."""
    total = combien.count(model)
    shares = [100 * number / total for number in combien.marginals(model)]
    bars = [(f"hsl(210, 50%, {95 - share * 0.6:.0f}%)", f"{share:.0f}") for share in shares]
    return _barred(model, bars, "in how many tilings each domino is")


def _barred(model: TilingProblem, bars: list[tuple[str, str]], title: str) -> str:
    """Return the board with a bar for each placement of a domino, given by colors and labels."""
    width, height = model.board.size

    def parts() -> Iterator[str]:
        for x in range(width):
            for y in range(height):
                u, v = _at((x, y), height)
                half = STEP / 2
                yield (
                    f'<rect x="{u - half:g}" y="{v - half:g}" width="{STEP}" height="{STEP}" '
                    'stroke="#ccc"/>'
                )
        for (color, words), placement in zip(bars, model.placements, strict=True):
            ends = [_at(cell, height) for cell in placement.region]
            a, b, c, d = _between(ends[0], ends[1], 1 / 6)
            line = f"M{a:g} {b:g}L{c:g} {d:g}"
            yield f'<path d="{line}" stroke="{color}" stroke-width="14"/>'
            yield text((a + c) / 2, (b + d) / 2 + 4, words, more=' font-size="11"')

    return drawn(*_size(width, height), title, parts())


def _at(cell: Cell, height: int) -> tuple[float, float]:
    """Return the center of a cell in the drawing, where y goes down."""
    return MARGIN + STEP / 2 + STEP * cell[0], MARGIN + STEP / 2 + STEP * (height - 1 - cell[1])


def _between(
    one: tuple[float, float], other: tuple[float, float], left_out: float
) -> tuple[float, float, float, float]:
    """Return the line between two points, shortened at both ends by this part of its length."""
    (x, y), (u, v) = one, other
    a, b = (u - x) * left_out, (v - y) * left_out
    return x + a, y + b, u - a, v - b


def _size(width: int, height: int) -> tuple[float, float]:
    return 2 * MARGIN + STEP * width, 2 * MARGIN + STEP * height
