"""miniexact: Knuth's algorithms X and C in C; secondary items and colours."""

from __future__ import annotations

from typing import Any

from miniexact import (  # type: ignore[import-not-found, unused-ignore]
    miniexacts_c,
    miniexacts_x,
)

from bench.instances.instance import Instance

__all__ = ["count", "prepare"]

FOUND = 10


def prepare(instance: Instance) -> Any:
    """A search that was told all items and options; X where it will do, else C."""
    search = miniexacts_x() if instance.colours is None else miniexacts_c()
    known = [
        search.primary(f"i{item}") if item < instance.primary else search.secondary(f"i{item}")
        for item in range(instance.items)
    ]
    if instance.colours is None:
        for option in instance.options:
            search.add([known[item] for item in option])
        return search
    colour_ids: dict[int, int] = {}
    for option, colours in zip(instance.options, instance.colours, strict=True):
        for item, colour in zip(option, colours, strict=True):
            if colour:
                if colour not in colour_ids:
                    colour_ids[colour] = search.color(f"c{colour}")
                search.add(known[item], colour_ids[colour])
            else:
                search.add(known[item])
        search.add(0)
    return search


def count(prepared: Any) -> int:
    """One call a solution; none is copied out."""
    found = 0
    while prepared.solve() == FOUND:
        found += 1
    return found
