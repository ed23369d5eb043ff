"""`combien best`: the cheapest solutions of a problem whose options have costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from combien._cli._shared.declare import command, option
from combien._cli._shared.files import Loaded
from combien._cli._shared.guard import Exit, print_text
from combien._cli._shared.options import Request, request_options
from combien._cli._shared.output import as_json, as_text
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import explain_interrupt, finish, print_json
from combien.engines._protocol import METHODS_OF_BEST
from combien.errors import BadInput

if TYPE_CHECKING:
    from combien.design._packings import Most
    from combien.engines._protocol import BestMethod, Model


NOT_PROVED = (
    "no solution is proved to be the cheapest yet, and the search cannot be resumed; combien "
    "solve lists solutions of any cost"
)


@command()
@option("-k", "The number of solutions.", into="number", type=int, shown=1)
@option("--max", "Find the most expensive ones instead.", into="maximize")
@option(
    "--cost TILE=N",
    "The cost of each placement of a tile, by its name or number; repeat it for more tiles.",
    into="given",
    multiple=True,
)
@option(
    "--most",
    "Leave out tiles and cells, and fit the most pieces, or cover the most cells.",
    choices=("pieces", "cells"),
)
@option(
    "--engine",
    "The method to use.",
    into="method",
    choices=("auto", *METHODS_OF_BEST),
    shown="auto",
)
@request_options(without=("--engine",))
def best(
    request: Request,
    number: int,
    maximize: bool,
    given: tuple[str, ...],
    most: Most | None,
    method: BestMethod,
) -> Exit:
    """Find the cheapest solutions, and prove that they are.

    Each solution is printed with its cost.  Costs are part of the file (|n at the end of an option
    in Knuth's format, "cost" in JSON, ~cost in scripts); in tilings, --cost sets the cost of a
    tile, and others cost 0.  --most finds packings with the most pieces, if not all tiles fit.
    Branch and bound (bound), the same on the options that prices of items leave (prices), the
    solver HiGHS if it is installed (milp), and the construction of a decision diagram of all
    solutions (zdd) take turns; the first to finish gives the answer.

    Examples
    --------
    combien best example:prices.dlx
    combien best -k 5 --json example:prices.dlx
    combien best --max example:prices.dlx
    combien best --cost domino=2 example:camel.cmb
    combien best --most pieces example:mutilated.cmb
    """
    from combien._questions import best as cheapest  # Start-up: not for --help.

    if most is not None and (given or maximize):
        raise click.UsageError("--most has its own costs: omit --cost and --max")
    loaded = request.load()
    costs = _costs_of_tiles(loaded.model, given) if given else None
    if most is not None:
        loaded, costs = _loosened(loaded, most)
    with Bar() as bar, explain_interrupt(bar, NOT_PROVED):
        found = cheapest(
            loaded.model,
            k=number,
            maximize=maximize or most is not None,
            costs=costs,
            engine=method,
            budget=request.budget,
            report=bar,
        )
    if request.json:
        value = as_json(loaded)
        priced = [{"cost": str(one.cost), "solution": value(one.solution)} for one in found]
        print_json({"problem": loaded.name, "best": priced})
    else:
        text = as_text(loaded, boxes=False, style="names")
        for one in found:
            solution = text(one.solution)
            between = "\n" if "\n" in solution else " "
            print_text(f"{one.cost}:{between}{solution}\n")
    return finish(loaded.name, bar, verbose=request.verbose, none=not found)


def _loosened(loaded: Loaded, most: Most) -> tuple[Loaded, list[int]]:
    """Return the problem in which tiles and cells may be left out, and the value of each option."""
    from combien.design._packings import loosened  # Start-up: only with --most.
    from combien.tilings import PackingProblem, TilingProblem  # Start-up: only for tilings.

    if not isinstance(loaded.model, (TilingProblem, PackingProblem)):
        raise BadInput(
            f"--most: {loaded.name} is not a tiling problem, so it has no pieces: omit --most"
        )
    model, costs = loosened(loaded.model, most=most)
    return Loaded(loaded.name, model), costs


def _costs_of_tiles(model: Model[object], given: tuple[str, ...]) -> list[int]:
    """Return the cost of each option of a tiling or packing: the cost of its tile, or 0."""
    from combien.tilings import PackingProblem, TilingProblem  # Start-up: only for tilings.

    if not isinstance(model, (TilingProblem, PackingProblem)):
        raise BadInput(
            "--cost: this problem has no tiles; the costs of its options are in the file"
        )
    costs = dict(map(_cost_of_tile, given))
    names = [tile.name for tile in model.tiles]
    tiles = dict.fromkeys(name for name in names if name)
    known = {*tiles, *map(str, range(len(names)))}
    for tile, price in costs.items():
        if tile not in known:
            raise BadInput(
                f"--cost {tile}={price}: there is no tile '{tile}'; the names are "
                f"{', '.join(tiles) or 'missing'}, the numbers 0 to {len(names) - 1}"
            )

    def cost(option: int) -> int:
        placement = (
            model.placement(option)
            if isinstance(model, PackingProblem)
            else model.placements[option]
        )
        if placement is None:
            return 0
        # A name takes precedence over a number.
        number = str(placement.number)
        default = 0 if number in tiles else costs.get(number, 0)
        return costs.get(placement.tile.name, default)

    return [cost(option) for option in range(model.problem().option_count)]


def _cost_of_tile(text: str) -> tuple[str, int]:
    """Parse TILE=N."""
    tile, equals, number = text.rpartition("=")
    try:
        if not tile or not equals:
            raise ValueError
        return tile, int(number)
    except ValueError:
        raise BadInput(f"--cost {text}: expected TILE=N, as in --cost L=3") from None
