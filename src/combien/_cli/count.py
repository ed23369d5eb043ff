"""`combien count`: how many solutions, as one exact number on the standard output."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING

import click

from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, tell
from combien._cli._shared.options import Asked, How, asking, offering
from combien._cli._shared.report import (
    any_length,
    counts_as_text,
    exit_code,
    facts,
    say_json,
    sentence,
)
from combien._cli._shared.sat import BySat, by_sat
from combien.engines._protocol import Answer

if TYPE_CHECKING:
    from combien._cli._shared.files import Loaded

__all__ = ["count", "count_loaded"]

NOTHING_SAID = BySat()

EXAMPLES = """\
Examples:

combien count examples/camel.cmb

combien count examples/scott.cmb --problem scott -v

combien count --engine frontier --seconds 10 --json examples/dominoes.cmb

combien count --explain examples/scott.cmb

combien count --up-to all examples/scott.cmb
"""


@command(epilog=EXAMPLES)
@click.option("--explain", is_flag=True, help="Say how it was planned: who raced, and how far.")
@offering("--up-to")
@asking()
@by_sat(proof=False)
def count(asked: Asked, sat: BySat, explain: bool, up_to: str) -> Exit:
    """Count the solutions of a problem, all of them or up to symmetry.

    The exact number, of any size, stands alone on the standard output; who counted and why is said
    on the standard error, on a terminal, with -v, or at length with --explain.
    """
    sat.engine(asked)  # What does not go together is refused before the file is read.
    return count_loaded(asked, asked.load(), sat=sat, explain=explain, up_to=up_to)


def count_loaded(
    how: How, loaded: Loaded, *, sat: BySat = NOTHING_SAID, explain: bool, up_to: str
) -> Exit:
    """Counts the solutions of what is loaded, and says how many there are."""
    from combien._cli._shared.progress import Bar, counters
    from combien._questions import answer

    engine = sat.engine(how)
    group = None
    if up_to != "none":
        from combien._questions import group_of

        group = group_of(loaded.model, up_to)
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
                **how.limits,
                report=bar,
            )
        except KeyboardInterrupt:
            interrupted = True
            found = Answer(
                status="stopped",
                engine=bar.engine or how.engine,
                why=f"interrupted before the count was known ({counters(bar.work)}); it begins "
                "anew next time, where combien solve -n 0 would go on",
                work=bar.work,
                seconds=perf_counter() - started,
                complete=False,
            )
    with any_length():
        names = group.names if group else ()
        _tell(how, found, name=loaded.name, names=names, explain=explain)
    return Exit.INTERRUPTED if interrupted else exit_code(found)


def _tell(
    how: How, found: Answer[object], *, name: str, names: tuple[str, ...], explain: bool
) -> None:
    if how.json:
        said = {"problem": name, **({"up_to": names} if names else {}), **facts(found)}
        if explain:
            said["plan"] = counts_as_text(found.plan.facts()) if found.plan else None
        say_json(said)
    elif found.count is not None:
        sys.stdout.write(f"{found.count}\n")
    if explain and not how.json:
        tell(str(found.plan or f"{found.engine} did not get as far as a plan, or needs none"))
    if found.count is None or how.verbose or (sys.stderr.isatty() and not how.json):
        tell(sentence(found))
