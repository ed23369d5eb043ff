"""The figures of the pages about engines, drawn when the site is built."""

from __future__ import annotations

import re
from html import escape

from combien import Family

STEP, LEVEL, RADIUS = 64, 60, 15


def diagram(family: Family, *, title: str = "") -> str:
    """The diagram of a small family as SVG: taken is a line, left out is dashes.

    The leaf of no set is left out, and the lines that lead there.
    """
    dot = family.dot()
    names = dict(re.findall(r'^  (\d+) \[label="(.*?)"\]', dot, re.MULTILINE))
    names["1"] = "⊤"
    arrows = [
        (tail, head, style != "")
        for tail, head, style in re.findall(r"^  (\d+) -> (\d+)( \[.*\])?;", dot, re.MULTILINE)
        if head != "0"
    ]
    # Nodes of one element stand side by side, in the order of the universe.
    order = [str(element) for element in family.universe.elements if str(element) in names.values()]
    levels = [[node for node in names if names[node] == name] for name in [*order, "⊤"]]
    widest = max(map(len, levels))
    places = {
        node: (STEP * (widest - len(nodes) + 2 * i + 1) / 2, LEVEL * (level + 0.5))
        for level, nodes in enumerate(levels)
        for i, node in enumerate(reversed(nodes))
    }
    width, height = STEP * widest, LEVEL * len(levels)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img"><title>{escape(title)}</title>',
        '<g stroke="#555" fill="none">',
    ]
    for tail, head, left in arrows:
        (x, y), (u, v) = places[tail], places[head]
        bend = (-12 if left else 12) if (tail, head, not left) in arrows else 0
        dashes = ' stroke-dasharray="4 4"' if left else ""
        curve = f"M{x:g} {y:g}Q{(x + u) / 2 + bend:g} {(y + v) / 2:g} {u:g} {v:g}"
        drawn.append(f'<path d="{curve}"{dashes}/>')
    drawn.append('</g><g text-anchor="middle" font-family="sans-serif" font-size="13">')
    for node, (x, y) in places.items():
        drawn.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="#fff" stroke="#555"/>'
            f'<text x="{x:g}" y="{y + 5:g}">{escape(names[node])}</text>'
        )
    return "".join([*drawn, "</g></svg>"])
