"""`combien estimate` and `combien shares`: estimate a long search, or split it."""

from __future__ import annotations

import sys
from dataclasses import asdict

import click

from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, print_text
from combien._cli._shared.options import Request, request_options
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import explain_interrupt, print_json

__all__ = ["estimate", "shares"]

ESTIMATE_EXAMPLES = """\
Examples:

combien estimate examples/scott.cmb

combien estimate --walks 100000 --engine dlx examples/knuth.dlx
"""

SHARES_EXAMPLES = """\
Examples:

combien shares --parts 100 examples/scott.cmb > shares.txt

combien solve examples/scott.cmb -n 0 --resume "$(sed -n 3p shares.txt)"
"""


@command(epilog=ESTIMATE_EXAMPLES)
@click.option(
    "--walks", type=int, default=1000, show_default=True, help="The number of random walks."
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The seed of the random walks."
)
@click.option(
    "--resume",
    default="",
    metavar="POSITION",
    help="Estimate what is left of a search from this position.",
)
@request_options(without=("-v",))
def estimate(request: Request, walks: int, seed: int, resume: str) -> Exit:
    """Estimate how large a search will be, by random walks down its tree (Knuth, 1975).

    The standard error measures how much the walks differ.  It is not a confidence interval: an
    estimate is often too low, because the walks miss rare large subtrees.
    """
    from combien._questions import estimate as guess  # Start-up: not for --help.

    loaded = request.load()
    with (
        Bar() as bar,
        explain_interrupt(bar, "reduce --walks, or set --seconds"),
    ):
        found = guess(
            loaded.model,
            engine=request.engine,
            walks=walks,
            seed=seed,
            resume=resume,
            budget=request.budget,
            report=bar,
        )
    if request.json:
        print_json({"problem": loaded.name, **asdict(found)})
    else:
        print_text(f"{found.engine}: {found}\n")
    return Exit.ANSWERED


@command(epilog=SHARES_EXAMPLES)
@click.option(
    "--parts", type=int, default=16, show_default=True, help="The minimum number of shares."
)
@click.option(
    "--resume",
    default="",
    metavar="POSITION",
    help="Split the rest of a search from this position.",
)
@request_options(without=("--seconds", "--nodes", "--bytes", "-v"))
def shares(request: Request, parts: int, resume: str) -> Exit:
    """Split a search into shares, as positions for `combien solve --resume`.

    The shares, one after another, give the solutions of the whole search in the same order.  No two
    shares visit the same node below the split.
    """
    from combien._questions import shares as split  # Start-up: not for --help.

    loaded = request.load()
    with explain_interrupt(Bar(), "a smaller --parts takes less time"):
        positions = split(loaded.model, parts=parts, engine=request.engine, resume=resume)
    if request.json:
        print_json({"problem": loaded.name, "shares": positions})
    else:
        sys.stdout.writelines(f"{position}\n" for position in positions)
    return Exit.ANSWERED
