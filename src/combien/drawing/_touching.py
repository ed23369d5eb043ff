"""Which patches touch, that is share an edge; and colors so that those which do differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from combien.drawing._outline import Mesh

__all__ = ["Neighbors", "first_fit", "touching_by_cells", "touching_by_edges"]

Neighbors = Sequence[Sequence[int]]


def touching_by_edges(mesh: Mesh) -> list[list[int]]:
    """For each patch, the patches that have an edge in common with it; for any lattice.

    >>> from combien.drawing._outline import mesh_of
    >>> from combien.drawing import Picture
    >>> cells = [([(0, 0)], 0, ""), ([(1, 0)], 0, ""), ([(1, 1)], 0, "")]
    >>> touching_by_edges(mesh_of(Picture.of_cells(cells)))
    [[1], [0, 2], [1]]

    Two edges are common when both their ends are.
    """
    owner: dict[tuple[int, int], int] = {}
    pairs: dict[tuple[int, int], None] = {}
    for patch, boundary in enumerate(mesh.boundaries):
        for a, b in boundary:
            other = owner.get((b, a), patch)
            if other != patch:
                pairs[other, patch] = None
            owner[a, b] = patch
    return _lists(pairs, len(mesh.boundaries))


def touching_by_cells(patch_at: Mapping[tuple[int, int], int], *, patches: int) -> list[list[int]]:
    """The same for cells of the square lattice, given which of the `patches` is seen at each.

    >>> touching_by_cells({(0, 0): 0, (1, 0): 1, (1, 1): 2}, patches=3)
    [[1], [0, 2], [1]]
    """
    pairs: dict[tuple[int, int], None] = {}
    for (x, y), patch in patch_at.items():
        for neighbor in ((x + 1, y), (x, y + 1)):
            other = patch_at.get(neighbor, patch)
            if other != patch:
                pairs[patch, other] = None
    return _lists(pairs, patches)


def first_fit(neighbors: Neighbors) -> list[int]:
    """A color number for each patch, different for patches that touch.

    >>> first_fit([[1, 2], [0], [0]])
    [0, 1, 1]

    Each patch in turn takes the smallest number that no neighbor has; patches with many
    neighbors come first, which keeps the numbers small: some five for a board of dominoes.
    """
    colors = [-1] * len(neighbors)
    for patch in sorted(range(len(neighbors)), key=lambda patch: -len(neighbors[patch])):
        taken = {colors[other] for other in neighbors[patch]}
        color = 0
        while color in taken:
            color += 1
        colors[patch] = color
    return colors


def _lists(pairs: Mapping[tuple[int, int], None], patches: int) -> list[list[int]]:
    """The neighbors of each, in increasing order, from pairs that may occur both ways round."""
    lists: list[list[int]] = [[] for _ in range(patches)]
    for a, b in pairs:
        lists[a].append(b)
        lists[b].append(a)
    return [sorted(set(others)) for others in lists]
