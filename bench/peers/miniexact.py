"""miniexact: Knuth's algorithms X and C in C; secondary items and colors.

count       one call per solution; solutions are not copied
listing     the same, with the options of each solution as a list
"""

from __future__ import annotations

from typing import Any

from miniexact import (
    miniexacts_c,
    miniexacts_x,
)

from bench.instances.instance import Instance

__all__ = ["count", "listing", "prepare"]

FOUND = 10


def prepare(instance: Instance) -> Any:
    """Return a search with all items and options; algorithm X without colors, else C."""
    search = miniexacts_x() if instance.colors is None else miniexacts_c()
    known = [
        search.primary(f"i{item}") if item < instance.primary else search.secondary(f"i{item}")
        for item in range(instance.items)
    ]
    if instance.colors is None:
        for option in instance.options:
            search.add([known[item] for item in option])
        return search
    color_ids: dict[int, int] = {}
    for option, colors in zip(instance.options, instance.colors, strict=True):
        for item, color in zip(option, colors, strict=True):
            if color:
                if color not in color_ids:
                    color_ids[color] = search.color(f"c{color}")
                search.add(known[item], color_ids[color])
            else:
                search.add(known[item])
        search.add(0)
    return search


def count(prepared: Any) -> int:
    """Count with one call per solution."""
    found = 0
    while prepared.solve() == FOUND:
        found += 1
    return found


class Listing:
    """The same search, with every solution in Python."""

    prepare = staticmethod(prepare)

    def count(self, prepared: Any) -> int:
        """Ask for the options of each solution."""
        found = 0
        while prepared.solve() == FOUND:
            prepared.selected_options()
            found += 1
        return found


listing = Listing()
