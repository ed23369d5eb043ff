"""Questions of the page, from JSON to models, and a drawn board as a script and as Python.

A question may come from a stranger: a link can contain anything.  All numbers, lengths and names
are checked before any geometry is built.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from combien._base.checks import short_repr
from combien._wording import Statement
from combien.errors import BadInput
from combien.geometry._cell import Cell
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._region import Region
from combien.tilings._english import named_tile
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._paint import Paint
from combien.tilings._tile import SYMMETRIES, Symmetries, Tile, Times
from combien.tilings._tiling import TilingProblem
from combien.web._page import page_english

VERSION = 1
MOST_BYTES = 64_000
MOST_CELLS = 4096
MOST_PIECES = 200
MOST_PIECE_CELLS = 256
FARTHEST = 1000
MOST_TIMES = 4096
# Cells in all placements, expected from the sizes: building them takes a few seconds.
MOST_COVERED = 10_000_000
MOST_NAME = 40
# Of an address in a code, of 105 rows; the page has the same (files.js).
MOST_LINK = 1000
# The seconds of a question that names none; the page has the same (host_wasm.js).
USUAL_SECONDS = 10.0

# By their names on the page, which draws these.
LATTICES: dict[str, Lattice] = {"square": SQUARE, "hexagons": HEXAGONS, "triangles": TRIANGLES}
CUBES = "cubes"
# Colors of cells are letters, and this one is none; the page has the same (state.js).
COLORS = "abcdefgh"
PLAIN = "."


class BadQuestion(BadInput):
    """A question does not follow the protocol; `code` is one word for programs.

    What users of the page can cause is a statement, which the page has in other languages.

    >>> BadQuestion("too-large", Statement("too-large")).statement
    Statement('too-large')
    """

    def __init__(self, code: str, message: str | Statement) -> None:
        self.code = code
        self.statement = message if isinstance(message, Statement) else None
        super().__init__(message if isinstance(message, str) else page_english(message))


@dataclass(frozen=True, slots=True)
class Rules:
    """What makes a drawn board a packing: cells that may stay empty, and colors of cells.

    `paints` has the colors of pieces by their numbers on the page, with cells at the origin.
    """

    optional: tuple[Cell, ...]
    colors: Mapping[Cell, str]
    paints: Mapping[int, Mapping[Cell, str]]
    allowed: tuple[tuple[str, str], ...] | None

    def packing(
        self,
        board: Region,
        pieces: Sequence[Tile],
        numbers: Sequence[int],
        pinned: Sequence[tuple[int, Sequence[Cell]]] = (),
    ) -> PackingProblem:
        """Return the packing of a board by the pieces with these numbers.

        >>> rules = Rules(((2, 0),), {(0, 0): "a"}, {0: {(0, 0): "a"}}, None)
        >>> packing = rules.packing(Region.box(3, 1), [Tile("**", symmetries="all")], [0])
        >>> packing.problem().option_count, packing.may_be_holes
        (5, ((2, 0),))
        """
        place = {number: tile for tile, number in enumerate(numbers)}
        like = Region(self.optional, dimension=board.dimension, lattice=board.lattice)
        return PackingProblem(
            TilingProblem(board, [pieces[number] for number in numbers]),
            optional=like if self.optional else None,
            forced=[
                (place[number], Region(cells, lattice=board.lattice)) for number, cells in pinned
            ],
            paints={
                place[number]: Paint(cells=paint)
                for number, paint in self.paints.items()
                if number in place
            },
            colors=self.colors,
            allowed=self.allowed,
        )


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn board with its pieces, some of them pinned.

    `model` is the problem that is left: the board without the pinned cells, and the pieces that may
    still be used; `numbers` has the number on the page of each of its tiles.  `pinned` are (piece,
    cells).  `unused` are the numbers of the pieces that are set to zero times.  The model is None
    if nothing is left to cover.  With `rules`, the model is a packing of the whole board in which
    the pinned placements are forced.
    """

    model: TilingProblem | PackingProblem | None
    numbers: tuple[int, ...]
    pinned: tuple[tuple[int, tuple[Cell, ...]], ...]
    board: Region
    pieces: tuple[Tile, ...]
    unused: frozenset[int] = frozenset()
    rules: Rules | None = None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The pieces without the unused ones."""
        return tuple(self.pieces[number] for number in self.used)

    @property
    def used(self) -> tuple[int, ...]:
        """The numbers of the pieces without the unused ones."""
        return tuple(number for number in range(len(self.pieces)) if number not in self.unused)

    def whole(self) -> TilingProblem | PackingProblem:
        """Return the problem without the pins.  Requires a piece that is used."""
        if self.rules is None:
            return TilingProblem(self.board, self.tiles)
        return self.rules.packing(self.board, self.pieces, self.used)


def read_question(text: str | bytes) -> dict[str, Any]:
    """Return the object of a question after checking its size, version and id.

    >>> read_question('{"v": 1, "id": 7, "ask": ["first"]}')["id"]
    7
    >>> read_question("[]")
    Traceback (most recent call last):
    ...
    combien.web._reading.BadQuestion: a question is a JSON object
    """
    if len(text) > MOST_BYTES:
        raise BadQuestion("too-long", Statement("too-long", most=MOST_BYTES))
    try:
        question = json.loads(text)
    except (ValueError, RecursionError):
        raise BadQuestion("not-json", "the question is not valid JSON") from None
    if not isinstance(question, dict):
        raise BadQuestion("not-json", "a question is a JSON object")
    if question.get("v") != VERSION:
        raise BadQuestion("version", Statement("reload", version=VERSION))
    if not _whole(question.get("id"), least=0, most=2**53):
        raise BadQuestion("id", "the id of a question is a whole number from 0 to 2^53")
    return question


def read_drawn(question: Mapping[str, Any]) -> Drawn:
    """Return the board and the pieces of a question.

    >>> drawn = read_drawn(
    ...     {
    ...         "board": {"lattice": "square", "cells": [[0, 0], [1, 0], [2, 0]]},
    ...         "pieces": [{"name": "I", "cells": [[0, 0], [1, 0]], "times": "any"}],
    ...         "fixed": [{"piece": 0, "cells": [[0, 0], [1, 0]]}],
    ...     }
    ... )
    >>> drawn.model
    <TilingProblem: 1 cell, 1 tile>
    >>> drawn.pinned
    ((0, ((0, 0), (1, 0))),)

    Raises `BadQuestion`.
    """
    board = question.get("board")
    if not isinstance(board, dict):
        raise BadQuestion("board", "the board is an object with a lattice and cells")
    name = str(board.get("lattice", "square"))
    lattice = SQUARE if name == CUBES else LATTICES.get(name)
    if lattice is None:
        raise BadQuestion("lattice", f"the lattice is one of {', '.join([*LATTICES, CUBES])}")
    axes = 3 if name == CUBES else lattice.axes or 2
    cells = read_cells(board.get("cells"), "the board", lattice, axes, most=MOST_CELLS)
    region = Region(cells, lattice=lattice)
    pieces, unused = _pieces(question.get("pieces"), lattice, axes)
    if len(region) * sum(len(p) * len(p.symmetries.elements) for p in pieces) > MOST_COVERED:
        raise BadQuestion("too-large", Statement("too-large"))
    rules = _rules(question, cells, region)
    pinned = _pinned(question.get("fixed", []), region, pieces)
    taken = [cell for _, held in pinned for cell in held]
    left = region - Region(taken, lattice=lattice) if taken else region
    numbers, tiles = [], []
    for number, piece in enumerate(pieces):
        bounds = (0, 0) if number in unused else piece.times
        times = _less(bounds, sum(used == number for used, _ in pinned))
        if times is None:
            tile = named_tile(number + 1, piece.name)
            raise BadQuestion("fixed", Statement("pinned-too-often", tile=tile))
        if times[1] != 0:
            numbers.append(number)
            tiles.append(
                Tile(piece.region, symmetries=piece.symmetries, times=times, name=piece.name)
            )
    if rules is None:
        model = TilingProblem(left, tiles) if left and tiles else None
        return Drawn(model, tuple(numbers), pinned, region, pieces, unused)
    used = [number for number in range(len(pieces)) if number not in unused]
    packing = rules.packing(region, pieces, used, pinned) if used else None
    return Drawn(packing, tuple(used), pinned, region, pieces, unused, rules)


def _pieces(given: object, lattice: Lattice, axes: int) -> tuple[tuple[Tile, ...], frozenset[int]]:
    """Return the pieces, and the numbers of those that are used zero times, which no tile is."""
    if not isinstance(given, list) or len(given) > MOST_PIECES:
        raise BadQuestion("pieces", f"the pieces are a list of at most {MOST_PIECES}")
    tiles, unused = [], set()
    for number, piece in enumerate(given):
        what = f"piece {number}"
        if not isinstance(piece, dict):
            raise BadQuestion("pieces", f"{what} is an object with cells")
        name = piece.get("name", "")
        if not isinstance(name, str) or len(name) > MOST_NAME:
            raise BadQuestion("pieces", f"{what}: a name has at most {MOST_NAME} letters")
        symmetries: Symmetries = piece.get("symmetries", "all")
        if symmetries not in SYMMETRIES:
            raise BadQuestion("pieces", f"{what}: symmetries are one of {', '.join(SYMMETRIES)}")
        cells = read_cells(piece.get("cells"), what, lattice, axes, most=MOST_PIECE_CELLS)
        times = _times(piece.get("times", 1), what)
        if times == (0, 0):
            unused.add(number)
            times = "any"
        region = Region(cells, lattice=lattice)
        tiles.append(Tile(region, symmetries=symmetries, times=times, name=name))
    return tuple(tiles), frozenset(unused)


def _rules(question: Mapping[str, Any], cells: Sequence[Cell], region: Region) -> Rules | None:
    """Return the rules of a question whose board has these cells; None if they change nothing."""
    board, axes = question["board"], region.dimension
    optional: tuple[Cell, ...] = ()
    if board.get("optional"):
        what = "what may stay empty"
        given = read_cells(board["optional"], what, region.lattice, axes, most=MOST_CELLS)
        if not all(cell in region for cell in given):
            raise BadQuestion("cells", "what may stay empty is a part of the board")
        optional = tuple(given)
    colors = _colors(board, cells, "the board")
    paints = {}
    for number, piece in enumerate(question["pieces"]):
        own = [tuple(cell) for cell in piece["cells"]]
        if paint := _colors(piece, own, f"piece {number}"):
            home = region.lattice.home(Region(own, lattice=region.lattice).low)
            paints[number] = {tuple(map(int.__add__, c, home)): at for c, at in paint.items()}
    allowed = _pairs(question.get("allowed"))
    return Rules(optional, colors, paints, allowed) if optional or paints else None


def _colors(given: Mapping[str, Any], cells: Sequence[Cell], what: str) -> dict[Cell, str]:
    """Return the colors of the cells that have one."""
    text = given.get("colors", PLAIN * len(cells))
    if not isinstance(text, str) or len(text) != len(cells) or set(text) - {*COLORS, PLAIN}:
        raise BadQuestion(
            "colors",
            f"{what}: colors are a text with a letter from {COLORS[0]} to {COLORS[-1]} for each "
            f"cell, or {PLAIN!r}",
        )
    return {cell: color for cell, color in zip(cells, text, strict=True) if color != PLAIN}


def _pairs(given: object) -> tuple[tuple[str, str], ...] | None:
    """Return the pairs of colors that go together: of a piece, and of the board."""
    if given is None:
        return None
    if not isinstance(given, list) or not all(
        isinstance(pair, str) and len(pair) == 2 and set(pair) <= set(COLORS) for pair in given
    ):
        raise BadQuestion("allowed", "allowed is a list of pairs of colors, such as 'ab'")
    return tuple((pair[0], pair[1]) for pair in given)


def _times(given: object, what: str) -> Times:
    if given == "any":
        return "any"
    if _whole(given, least=0, most=MOST_TIMES):
        return int(str(given)), int(str(given))
    if isinstance(given, list) and len(given) == 2:
        low, high = given
        if _whole(low, least=0, most=MOST_TIMES) and (
            high is None or _whole(high, least=low, most=MOST_TIMES)
        ):
            return low, high
    raise BadQuestion(
        "pieces", f'{what}: times are "any", a whole number, or [least, most] (most may be null)'
    )


def _less(times: tuple[int, int | None], used: int) -> tuple[int, int | None] | None:
    """Return the remaining bounds after some uses; None if there were too many uses."""
    low, high = times
    if high is not None and used > high:
        return None
    return max(0, low - used), None if high is None else high - used


def _pinned(
    given: object, board: Region, pieces: Sequence[Tile]
) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    if not isinstance(given, list) or len(given) > MOST_CELLS:
        raise BadQuestion("fixed", "the pinned placements are a list")
    pinned: list[tuple[int, tuple[Cell, ...]]] = []
    taken: set[Cell] = set()
    for one in given:
        if not isinstance(one, dict) or not _whole(one.get("piece"), least=0, most=len(pieces) - 1):
            raise BadQuestion("fixed", "a pinned placement has the number of a piece, and cells")
        cells = read_cells(
            one.get("cells"),
            "a pinned piece",
            board.lattice,
            board.dimension,
            most=MOST_PIECE_CELLS,
        )
        placed = Region(cells, lattice=board.lattice)
        tile = pieces[one["piece"]]
        if not all(cell in board and cell not in taken for cell in placed):
            raise BadQuestion("fixed", Statement("pinned-outside"))
        shapes = {shape.at_origin() for shape in tile.orientations}
        if placed.at_origin() not in shapes:
            raise BadQuestion("fixed", Statement("pinned-shape"))
        taken.update(placed)
        pinned.append((one["piece"], tuple(placed)))
    return tuple(pinned)


def read_cells(given: object, what: str, lattice: Lattice, axes: int, *, most: int) -> list[Cell]:
    """Return the cells of a question after checking their number and that the lattice has them."""
    if not isinstance(given, list) or not 1 <= len(given) <= most:
        raise BadQuestion("cells", f"{what} has 1 to {most} cells")
    cells: list[Cell] = []
    for cell in given:
        if (
            not isinstance(cell, list)
            or len(cell) != axes
            or not all(_whole(at, least=-FARTHEST, most=FARTHEST) for at in cell)
        ):
            raise BadQuestion(
                "cells",
                f"{what}: {short_repr(cell)} is not a cell: expected {axes} whole numbers from "
                f"-{FARTHEST} to {FARTHEST}",
            )
        cells.append(tuple(cell))
    if not all(map(lattice.has, cells)):
        raise BadQuestion("cells", f"{what} has a cell that its lattice does not have")
    return cells


def _whole(given: object, *, least: int, most: int) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and least <= given <= most


_SYMMETRIES = {"none": "", "rotations": " ~rot", "all": " ~sym"}


def code_of(link: object) -> list[str]:
    """Return the QR code of an address as rows of 0 and 1; no rows where segno is missing.

    >>> len(code_of("https://example.org/#1.Wz"))
    25
    """
    given = link if isinstance(link, str) and link.isascii() else ""
    if not given.startswith(("https://", "http://")) or len(given) > MOST_LINK:
        raise BadQuestion("link", f"link is an address of up to {MOST_LINK} characters")
    try:
        import segno  # Optional dependency.
    except ImportError:
        return []
    code = segno.make(given, error="l", micro=False, boost_error=False)
    return ["".join(map(str, row)) for row in code.matrix]


def cmb_of(drawn: Drawn) -> str | None:
    """Return the script of a board on squares, without its pins; None for others and packings.

    >>> board = Region.box(3, 2)
    >>> tiles = (Tile("**", symmetries="all", times="any"), Tile("*\\n*", times=(0, 2)))
    >>> print(cmb_of(Drawn(None, (), (), board, tiles)))
    pattern board = {
      ***
      ***
    }
    tiles pieces = [
      { ** } ~sym,
      { * $ * } ~times 0..2
    ]
    problem drawn = board pieces
    count frontier drawn
    <BLANKLINE>
    """
    if drawn.board.lattice != SQUARE or drawn.board.dimension != 2 or drawn.rules is not None:
        return None
    rows = "".join(f"  {row}\n" for row in _art(drawn.board))
    pieces = ",\n".join(
        f"  {{ {' $ '.join(_art(tile.region))} }}{_use(tile)}{_turns(tile)}" for tile in drawn.tiles
    )
    return (
        f"pattern board = {{\n{rows}}}\ntiles pieces = [\n{pieces}\n]\n"
        "problem drawn = board pieces\ncount frontier drawn\n"
    )


def python_of(drawn: Drawn) -> str:
    """Return a Python program that counts the tilings of a board, without its pins.

    >>> print(python_of(Drawn(None, (), (), Region.box(2, 1), (Tile("**", name="I"),))))
    import combien
    <BLANKLINE>
    board = combien.Region([(0, 0), (1, 0)])
    tiles = [
        combien.Tile(combien.Region([(0, 0), (1, 0)]), symmetries='none', times=(1, 1), name='I'),
    ]
    print(combien.count(combien.TilingProblem(board, tiles)))
    <BLANKLINE>
    """
    lattice = drawn.board.lattice
    more = "" if lattice == SQUARE else f", lattice={lattice.name.upper()}"
    imports = "" if lattice == SQUARE else f"from combien.geometry import {lattice.name.upper()}\n"
    lines = [
        f"    combien.Tile(combien.Region({sorted(tile.region.cells)}{more}), "
        f"symmetries={symmetries_name(tile)!r}, times={tile.times}, name={tile.name!r}),"
        for tile in drawn.tiles
    ]
    problem = "combien.TilingProblem(board, tiles)"
    if drawn.rules is not None:
        rules = drawn.rules
        optional = f"combien.Region({sorted(rules.optional)}{more})" if rules.optional else None
        paints = ", ".join(
            f"{tile}: combien.Paint(cells={dict(rules.paints[number])})"
            for tile, number in enumerate(drawn.used)
            if number in rules.paints
        )
        problem = (
            f"combien.PackingProblem(\n    {problem},\n    optional={optional},\n"
            f"    paints={{{paints}}},\n    colors={dict(rules.colors)},\n"
            f"    allowed={None if rules.allowed is None else list(rules.allowed)},\n)"
        )
    return "\n".join(
        [
            "import combien",
            f"{imports}",
            f"board = combien.Region({sorted(drawn.board.cells)}{more})",
            "tiles = [",
            *lines,
            "]",
            f"print(combien.count({problem}))",
            "",
        ]
    )


def _art(region: Region) -> list[str]:
    """Return the rows of a drawing, the top one first."""
    (left, bottom), (right, top) = region.low, region.high
    return [
        "".join("*" if (x, y) in region else "." for x in range(left, right + 1))
        for y in range(top, bottom - 1, -1)
    ]


def _use(tile: Tile) -> str:
    low, high = tile.times
    if (low, high) == (0, None):
        return ""
    if (low, high) == (1, 1):
        return " ~one"
    if low == high:
        return f" ~times {low}"
    return f" ~times {low}..{'' if high is None else high}"


def symmetries_name(tile: Tile) -> Literal["none", "rotations", "all"]:
    """Return the name of a tile's symmetries, as the page gave it."""
    order = len(tile.symmetries.elements)
    if order == 1:
        return "none"
    return "all" if len(tile.symmetries.without_reflections().elements) < order else "rotations"


def _turns(tile: Tile) -> str:
    return _SYMMETRIES[symmetries_name(tile)]
