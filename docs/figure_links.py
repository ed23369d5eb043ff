"""The network of dancing links in a given state; hidden nodes are pale, with links around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from combien import Problem
from combien.engines import Links
from figures import INK, PALE, arrow, drawn, text

ACROSS, DOWN, RADIUS, MARGIN = 56, 42, 12, 40
BEND = 26


def network(problem: Problem, *, covered: Iterable[int] = (), title: str = "") -> str:
    """Return the rings of a problem after these items are covered; options contain an item once.

    The heads are at the top, with their sizes; below them is a line for each option.  All rings are
    closed, but the links that close them, and the left end of the ring of heads, are not drawn.
    """
    links = Links(problem)
    for item in covered:
        for _ in links.cover(item):
            pass
    columns = {item: MARGIN + ACROSS * item for item in range(problem.item_count)}
    return drawn(
        2 * MARGIN + ACROSS * (problem.item_count - 1),
        MARGIN + RADIUS + DOWN * problem.option_count,
        title or "the links",
        [
            *_heads(problem, links, columns),
            *_options(problem, links, columns),
            *_rings(problem, links, columns),
        ],
    )


def _row(option: int) -> float:
    """Return the height of an option in the drawing; -1 is the heads."""
    return MARGIN / 2 + RADIUS + DOWN * (option + 1)


def _heads(problem: Problem, links: Links, columns: dict[int, int]) -> Iterator[str]:
    waiting = [links.right[links.root]]
    while waiting[-1] != links.root:
        waiting.append(links.right[waiting[-1]])
    waiting.pop()
    for before, after in pairwise(waiting):
        x, u = columns[before] + RADIUS, columns[after] - RADIUS
        yield _both(x, _row(-1), u, _row(-1), bend=0 if after == before + 1 else -BEND)
    for item, x in columns.items():
        color = INK if item in waiting else PALE
        yield (
            f'<rect x="{x - RADIUS}" y="{_row(-1) - RADIUS:g}" width="{2 * RADIUS}" '
            f'height="{2 * RADIUS}" fill="#eee" stroke="{color}"/>'
        )
        yield text(x, _row(-1) + 5, problem.item_names[item], fill=color)
        yield text(x + 19, _row(-1) + 14, links.size[item], fill=color, more=' font-size="9"')


def _options(problem: Problem, links: Links, columns: dict[int, int]) -> Iterator[str]:
    rings = {item: {links.option[entry] for entry in links.ring(item)} for item in columns}
    for option in range(problem.option_count):
        items = sorted(problem.indices(option))
        xs = [columns[item] for item in items]
        yield text(8, _row(option) + 4, option, fill=PALE, more=' font-size="10"')
        for x, u in pairwise(xs):
            yield _both(x + RADIUS, _row(option), u - RADIUS, _row(option))
        for item, x in zip(items, xs, strict=True):
            hidden = "" if option in rings[item] else f' stroke="{PALE}" stroke-dasharray="3 3"'
            yield f'<circle cx="{x}" cy="{_row(option):g}" r="{RADIUS}" fill="#fff"{hidden}/>'


def _rings(problem: Problem, links: Links, columns: dict[int, int]) -> Iterator[str]:
    for item, x in columns.items():
        there = list(links.ring(item))
        rows = [-1, *(links.option[entry] for entry in there)]
        for above, below in pairwise(rows):
            past = any(item in problem.indices(hidden) for hidden in range(above + 1, below))
            yield _both(x, _row(above) + RADIUS, x, _row(below) - RADIUS, bend=BEND if past else 0)


def _both(x: float, y: float, u: float, v: float, *, bend: float = 0) -> str:
    """Return the links between two neighbors, bent if they bypass a hidden node."""
    if not bend:
        return arrow(x, y, u, v, size=4) + arrow(u, v, x, y, size=4)
    a, b = (bend, 0) if x == u else (0, bend)
    return f'<path d="M{x:g} {y:g}C{x + a:g} {y + b:g} {u + a:g} {v + b:g} {u:g} {v:g}"/>'
