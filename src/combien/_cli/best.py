"""`combien best`: the cheapest solutions of a problem whose options have costs."""

from __future__ import annotations

import click

from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, print_text
from combien._cli._shared.options import Request, request_options
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import explain_interrupt, finish, print_json
from combien.engines._protocol import METHODS_OF_BEST

__all__ = ["best"]

NOT_PROVED = (
    "no solution is proved to be the cheapest yet, and the search cannot be resumed; combien "
    "solve lists solutions of any cost"
)

EXAMPLES = """\
Examples:

combien best examples/prices.dlx

combien best -k 5 --json examples/prices.dlx

combien best --max examples/prices.dlx
"""


@command(epilog=EXAMPLES)
@click.option(
    "-k", "number", type=int, default=1, show_default=True, help="The number of solutions."
)
@click.option("--max", "maximize", is_flag=True, help="Find the most expensive ones instead.")
@click.option(
    "--engine",
    "method",
    type=click.Choice(("auto", *METHODS_OF_BEST)),
    default="auto",
    show_default=True,
    help="The method to use.",
)
@request_options(without=("--engine",))
def best(request: Request, number: int, maximize: bool, method: str) -> Exit:
    """Find the cheapest solutions, and prove that they are.

    Each solution is printed with its cost.  Costs are part of the file (|n at the end of an option
    in Knuth's format, "cost" in JSON).  Branch and bound (bound), the same by prices of items
    (prices), the solver HiGHS if it is installed (milp), and the construction of a decision diagram
    of all solutions (zdd) take turns; the first to finish gives the answer.
    """
    from combien._cli._shared.output import as_json, as_text  # Start-up: not for --help.
    from combien._questions import best as cheapest  # Start-up: not for --help.

    loaded = request.load()
    with Bar() as bar, explain_interrupt(bar, NOT_PROVED):
        found = cheapest(
            loaded.model,
            k=number,
            maximize=maximize,
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
