"""Boards as graphs: the signs of a Pfaffian, and placements that symmetries take to each other."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from figures import arrow, drawn, text

from combien import TilingProblem
from combien.drawing.palette import palette_named
from combien.geometry.cell import Cell

STEP, MARGIN, RADIUS = 64, 26, 5

Edge = tuple[Cell, Cell]


def oriented(width: int, height: int) -> list[Edge]:
    """The edges of a rectangle of cells, directed: to the right, and up or down by turns.

    Round each square an odd number of them goes clockwise, which is Kasteleyn's condition.
    """
    across = [((x, y), (x + 1, y)) for y in range(height) for x in range(width - 1)]
    up = [((x, y), (x, y + 1)) for y in range(height - 1) for x in range(width)]
    return across + [edge if edge[0][0] % 2 else (edge[1], edge[0]) for edge in up]


def clockwise(edges: list[Edge], x: int, y: int) -> int:
    """How many of the four edges round the square with this lowest left corner go clockwise."""
    corners = [(x, y), (x, y + 1), (x + 1, y + 1), (x + 1, y)]
    return sum((corners[i], corners[(i + 1) % 4]) in edges for i in range(4))


def determinant(edges: list[Edge]) -> int:
    """That of the matrix with 1 where an edge leads and -1 where it comes from."""
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
    """The cells of a rectangle as nodes, its edges as arrows, and what each square counts."""
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
    """For each placement, the number of the orbit that it is in, counted as they come."""
    group = model.symmetries()
    names: dict[int, int] = {}
    return [
        names.setdefault(min(group.image(k, (option,))[0] for k in range(len(group))), len(names))
        for option in range(model.problem().option_count)
    ]


def alike(model: TilingProblem) -> str:
    """Dominoes as bars between the middles of their cells; those of an orbit have one colour."""
    width, height = model.board.size
    numbers = orbits(model)
    inks = palette_named("default").fills

    def parts() -> Iterator[str]:
        for x in range(width):
            for y in range(height):
                u, v = _at((x, y), height)
                half = STEP / 2
                yield (
                    f'<rect x="{u - half:g}" y="{v - half:g}" width="{STEP}" height="{STEP}" '
                    'stroke="#ccc"/>'
                )
        for number, placement in zip(numbers, model.placements, strict=True):
            (x, y), (u, v) = (_at(cell, height) for cell in placement.region)
            line = (
                f"M{x + (u - x) / 6:g} {y + (v - y) / 6:g}L{u - (u - x) / 6:g} {v - (v - y) / 6:g}"
            )
            yield f'<path d="{line}" stroke="{inks[number]}" stroke-width="9"/>'
            yield text((x + u) / 2, (y + v) / 2 + 4, number + 1, more=' font-size="11"')

    return drawn(*_size(width, height), "placements that are alike", parts())


def _at(cell: Cell, height: int) -> tuple[float, float]:
    """The middle of a cell in the drawing, where y goes down."""
    return MARGIN + STEP / 2 + STEP * cell[0], MARGIN + STEP / 2 + STEP * (height - 1 - cell[1])


def _between(
    one: tuple[float, float], other: tuple[float, float], left_out: float
) -> tuple[float, float, float, float]:
    """A line between two points, without this part of it at either end."""
    (x, y), (u, v) = one, other
    a, b = (u - x) * left_out, (v - y) * left_out
    return x + a, y + b, u - a, v - b


def _size(width: int, height: int) -> tuple[float, float]:
    return 2 * MARGIN + STEP * width, 2 * MARGIN + STEP * height
