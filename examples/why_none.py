"""Boards that cannot be tiled, and why: six classical puzzles, explained and drawn as text."""

from combien import Region, Tile, TilingProblem, explain


def tile(drawing: str, name: str = "") -> Tile:
    """Return a tile that may be rotated, reflected and used any number of times."""
    return Tile(drawing, symmetries="all", times="any", name=name)


CHESSBOARD = Region.box(8, 8)
PUZZLES = [
    TilingProblem(
        CHESSBOARD - Region([(0, 0), (7, 7)]), [tile("**")], name="dominoes, without two corners"
    ),
    TilingProblem(CHESSBOARD - Region([(0, 0)]), [tile("***")], name="bars, without a corner"),
    TilingProblem(Region.box(10, 10), [tile("****")], name="bars of four on 10 x 10"),
    TilingProblem(Region.box(6, 6), [tile("***\n.*.")], name="T tetrominoes on 6 x 6"),
    TilingProblem(
        Region.box(9, 7),
        [Tile("**\n**", times=(4, None), name="O"), tile("**\n*.", "L")],
        name="four squares or more, and L trominoes, on 9 x 7",
    ),
    TilingProblem(Region.box(5, 5), [tile(".*.\n***\n.*.", "X")], name="crosses on 5 x 5"),
]

for puzzle in PUZZLES:
    why = explain(puzzle)
    print(f"{puzzle.name}: {why.status}\n{why}")
    if why.picture is not None:
        print(why.picture.ascii())
    print()
