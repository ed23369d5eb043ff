"""`combien best`: the cheapest solutions of a problem whose options have costs."""

from __future__ import annotations

import json
import sys

import rich_click as click

from combien.cli.guard import Exit, tell
from combien.cli.options import Asked, asking

__all__ = ["best"]

EXAMPLES = """\
Examples:

combien best examples/prices.dlx

combien best -k 5 --json examples/prices.dlx
"""


@click.command(epilog=EXAMPLES)
@click.option("-k", "number", type=int, default=1, show_default=True, help="How many.")
@asking(without=("--engine",))
def best(asked: Asked, number: int) -> Exit:
    """Find the cheapest solutions, and prove that they are.

    Each is written with its cost.  Costs stand in the file (|n at the end of an option in Knuth's
    format, "cost" in JSON); branch and bound answers, or the diagram of all solutions where that is
    done first.
    """
    from combien.cli.progress import Bar
    from combien.cli.written import as_json, as_text
    from combien.questions import best as cheapest

    loaded = asked.load()
    with Bar() as bar:
        found = cheapest(loaded.model, k=number, **asked.limits, report=bar)
    if asked.json:
        value = as_json(loaded)
        priced = [{"cost": one.cost, "solution": value(one.solution)} for one in found]
        sys.stdout.write(json.dumps({"problem": loaded.name, "best": priced}) + "\n")
    else:
        text = as_text(loaded, boxes=False, style="names")
        for one in found:
            solution = text(one.solution)
            sys.stdout.write(f"{one.cost}:{chr(10) if chr(10) in solution else ' '}{solution}\n")
    if asked.verbose:
        tell(bar.sentence)
    if not found:
        tell(f"{loaded.name} has no solution")
        return Exit.NONE
    return Exit.ANSWERED
