"""`combien explain`: what a problem is, in plain words; and the dance, told or drawn."""

from __future__ import annotations

import sys

import rich_click as click

from combien.cli.guard import Exit
from combien.cli.options import Asked, asking
from combien.cover.problem import Problem
from combien.errors import BadInput

__all__ = ["explain"]

EXAMPLES = """\
Examples:

combien explain examples/scott.cmb

combien explain --trace examples/knuth.dlx

combien explain --tree - examples/knuth.dlx
"""


@click.command(epilog=EXAMPLES)
@click.option("--trace", "told", is_flag=True, help="Tell the dance of the links, step by step.")
@click.option("--tree", metavar="PATH", help="Draw the search tree as SVG; - writes it as text.")
@click.option(
    "--branching",
    type=click.Choice(("smallest", "leftmost")),
    default="smallest",
    show_default=True,
    help="Which item the dance branches on.",
)
@click.option(
    "--events", type=int, default=10_000, show_default=True, help="How much of the dance to tell."
)
@asking
def explain(asked: Asked, told: bool, tree: str | None, branching: str, events: int) -> Exit:
    """Say what a problem is, what a reduction would remove, and how large a search would be.

    With --trace, tell the dance of the links for a small problem; with --tree, draw its tree.
    """
    loaded = asked.load()
    problem = loaded.problem
    if told:
        from combien.engines.trace import trace

        lines = trace(problem, branching=branching, limit=events)  # type: ignore[arg-type]
        sys.stdout.writelines(f"{line}\n" for line in lines)
    if tree is not None:
        _draw(problem, tree, branching, title=loaded.name)
    if not told and tree is None:
        sys.stdout.writelines(f"{line}\n" for line in _described(loaded.name, problem, asked))
    return Exit.ANSWERED


def _draw(problem: Problem, path: str, branching: str, *, title: str) -> None:
    from combien.drawing.search_tree import tree_text
    from combien.drawing.search_tree_svg import tree_svg
    from combien.engines.tree import search_tree

    root = search_tree(problem, branching=branching)  # type: ignore[arg-type]
    if path == "-":
        sys.stdout.write(f"{tree_text(root)}\n")
        return
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(tree_svg(root, title=title))
    except OSError as error:
        raise BadInput(f"cannot write '{path}': {error.strerror or error}") from None


def _described(name: str, problem: Problem, asked: Asked) -> list[str]:
    from combien.cover.reduce import reduce
    from combien.engines import searcher_named
    from combien.questions import estimate

    secondary = problem.item_count - problem.primary_count
    parts = [f"{problem.primary_count} primary items"]
    parts += [f"{secondary} secondary items"] if secondary else []
    parts += ["with bounds"] if problem.has_bounds else []
    parts += ["with colours"] if problem.has_colours else []
    parts += ["with costs"] if problem.has_costs else []
    guess = estimate(problem, engine=asked.engine)
    engine = searcher_named(asked.engine, problem)
    return [
        f"{name}: {problem.option_count} options, {', '.join(parts)}",
        f"reduction: {reduce(problem, steps=2_000_000).report}",
        f"search by {engine.name}: {guess}",
    ]
