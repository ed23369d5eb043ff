"""`combien solve`: one solution, several or all, as text, JSON and pictures.

Solutions are written as they are found, so that all of them can be asked for whatever their number.
A search that stops early, by Ctrl-C or by its budget, says with which command it goes on.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

import rich_click as click

from combien.cli.guard import Exit, tell
from combien.cli.options import Asked, asking
from combien.cli.report import exit_code, sentence
from combien.engines.protocol import Answer
from combien.errors import OutOfBudget

if TYPE_CHECKING:
    from combien.tilings.tiling import Tiling, TilingProblem

__all__ = ["solve"]

MOST_ASKED = 10**18

EXAMPLES = """\
Examples:

combien solve examples/scott.cmb

combien solve -n 3 --boxes --svg scott.svg examples/scott.cmb

combien solve -n 0 --json examples/rectangles.cmb
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "-n",
    "number",
    type=click.IntRange(0, MOST_ASKED),
    default=1,
    metavar="N",
    show_default=True,
    help="How many solutions; 0 is all.",
)
@click.option("--boxes", is_flag=True, help="Draw the text with lines around the tiles.")
@click.option("--svg", metavar="PATH", help="Write a drawing too; numbered files if -n is not 1.")
@click.option("--png", metavar="PATH", help="Write an image too; numbered files if -n is not 1.")
@click.option(
    "--resume", default="", metavar="POSITION", help="Go on where an earlier search stopped."
)
@asking
def solve(
    asked: Asked, number: int, boxes: bool, svg: str | None, png: str | None, resume: str
) -> Exit:
    """Find solutions of a problem.

    They are written to the standard output as they are found.  After --resume, "no more" means that
    none is left.
    """
    from combien.cli.pictures import png_file, svg_file
    from combien.cli.written import JsonOutput, TextOutput

    if asked.json and boxes:
        raise click.UsageError("--json writes no text: leave --boxes out")
    files = [
        file(path, numbered=number != 1, resumed=bool(resume))
        for path, file in ((svg, svg_file), (png, png_file))
        if path is not None
    ]
    problem = asked.problem()
    output = (
        JsonOutput(sys.stdout, name=problem.name)
        if asked.json
        else TextOutput(sys.stdout, boxes=boxes)
    )

    def write(tiling: Tiling) -> None:
        output.add(tiling)
        for file in files:
            file.write(tiling.picture(title=problem.name))

    found, code = _search(asked, problem, write, number=number, resume=resume)
    output.end(found)
    sys.stdout.flush()
    stopped = code in (Exit.UNKNOWN, Exit.INTERRUPTED)
    if code == Exit.NONE:
        tell("no more solutions" if resume else f"{problem.name} has no solution")
    if stopped:
        tell(f"{found.engine}: {found.why}")
    elif asked.verbose:
        tell(sentence(found))
    if found.position and (stopped or asked.verbose):
        left = number - found.known["at_least"] if stopped and number else number
        pictures = [*(["--svg", svg] if svg else []), *(["--png", png] if png else [])]
        words = ["-n", str(left), *["--boxes"] * boxes, *pictures, "--resume", found.position]
        tell(f"go on with: {shlex.join(['combien', 'solve', *asked.words(), *words])}")
    return code


def _search(
    asked: Asked,
    problem: TilingProblem,
    write: Callable[[Tiling], None],
    *,
    number: int,
    resume: str,
) -> tuple[Answer, Exit]:
    """Writes what is found; what came of it, and the exit code."""
    from combien.cli.interrupt import Interrupts
    from combien.cli.progress import Bar, counters
    from combien.questions import solutions

    started = perf_counter()
    found = 0
    code, why = Exit.ANSWERED, ""
    with Interrupts() as interrupts, Bar(check=interrupts.check) as bar:
        walk = solutions(
            problem,
            engine=asked.engine,
            limit=number or None,
            nodes=asked.budget.nodes,
            seconds=asked.budget.seconds,
            bytes=asked.budget.bytes,
            report=bar,
            resume=resume,
        )
        try:
            for tiling in walk:
                bar.clear()
                write(tiling)
                found += 1
                interrupts.check()
        except KeyboardInterrupt:
            if not number or found < number:
                code = Exit.INTERRUPTED
                why = f"interrupted after {found} solutions ({counters(walk.work)})"
        except OutOfBudget as stop:
            code, why = Exit.UNKNOWN, str(stop)
    answer = Answer(
        status="solved" if found else "none" if walk.complete else "stopped",
        engine=walk.engine,
        why=why or walk.why,
        work=walk.work,
        seconds=perf_counter() - started,
        complete=walk.complete,
        count=found if walk.complete and not resume else None,
        known={"at_least": found},
        position="" if walk.complete else walk.position,
    )
    return answer, exit_code(answer) if code == Exit.ANSWERED else code
