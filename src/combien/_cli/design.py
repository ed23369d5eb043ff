"""`combien design`: boards with one tiling, sets of pieces, and packings of rectangles."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from combien._cli._shared.declare import argument, command, option
from combien._cli._shared.files import Loaded
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.options import CommonOptions, common_options, with_options
from combien._cli._shared.pictures import PictureOptions, picture_options
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import print_json
from combien._cli.count import count_loaded
from combien._cli.solve import SolveOptions, solve_loaded
from combien.design import piece_sets, rectangle_packing, unique_boards
from combien.errors import BadInput
from combien.geometry import Region
from combien.tilings import Tile, TilingProblem
from combien.tilings._names import set_named, tiles_named
from combien.tilings._names import sets as known_sets

if TYPE_CHECKING:
    from combien.design import BoardSearch, SetSearch
    from combien.geometry import Region
    from combien.tilings import Tile


# The most solutions that --solutions and --hardness have as bounds.
MOST = 2**62


class Bounds(click.ParamType[tuple[int, int | None]]):
    """A number such as 1, or bounds such as 1..8 or 1000.. (no upper bound)."""

    name = "bounds"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int | None]:
        if isinstance(value, tuple):
            return value
        low, dots, high = str(value).partition("..")
        known = [word for word in (low, high) if word]
        if not low or not all(w.isascii() and w.isdigit() and len(w) < 19 for w in known):
            self.fail(f"{str(value)[:40]!r}: expected a number or bounds, such as 1, 1..8 or 100..")
        return int(low), int(high) if high else None if dots else int(low)


@command()
@argument("BOARD")
@argument("TILES...", into="names")
@option("--holes N", "The cells to remove.", required=True)
@option("--times N", "Use each tile this many times.")
@option("-n N", "The boards to find.", into="number", shown=1)
@option("--seed N", "Search at random; without, try all in order.")
@common_options(without=("--engine",))
def boards(
    common: CommonOptions,
    board: str,
    names: tuple[str, ...],
    holes: int,
    times: int | None,
    number: int,
    seed: int | None,
) -> Exit:
    """Find which cells to remove from BOARD so that TILES cover the rest in exactly one way.

    BOARD is a size (8x8) or a drawing ('***/***').  TILES are sets (pentominoes) and tiles
    (L-tromino), each used once, or --times.  -n 0 finds all boards, up to symmetry.

    Examples
    --------
    combien design boards 4x4 L-tromino --times 5 --holes 1 -n 0
    combien design boards 5x4 L-tetromino --times 4 --holes 4 --seed 1
    """
    problem = TilingProblem(_board(board), _tiles(names, times))
    with Bar() as bar:
        found = unique_boards(
            problem,
            holes=holes,
            limit=number or None,
            seed=seed,
            budget=common.budget,
            report=bar,
        )
    return _print_boards(found, number, json=common.json, verbose=common.verbose)


def _print_boards(found: BoardSearch, number: int, *, json: bool, verbose: bool) -> Exit:
    if json:
        print_json(
            {
                "boards": [
                    {"holes": [list(cell) for cell in one.holes], "tiling": str(one.tiling)}
                    for one in found.boards
                ],
                "tried": found.tried,
                "nodes": found.spent,
                "complete": found.complete,
                "fewest": found.fewest,
            }
        )
    else:
        sys.stdout.write("\n".join(f"{one.tiling}\n" for one in found.boards))
    # Without a seed, tilings are counted up to two.
    others = not found.boards and found.fewest is not None
    fewest = f", and those with tilings have {found.fewest} or more" * others
    of = f"{found.tried} boards up to symmetry{fewest}"
    return finish(len(found.boards), of, number, complete=found.complete, verbose=verbose)


@command()
@argument("BOARD")
@argument("TILES...", into="names")
@option(
    "--solutions N|A..B", "The number of tilings, not up to symmetry.", type=Bounds(), shown="1"
)
@option(
    "--hardness A..B", "The nodes that the engine takes to count them.", type=Bounds(), shown="0.."
)
@option("--times N", "Use each tile up to this many times.")
@option("-n N", "The sets to find.", into="number", shown=1)
@option("--seed N", "Search at random; without, try all in order.")
@common_options()
def sets(
    common: CommonOptions,
    board: str,
    names: tuple[str, ...],
    solutions: tuple[int, int | None],
    hardness: tuple[int, int | None],
    times: int | None,
    number: int,
    seed: int | None,
) -> Exit:
    """Find sets of pieces among TILES that tile BOARD in a given number of ways.

    BOARD and TILES are as in `combien design boards`; each tile is at most once in a set, or
    --times.  --hardness 1000..5000 asks for sets that take the engine (bits by default) this
    many nodes.  -n 0 finds all sets.

    Examples
    --------
    combien design sets 5x4 pentominoes --solutions 1..4 -n 3
    combien design sets 5x5 pentominoes --solutions 1..8 --hardness 150.. --seed 1
    """
    with Bar() as bar:
        found = piece_sets(
            _board(board),
            _tiles(names, times),
            solutions=solutions,
            hardness=hardness,
            engine="bits" if common.engine == "auto" else common.engine,
            limit=number or None,
            seed=seed,
            budget=common.budget,
            report=bar,
        )
    return _print_sets(found, number, json=common.json, verbose=common.verbose)


def _print_sets(found: SetSearch, number: int, *, json: bool, verbose: bool) -> Exit:
    if json:
        print_json(
            {
                "sets": [
                    {
                        "tiles": list(one.names),
                        "count": str(one.solutions),
                        "nodes": one.hardness,
                        "tiling": str(one.tiling),
                    }
                    for one in found.sets
                ],
                "tried": found.tried,
                "nodes": found.spent,
                "complete": found.complete,
            }
        )
    else:
        sys.stdout.write(
            "\n".join(
                f"{' '.join(one.names)}: {one.solutions} solutions, {one.hardness} nodes\n"
                f"{one.tiling}\n"
                for one in found.sets
            )
        )
    of = f"{found.tried} sets"
    return finish(len(found.sets), of, number, complete=found.complete, verbose=verbose)


def finish(found: int, of: str, number: int, *, complete: bool, verbose: bool) -> Exit:
    """Print how many a search found, unless it is as many as wanted; return its exit code."""
    enough = bool(number) and found >= number
    if verbose or not enough:
        print_message(f"{found} found of {of}{': these are all' if complete else ''}")
    if enough or (complete and found):
        return Exit.ANSWERED
    return Exit.NONE if complete else Exit.UNKNOWN


def _board(text: str) -> Region:
    """Parse a board: a size, or a drawing with / between its lines."""
    if "*" in text:
        return Region.from_art(text.replace("/", "\n"))
    sides = text.split("x")
    if len(sides) != 2 or not all(side.isascii() and side.isdigit() for side in sides):
        raise BadInput(
            f"board {text[:40]!r}: expected a size such as 8x8, or a drawing such as '***/***'"
        )
    return Region.box(*(int(side[:9]) for side in sides))


def _tiles(names: tuple[str, ...], times: int | None) -> list[Tile]:
    """Return the tiles of these names, each used once or `times` times."""
    found: list[Tile] = []
    for name in names:
        if name in known_sets(dimension=2):
            found += set_named(name)
        else:
            found += tiles_named(name)
    return [
        Tile(
            tile.region,
            symmetries=tile.symmetries,
            times=1 if times is None else times,
            name=tile.name,
        )
        for tile in found
    ]


MOST_TIMES = 1_000_000


@command()
@argument("BOX")
@argument("WxH...", into="sides")
@option("--no-rotate", "Rectangles may not be rotated.")
@option("--count", "Count the packings.", into="count_only")
@with_options("-n", "--resume")
@common_options()
@picture_options
def rectangles(
    common: CommonOptions,
    drawn: PictureOptions,
    box: str,
    sides: tuple[str, ...],
    no_rotate: bool,
    count_only: bool,
    number: int,
    resume: str,
) -> Exit:
    """Place rectangles in BOX, all of them; cells that they do not cover stay empty.

    The box and the rectangles are sizes such as 8x6; 3x3*4 are four equal ones.

    Examples
    --------
    combien design rectangles 33x32 18x18 15x15 14x14 10x10 9x9 8x8 7x7 4x4 1x1
    combien design rectangles 10x7 5x3 5x4 4x4 3x5 --no-rotate --count
    combien design rectangles 8x6 3x3*3 2x5*2 --svg packing.svg
    """
    wanted = SolveOptions(drawn, number, resume=resume)
    if not count_only:
        wanted.check(common)
    given = [pair for text in sides for pair in _pairs(text)]
    (size,) = _pairs(box)
    problem = rectangle_packing(*size, given, rotate=not no_rotate)
    loaded = Loaded(problem.name, problem)
    again = ("combien", "design", "rectangles", box, *sides, *["--no-rotate"] * no_rotate)
    if count_only:
        return count_loaded(
            common,
            loaded,
            explain=False,
            up_to="none",
            resume=resume,
            again=(*again, "--count"),
        )
    return solve_loaded(common, loaded, wanted, again=again)


def _pairs(text: str) -> list[tuple[int, int]]:
    """Parse WxH or WxH*N."""
    size, star, times = text.partition("*")
    numbers = [*size.split("x"), times if star else "1"]
    if len(numbers) != 3 or not all(n.isascii() and n.isdigit() and len(n) < 10 for n in numbers):
        raise BadInput(f"{text[:40]!r}: expected a size such as 3x2, or 3x2*4 for four of them")
    width, height, number = map(int, numbers)
    if not 1 <= number <= MOST_TIMES:
        raise BadInput(f"{text[:40]!r}: expected 1 to {MOST_TIMES:,} rectangles")
    return [(width, height)] * number
