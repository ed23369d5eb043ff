"""`combien polyforms`: the tiles of a set, or all polyforms of a size, as text and as a sheet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from combien import geometry
from combien._cli._shared.declare import argument, command, option
from combien._cli._shared.guard import Exit
from combien._cli._shared.picture_files import STDOUT, NumberedFile
from combien._cli._shared.report import print_json
from combien.drawing._renderers.sheet import sheet
from combien.errors import BadInput
from combien.geometry import PLANES, art, plane_named
from combien.tilings._draw import drawn
from combien.tilings._names import set_named

if TYPE_CHECKING:
    from combien.geometry import Region


# Tiles by name.
Named = list[tuple[str, "Region"]]
# The octominoes are 369, the heptacubes 1023; a sheet of more tiles is not looked at.
MOST_SHOWN = 10_000
LARGEST = 20


def _lattices() -> list[str]:
    return [*PLANES, "cubes"]


@command()
@argument("NAME|N", into="name")
@option(
    "--lattice", "With a number of cells, what they are.  [default: squares]", choices=_lattices
)
@option("--one-sided", "List mirror images separately, as for tiles with two sides.")
@option("--count", "Print only how many there are.", into="count_only")
@option("--svg FILE", "Draw them; - is the output.")
@option("--json", "Print JSON: names, cells and drawings.", into="as_json")
def polyforms(
    name: str,
    lattice: str | None,
    one_sided: bool,
    count_only: bool,
    svg: str | None,
    as_json: bool,
) -> Exit:
    """List the polyforms of a set by name, or all with N cells, up to rotation and reflection.

    NAME is a set such as pentominoes, hexiamonds, tetrahexes, pentacubes or soma; the same names
    declare a list of tiles in a script (tiles pentominoes).  Solids are only rotated.

    Examples
    --------
    combien polyforms hexiamonds --svg hexiamonds.svg
    combien polyforms pentominoes --one-sided
    combien polyforms 5 --lattice hexagons --count
    combien polyforms soma --json
    """
    if sum([count_only, svg is not None, as_json]) > 1:
        raise click.UsageError("--count, --svg and --json cannot be combined")
    if name.isascii() and name.isdigit():
        number = int(name[:9])
        if not 1 <= number <= LARGEST:
            raise BadInput(f"{name[:40]}: expected a number of cells from 1 to {LARGEST}")
    elif lattice is not None:
        raise click.UsageError("--lattice is for a number of cells: a set has its own lattice")
    else:
        number = 0
    file = None if svg is None else NumberedFile(svg, kind="svg")
    if count_only:
        sys.stdout.write(f"{_count(name, number, lattice or 'squares', one_sided)}\n")
        return Exit.ANSWERED
    found = _listed(name, number, lattice or "squares", one_sided)
    if len(found) > MOST_SHOWN:
        raise BadInput(
            f"{name} cells: more than {MOST_SHOWN:,} polyforms; choose fewer cells, or --count"
        )
    if file is not None:
        file.write(lambda: _drawn(found, title=name))
        if svg == STDOUT:
            return Exit.ANSWERED
    if as_json:
        print_json({"polyforms": name, "count": str(len(found)), "tiles": tiles_json(found)})
    elif file is None:
        print_tiles(found)
    return Exit.ANSWERED


def tiles_json(found: Named) -> list[dict[str, object]]:
    """Return tiles for JSON."""
    return [
        {"name": called, "cells": [list(cell) for cell in region], "drawing": art(region)}
        for called, region in found
    ]


def print_tiles(found: Named) -> None:
    """Print tiles as drawings under their names."""
    sys.stdout.write("\n".join(f"{called}\n{art(region)}\n" for called, region in found))


def _every(number: int, lattice: str, one_sided: bool) -> Iterator[Region]:
    """Generate the polyforms with this number of cells."""
    # Solids cannot be reflected, so that mirror images are always separate.
    make = geometry.one_sided if one_sided or lattice == "cubes" else geometry.free
    if lattice == "cubes":
        return make(number, dimension=3)
    return make(number, lattice=plane_named(lattice))


def _listed(name: str, number: int, lattice: str, one_sided: bool) -> Named:
    """Return the names and regions, at most one more than are shown."""
    if not number:
        return [(tile.name, tile.region) for tile in set_named(name, one_sided=one_sided)]
    every = islice(_every(number, lattice, one_sided), MOST_SHOWN + 1)
    return [(str(at), region) for at, region in enumerate(every, 1)]


def _count(name: str, number: int, lattice: str, one_sided: bool) -> int:
    if not number:
        return len(_listed(name, number, lattice, one_sided))
    return sum(1 for _ in _every(number, lattice, one_sided))


def _drawn(found: Named, *, title: str) -> str:
    """Return a sheet with every polyform in a color of its own, and its name."""
    pictures = [
        drawn(region, [(region, number, called)]) for number, (called, region) in enumerate(found)
    ]
    return sheet(pictures, title=title).svg(labels=True)
