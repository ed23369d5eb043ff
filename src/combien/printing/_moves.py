"""A book of the moves that take an assembly apart: a title page, and a page for each move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from combien._base.budget import Progress, Reporter
from combien._base.checks import check_instance
from combien._wording import counted
from combien.drawing._markup import size_of
from combien.drawing._palette import Palette
from combien.drawing._renderers.pages import MOST_PAGES, Pages
from combien.errors import BadPicture
from combien.printing._scene import Scene, State
from combien.printing._surface import is_flat
from combien.tilings._arrangement import Arrangement
from combien.tilings.disassembly._result import Disassembly, Rotation, pieces_named

_MARGIN = 15.0
# Of the edge of a cell, in pixels of a scene and in millimeters.
_PIXELS, _LARGEST = 36.0, 22.0
# The longest name that is written on a piece.
_LONGEST = 3


def moves_pdf(
    arrangement: Arrangement,
    disassembly: Disassembly,
    *,
    title: str = "",
    paper: str = "A4",
    palette: Palette | str = "default",
    report: Reporter | None = None,
) -> bytes:
    """Return a book as PDF that shows how an assembly comes apart, move by move.

    The title page has a picture of the assembly, the level, and the moves of each separation.  Each
    other page has one move in words, a picture of the pieces before it, in which the pieces that
    move keep their colors and an arrow shows where they go, and a smaller picture afterwards.  On
    the pieces are the names of their tiles, if these are short and all different, else letters.

    `arrangement` is a tiling or a packing of a solid, and `disassembly` is that of all its pieces.
    `paper` is "A3", "A4", "A5", "letter" or "legal"; `report` is called after each picture.

    Raises `BadPicture` for an assembly that does not come apart or is not a solid, and for more
    than 499 moves; `MissingExtra` if the extra `pdf` is not installed.  Cost: about 2 ms per cell
    and move.
    """
    check_instance("disassembly", disassembly, Disassembly, error=BadPicture)
    names: list[str] = []
    if isinstance(arrangement, Arrangement):
        if is_flat(arrangement.board.lattice, arrangement.board.dimension):
            raise BadPicture("a book of moves shows solids, and this board is in the plane")
        names = _names(arrangement)
    scene = Scene(arrangement, labels=names, size=_PIXELS, palette=palette)
    if disassembly.pieces != tuple(range(len(names))):
        raise BadPicture("the disassembly is of other pieces: give that of the whole arrangement")
    if not disassembly.comes_apart:
        raise BadPicture("the assembly does not come apart: there are no moves to print")
    if not 0 < disassembly.total < MOST_PAGES:
        raise BadPicture(
            f"a book has 1 to {MOST_PAGES - 1} moves, and this assembly has {disassembly.total}"
        )
    pages = Pages(paper, title)
    _title_page(pages, scene, arrangement, disassembly, names, title)
    lengths = zip(arrangement.board.low, arrangement.board.high, strict=True)
    away = max(high - low + 1 for low, high in lengths)
    moves = list(disassembly.positions(away=away))
    drawn = 0

    def picture(state: State, onward: Sequence[State] = ()) -> str:
        nonlocal drawn
        if report:
            report(Progress("pages", drawn / (2 * len(moves)), {"pictures": drawn}))
        drawn += 1
        return scene.svg(state, onward=onward)

    before = [picture(ways[0], ways[1:]) for _, ways in moves]
    room = pages.width - 2 * _MARGIN
    space = pages.height - 2 * _MARGIN - 50
    large = _fitting(before, room, space * 0.7)
    places = list(_places(disassembly))
    for number, (move, ways) in enumerate(moves):
        separation, first, count = places[number]
        pages.new()
        y = pages.height - _MARGIN - 7
        pages.text(f"Move {number + 1} of {len(moves)}", _MARGIN, y, high=7)
        y -= 9
        pages.text(
            f"Separation {separation} of {places[-1][0]}: move {number - first + 1} of {count}",
            _MARGIN,
            y,
            high=3,
        )
        y -= 10
        # The exact words of a rotation fill a line.
        several = [move.worded(names), scene.heading(move)]
        if not isinstance(move, Rotation):
            several = [", ".join(several)]
        for words in several:
            pages.text(words[0].upper() + words[1:], _MARGIN, y, high=4.2)
            y -= 8
        _centered(pages, before[number], y - space * 0.35, scale=large)
        y = _MARGIN + space * 0.3
        pages.text("Afterwards", _MARGIN, y + 5, high=3)
        after = picture(ways[-1])
        small = min(_fitting([after], room, space * 0.3), 0.6 * large)
        _centered(pages, after, y - space * 0.15, scale=small)
    return pages.bytes()


def _title_page(
    pages: Pages,
    scene: Scene,
    arrangement: Arrangement,
    disassembly: Disassembly,
    names: Sequence[str],
    title: str,
) -> None:
    pages.new()
    middle, high = pages.width / 2, pages.height
    head = title or f"Level {disassembly.notation}"
    pages.text(head, middle, high - _MARGIN - 20, high=9, middle=True)
    whole = scene.svg()
    scale = _fitting([whole], pages.width * 0.7, high * 0.36)
    _centered(pages, whole, high * 0.66, scale=scale)
    separations = [one for one in _parts(disassembly) if one.moves]
    y = high * 0.43
    words = (
        f"{counted(len(names), 'piece')}, level {disassembly.summary}: "
        f"{counted(disassembly.total, 'move')}, {counted(len(separations), 'separation')}"
    )
    pages.text(words, middle, y, high=4.5, middle=True)
    lines = []
    for number, one in enumerate(separations, 1):
        larger, smaller = ([names[piece] for piece in part.pieces] for part in one.parts)
        verb = "separates" if len(one.moves) == 1 else "separate"
        lines.append(
            f"{number}. {counted(len(one.moves), 'move')} {verb} {pieces_named(larger)} from "
            f"{pieces_named(smaller)}"
        )
    lines.append("")
    tiles = [
        f"{name}: piece {at}" + (f" ({tile})" if tile and tile != name else "")
        for at, (name, tile) in enumerate(
            zip(names, (one.tile.name for one in arrangement.placements), strict=True)
        )
    ]
    lines += [", ".join(tiles[at : at + 4]) for at in range(0, len(tiles), 4)]
    step = min(6.5, (y - 8 - _MARGIN) / len(lines))
    for at, line in enumerate(lines, 1):
        pages.text(line, _MARGIN, y - 6 - at * step, high=0.45 * step)


def _names(arrangement: Arrangement) -> list[str]:
    """Return a short name for each piece."""
    names = [placement.tile.name for placement in arrangement.placements]
    if len(set(names)) == len(names) and all(0 < len(name) <= _LONGEST for name in names):
        return names
    return [_letters(at) for at in range(len(names))]


def _letters(number: int) -> str:
    """Return A to Z, then AA and so on.

    >>> _letters(0), _letters(25), _letters(26), _letters(702)
    ('A', 'Z', 'AA', 'AAA')
    """
    rest, last = divmod(number, 26)
    return (_letters(rest - 1) if rest else "") + ascii_uppercase[last]


def _parts(disassembly: Disassembly) -> Iterator[Disassembly]:
    yield disassembly
    for part in disassembly.parts:
        yield from _parts(part)


def _places(disassembly: Disassembly) -> Iterator[tuple[int, int, int]]:
    """Yield for each move its separation, the number of moves before this one, and its moves."""
    first = 0
    separations = (one for one in _parts(disassembly) if one.moves)
    for number, one in enumerate(separations, 1):
        for _ in one.moves:
            yield number, first, len(one.moves)
        first += len(one.moves)


def _fitting(pictures: Sequence[str], wide: float, high: float) -> float:
    """Return the length of a pixel with which all pictures fit into a field, in millimeters."""
    sizes = [size_of(picture) for picture in pictures]
    scale = min(min(wide / across, high / down) for across, down in sizes)
    return min(scale, _LARGEST / _PIXELS)


def _centered(pages: Pages, picture: str, middle: float, *, scale: float) -> None:
    across, down = (length * scale for length in size_of(picture))
    pages.paths(picture, (pages.width - across) / 2, middle - down / 2, scale=scale)
