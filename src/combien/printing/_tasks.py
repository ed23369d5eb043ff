"""What a handout of a board says: the task, the rules, the pieces to cut out, the number of ways.

Each sentence follows from the problem, or from a count that was made: how often pieces may be used
and how they may be turned decides what the number of ways is.  A rule that paper cannot state, such
as colors that must match, is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from combien._base.checks import did_you_mean
from combien._french.paper import HANDOUT
from combien.drawing._content import Text
from combien.drawing._picture import Picture
from combien.errors import BadPicture
from combien.printing._pieces import Piece
from combien.printing._sheets import picture_of
from combien.printing._surface import is_flat
from combien.tilings._draw import cell_by_cell, drawn
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

Model = TilingProblem | PackingProblem

ENGLISH = {
    "cover": "Cut out the pieces and cover the board.",
    "place": "Cut out the pieces and place them on the board.",
    "build": "Build the pieces and fill the board; both are drawn layer by layer.",
    "fill": "Build the pieces and place them on the board; both are drawn layer by layer.",
    "try cover": "Cut out the pieces and try to cover the board.",
    "try place": "Cut out the pieces and try to place them on the board.",
    "try build": "Build the pieces and try to fill the board; both are drawn layer by layer.",
    "try fill": "Build the pieces and try to place them; all is drawn layer by layer.",
    "why": "Can it be done? Why?",
    "spare": "You need not use all pieces.",
    "turned, flipped": "Pieces may be turned and flipped.",
    "turned": "Pieces may be turned, but not flipped.",
    "fixed": "Pieces may not be turned or flipped.",
    "solid turned": "Pieces may be turned.",
    "solid turned, flipped": "Pieces may be turned, and built as their mirror images.",
    "solid fixed": "Pieces may not be turned.",
    "mixed": "Pieces may be turned and flipped, except where they say otherwise.",
    "solid mixed": "Pieces may be turned, except where they say otherwise.",
    "only turned": "do not flip",
    "only turned, flipped": "or its mirror image",
    "only fixed": "do not turn or flip",
    "only other": "only some turns",
    "holes": "Cells may stay empty.",
    "holes from": "Cells to leave empty: at least {low}.",
    "holes to": "Cells to leave empty: at most {high}.",
    "holes of": "Cells to leave empty: {low}.",
    "holes between": "Cells to leave empty: {low} to {high}.",
    "dots": "Only cells with a dot may stay empty.",
    "forced": "The pieces that are on the board stay there.",
    "fault-free": "No straight line may run between the pieces from one edge to the other.",
    "wraps": "The board wraps around: what leaves it at one edge comes back at another.",
    "one": "There is exactly one way.",
    "ways": "There are {ways} ways; those that are turned or mirrored count, too.",
    "solid one": "There is exactly one way to arrange the pieces.",
    "solid ways": "There are {ways} ways to arrange the pieces; those that are turned or mirrored "
    "count, too.",
    "moves": "Whether they can be put together like this is another question.",
    "twins": "Pieces of the same shape count as different if their colors are.",
    "at least": "use at least {low}",
    "needed": "must be used",
    "times": "{times} times",
    ",": ",",
}
WORDS = {"en": ENGLISH, "fr": HANDOUT}
# With more pieces, each is drawn once, with its number.
MOST_DRAWN = 150


@dataclass(frozen=True, slots=True)
class Sheet:
    """The task of a board, its picture, and its pieces, whose titles are what is below them."""

    task: str
    board: Picture
    pieces: tuple[Picture, ...]


def copies_of(model: Model) -> tuple[int, ...]:
    """Return for each tile how many copies suffice, whatever the solution is.

    >>> from combien import Region, Tile, TilingProblem
    >>> board = Region.box(8, 8) - Region([(0, 0), (7, 7)])
    >>> copies_of(TilingProblem(board, [Tile("**", symmetries="all", times="any")]))
    (31,)
    >>> tiles = [Tile("***", times=2), Tile("*", times=(0, 2)), Tile("**", times=(1, None))]
    >>> copies_of(TilingProblem(Region.box(4, 3), tiles))
    (2, 2, 3)

    A tile has no more copies than fit into the cells that the least numbers of the others leave,
    but at least its own.
    """
    cells = len(model.board)
    low_cells = sum(tile.times[0] * len(tile) for tile in model.tiles)
    found = []
    for tile in model.tiles:
        low, high = tile.times
        room = (cells - low_cells + low * len(tile)) // len(tile)
        found.append(max(low, room if high is None else min(high, room)))
    return tuple(found)


def refuse_unstated(model: Model) -> None:
    """Raise `BadPicture` for a problem with rules that a handout does not state."""
    if not isinstance(model, PackingProblem):
        return
    rules = {
        "paint on pieces": model.paints,
        "colors of cells": model.colors,
        "placements that are forbidden": model.forbidden,
    }
    for what, given in rules.items():
        if given:
            raise BadPicture(
                f"a handout cannot state the rules of this problem: it has {what}; choose other "
                "pages, such as solutions"
            )


def sheet_of(
    model: Model,
    *,
    language: str = "en",
    ways: int | None = None,
    possible: bool = True,
    fault_free: bool = False,
) -> Sheet:
    """Return what the handout of a problem has.

    >>> from combien import Region, Tile, TilingProblem
    >>> bars = TilingProblem(Region.box(2, 2), [Tile("**", symmetries="all", times="any")])
    >>> sheet = sheet_of(bars, ways=2)
    >>> print(sheet.task, len(sheet.pieces))
    Cut out the pieces and cover the board. Pieces may be turned and flipped. There are 2 ways; \
those that are turned or mirrored count, too. 2

    `ways` is the number of solutions if it is known, and `possible` whether there is one.  Raises
    `BadPicture` for rules that a handout does not state.
    """
    if language not in WORDS:
        hint = did_you_mean(str(language)[:40], WORDS)
        raise BadPicture(f"language is one of {', '.join(WORDS)}{hint}")
    refuse_unstated(model)
    words = WORDS[language]
    forced = model.forced if isinstance(model, PackingProblem) else ()
    solid = not is_flat(model.board.lattice.cover, model.board.dimension)
    turns = [_turns(tile, solid=solid) for tile in model.tiles]
    # What is left to place: the copies, and how many of them must be placed.
    copies, least = list(copies_of(model)), [tile.times[0] for tile in model.tiles]
    for number, _ in forced:
        copies[number] = max(0, copies[number] - 1)
        least[number] = max(0, least[number] - 1)
    used = [number for number, many in enumerate(copies) if many]
    kinds = {turns[number] for number in used}
    mixed = len(kinds) > 1 or "other" in kinds
    spare = _has_spare(model, copies, least)
    says = [
        words[("" if possible else "try ") + _doing(model, solid=solid)],
        *_holes(model, words),
        *[words["forced"]] * bool(forced),
        *[words["spare"]] * spare,
        words[("solid " if solid else "") + ("mixed" if mixed else kinds.pop() if kinds else "")]
        if used
        else "",
        *[words["fault-free"]] * fault_free,
        *[words["wraps"]] * (model.board.lattice.cover != model.board.lattice),
        *(_ways(model, ways, words, solid=solid) if possible else [words["why"]]),
    ]
    pieces = []
    together = sum(copies) <= MOST_DRAWN
    for number in used:
        tile, many = model.tiles[number], copies[number]
        notes = []
        if (
            mixed
            and turns[number] != "turned, flipped"
            and not (solid and turns[number] == "turned")
        ):
            notes.append(words[f"only {turns[number]}"])
        low = least[number]
        if spare and low:
            notes.append(words["needed" if low == many else "at least"].format(low=low))
        if not together and many > 1:
            notes.append(words["times"].format(times=_digits(many, words)))
        piece = picture_of(Piece(tile.region, tile.name, number))
        piece = replace(piece, title=", ".join(notes))
        pieces += [piece] * (many if together else 1)
    return Sheet(" ".join(filter(None, says)), _board(model), tuple(pieces))


def _doing(model: Model, *, solid: bool) -> str:
    """Return the key of what is to be done."""
    loose = isinstance(model, PackingProblem) and model.holes != (0, 0)
    if solid:
        return "fill" if loose else "build"
    return "place" if loose else "cover"


def _has_spare(model: Model, copies: Sequence[int], least: Sequence[int]) -> bool:
    """Return whether some pieces may, or must, be left over."""
    if not isinstance(model, PackingProblem) or model.holes == (0, 0):
        taken = sum(len(one) for _, one in getattr(model, "forced", ()))
        pairs = zip(model.tiles, copies, strict=True)
        return sum(len(tile) * many for tile, many in pairs) > len(model.board) - taken
    return any(low < many for low, many in zip(least, copies, strict=True))


def _holes(model: Model, words: dict[str, str]) -> list[str]:
    """Return how many cells stay empty."""
    if not isinstance(model, PackingProblem) or model.holes == (0, 0):
        return []
    low, high = model.holes
    most = len(model.board) if high is None else min(high, len(model.board))
    if low == most:
        key = "holes of"
    elif most >= len(model.may_be_holes):
        key = "holes from" if low else "holes"
    else:
        key = "holes between" if low else "holes to"
    said = words[key].format(low=_digits(low, words), high=_digits(most, words))
    dots = len(model.may_be_holes) < len(model.board) - sum(len(one) for _, one in model.forced)
    return [said, *[words["dots"]] * dots]


def _turns(tile: Tile, *, solid: bool) -> str:
    """Return how a piece may be turned; what is its own mirror image has the laxer rule."""
    region, allowed = tile.region, set(tile.orientations)
    lattice, dimension = region.lattice, region.dimension
    groups = {
        "turned, flipped": lattice.all(dimension),
        "turned": lattice.rotations(dimension),
    }
    # Paper is flipped, and solids are turned only.
    for name in ("turned", "turned, flipped") if solid else groups:
        if allowed == set(region.orientations(groups[name])):
            return name
    return "fixed" if len(allowed) == 1 else "other"


def _ways(model: Model, ways: int | None, words: dict[str, str], *, solid: bool) -> list[str]:
    """Return the number of ways, if it is known and not zero."""
    if not ways:
        return []
    kind, moves = ("solid ", [words["moves"]]) if solid else ("", [])
    if ways == 1:
        return [words[f"{kind}one"], *moves]
    shapes = [set(tile.orientations) for tile in model.tiles]
    twins = any(one & other for at, one in enumerate(shapes) for other in shapes[at + 1 :])
    said = words[f"{kind}ways"].format(ways=_digits(ways, words))
    return [said, *[words["twins"]] * twins, *moves]


def _digits(number: int, words: dict[str, str]) -> str:
    """Return a number with separators of thousands."""
    return f"{number:,}".replace(",", words[","])


def _board(model: Model) -> Picture:
    """Return the empty board, cell by cell, with the pieces that are there and dots."""
    board = model.board
    parts = [(cell, -1, "") for cell, _, _ in cell_by_cell(board)]
    if not isinstance(model, PackingProblem):
        return drawn(board, parts)
    placed = [(region, number, "") for number, region in model.forced]
    taken = {cell for region, _, _ in placed for cell in region}
    parts = [part for part in parts if part[0].cells[0] not in taken]
    picture = drawn(board, [*parts, *placed])
    free = len(board) - len(taken)
    if model.holes == (0, 0) or len(model.may_be_holes) == free:
        return picture
    may = set(model.may_be_holes)
    dots = []
    for patch, (region, _, _) in zip(picture.patches, parts, strict=False):
        if region.cells[0] in may:
            (polygon,) = patch.polygons
            middle = tuple(sum(spot[axis] for spot in polygon) / len(polygon) for axis in (0, 1))
            dots.append(Text(".", at=(middle[0], middle[1])))
    return replace(picture, marks=tuple(dots))
