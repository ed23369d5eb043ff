"""`combien design pieces`, `burrs` and `shapes`: pieces by rules, and sets of pieces of a burr."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, tee
from typing import TYPE_CHECKING

from combien._cli._shared.declare import argument, command, option
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.options import (
    CommonOptions,
    Request,
    common_options,
    request_options,
    with_options,
)
from combien._cli._shared.picture_files import NumberedFile
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import print_json
from combien._cli.apart import UpTo
from combien._cli.design import Bounds, finish
from combien._cli.polyforms import print_tiles, tiles_json
from combien._questions import solutions
from combien._wording import counted
from combien.design import Burr, assembly_shapes, burr_sets, cut_pieces
from combien.design._pieces import RULES
from combien.drawing._renderers.sheet import sheet
from combien.errors import BadInput, OutOfBudget
from combien.geometry import Region
from combien.geometry._lattice import SQUARE
from combien.tilings import PackingProblem, Tile, Tiling, TilingProblem, xmpuzzle
from combien.tilings._arrangement import Arrangement
from combien.tilings._isometric import isometric
from combien.tilings._placement import Placement
from combien.tilings.disassembly._survey import taken_apart

if TYPE_CHECKING:
    from combien.design import BurrSearch
    from combien.drawing._content import Patch

Range = tuple[int, int | None]
Model = TilingProblem | PackingProblem

# A sheet of more pieces is not looked at.
MOST_SHOWN = 2000

_RULES = option(
    "--rules NAMES",
    "Only pieces with these properties, as in notchable,asymmetric: "
    + "; ".join(f"{name} ({what})" for name, (what, _) in RULES.items())
    + ".",
    default="",
)
_CELLS = option(
    "--cells N|A..B", "Only pieces with this number of cells.", type=Bounds(), shown="1.."
)
_XMPUZZLE = option("--xmpuzzle FILE", "Write a file of BurrTools.", into="puzzle")
_SVG = option("--svg FILE", "Draw them; - is the output.")


@command()
@argument("BAR")
@_RULES
@_CELLS
@option("--count", "Print only how many there are.", into="count_only")
@_SVG
@_XMPUZZLE
@option("--json", "Print JSON: names, cells and drawings.", into="as_json")
def pieces(
    bar: str,
    rules: str,
    cells: Range,
    count_only: bool,
    svg: str | None,
    puzzle: str | None,
    as_json: bool,
) -> Exit:
    """List the connected pieces that are left of a bar without some of its cells.

    BAR is the length of the bars of a six-piece burr (6, 8, ...), or a drawing: * is a cell, ? one
    that may be missing, / ends a line and // a layer.  Mirror images are two pieces.  The number
    of a piece is 1, and 1, 2, 4, ... more for each cell that is missing.

    Examples
    --------
    combien design pieces 6 --count
    combien design pieces 6 --rules notchable --svg notchable.svg
    combien design pieces 6 --rules notchable --xmpuzzle notchable.xmpuzzle
    combien design pieces '*??*/*??*' --rules notchable
    """
    if count_only and (svg or puzzle or as_json):
        raise BadInput("--count only prints a number: omit it, or --svg, --xmpuzzle and --json")
    written = _Files(svg, puzzle, json=as_json)
    if "*" in bar or "?" in bar:
        text = bar.replace("/", "\n")
        whole = Region.from_art(text.replace("?", "*"), dimension=3)
        maybe = Region.from_art(text.replace("*", ".").replace("?", "*"), dimension=3)
        found = cut_pieces(whole, maybe, rules=_words(rules), cells=cells)
        base = TilingProblem(whole, _up_to(found, 1), name="pieces")
        problem: Model = PackingProblem(base, holes="any")
    else:
        burr = _burr(bar, ", or a drawing such as '*??*/*??*'")
        found = burr.pieces(rules=_words(rules), cells=cells)
        problem = burr.problem(_up_to(found, len(burr.places)))
    if count_only:
        sys.stdout.write(f"{len(found)}\n")
        return Exit.ANSWERED
    return written.write(found, problem, complete=True)


@command()
@argument("LENGTH")
@_RULES
@_CELLS
@option("--pieces NUMBERS", "Only pieces with these numbers, as in 1,256,1024.", into="numbers")
@option("--times N", "Use each piece up to this many times.")
@option("--holes N|A..B", "The empty cells inside; 0 is a solid burr.", type=Bounds(), shown="0..")
@option("--assemblies N|A..B", "The ways to put the pieces together.", type=Bounds(), shown="1..")
@option("--solutions N|A..B", "The number of these that come apart.", type=Bounds(), shown="1")
@option(
    "--level N|A..B",
    "The moves up to the first separation, of the easiest solution.",
    type=Bounds(),
    shown="1..",
)
@option("-n N", "The sets to find.", into="number", shown=1)
@option("--seed N", "Climb to high levels from random assemblies; without, try all in order.")
@option("--checkpoint FILE", "Store the search in this file; the same command continues it.")
@_XMPUZZLE
@common_options(without=("--engine",))
def burrs(
    common: CommonOptions,
    length: str,
    rules: str,
    cells: Range,
    numbers: str | None,
    times: int | None,
    holes: Range,
    assemblies: Range,
    solutions: Range,
    level: Range,
    number: int,
    seed: int | None,
    checkpoint: str | None,
    puzzle: str | None,
) -> Exit:
    """Find sets of six pieces that make a burr, by the number of solutions and the level.

    LENGTH is that of the bars (6, 8, ...), and the pieces are those of `combien design pieces`.
    Assemblies are counted up to rotation; solutions are those that come apart.  -n 0 finds all
    sets.

    Examples
    --------
    combien design burrs 6 --pieces 1,52,188,256,824,928,975,1024 --holes 0 -n 0
    combien design burrs 6 --pieces 154,568,687,992,1024 --level 5.. --xmpuzzle five.xmpuzzle
    """
    written = None if puzzle is None else NumberedFile(puzzle)
    burr = _burr(length)
    chosen = burr.pieces(rules=_words(rules), cells=cells)
    if numbers is not None:
        names = _words(numbers) or [""]
        known = {tile.name: tile for tile in chosen}
        for name in names:
            if name not in known:
                raise BadInput(
                    f"--pieces: there is no piece {name[:20]!r} among the {len(known)} of "
                    "'combien design pieces' with these --rules and --cells (a piece has the least "
                    "number of its orientations)"
                )
        chosen = tuple(known[name] for name in dict.fromkeys(names))
    with Bar() as bar:
        found = burr_sets(
            burr,
            chosen,
            assemblies=assemblies,
            solutions=solutions,
            level=level,
            holes=holes,
            times=times,
            limit=number or None,
            seed=seed,
            checkpoint=checkpoint,
            budget=common.budget,
            report=bar,
        )
    if written is not None and found.sets:
        puzzles = {" ".join(one.names): one.problem() for one in found.sets}
        written.write(lambda: xmpuzzle.write(puzzles))
    return _print_sets(found, number, json=common.json, verbose=common.verbose)


def _print_sets(found: BurrSearch, number: int, *, json: bool, verbose: bool) -> Exit:
    if json:
        print_json(
            {
                "sets": [
                    {
                        "tiles": list(one.names),
                        "assemblies": one.assemblies,
                        "solutions": one.solutions,
                        "level": list(one.level),
                    }
                    for one in found.sets
                ],
                "tried": found.tried,
                "nodes": found.spent,
                "complete": found.complete,
            }
        )
    for one in () if json else found.sets:
        ways = f"{counted(one.assemblies, 'assembly')}, {counted(one.solutions, 'solution')}"
        level = f", level {'.'.join(map(str, one.level))}" if one.level else ""
        sys.stdout.write(f"{' '.join(one.names)}: {ways}{level}\n")
    of = f"{counted(found.tried, 'set')} with an assembly"
    return finish(len(found.sets), of, number, complete=found.complete, verbose=verbose)


@command()
@_RULES
@_CELLS
@option("--disconnected", "Also shapes of several parts.")
@option(
    "--level N|A..B",
    "Only assemblies that come apart, with this many moves up to the first separation.",
    type=Bounds(),
)
@option("--stuck", "Only assemblies that do not come apart.")
@option("--times N", "Use each shape up to this many times in the new puzzle.", shown=1)
@option("-n N", "The shapes to find; 0 means all.", into="number", shown=0)
@with_options("--up-to")
@_SVG
@_XMPUZZLE
@request_options()
def shapes(
    request: Request,
    rules: str,
    cells: Range,
    disconnected: bool,
    level: Range | None,
    stuck: bool,
    times: int,
    number: int,
    up_to: UpTo,
    svg: str | None,
    puzzle: str | None,
) -> Exit:
    """Make pieces of another puzzle out of the assemblies of a problem.

    The shapes are those of all cells that an assembly covers, each once up to rotation: BurrTools
    imports assemblies as shapes in this way.  The board of the new puzzle is that of the problem.

    Examples
    --------
    combien design shapes example:piston.xmpuzzle --level 1..
    combien design shapes example:soma.cmb -n 5 --cells 27
    """
    written = _Files(svg, puzzle, json=request.json)
    if stuck and level is not None:
        raise BadInput("--level is about assemblies that come apart: omit it or --stuck")
    if times < 1:
        raise BadInput(f"--times {times}: expected at least 1")
    loaded = request.load()
    model = loaded.model
    if not isinstance(model, (TilingProblem, PackingProblem)):
        raise BadInput("only tilings and packings have shapes: give an .xmpuzzle or .cmb file")
    found: list[Tile] = []
    stopped: OutOfBudget | None = None
    with Bar() as bar:
        every: Iterator[Arrangement] = solutions(
            model, engine=request.engine, up_to=up_to, budget=request.budget, report=bar
        )
        if stuck or level is not None:
            groups = loaded.said.groups if loaded.said else {}
            every = _by_level(every, None if stuck else level, groups, request, bar)
        made = assembly_shapes(every, rules=_words(rules), cells=cells, disconnected=disconnected)
        try:
            found.extend(islice(made, number or None))
        except OutOfBudget as error:
            stopped = error
    base = TilingProblem(model.board, _up_to(found, times), name="shapes")
    problem = PackingProblem(base, holes="any")
    complete = stopped is None and (not number or len(found) < number)
    done = written.write(found, problem, complete=complete)
    if stopped is not None:
        raise stopped
    return done


class _Files:
    """The picture and the file of BurrTools that pieces are written to."""

    def __init__(self, svg: str | None, file: str | None, *, json: bool) -> None:
        self._svg = svg and NumberedFile(svg, kind="svg")
        self._file = file and NumberedFile(file)
        self._json = json
        if sum(bool(one and one.streamed) for one in (self._svg, self._file)) + json > 1:
            raise BadInput("only one of --svg -, --xmpuzzle - and --json can be printed")

    def write(self, found: Sequence[Tile], problem: Model, *, complete: bool) -> Exit:
        """Write pieces to the files; print them if there are none, or as JSON."""
        if self._svg and len(found) > MOST_SHOWN:
            raise BadInput(f"{len(found)} pieces: more than {MOST_SHOWN} are not drawn")
        if found and self._file:
            self._file.write(lambda: xmpuzzle.write(problem))
        if found and self._svg:
            self._svg.write(lambda: _drawn(found))
        named = [(tile.name, tile.region) for tile in found]
        if self._json:
            tiles = tiles_json(named)
            print_json({"count": str(len(found)), "tiles": tiles, "complete": complete})
        elif not self._svg and not self._file:
            print_tiles(named)
        if found:
            return Exit.ANSWERED
        print_message("no piece was found")
        return Exit.NONE


def _drawn(found: Sequence[Tile]) -> str:
    """Return a sheet with every piece and its name; solids are seen from above and the front."""
    pictures = []
    for number, tile in enumerate(found):
        region = tile.region
        alone = Tiling(region, [Placement(number, tile, 0, region)])
        cubes = region.dimension == 3 and region.lattice == SQUARE
        picture = isometric(alone) if cubes else alone.picture()
        # The name is written once: on the right end of a bar.
        named = max(picture.patches, key=_place)
        patches = [one if one is named else replace(one, label="") for one in picture.patches]
        pictures.append(replace(picture, patches=tuple(patches)))
    return sheet(pictures).svg(labels=True)


def _place(patch: Patch) -> tuple[float, float]:
    """Return how far a patch is to the right, and then how low its upper end is."""
    xs, ys = zip(*(corner for polygon in patch.polygons for corner in polygon), strict=True)
    return round(max(xs), 6), -max(ys)


def _by_level(
    assemblies: Iterator[Arrangement],
    level: Range | None,
    groups: Mapping[int, Hashable],
    request: Request,
    bar: Bar,
) -> Iterator[Arrangement]:
    """Yield the assemblies of these levels, or those that do not come apart."""
    every, taken = tee(assemblies)
    found = taken_apart(taken, groups=groups, budget=request.budget, report=bar)
    for assembly, one in zip(every, found, strict=True):
        if level is None:
            kept = not one.comes_apart
        else:
            moves = len(one.moves)
            kept = one.comes_apart and level[0] <= moves and (level[1] is None or moves <= level[1])
        if kept:
            yield assembly


def _burr(length: str, or_else: str = "") -> Burr:
    if not (length.isascii() and length.isdigit()):
        raise BadInput(
            f"{length[:40]!r}: expected the length of the bars of a six-piece burr, such as 6"
            f"{or_else}"
        )
    return Burr.six(int(length[:9]))


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _up_to(tiles: Sequence[Tile], times: int) -> list[Tile]:
    return [
        Tile(tile.region, symmetries=tile.symmetries, times=(0, times), name=tile.name)
        for tile in tiles
    ]
