"""`combien explain`: explain why there is no solution, or describe a problem and its search.

If the problem is proved unsolvable, the reason is printed.  Otherwise the size of the problem, the
effect of a reduction, and an estimate of the search are printed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from combien._base.budget import countdown
from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.options import CommonOptions, Request, request_options
from combien._cli._shared.picture_files import LANGUAGES, NumberedFile
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import explain_interrupt, in_french, print_json
from combien._french.paper import said
from combien._questions import estimate
from combien._questions import explain as ask
from combien.cover._problem import Problem
from combien.cover._reduce import reduce
from combien.drawing._search_tree import tree_svg, tree_text
from combien.engines import searcher_named
from combien.engines._steps.trace import search_tree, trace
from combien.errors import OutOfBudget

if TYPE_CHECKING:
    from combien._cli._shared.files import Loaded
    from combien._questions import Explanation


# The default limit: a few seconds of work.
NODES = 5_000_000
WIDEST, HIGHEST = 100, 60
NO_REASON = "no reason was found; with --seconds or --nodes the size of the problem is printed"


@command()
@option("--trace", "Print the steps of dancing links.", into="trace_steps")
@option("--tree PATH", "Draw the search tree as SVG; - prints it as text.")
@option("--branching", "The item to branch on.", choices=("smallest", "leftmost"), shown="smallest")
@option("--events N", "The largest number of steps to print.", type=click.IntRange(1), shown=10_000)
@option("--svg PATH", "Draw the reason or a solution as SVG.")
@option("--language", "The language of the reason.", choices=LANGUAGES, shown="en")
@request_options(without=("-v",))
def explain(
    request: Request,
    trace_steps: bool,
    tree: str | None,
    branching: str,
    events: int,
    svg: str | None,
    language: str,
) -> Exit:
    """Explain why there is no solution, or describe the problem and its search.

    With --trace, print the steps of dancing links on a small problem; with --tree, draw the search
    tree.

    Examples
    --------
    combien explain example:scott.cmb
    combien explain --svg why.svg --problem mutilated example:dominoes.cmb
    combien explain --trace example:knuth.dlx
    combien explain --tree - example:knuth.dlx
    """
    drawing = None if svg is None else NumberedFile(svg, kind="svg")
    if (
        drawing is not None
        and drawing.streamed
        and (request.json or trace_steps or tree is not None)
    ):
        raise click.UsageError(
            "--svg - writes a drawing instead of the text: omit --json, --trace and --tree"
        )
    if request.json and (trace_steps or tree is not None):
        raise click.UsageError("--trace and --tree cannot be combined with --json")
    loaded = request.load()
    problem = loaded.problem
    if trace_steps:
        lines = trace(problem, branching=branching, max_events=events)  # type: ignore[arg-type]
        for line in lines:
            print_text(f"{line}\n")
    if tree is not None:
        _draw(problem, tree, branching, title=loaded.name)
    if (trace_steps or tree is not None) and drawing is None:
        return Exit.ANSWERED
    return explain_loaded(request, loaded, drawing, language=language)


def explain_loaded(
    common: CommonOptions, loaded: Loaded, drawing: NumberedFile | None, *, language: str = "en"
) -> Exit:
    """Explain why a loaded problem has no solution, or describe it."""
    budget = common.budget
    if budget.nodes is None and budget.seconds is None:
        budget = replace(budget, nodes=NODES)
    seconds_left = countdown(budget.seconds)
    with Bar() as bar, explain_interrupt(bar, NO_REASON):
        found = ask(loaded.model, budget=budget)
    if drawing is not None:
        picture = found.picture
        if picture is not None and drawing.streamed:
            drawing.write(lambda: picture.svg(labels=True))
            return _exit_code(found)
        if picture is None:
            print_message("combien: there is nothing to draw: the answer is text only")
        else:
            written_to = drawing.write(lambda: picture.svg(labels=True))
            print_message(f"combien: wrote '{written_to}'")
    # A reason without a statement is in English, and so is what stands before it.
    language = language if found.statement else "en"
    text = in_french(found.statement) if language == "fr" else found.text
    if common.json:
        print_json(_as_json(loaded.name, found) | {"text": text})
    elif found.status == "none":
        none = said("there is no solution", language)
        print_text(f"{loaded.name}: {none}\n{text}\n{_shown(found)}")
    else:
        lines = _described(loaded.name, loaded.problem, common, seconds_left())
        if found.status == "unknown":
            lines.append(found.text)
        print_text("".join(f"{line}\n" for line in lines))
    return _exit_code(found)


def _exit_code(found: Explanation[object]) -> Exit:
    return {"none": Exit.NONE, "solved": Exit.ANSWERED}.get(found.status, Exit.UNKNOWN)


def _shown(found: Explanation[object]) -> str:
    """Return the picture as text if it is small and on the square lattice."""
    picture = found.picture
    if picture is None or not all(patch.cells for patch in picture.patches):
        return ""
    left, bottom, right, top = picture.box
    return f"{picture.ascii()}\n" if right - left <= WIDEST and top - bottom <= HIGHEST else ""


def _as_json(name: str, found: Explanation[object]) -> dict[str, object]:
    content: dict[str, object] = {
        "problem": name,
        "status": found.status,
        "kind": found.kind,
        "text": found.text,
        "groups": [
            {"cells": [list(cell) for cell in cells], "color": color, "label": label}
            for cells, color, label in found.groups
        ],
        "tiles": list(found.tiles),
        "work": dict(found.work),
    }
    if found.weights is not None:
        content |= {
            "modulus": str(found.weights.modulus),
            "weights": [str(value) for value in found.weights.values],
        }
    return content


def _draw(problem: Problem, path: str, branching: str, *, title: str) -> None:
    root = search_tree(problem, branching=branching)  # type: ignore[arg-type]
    if path == "-":
        print_text(f"{tree_text(root)}\n")
        return
    NumberedFile(path, kind="svg").write(lambda: tree_svg(root, title=title))


def _described(
    name: str, problem: Problem, common: CommonOptions, seconds: float | None
) -> list[str]:
    """Describe the size of a problem, and estimate its search within these seconds."""
    secondary = problem.item_count - problem.primary_count
    parts = [f"{problem.primary_count} primary items"]
    parts += [f"{secondary} secondary items"] if secondary else []
    parts += ["with bounds"] if problem.has_bounds else []
    parts += ["with colors"] if problem.has_colors else []
    parts += ["with costs"] if problem.has_costs else []
    try:
        guess = str(estimate(problem, engine=common.engine, seconds=seconds))
    except OutOfBudget:
        # Only what the explanation has left is available, which may be nothing.
        guess = "not estimated, as the seconds of the command ended before"
    engine = searcher_named(common.engine, problem)
    return [
        f"{name}: {problem.option_count} options, {', '.join(parts)}",
        f"reduction: {reduce(problem, steps=2_000_000).report}",
        f"search by {engine.name}: {guess}",
    ]
