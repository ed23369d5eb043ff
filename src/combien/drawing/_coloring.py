"""The color of each patch of a picture, as a number of the palette, and the adjacent patches.

Patches are adjacent if they share an edge; "touch" coloring gives them different colors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import get_args

from combien._base.checks import did_you_mean
from combien.drawing._content import ColorBy, Content
from combien.drawing._outline import Mesh
from combien.errors import BadPicture

__all__ = ["Neighbors", "color_numbers", "first_fit", "touching_by_cells", "touching_by_edges"]

Neighbors = Sequence[Sequence[int]]


def color_numbers(
    picture: Content, color_by: ColorBy | None, neighbors: Callable[[], Neighbors]
) -> Sequence[int | None]:
    """Return the color number of each patch, or None for an uncovered place.

    >>> from combien import Picture
    >>> picture = Picture.of_cells([([(0, 0)], 5, ""), ([(1, 0)], None, ""), ([(2, 0)], 5, "")])
    >>> color_numbers(picture, "piece", lambda: [])
    [0, None, 1]

    `neighbors` returns the adjacent patches of each patch; it is called only if necessary.
    Raises `BadPicture` for an unknown way to color.
    """
    if color_by is None:
        color_by = picture.color_by
    if not isinstance(color_by, str) or color_by not in get_args(ColorBy):
        hint = did_you_mean(color_by[:80], get_args(ColorBy)) if type(color_by) is str else ""
        raise BadPicture(
            f"color_by is 'tile', 'orientation', 'touch' or 'piece', nothing else{hint}"
        )
    numbers = [patch.color for patch in picture.patches]
    others: Iterable[int | None]
    if color_by == "touch":
        others = first_fit(neighbors())
    elif color_by == "piece":
        colored = count()
        others = [None if old is None else next(colored) for old in numbers]
    elif color_by == "orientation":
        others = (
            old if patch.orientation is None else patch.orientation
            for old, patch in zip(numbers, picture.patches, strict=True)
        )
    else:
        return numbers
    return [None if old is None else new for old, new in zip(numbers, others, strict=True)]


def touching_by_edges(mesh: Mesh) -> list[list[int]]:
    """Return the adjacent patches of each patch, by common edges; for any lattice.

    >>> from combien.drawing._outline import mesh_of
    >>> from combien.drawing import Picture
    >>> cells = [([(0, 0)], 0, ""), ([(1, 0)], 0, ""), ([(1, 1)], 0, "")]
    >>> touching_by_edges(mesh_of(Picture.of_cells(cells)))
    [[1], [0, 2], [1]]

    Two edges are the same if both their ends are.
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
    """Return the adjacent patches of each of the `patches`, by cells of the square lattice.

    `patch_at` has the patch that is visible at each cell.

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
    """Return a color number for each patch, so that adjacent patches have different colors.

    >>> first_fit([[1, 2], [0], [0]])
    [0, 1, 1]

    Each patch in turn takes the smallest number that no neighbor has.  Patches with many neighbors
    come first, which keeps the numbers small: about five for a board of dominoes.
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
    """Return the sorted neighbors of each patch from pairs, which may occur in both orders."""
    lists: list[list[int]] = [[] for _ in range(patches)]
    for a, b in pairs:
        lists[a].append(b)
        lists[b].append(a)
    return [sorted(set(others)) for others in lists]
