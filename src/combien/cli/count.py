"""`combien count`: how many solutions, as one exact number on the standard output."""

from __future__ import annotations

import json
import sys
from time import perf_counter

import rich_click as click

from combien.cli.guard import Exit, tell
from combien.cli.options import Asked, asking
from combien.cli.report import any_length, exit_code, facts, sentence
from combien.engines.protocol import Answer

__all__ = ["count"]

EXAMPLES = """\
Examples:

combien count examples/camel.cmb

combien count examples/scott.cmb --problem scott -v

combien count --engine frontier --seconds 10 --json examples/dominoes.cmb

combien count --up-to all examples/scott.cmb

combien count examples/knuth.dlx
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "--up-to",
    type=click.Choice(("none", "rotations", "all")),
    default="none",
    help="Which symmetries of a tiling problem make two solutions one.",
)
@asking
def count(asked: Asked, up_to: str) -> Exit:
    """Count the solutions of a problem, all of them or up to symmetry.

    The exact number, of any size, stands alone on the standard output; who counted and why is said
    on the standard error, on a terminal or with -v.
    """
    from combien.cli.progress import Bar, counters
    from combien.questions import answer, group_of

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
                engine=asked.engine,
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
        _tell(asked, found, name=loaded.name, names=group.names if group else ())
    return Exit.INTERRUPTED if interrupted else exit_code(found)


def _tell(asked: Asked, found: Answer, *, name: str, names: tuple[str, ...]) -> None:
    if asked.json:
        divided = {"up_to": names} if names else {}
        sys.stdout.write(json.dumps({"problem": name, **divided, **facts(found)}) + "\n")
    elif found.count is not None:
        sys.stdout.write(f"{found.count}\n")
    if found.count is None or asked.verbose or (sys.stderr.isatty() and not asked.json):
        tell(sentence(found))
