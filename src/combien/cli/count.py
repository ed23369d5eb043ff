"""`combien count`: how many solutions, as one exact number on the standard output."""

from __future__ import annotations

import json
import sys
from time import perf_counter

import rich_click as click

from combien.cli.guard import Exit, tell
from combien.cli.options import Asked, asking
from combien.cli.report import any_length, exit_code, facts, sentence
from combien.cli.sat import BySat, by_sat
from combien.engines.protocol import Answer

__all__ = ["count"]

EXAMPLES = """\
Examples:

combien count examples/camel.cmb

combien count examples/scott.cmb --problem scott -v

combien count --engine frontier --seconds 10 --json examples/dominoes.cmb

combien count --explain examples/scott.cmb

combien count --up-to all examples/scott.cmb
"""


@click.command(epilog=EXAMPLES)
@click.option("--explain", is_flag=True, help="Say how it was planned: who raced, and how far.")
@click.option(
    "--up-to",
    type=click.Choice(("none", "rotations", "all")),
    default="none",
    help="Which symmetries of a tiling problem make two solutions one.",
)
@asking
@by_sat(proof=False)
def count(asked: Asked, sat: BySat, explain: bool, up_to: str) -> Exit:
    """Count the solutions of a problem, all of them or up to symmetry.

    The exact number, of any size, stands alone on the standard output; who counted and why is said
    on the standard error, on a terminal, with -v, or at length with --explain.
    """
    from combien.cli.progress import Bar, counters
    from combien.questions import answer, group_of

    engine = sat.engine(asked)
    loaded = asked.load()
    group = group_of(loaded.model, up_to) if up_to != "none" else None
    if group is not None:
        tell(f"up to {group}")
    started = perf_counter()
    interrupted = False
    with Bar() as bar:
        try:
            found = answer(
                loaded.model,
                "count",
                up_to=group or "none",
                engine=engine,
                nodes=asked.budget.nodes,
                seconds=asked.budget.seconds,
                bytes=asked.budget.bytes,
                report=bar,
            )
        except KeyboardInterrupt:
            interrupted = True
            found = Answer(
                status="stopped",
                engine=bar.engine or asked.engine,
                why=f"interrupted before the count was known ({counters(bar.work)})",
                work=bar.work,
                seconds=perf_counter() - started,
                complete=False,
            )
    with any_length():
        names = group.names if group else ()
        _tell(asked, found, name=loaded.name, names=names, explain=explain)
    return Exit.INTERRUPTED if interrupted else exit_code(found)


def _tell(asked: Asked, found: Answer, *, name: str, names: tuple[str, ...], explain: bool) -> None:
    if asked.json:
        said = {"problem": name, **({"up_to": names} if names else {}), **facts(found)}
        if explain:
            said["plan"] = found.plan.facts() if found.plan else None
        sys.stdout.write(json.dumps(said) + "\n")
    elif found.count is not None:
        sys.stdout.write(f"{found.count}\n")
    if explain and not asked.json:
        tell(str(found.plan or f"{found.engine} did not get as far as a plan, or needs none"))
    if found.count is None or asked.verbose or (sys.stderr.isatty() and not asked.json):
        tell(sentence(found))
