"""Random exact cover problems, without order, symmetry or geometry."""

from __future__ import annotations

from bench.instances.instance import Draw, Instance

__all__ = ["dense", "sparse"]


def sparse() -> Instance:
    """Return a problem with small options, most pairs of which are compatible: the tree is wide."""
    return _system("random-sparse", items=60, options=350, least=3, most=5, count=1765)


def dense() -> Instance:
    """Return a problem with many large options: a choice leaves few others, and is expensive."""
    return _system("random-dense", items=45, options=3000, least=6, most=10, count=6)


def _system(name: str, *, items: int, options: int, least: int, most: int, count: int) -> Instance:
    """Return a problem of distinct random options with `least` to `most` items each.

    One solution is planted, so that the problem is solvable: the items in random order, cut into
    options of the same sizes.
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
