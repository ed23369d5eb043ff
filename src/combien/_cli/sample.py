"""`combien sample`: solutions drawn uniformly at random."""

from __future__ import annotations

import sys

import click

from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit
from combien._cli._shared.options import Asked, asking, from_0, offering
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import NO_DIAGRAM, ended, known_when_interrupted, say_json

__all__ = ["sample"]

EXAMPLES = """\
Examples:

combien sample examples/camel.cmb --seed 1

combien sample -n 3 --seed 2 --json examples/knuth.dlx
"""


@command(epilog=EXAMPLES)
@click.option(
    "-n",
    "number",
    type=int,
    callback=from_0(2**31),
    default=1,
    metavar="N",
    show_default=True,
    help="The number of samples.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The seed of the random numbers."
)
@offering("--boxes")
@asking(without=("--engine",))
def sample(asked: Asked, number: int, seed: int, boxes: bool) -> Exit:
    """Draw solutions uniformly at random, with replacement.

    The same seed gives the same solutions.  They are drawn from a decision diagram (ZDD) of all
    solutions.
    """
    from combien._cli._shared.output import (  # Start-up: not for --help.
        TextOutput,
        as_json,
        as_text,
    )
    from combien._questions import sample as drawn  # Start-up: not for --help.

    if asked.json and boxes:
        raise click.UsageError("--boxes cannot be combined with --json")
    loaded = asked.load()
    if boxes:
        loaded.require_picture("--boxes")
    with Bar() as bar, known_when_interrupted(bar, NO_DIAGRAM):
        found = drawn(loaded.model, number, seed=seed, budget=asked.budget, report=bar)
    if asked.json:
        value = as_json(loaded)
        written = {"problem": loaded.name, "seed": seed, "sample": [value(one) for one in found]}
        say_json(written)
    else:
        output = TextOutput(sys.stdout, as_text(loaded, boxes=boxes, style="names"))
        for one in found:
            output.add(one)
    return ended(loaded.name, bar, verbose=asked.verbose, none=number > 0 and not found)
