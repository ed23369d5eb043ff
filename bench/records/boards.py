"""Tilings of squares, rectangles and triangles by tiles in any number."""

from __future__ import annotations

from bench.records.record import Part, Record, whole
from combien.cover import Problem
from combien.geometry import Region
from combien.tilings import Tile, TilingProblem

DOMINO = ("**",)
TROMINOES = ("***", "**\n*.")


def free(drawings: tuple[str, ...]) -> list[Tile]:
    """Return tiles that may be turned and reflected."""
    return [Tile(drawing, symmetries="all", times="any") for drawing in drawings]


def square_tiles(largest: int) -> list[Tile]:
    return [Tile("\n".join(["*" * side] * side), times="any") for side in range(1, largest + 1)]


def squares(width: int, height: int) -> TilingProblem:
    return TilingProblem(Region.box(width, height), square_tiles(min(width, height)))


def v_tiles(side: int) -> list[Tile]:
    """Return V (2m+1)-ominoes in standard orientation, for 0 <= m < side."""
    return [
        Tile("\n".join(["*" + "." * m] * m + ["*" * (m + 1)]), times="any") for m in range(side)
    ]


def areas(side: int) -> TilingProblem:
    """Return a square with rectangles whose area is its side."""
    tiles = [
        Tile("\n".join(["*" * (side // height)] * height), times="any")
        for height in range(1, side + 1)
        if side % height == 0
    ]
    return TilingProblem(Region.box(side, side), tiles)


def triangle(side: int) -> Problem:
    """Return a triangle of hexagons with stones (three that meet) and bones (three in a row)."""
    cells = [(row, place) for row in range(side) for place in range(row + 1)]
    number = {cell: i for i, cell in enumerate(cells)}
    steps = ((0, 1), (1, 0), (1, 1))
    shapes = [((0, 0), step, (2 * step[0], 2 * step[1])) for step in steps]
    shapes += [((0, 0), (1, 0), (1, 1)), ((0, 0), (0, 1), (1, 1))]
    options = []
    for row, place in cells:
        for shape in shapes:
            covered = [(row + down, place + right) for down, right in shape]
            if number.keys() >= set(covered):
                options.append([number[cell] for cell in covered])
    return Problem.from_indices(options, items=len(cells))


def _free_squares(width: int, name: str) -> Record:
    def parts(n: int) -> list[Part]:
        return [Part(1, squares(width, n), "all")]

    title = f"tilings of a {width} X n rectangle by squares, up to symmetry"
    return Record(name, title, parts)


def _triangle_of_rectangles(name: str, drawings: tuple[str, ...]) -> Record:
    """Return a triangle T(k, n), 0 <= n <= k, read by rows."""

    def entry(index: int) -> list[Part]:
        row = 0
        while index > row:
            row += 1
            index -= row
        return [Part(1, TilingProblem(Region.box(row, index), free(drawings)) if index else None)]

    title = f"tilings of a k X n rectangle by {drawings!r}, rows k = 0, 1, ... with 0 <= n <= k"
    return Record(name, title, entry)


RECORDS = (
    _triangle_of_rectangles(
        "A352589",
        ("*", "**", "**\n**"),
    ),
    _triangle_of_rectangles(
        "A353877",
        ("*", "**", "**\n*."),
    ),
    _triangle_of_rectangles(
        "A353963",
        ("*", "**\n**", "**\n*."),
    ),
    _triangle_of_rectangles(
        "A354130",
        ("*", "**", "**\n**", "**\n*."),
    ),
    Record(
        "A347800",
        "tilings of an n X n square by squares of area > 1",
        whole(lambda n: TilingProblem(Region.box(n, n), square_tiles(n)[1:])),
    ),
    _free_squares(
        6,
        "A359022",
    ),
    _free_squares(
        8,
        "A359024",
    ),
    _free_squares(9, "A359025"),
    _free_squares(10, "A359026"),
    Record(
        "A322495",
        "tilings of an n X n square by V (2m+1)-ominoes in standard orientation",
        whole(lambda n: TilingProblem(Region.box(n, n), v_tiles(n))),
    ),
    Record(
        "A377309",
        "tilings of a triangle of hexagons with side n by stones and bones",
        whole(triangle),
    ),
    Record(
        "A182106",
        "tilings of an n X n square by rectangles with area n",
        whole(areas),
    ),
    Record(
        "A270071",
        "tilings of an n X n square by monominoes and trominoes",
        whole(lambda n: TilingProblem(Region.box(n, n), free(("*", *TROMINOES)))),
    ),
    Record(
        "A364504",
        "tilings of an n X n square by dominoes and trominoes",
        whole(lambda n: TilingProblem(Region.box(n, n), free(DOMINO + TROMINOES))),
        errata=tuple(range(4, 13)),
    ),
)
