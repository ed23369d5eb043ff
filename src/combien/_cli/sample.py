"""`combien sample`: solutions drawn uniformly at random."""

from __future__ import annotations

import sys

import click

from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit
from combien._cli._shared.options import Request, in_range, request_options, with_options
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import NO_DIAGRAM, explain_interrupt, finish, print_json

__all__ = ["sample"]


@command()
@option("-n N", "The number of samples.", into="number", shown=1, callback=in_range(2**31))
@option("--seed", "The seed of the random numbers.", type=int, shown=0)
@with_options("--boxes")
@request_options(without=("--engine",))
def sample(request: Request, number: int, seed: int, boxes: bool) -> Exit:
    """Draw solutions uniformly at random, with replacement.

    The same seed gives the same solutions.  They are drawn from a decision diagram (ZDD) of all
    solutions.

    Examples
    --------
    combien sample examples/camel.cmb --seed 1
    combien sample -n 3 --seed 2 --json examples/knuth.dlx
    """
    from combien._cli._shared.output import (  # Start-up: not for --help.
        TextOutput,
        as_json,
        as_text,
    )
    from combien._questions import sample as drawn  # Start-up: not for --help.

    if request.json and boxes:
        raise click.UsageError("--boxes cannot be combined with --json")
    loaded = request.load()
    if boxes:
        loaded.require_picture("--boxes")
    with Bar() as bar, explain_interrupt(bar, NO_DIAGRAM):
        found = drawn(loaded.model, number, seed=seed, budget=request.budget, report=bar)
    if request.json:
        value = as_json(loaded)
        written = {"problem": loaded.name, "seed": seed, "sample": [value(one) for one in found]}
        print_json(written)
    else:
        output = TextOutput(sys.stdout, as_text(loaded, boxes=boxes, style="names"))
        for one in found:
            output.add(one)
    return finish(loaded.name, bar, verbose=request.verbose, none=number > 0 and not found)
