"""Random systems: no order to exploit, no symmetry, no geometry."""

from __future__ import annotations

from bench.instances.instance import Draw, Instance

__all__ = ["dense", "sparse"]


def sparse() -> Instance:
    """Small options: most pairs of them can be chosen together, and the tree is wide."""
    return _system("random-sparse", items=60, options=350, least=3, most=5, count=1765)


def dense() -> Instance:
    """Large options and many of them: a choice leaves few others, and costs much to make."""
    return _system("random-dense", items=45, options=3000, least=6, most=10, count=6)


def _system(name: str, *, items: int, options: int, least: int, most: int, count: int) -> Instance:
    """So many options, each of `least` to `most` random items, no two equal.

    One solution is planted, so that there is something to find: the items in random order, cut
    into options of the same sizes.
    """
    draw = Draw(1)
    kept: dict[tuple[int, ...], None] = {}
    planted = draw.some(items, items)
    while planted:
        size = min(len(planted), least + draw.below(most - least + 1))
        kept[tuple(sorted(planted[:size]))] = None
        del planted[:size]
    while len(kept) < options:
        size = least + draw.below(most - least + 1)
        kept[tuple(sorted(draw.some(size, items)))] = None
    return Instance(
        name,
        [list(option) for option in sorted(kept)],
        primary=items,
        items=items,
        count=count,
        source="computed here by two programs",
    )
