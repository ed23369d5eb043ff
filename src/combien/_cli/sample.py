"""`combien sample` and `marginals`: solutions at random, and how many contain each option."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, cast

import click

from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.options import Request, in_range, request_options, with_options
from combien._cli._shared.output import TextOutput, as_json, as_text
from combien._cli._shared.picture_files import NumberedFile
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import (
    NO_DIAGRAM,
    explain_interrupt,
    finish,
    print_json,
    unlimited_digits,
)
from combien._cli._shared.weights import (
    limit_option,
    power_of_constant,
    powers_of,
    q_option,
    with_limits,
)
from combien._questions import sample as drawn
from combien._questions.distribution import option_counts, option_weights
from combien._questions.heat import heat_of_marginals
from combien.cover.formats._names import named

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from combien.tilings import PackingProblem, TilingProblem


@command()
@option("-n N", "The number of samples.", into="number", shown=1, check=in_range(2**31))
@option("--seed", "The seed of the random numbers.", type=int, shown=0)
@with_options("--boxes")
@option("--svg PATH", "Draw each solution as SVG; -n numbers the files.")
@limit_option()
@q_option()
@request_options(without=("--engine",))
def sample(
    request: Request,
    number: int,
    seed: int,
    boxes: bool,
    svg: str | None,
    limits: tuple[str, ...],
    q: str | None,
) -> Exit:
    """Draw solutions at random, uniformly or by weights, with replacement.

    The same seed gives the same solutions.  They are drawn from a decision diagram (ZDD) of all
    solutions, or, if that is too large, by a sweep with a temporary file; dominoes and the like by
    coupling from the past.

    Examples
    --------
    combien sample example:camel.cmb --seed 1
    combien sample -n 3 --seed 2 --json example:knuth.dlx
    combien sample --svg random.svg --problem board_8x8 example:dominoes.cmb
    combien sample --q 2/3 --problem board_8x8 example:dominoes.cmb
    """
    if request.json and boxes:
        raise click.UsageError("--boxes cannot be combined with --json")
    file = None if svg is None else NumberedFile(svg, kind="svg", numbered=number != 1)
    streamed = file is not None and file.streamed
    if streamed and (request.json or boxes or number != 1):
        raise click.UsageError(
            "--svg - writes one drawing instead of the text: name a file, or omit --json, --boxes "
            "and -n"
        )
    loaded = with_limits(request.load(sides=True), limits)
    if boxes or file is not None:
        loaded.require_picture("--boxes and --svg")
    weights = None if q is None else powers_of(loaded, q)
    with Bar() as bar, explain_interrupt(bar, NO_DIAGRAM):
        found = drawn(
            loaded.asked, number, seed=seed, weights=weights, budget=request.budget, report=bar
        )
    if file is not None:
        for one in found:
            picture = one.picture()
            file.write(picture.svg)
    if request.json:
        value = as_json(loaded)
        written = {"problem": loaded.name, "seed": seed, "sample": [value(one) for one in found]}
        print_json(written)
    elif not streamed:
        output = TextOutput(sys.stdout, as_text(loaded, boxes=boxes, style="names"))
        for one in found:
            output.add(one)
    return finish(loaded, bar, verbose=request.verbose, none=number > 0 and not found)


@command()
@option("--svg PATH", "Draw how often each tile covers each cell, as SVG.")
@limit_option()
@q_option()
@request_options(without=("--engine",))
def marginals(request: Request, svg: str | None, limits: tuple[str, ...], q: str | None) -> Exit:
    """Count, for each option, the solutions that contain it.

    Each line has the exact count, its share of all solutions, and the name or the items of the
    option.  The counts come from Pfaffians for dominoes and the like, otherwise from a decision
    diagram (ZDD) of all solutions or, if that is too large, from a sweep with a temporary file.
    --svg draws a board for each tile, with percentages.  With --q there are no counts, but total
    weights, of which only the shares are printed.

    Examples
    --------
    combien marginals example:knuth.dlx
    combien marginals --json example:dominoes.cmb
    combien marginals --svg heat.svg --problem board_8x8 example:dominoes.cmb
    combien marginals --q 2/3 --problem board_8x8 example:dominoes.cmb
    """
    drawing = None if svg is None else NumberedFile(svg, kind="svg")
    if drawing is not None and drawing.streamed and request.json:
        raise click.UsageError("--svg - writes a drawing instead of the text: omit --json")
    loaded = with_limits(request.load(sides=True), limits)
    if drawing is not None:
        loaded.require_picture("--svg")
    problem = loaded.model.problem()
    found: Sequence[int] | Sequence[Fraction]
    total: int | Fraction
    with Bar() as bar, explain_interrupt(bar, NO_DIAGRAM):
        if q is None:
            found, total = option_counts(loaded.asked, request.budget, bar)
        else:
            weights = powers_of(loaded, q)
            found, total = option_weights(loaded.asked, weights, request.budget, bar)
            factor = power_of_constant(loaded, q)
            found, total = [share * factor for share in found], total * factor
    if drawing is not None:
        model = cast("TilingProblem | PackingProblem", loaded.model)

        def drawn() -> str:
            sheet = heat_of_marginals(model, found, total).sheet()
            return sheet.svg(palette="heat", labels=True)

        written_to = drawing.write(drawn)
        if drawing.streamed:
            return finish(loaded, bar, verbose=request.verbose, none=not total)
        print_message(f"combien: wrote '{written_to}'")
    rows: list[tuple[int | Fraction, str]]
    rows = [(found[option], named(problem, [option])) for option in range(len(found))]
    with unlimited_digits():
        if request.json:
            amount, of_all = ("solutions", "count") if q is None else ("weight", "weight")
            options = [{amount: str(times), "name": name} for times, name in rows]
            print_json({"problem": loaded.name, of_all: str(total), "options": options})
        else:
            wide = len(str(max((times for times, _ in rows), default=0)))
            for times, name in rows:
                # Integer arithmetic, since counts may exceed the range of floating point.
                share = times * 10_000 // (total or 1) / 100
                number = f"{times:>{wide}}  " if q is None else ""
                print_text(f"{number}{share:6.2f} %  {name}\n")
    return finish(loaded, bar, verbose=request.verbose, none=not total)
