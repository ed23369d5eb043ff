"""Decision diagrams as drawings, and functions for all figures, drawn when the site is built."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from combien import Family

INK, PALE = "#555", "#bbb"
STEP, LEVEL, RADIUS = 64, 60, 15


def drawn(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """Return an SVG of this size with these parts; lines are gray, and text is centered."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img"><title>{escape(title)}</title>'
        f'<g stroke="{INK}" fill="none" text-anchor="middle" font-family="sans-serif" '
        f'font-size="13">{"".join(parts)}</g></svg>'
    )


def text(x: float, y: float, words: object, *, fill: str = "#000", more: str = "") -> str:
    """Return text whose base line is centered at (x, y)."""
    escaped = escape(str(words))
    return f'<text x="{x:g}" y="{y:g}" stroke="none" fill="{fill}"{more}>{escaped}</text>'


def arrow(x: float, y: float, u: float, v: float, *, stroke: str = INK, size: float = 5) -> str:
    """Return an arrow from (x, y) to (u, v)."""
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    a, b = (u - x) / length * size, (v - y) / length * size
    head = f"M{u - a - b / 2:g} {v - b + a / 2:g}L{u:g} {v:g}L{u - a + b / 2:g} {v - b - a / 2:g}"
    return f'<path d="M{x:g} {y:g}L{u:g} {v:g}{head}" stroke="{stroke}"/>'


def diagram(family: Family, *, title: str = "") -> str:
    """Return the diagram of a small family as SVG; dashed edges leave the element out.

    The terminal of the family without sets is not drawn, and neither are the edges to it.
    """
    dot = family.dot()
    names = dict(re.findall(r'^  (\d+) \[label="(.*?)"\]', dot, re.MULTILINE))
    names["1"] = "⊤"
    arrows = [
        (tail, head, style != "")
        for tail, head, style in re.findall(r"^  (\d+) -> (\d+)( \[.*\])?;", dot, re.MULTILINE)
        if head != "0"
    ]
    # Nodes of one element are side by side, in the order of the universe.
    order = [str(element) for element in family.universe.elements if str(element) in names.values()]
    levels = [[node for node in names if names[node] == name] for name in [*order, "⊤"]]
    widest = max(map(len, levels))
    places = {
        node: (STEP * (widest - len(nodes) + 2 * i + 1) / 2, LEVEL * (level + 0.5))
        for level, nodes in enumerate(levels)
        for i, node in enumerate(reversed(nodes))
    }
    width, height = STEP * widest, LEVEL * len(levels)
    parts = []
    for tail, head, left in arrows:
        (x, y), (u, v) = places[tail], places[head]
        bend = (-12 if left else 12) if (tail, head, not left) in arrows else 0
        dashes = ' stroke-dasharray="4 4"' if left else ""
        curve = f"M{x:g} {y:g}Q{(x + u) / 2 + bend:g} {(y + v) / 2:g} {u:g} {v:g}"
        parts.append(f'<path d="{curve}"{dashes}/>')
    for node, (x, y) in places.items():
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="#fff"/>')
        parts.append(text(x, y + 5, names[node]))
    return drawn(width, height, title, parts)
