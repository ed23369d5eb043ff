"""`combien plane`: whether a tile tiles the plane, how, and how far it comes if not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, get_args

import click

from combien import plane as questions
from combien._base.budget import MOST_THREADS
from combien._cli._shared.declare import argument, command, option
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.options import CommonOptions, common_options
from combien._cli._shared.picture_files import STDOUT, NumberedFile
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import print_json
from combien.geometry import KITES, PLANES, SQUARE, plane_named
from combien.plane._families import RARE
from combien.plane._supertiles import MOST_LEVELS, Cluster
from combien.tilings._names import lattice_of, tiles_named
from combien.tilings.catalogue import MONOTILES

if TYPE_CHECKING:
    from combien.geometry import Lattice


def _lattices() -> list[str]:
    return list(PLANES)


@command()
@argument("[TILE]", into="name")
@option(
    "--lattice", "What the cells are.  [default: those of the tile, or squares]", choices=_lattices
)
@option("--all N", "Instead of a tile, classify all polyforms of N cells.", into="cells", type=int)
@option(
    "--most-orbits K",
    "Look for tilings with up to K kinds of positions.",
    type=int,
    shown=6,
)
@option("--most-coronas K", "Look for up to K coronas.", type=int, shown=5)
@option(
    "--level N",
    "For hat and turtle, make a patch: their cluster of this level.",
    type=click.IntRange(1, MOST_LEVELS),
)
@option("--cluster NAME", "With --level: H8 or H7.  [default: H8]", choices=get_args(Cluster))
@option(
    "--threads N",
    "With --all, the number of threads.  [default: one for each processor]",
    type=click.IntRange(1, MOST_THREADS),
)
@option(
    "--checkpoint FILE",
    "With --all, store what was found in this file; the same command continues.",
)
@option(
    "--svg FILE",
    "Draw the tiling or the coronas, or with --all the rare tiles; - is the standard output.",
)
@common_options(without=("--engine",))
def plane(
    common: CommonOptions,
    name: str | None,
    lattice: str | None,
    cells: int | None,
    most_orbits: int,
    most_coronas: int,
    level: int | None,
    cluster: Cluster | None,
    threads: int | None,
    checkpoint: str | None,
    svg: str | None,
) -> Exit:
    """Find whether a tile tiles the plane, and if not, how often copies can surround it.

    TILE is a name (P-pentomino, hat), a box (2x3) or a drawing ('**/*.').  Copies may be
    rotated and reflected, and lie on the lattice.  A tile tiles by translations, isohedrally (the
    symmetries of the tiling exchange all tiles), with several kinds of positions, or not at all;
    then its Heesch number tells how many coronas of copies fit around it.  Only for squares,
    hexagons and triangles does no tiling on the lattice mean that the tile does not tile.

    Examples
    --------
    combien plane P-pentomino
    combien plane '**/*./*./*./**' --svg coronas.svg
    combien plane hat --level 4 --svg hats.svg
    combien plane --all 7 --json
    combien plane --all 6 --lattice hexagons --svg rare.svg
    """
    for given, value in (("--threads", threads), ("--checkpoint", checkpoint)):
        if value is not None and cells is None:
            raise click.UsageError(f"{given} is for --all")
    if cluster is not None and level is None:
        raise click.UsageError("--cluster is for --level")
    if level is not None:
        if (
            name is None
            or name not in MONOTILES
            or cells is not None
            or lattice not in (None, KITES.name)
        ):
            raise click.UsageError(f"--level is for {' and '.join(MONOTILES)}, not other tiles")
        return _print_supertile(common, name, level, cluster or "H8", svg)
    if lattice is not None:
        where = plane_named(lattice)
    else:
        where = SQUARE if name is None else lattice_of(name)
    if name is not None and cells is None:
        return _print_verdict(common, name, where, most_orbits, most_coronas, svg)
    if name is not None or cells is None:
        raise click.UsageError("expected either a TILE or --all N")
    file = None if svg is None else NumberedFile(svg, kind="svg")
    with Bar() as bar:
        table = questions.classify_all(
            cells,
            lattice=where,
            most_orbits=most_orbits,
            most_coronas=most_coronas,
            threads=threads,
            checkpoint=checkpoint,
            budget=common.budget,
            report=bar,
        )
    _report(common, bar, table.to_json(), f"{table}\n", svg)
    if file is not None and not table.rare:
        print_message(f"no rare tile to draw: {RARE}")
    elif file is not None:
        file.write(lambda: table.picture().svg())
    return Exit.UNKNOWN if table.unknown or table.none_on_lattice else Exit.ANSWERED


def _report(
    common: CommonOptions, bar: Bar, value: dict[str, Any], text: str, svg: str | None
) -> None:
    """Print an answer, unless a picture goes to the same place."""
    if common.verbose:
        print_message(bar.sentence)
    if common.json:
        print_json(value)
    elif svg != STDOUT:
        sys.stdout.write(text)


def _print_supertile(
    common: CommonOptions, name: str, level: int, cluster: Cluster, svg: str | None
) -> Exit:
    file = None if svg is None else NumberedFile(svg, kind="svg")
    patch = questions.supertile(level, tile=name, cluster=cluster)
    if file is not None:
        file.write(lambda: patch.picture().svg())
    if common.json:
        print_json(patch.to_json())
    elif svg != STDOUT:
        sys.stdout.write(f"{patch}\n")
    return Exit.ANSWERED


def _print_verdict(
    common: CommonOptions,
    name: str,
    lattice: Lattice,
    most_orbits: int,
    most_coronas: int,
    svg: str | None,
) -> Exit:
    tiles = tiles_named(name, lattice=lattice)
    if len(tiles) != 1:
        raise click.UsageError(f"{name[:40]}: expected one tile, not {len(tiles)}")
    file = None if svg is None else NumberedFile(svg, kind="svg")
    with Bar() as bar:
        verdict = questions.classify(
            tiles[0],
            most_orbits=most_orbits,
            most_coronas=most_coronas,
            budget=common.budget,
            report=bar,
        )
    text = f"{verdict}\n"
    if svg is None and len(verdict.tile.cells[0]) == 2 and verdict.tile.lattice == SQUARE:
        text += f"{verdict.picture(size=5).ascii()}\n"
    _report(common, bar, verdict.to_json(), text, svg)
    if file is not None:
        file.write(lambda: verdict.picture().svg())
    if verdict.tiles is None:
        return Exit.UNKNOWN
    return Exit.ANSWERED if verdict.tiles else Exit.NONE
