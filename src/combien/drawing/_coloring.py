"""Which color each patch of a picture has, as a number of the palette, for every way to color."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import get_args

from combien._checks import did_you_mean
from combien.drawing._picture import ColorBy, Picture
from combien.drawing._touching import Neighbors, first_fit
from combien.errors import BadPicture

__all__ = ["color_numbers"]


def color_numbers(
    picture: Picture, color_by: ColorBy | None, neighbors: Callable[[], Neighbors]
) -> Sequence[int | None]:
    """The number of the color of each patch; places that nothing covers have None.

    >>> picture = Picture.of_cells([([(0, 0)], 5, ""), ([(1, 0)], None, ""), ([(2, 0)], 5, "")])
    >>> color_numbers(picture, "piece", lambda: [])
    [0, None, 1]

    `neighbors` gives the patches that touch each patch; it is called only if they matter.
    Raises `BadPicture` for a way to color that there is not.
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
