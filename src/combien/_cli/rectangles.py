"""`combien rectangles`: which rectangles some polyominoes tile, and which are prime."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from combien import rectangles as questions
from combien._cli._shared.declare import argument, command, option
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.options import CommonOptions, common_options
from combien._cli._shared.picture_files import NumberedFile
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import print_json
from combien.tilings._names import tiles_named

if TYPE_CHECKING:
    from combien.rectangles import (
        AllPrimes,
        CommonMultiple,
        Decision,
        Heesch,
        Lengths,
        Period,
        Rectangles,
        Reptile,
    )
    from combien.tilings import Tile, Tiling


# Without --most.
MOST_CELLS, MOST_CORONAS = 60, 4


class Sides(click.ParamType[tuple[int, int]]):
    """A width and a height, such as 20x20."""

    name = "sides"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value[0], value[1]
        sides = str(value).split("x")
        if len(sides) != 2 or not all(side.isascii() and side.isdigit() for side in sides):
            self.fail(f"{str(value)[:40]!r}: expected a width and a height, such as 20x20")
        return int(sides[0][:9]), int(sides[1][:9])


@command()
@argument("TILES...", into="names")
@option("--to WxH", "The size of the table.", type=Sides(), shown="20x20")
@option("--fixed", "Tiles may not be rotated or reflected.")
@option("--strip W", "Instead of a table, all n such that W x n is tileable.", type=int)
@option("--all-primes", "Find all primes, and prove that there are no others.")
@option(
    "--widest W", "With --all-primes, search the strips of up to this width.", type=int, shown=10
)
@option(
    "--reptile", "Find the smallest enlarged copy of a tile that it tiles, up to 10 times as large."
)
@option(
    "--common", "Find the smallest region that each of two tiles covers.", into="common_multiple"
)
@option(
    "--torus", "Find the smallest torus that the tiles cover: a period of a tiling of the plane."
)
@option("--skew", "With --torus, try tori that are glued with a shift.")
@option("--heesch", "Find how often copies of a tile surround it: its Heesch number, with a patch.")
@option(
    "--most N",
    "With --common and --torus, the most cells [default: 60]; with --heesch, the most coronas "
    "[default: 4].",
    type=click.IntRange(1),
)
@option("--show WxH", "Print a tiling of this rectangle.", type=Sides())
@option(
    "--svg FILE",
    "Draw the table, or what --common, --torus or --heesch finds; - is the standard output.",
)
@common_options(without=("--engine",))
def rectangles(
    common: CommonOptions,
    names: tuple[str, ...],
    to: tuple[int, int],
    fixed: bool,
    strip: int | None,
    all_primes: bool,
    widest: int,
    reptile: bool,
    common_multiple: bool,
    torus: bool,
    skew: bool,
    heesch: bool,
    most: int | None,
    show: tuple[int, int] | None,
    svg: str | None,
) -> Exit:
    """Find which rectangles some polyominoes tile, each used any number of times.

    TILES are names (L-tromino, pentominoes), boxes (2x3) or drawings ('**/*.').  In the table, P is
    a strongly and W a weakly prime rectangle, c a composite one, . one that cannot be tiled.

    Examples
    --------
    combien rectangles L-tromino
    combien rectangles Y-pentomino --to 10x30 --json
    combien rectangles '**/*.' --strip 5
    combien rectangles P-pentomino --all-primes
    combien rectangles L-tetromino --to 12x12 --svg table.svg
    combien rectangles P-pentomino L-tromino --common
    combien rectangles U-pentomino --torus
    combien rectangles '*.*/***/**.' --heesch
    """
    pictured = common_multiple + torus + heesch
    others = sum(given is not None for given in (strip, show)) + all_primes + reptile
    if pictured + others > 1 or (svg is not None and others):
        raise click.UsageError(
            "--strip, --all-primes, --reptile, --show, --common, --torus and --heesch cannot be "
            "combined, and only the last three with --svg"
        )
    if skew and not torus:
        raise click.UsageError("--skew: expected --torus with it")
    if most is not None and not pictured:
        raise click.UsageError("--most: expected --common, --torus or --heesch with it")
    tiles = [tile for name in names for tile in tiles_named(name, fixed=fixed)]
    if (reptile or heesch) and len(tiles) > 1:
        raise click.UsageError(
            f"--{'reptile' if reptile else 'heesch'} takes one tile, not {len(tiles)}"
        )
    if common_multiple and len(tiles) != 2:
        raise click.UsageError(f"--common takes two tiles, not {len(tiles)}")
    file = None if svg is None else NumberedFile(svg, kind="svg", numbered=common_multiple)
    with Bar() as bar:
        if strip is not None:
            lengths = questions.lengths(tiles, strip, budget=common.budget, report=bar)
        elif all_primes:
            primes = questions.all_primes(tiles, widest=widest, budget=common.budget, report=bar)
        elif reptile:
            copy = questions.reptile(tiles[0], budget=common.budget, report=bar)
        elif common_multiple:
            cells = MOST_CELLS if most is None else most
            shared = questions.common_multiple(tiles, most=cells, budget=common.budget, report=bar)
        elif torus:
            cells = MOST_CELLS if most is None else most
            period = questions.period(
                tiles, most=cells, skew=skew, budget=common.budget, report=bar
            )
        elif heesch:
            coronas = MOST_CORONAS if most is None else most
            patch = questions.heesch(tiles[0], most=coronas, budget=common.budget, report=bar)
        elif show is not None:
            decision = questions.decide(tiles, *show, budget=common.budget, report=bar)
        else:
            found = questions.table(tiles, to, budget=common.budget, report=bar)
    if common.verbose:
        print_message(bar.sentence)
    if strip is not None:
        return _print_lengths(tiles, lengths, json=common.json)
    if all_primes:
        return _print_primes(tiles, primes, json=common.json)
    if reptile:
        return _print_reptile(copy, json=common.json)
    if common_multiple:
        return _print_smallest(shared, shared.tilings, file, json=common.json)
    if torus:
        drawn = () if period.tiling is None else (period.tiling,)
        return _print_smallest(period, drawn, file, json=common.json)
    if heesch:
        return _print_patch(patch, file, json=common.json)
    if show is not None:
        return _print_tiling(decision, show, json=common.json)
    if file is not None:
        file.write(lambda: found.picture().svg())
        return Exit.ANSWERED
    return _print_table(found, json=common.json)


def _print_lengths(tiles: list[Tile], lengths: Lengths, *, json: bool) -> Exit:
    if json:
        print_json(
            {
                "tiles": [tile.name for tile in tiles],
                "width": lengths.width,
                "lengths": str(lengths),
                "shortest": list(lengths.shortest),
                "known_to": lengths.known_to,
            }
        )
    else:
        sys.stdout.write(f"{lengths.width} x n: {lengths}\n")
    if not lengths.complete:
        return Exit.UNKNOWN
    return Exit.ANSWERED if lengths.modulus else Exit.NONE


def _print_primes(tiles: list[Tile], primes: AllPrimes, *, json: bool) -> Exit:
    if json:
        print_json({"tiles": [tile.name for tile in tiles], **primes.to_json()})
    else:
        sys.stdout.write(f"{primes}\n")
    return Exit.ANSWERED if primes.proved else Exit.UNKNOWN


def _print_reptile(copy: Reptile | None, *, json: bool) -> Exit:
    tiling = None if copy is None else str(copy.tiling)
    if json:
        print_json({"scale": None if copy is None else copy.scale, "tiling": tiling})
    elif copy is not None:
        sys.stdout.write(f"{copy.scale} times as large:\n{tiling}\n")
    return Exit.NONE if copy is None else Exit.ANSWERED


def _print_smallest(
    found: CommonMultiple | Period,
    tilings: tuple[Tiling, ...],
    file: NumberedFile | None,
    *,
    json: bool,
) -> Exit:
    if json:
        print_json(found.to_json())
    elif file is None or not tilings:
        sys.stdout.write(f"{found}\n")
    if file is not None:
        for tiling in tilings:
            picture = tiling.picture()
            file.write(picture.svg)
    return Exit.ANSWERED if tilings else Exit.UNKNOWN


def _print_patch(patch: Heesch, file: NumberedFile | None, *, json: bool) -> Exit:
    if json:
        print_json(patch.to_json())
    elif file is None:
        sys.stdout.write(f"{patch}\n")
    if file is not None:
        file.write(lambda: patch.picture(holes=True).svg())
    return Exit.UNKNOWN if patch.number is None and patch.period is None else Exit.ANSWERED


def _print_tiling(decision: Decision, sides: tuple[int, int], *, json: bool) -> Exit:
    width, height = sides
    tiling = None if decision.tiling is None else str(decision.tiling)
    if json:
        print_json(
            {
                "width": width,
                "height": height,
                "tileable": decision.tileable,
                "reason": decision.reason,
                "tiling": tiling,
            }
        )
    elif tiling is not None:
        sys.stdout.write(f"{tiling}\n")
    else:
        print_message(f"{width} x {height}: {decision.reason}")
    if decision.tileable is None:
        return Exit.UNKNOWN
    return Exit.ANSWERED if decision.tileable else Exit.NONE


def _print_table(found: Rectangles, *, json: bool) -> Exit:
    if json:
        print_json(found.to_json())
    else:
        sys.stdout.write(f"{found}\n{found.summary()}\n")
    return Exit.UNKNOWN if any(one.tileable is None for one in found) else Exit.ANSWERED
