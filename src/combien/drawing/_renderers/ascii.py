"""Text renderer: a character for each patch, or lines around each patch.

Adjacent patches need different letters, whatever the number of patches; so each patch takes the
next letter that no adjacent patch has.  Lines need no letters: a cell is two characters wide and
one line high, which looks square in most terminals.  For color, the same letters are black on the
nearest colors that terminals support.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import product
from math import dist
from typing import TYPE_CHECKING

from combien.drawing._content import ColorBy, Content
from combien.drawing._mesh import color_numbers, touching_by_cells
from combien.errors import BadPicture

if TYPE_CHECKING:
    from combien.drawing._palette import Palette

MOST_CHARACTERS = 4_000_000

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
# Blocks of letters as wide as a digit and written from left to right, for a patch that is adjacent
# to patches of all the letters above: Latin, Cyrillic, Canadian syllabics, Vai.  A patch takes the
# n-th of them only if n(n + 1)/2 pairs of patches are adjacent, and the 250 000 cells of the
# largest picture have at most 500 000 such pairs; so 1000 are enough.
_MORE_BLOCKS = (
    (0xC0, 0xD6),
    (0xD8, 0xF6),
    (0xF8, 0x17F),
    (0x410, 0x44F),
    (0x1401, 0x166C),
    (0xA500, 0xA5FF),
)

LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8


def letters(picture: Content) -> str:
    """Return the picture as text, one character per cell; adjacent patches differ.

    >>> from combien import Picture
    >>> dominoes = [([(x, 0), (x, 1)], 0, "") for x in range(3)]
    >>> print(letters(Picture.of_cells([*dominoes, ([(1, 2)], None, "")])))
     .
    abc
    abc

    An uncovered place is '.', and a place outside the board ' '.  The patches get the letters a-z,
    A-Z, 0-9 in order, and again; but if all labels are single letters or digits and neighbors
    differ, the labels are shown instead.  Lines have no trailing blanks, and the last has no '\\n'.
    Raises `BadPicture` if a patch has no square-lattice cells, or they are too far apart.
    """
    seen = patch_at(picture)
    left, top, width, height = _frame(seen, 1, 1)
    marks = _marks(picture, touching_by_cells(seen, patches=len(picture.patches)))
    canvas = [[" "] * width for _ in range(height)]
    for (x, y), patch in seen.items():
        canvas[top - y][x - left] = marks[patch]
    return "\n".join("".join(line).rstrip() for line in canvas)


def boxes(picture: Content, *, labels: bool = False) -> str:
    """Return the picture as text with lines around patches; with `labels`, wider, with their names.

    >>> from combien import Picture
    >>> picture = Picture.of_cells([([(0, 0), (1, 0)], 0, "I"), ([(0, 1), (1, 1)], 0, "I")])
    >>> print(boxes(picture))
    ┌───┐
    ├───┤
    └───┘
    >>> print(boxes(picture, labels=True))
    ┌───────┐
    │ I     │
    ├───────┤
    │ I     │
    └───────┘

    A cell is two characters wide and one line high, or four and two with labels, of which three
    characters are shown.  An uncovered place has a '·' in each cell if there is room.
    Raises the same errors as `letters`.
    """
    wide, high = (4, 2) if labels else (2, 1)
    seen = patch_at(picture)
    left, top, width, height = _frame(seen, wide, high)
    canvas = [[" "] * (wide * width + 1) for _ in range(high * height + 1)]
    for down in range(height + 1):
        for across in range(width + 1):
            x, y = left + across, top - down
            # The four cells around a corner; there is a line between two adjacent cells that
            # differ.
            upper_left, upper_right = seen.get((x - 1, y + 1)), seen.get((x, y + 1))
            lower_left, lower_right = seen.get((x - 1, y)), seen.get((x, y))
            arms = (
                _UP * (upper_left != upper_right)
                + _RIGHT * (upper_right != lower_right)
                + _DOWN * (lower_left != lower_right)
                + _LEFT * (upper_left != lower_left)
            )
            canvas[down * high][across * wide] = LINES[arms]
            if arms & _RIGHT:
                for step in range(1, wide):
                    canvas[down * high][across * wide + step] = "─"
            if arms & _DOWN:
                for step in range(1, high):
                    canvas[down * high + step][across * wide] = "│"
    if labels:
        named: set[int] = set()
        for (x, y), patch in sorted(seen.items(), key=lambda entry: (-entry[0][1], entry[0])):
            if picture.patches[patch].color is None:
                text = "·"
            else:
                text = "" if patch in named else _short(picture.patches[patch].label)
                named.add(patch)
            place = (x - left) * wide + 1
            canvas[(top - y) * high + 1][place : place + 3] = f"{text:^3}"
    return "\n".join("".join(line).rstrip() for line in canvas)


def patch_at(picture: Content) -> dict[tuple[int, int], int]:
    """Return the patch that is visible at each cell: the last one that contains it.

    >>> from combien import Picture
    >>> patch_at(Picture.of_cells([([(0, 0)], 0, ""), ([(1, 0)], 0, "")]))
    {(0, 0): 0, (1, 0): 1}

    Raises `BadPicture` for cells of other lattices.
    """
    for number, patch in enumerate(picture.patches):
        if not patch.cells:
            raise BadPicture(
                f"patch {number} has no cells of the square lattice, so there is no text for it: "
                "draw the picture with svg() or png()"
            )
    return {cell: number for number, patch in enumerate(picture.patches) for cell in patch.cells}


def _frame(seen: dict[tuple[int, int], int], wide: int, high: int) -> tuple[int, int, int, int]:
    """Return the left and top coordinates of the cells, and the width and height in cells."""
    left, right = min(x for x, _ in seen), max(x for x, _ in seen)
    bottom, top = min(y for _, y in seen), max(y for _, y in seen)
    width, height = right - left + 1, top - bottom + 1
    if width * wide * height * high > MOST_CHARACTERS:
        raise BadPicture(f"a text of {width} by {height} cells is too large: use svg() or png()")
    return left, top, width, height


def _marks(picture: Content, neighbors: Sequence[Sequence[int]]) -> list[str]:
    """Return the character of each patch."""
    marks = ["." if patch.color is None else patch.label for patch in picture.patches]
    if all(
        patch.color is None or (len(mark) == 1 and mark in LETTERS)
        for patch, mark in zip(picture.patches, marks, strict=True)
    ) and all(
        marks[patch] != marks[other] or marks[patch] == "."
        for patch, others in enumerate(neighbors)
        for other in others
    ):
        return marks
    marks = [""] * len(marks)
    turn = 0
    for number, patch in enumerate(picture.patches):
        if patch.color is None:
            marks[number] = "."
            continue
        taken = {marks[other] for other in neighbors[number]}
        again = (LETTERS[(turn + step) % len(LETTERS)] for step in range(len(LETTERS)))
        marks[number] = next((mark for mark in again if mark not in taken), "") or next(
            mark for mark in _more_letters() if mark not in taken
        )
        turn += 1
    return marks


def _more_letters() -> list[str]:
    return [chr(code) for first, last in _MORE_BLOCKS for code in range(first, last + 1)]


def _short(label: str) -> str:
    """Return the first three characters of a label; wide or unprintable ones become "?"."""
    composed = unicodedata.normalize("NFC", label[:12])
    return "".join(
        character
        if character.isprintable() and unicodedata.east_asian_width(character) not in "WF"
        else "?"
        for character in composed
        if not unicodedata.category(character).startswith("M")
    )[:3]


_CUBE = tuple(product((0, 95, 135, 175, 215, 255), repeat=3))
_RESET = "\x1b[0m"


def colored(
    picture: Content, *, palette: Palette | str = "default", color_by: ColorBy | None = None
) -> str:
    """Return the letters of a picture, each with the color of its patch as background.

    >>> from combien import Picture
    >>> colored(Picture.of_cells([([(0, 0), (1, 0)], 0, "")]))
    '\\x1b[38;5;16;48;5;111maa\\x1b[0m'

    Uncovered places have no color.  Raises the same errors as `Picture.ascii`.
    """
    from combien.drawing._palette import palette_named  # Start-up: only for colors.

    colors = palette_named(palette)
    text = letters(picture)
    at = patch_at(picture)
    numbers = color_numbers(
        picture, color_by, lambda: touching_by_cells(at, patches=len(picture.patches))
    )
    left, top = min(x for x, _ in at), max(y for _, y in at)
    cube, lines = cube_colors(colors), []
    for down, line in enumerate(text.split("\n")):
        drawn, before = "", ""
        for across, character in enumerate(line):
            patch = at.get((left + across, top - down))
            number = None if patch is None else numbers[patch]
            now = ""
            if number is not None:
                now = f"\x1b[38;5;16;48;5;{cube[number % len(cube)]}m"
            if now != before:
                drawn += (_RESET if before else "") + now
                before = now
            drawn += character
        lines.append(drawn + (_RESET if before else ""))
    return "\n".join(lines)


@cache
def cube_colors(colors: Palette) -> tuple[int, ...]:
    """Return for each fill of a palette the nearest unused color of the 6 x 6 x 6 color cube.

    >>> from combien.drawing import Palette
    >>> cube_colors(Palette("own", ("#000000", "#ff0000", "#ffffff")))
    (16, 196, 231)

    Numbers are from 16 to 231.  After 216 fills, all colors may be used again.
    """
    found: list[int] = []
    for fill in colors.fills:
        taken = found[len(found) // len(_CUBE) * len(_CUBE) :]
        own = [int(fill[at : at + 2], 16) for at in (1, 3, 5)]
        free = (number for number in range(16, 232) if number not in taken)
        found.append(min(free, key=lambda number: dist(own, _CUBE[number - 16])))
    return tuple(found)
