"""`combien best`: the cheapest solutions of a problem whose options have costs."""

from __future__ import annotations

import json
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import click

from combien._cli._shared.declare import command, option
from combien._cli._shared.files import Loaded
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.inputs import read_text
from combien._cli._shared.options import Request, print_proof_hint, request_options
from combien._cli._shared.output import as_json, as_text
from combien._cli._shared.progress import Bar, counters
from combien._cli._shared.report import finish, print_json
from combien._cli._shared.weights import by_name, limit_option, number_in, numbers_in, with_limits
from combien._questions import Best
from combien._questions import best as cheapest
from combien.cover._problem import Problem
from combien.cover.formats._rows import decimal
from combien.engines._protocol import METHODS_OF_BEST
from combien.errors import BadFormat, BadInput, Interrupted, OutOfBudget
from combien.tilings import PackingProblem, TilingProblem

if TYPE_CHECKING:
    from collections.abc import Callable

    from combien._cli._shared.weights import Number
    from combien._questions import Best
    from combien.design._packings import Most
    from combien.engines._protocol import BestMethod, Cost


NOT_PROVED = (
    "no solution is proved to be the best yet, and the search cannot be resumed; combien "
    "solve lists solutions of any cost"
)


def _gap(text: str) -> Decimal:
    """Read a gap.

    >>> _gap("1%"), _gap("0.05")
    (Decimal('0.01'), Decimal('0.05'))
    """
    number = number_in(text.removesuffix("%"))
    if number is None or number < 0:
        raise ValueError(f"{text[:40]!r} is not a gap: expected 1% or 0.01, for example.")
    return Decimal(number) / 100 if text.endswith("%") else Decimal(number)


def _amount(text: str) -> Number:
    """Read an amount.

    >>> _amount("2.5"), _amount("3")
    (Decimal('2.5'), 3)
    """
    number = number_in(text)
    if number is None or number < 0:
        raise ValueError(f"{text[:40]!r} is not an amount: expected 2.5, for example.")
    return number


@command()
@option("-k", "The number of solutions.", into="number", type=int, shown=1)
@option(
    "--max",
    "Find the most expensive ones instead; for a file that does not say minimize or maximize.",
    into="maximize",
)
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
    "--gap PART",
    "Stop at a solution that is proved to cost too much by at most this part, as 1% or 0.01.",
    type=_gap,
)
@option(
    "--within N",
    "Stop at a solution that is proved to cost too much by at most N.",
    type=_amount,
)
@option("--start FILE", "Begin with the solutions in a file: option numbers, or what --json wrote.")
@option(
    "--then FILE",
    "A further objective, which decides between equal costs: a number for each option, or lines "
    "NAME,NUMBER; repeat it for more.",
    into="objectives",
    multiple=True,
)
@option(
    "--distance N",
    "With -k, solutions that differ in at least N options from each other.",
    shown=1,
)
@option(
    "--proof FILE",
    "Write a proof that nothing costs less, as best.pbp, and its constraints (.opb).",
)
@limit_option()
@option("--threads N", "With 2 or more, HiGHS works beside the others.", shown=1)
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
    gap: Decimal | None,
    within: Number | None,
    start: str | None,
    objectives: tuple[str, ...],
    distance: int,
    proof: str | None,
    limits: tuple[str, ...],
    threads: int,
    method: BestMethod,
) -> Exit:
    """Find the cheapest solutions, and prove that they are.

    Each solution is printed with its cost.  Costs are part of the file (|n at the end of an option
    in Knuth's format, "cost" in JSON, ~cost in scripts, the objective of mps, lp, opb and xcsp3,
    which is minimized or maximized as the file says); in tilings, --cost sets the cost of a
    tile, and others cost 0.  --most finds packings with the most pieces, if not all tiles fit.
    Branch and bound (bound), the same on the options that prices of items leave (prices), the
    solver HiGHS if it is installed (milp), and the construction of a decision diagram of all
    solutions (zdd) take turns; the first to finish gives the answer.  Ctrl-C and limits print the
    best solutions so far, and what is proved of them.

    Examples
    --------
    combien best example:prices.dlx
    combien best -k 5 --json example:prices.dlx
    combien best --gap 1% example:prices.dlx
    combien best --max example:prices.dlx
    combien best --cost domino=2 example:camel.cmb
    combien best --most pieces example:mutilated.cmb
    combien best --limit example:miles.csv=..60 example:prices.dlx
    combien best --proof best.pbp example:prices.dlx
    """
    if most is not None and (given or maximize):
        raise click.UsageError("--most has its own costs: omit --cost and --max")
    loaded = request.load(sides=True)
    sense = loaded.problem.sense
    if maximize and sense == "minimize" and not given:
        raise BadInput(
            f"--max was given, but {loaded.name} says minimize: omit --max, or change the file"
        )
    costs: list[Any] | None = _costs_of_tiles(loaded, given) if given else None
    if most is not None:
        loaded, costs = _loosened(loaded, most)
    loaded = with_limits(loaded, limits)
    then = [numbers_in(loaded, file) for file in objectives]
    # What the type checker cannot know: costs come with all of these, or are those of the file.
    asked: dict[str, Any] = {"costs": costs, "then": then}
    begin = _solutions_in(loaded, start) if start else ()
    maximize = maximize or most is not None or (sense == "maximize" and not given)
    ended = Exit.ANSWERED
    with Bar() as bar:
        try:
            found: Best[Any, Any] = cheapest(
                loaded.asked,
                k=number,
                maximize=maximize,
                gap=gap or 0,
                within=within or 0,
                start=begin,
                distance=distance,
                proof=proof or "",
                threads=threads,
                engine=method,
                budget=request.budget,
                report=bar,
                **asked,
            )
        except (Interrupted, OutOfBudget) as stop:
            interrupted = isinstance(stop, Interrupted)
            found = _so_far(stop, bar.bound, maximize=maximize)
            if not found and not interrupted:
                raise
            ended = Exit.INTERRUPTED if interrupted else Exit.UNKNOWN
            bar.clear()
            print_message(_interrupted(bar) if interrupted else str(stop))
    _print(request, loaded, found)
    if ended == Exit.INTERRUPTED and not found:
        print_message(NOT_PROVED)
    if found and not found.proved:
        print_message(_standing(found))
    if proof is not None and ended == Exit.ANSWERED:
        print_proof_hint(proof, ".opb")
    if ended != Exit.ANSWERED:
        return ended
    return finish(loaded, bar, verbose=request.verbose, none=not found)


def _print(request: Request, loaded: Loaded, found: Best[Any, Any]) -> None:
    """Print the solutions, and in JSON what is proved."""
    if request.json:
        value = as_json(loaded)
        priced = [{"cost": _digits(one.cost), "solution": value(one.solution)} for one in found]
        bound = None if found.bound is None else _digits(found.bound)
        proof = {"proved": found.proved, "bound": bound, "gap": found.gap}
        print_json({"problem": loaded.name, "sense": found.sense, "best": priced, **proof})
        return
    text = as_text(loaded, boxes=False, style="names")
    for one, costs in zip(found, found.costs or [()] * len(found), strict=True):
        solution = text(one.solution)
        between = "\n" if "\n" in solution else " "
        print_text(f"{', '.join(map(_digits, costs or [one.cost]))}:{between}{solution}\n")


def _loosened(loaded: Loaded, most: Most) -> tuple[Loaded, list[int]]:
    """Return the problem in which tiles and cells may be left out, and the value of each option."""
    from combien.design._packings import loosened  # Start-up: only with --most.

    if not isinstance(loaded.model, (TilingProblem, PackingProblem)):
        raise BadInput(
            f"--most: {loaded.name} is not a tiling problem, so it has no pieces: omit --most"
        )
    model, costs = loosened(loaded.model, most=most)
    return Loaded(loaded.name, model), costs


def _costs_of_tiles(loaded: Loaded, given: tuple[str, ...]) -> list[Number]:
    """Return the cost of each option of a tiling or packing: the cost of its tile, or 0."""
    if not isinstance(loaded.model, (TilingProblem, PackingProblem)):
        raise BadInput(
            "--cost: this problem has no tiles; the costs of its options are in the file"
        )
    costs = dict(map(_cost_of_tile, given))
    return by_name(loaded, costs, lambda tile: f"--cost {tile}={costs[tile]}")


def _cost_of_tile(text: str) -> tuple[str, Number]:
    """Parse TILE=N."""
    tile, _, number = text.rpartition("=")
    cost = number_in(number)
    if not tile or cost is None:
        raise BadInput(f"--cost {text}: expected TILE=N, as in --cost L=3")
    return tile, cost


def _so_far(
    stop: Interrupted | OutOfBudget, bound: Cost | None, *, maximize: bool
) -> Best[Any, Any]:
    """Return what was found until a stop; the bound was reported before it."""
    gap = None
    if stop.found and bound is not None:
        # What was found since may be better than the bound of all others.
        first, cost = stop.found[0].cost, stop.found[-1].cost
        bound = max(bound, first) if maximize else min(bound, first)
        gap = float(abs(cost - bound) / (abs(cost) or 1))
    sense: Literal["minimize", "maximize"] = "maximize" if maximize else "minimize"
    return Best(stop.found, bound=bound, gap=gap, sense=sense)


def _interrupted(bar: Bar) -> str:
    done = counters(bar.work)
    return f"combien: interrupted {f'after {done} of {bar.engine}' if done else 'at once'}"


def _standing(found: Best[Any, Any]) -> str:
    """Return what is proved of solutions that may not be the cheapest."""
    if found.gap == 0:
        better = "more" if found.sense == "maximize" else "less"
        return f"no solution costs {better}, but the proof was not finished: --proof wrote no file"
    if found.bound is None:
        return "not proved to be the best: no bound is known"
    gap = "" if found.gap is None else f"; the gap is {found.gap:.2%}"
    return f"not proved to be the best: the bound is {_digits(found.bound)}{gap}"


def _digits(cost: Cost) -> str:
    """Return a cost as text: fractions, as those of MPS files, in decimal digits if these end."""
    with suppress(BadFormat):
        return decimal(cost) if isinstance(cost, Fraction) else str(cost)
    return str(cost)


def _solutions_in(loaded: Loaded, file: str) -> list[list[int]]:
    """Read solutions: the numbers of the options of one on each line, or the JSON of a command."""
    text = read_text(file)
    if not text.lstrip().startswith("{"):
        lines = [line.split() for line in text.splitlines() if line.split()]
        if not all(
            word.isascii() and word.isdigit() and len(word) < 20 for w in lines for word in w
        ):
            raise BadInput(f"{file}: expected the option numbers of a solution on each line")
        return [[int(word) for word in line] for line in lines]
    try:
        content = json.loads(text)
        found = content["best"] if "best" in content else content["solutions"]
        read = _option_finder(loaded)
        return [read(one.get("solution", one) if isinstance(one, dict) else one) for one in found]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BadInput(
            f"{file}: expected the solutions of this problem, as combien best --json writes them"
        ) from None


def _option_finder(loaded: Loaded) -> Callable[[Any], list[int]]:
    """Return the function that finds the options of a solution as JSON."""
    if isinstance(loaded.model, Problem):
        return lambda solution: list(solution["options"])
    if not isinstance(loaded.model, TilingProblem):
        raise BadInput("--start: only exact covers and tilings can begin with a solution")
    numbers = {
        (placement.number, frozenset(placement.region)): option
        for option, placement in enumerate(loaded.model.placements)
    }
    return lambda tiling: [
        numbers[one["tile"], frozenset(map(tuple, one["cells"]))] for one in tiling
    ]
