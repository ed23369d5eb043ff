"""`combien marginals`: the number of solutions that contain each option."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from combien._base.budget import countdown
from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.options import Request, request_options
from combien._cli._shared.picture_files import NumberedFile
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import (
    NO_DIAGRAM,
    explain_interrupt,
    finish,
    print_json,
    unlimited_digits,
)
from combien._cli.completion import paths

if TYPE_CHECKING:
    from combien.tilings import PackingProblem, TilingProblem

__all__ = ["marginals"]

EXAMPLES = """\
Examples:

combien marginals examples/knuth.dlx

combien marginals --json examples/dominoes.cmb

combien marginals --svg heat.svg --problem board_8x8 examples/dominoes.cmb
"""


@command(epilog=EXAMPLES)
@click.option(
    "--svg",
    metavar="PATH",
    shell_complete=paths,
    help="Draw how often each tile covers each cell, as SVG.",
)
@request_options(without=("--engine",))
def marginals(request: Request, svg: str | None) -> Exit:
    """Count, for each option, the solutions that contain it.

    Each line has the exact count, its share of all solutions, and the name or the items of the
    option.  The counts come from a decision diagram (ZDD) of all solutions.  --svg draws a board
    for each tile, with percentages.
    """
    from combien._questions import family  # Start-up: not for --help.
    from combien._questions.distribution import heat_of_marginals  # Start-up: not for --help.
    from combien.cover.formats._names import named  # Start-up: not for --help.

    drawing = None if svg is None else NumberedFile(svg, kind="svg")
    if drawing is not None and drawing.streamed and request.json:
        raise click.UsageError("--svg - writes a drawing instead of the text: omit --json")
    loaded = request.load()
    if drawing is not None:
        loaded.require_picture("--svg")
    problem = loaded.model.problem()
    left = countdown(request.budget.seconds)
    with Bar() as bar, explain_interrupt(bar, NO_DIAGRAM):
        solutions = family(loaded.model, budget=request.budget, report=bar)
        # In this order: the marginals also compute the count.
        found, total = solutions.marginals(seconds=left()), solutions.count
    if drawing is not None:
        model = cast("TilingProblem | PackingProblem", loaded.model)
        drawn = heat_of_marginals(model, found, total).sheet()
        written_to = drawing.write(drawn.svg(palette="heat", labels=True).encode())
        if drawing.streamed:
            return finish(loaded.name, bar, verbose=request.verbose, none=not total)
        print_message(f"combien: wrote '{written_to}'")
    rows = [(found.get(o, 0), named(problem, [o])) for o in range(problem.option_count)]
    with unlimited_digits():
        if request.json:
            options = [{"solutions": str(times), "name": name} for times, name in rows]
            written = {"problem": loaded.name, "count": str(total), "options": options}
            print_json(written)
        else:
            wide = len(str(max((times for times, _ in rows), default=0)))
            for times, name in rows:
                # Integer arithmetic, since counts may exceed the range of floating point.
                share = times * 10_000 // max(total, 1) / 100
                print_text(f"{times:>{wide}}  {share:6.2f} %  {name}\n")
    return finish(loaded.name, bar, verbose=request.verbose, none=not total)
