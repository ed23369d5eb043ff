"""`combien solve`: one solution, several or all, as text, JSON and pictures.

Solutions are written as they are found, so that all of them can be asked for whatever their number.
A search that stops early, by Ctrl-C or by its budget, says with which command it goes on.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any

import rich_click as click

from combien.cli.guard import Exit, tell
from combien.cli.options import Asked, asking
from combien.cli.pictures import Drawn, drawing
from combien.cli.report import exit_code, sentence
from combien.cli.sat import BySat, by_sat
from combien.engines.protocol import Answer, Engine
from combien.errors import BadInput, OutOfBudget

if TYPE_CHECKING:
    from combien.cli.files import Loaded

__all__ = ["solve"]

MOST_ASKED = 10**18

EXAMPLES = """\
Examples:

combien solve examples/scott.cmb

combien solve -n 3 --boxes --svg scott.svg examples/scott.cmb

combien solve -n 20 --sheet scott.svg --palette print --labels examples/scott.cmb

combien solve --svg soma.svg --view apart --stl soma.stl examples/soma.cmb

combien solve -n 0 --json examples/rectangles.cmb

combien solve --style knuth examples/knuth.dlx

combien solve --engine sat --solver 'cadical -q' examples/scott.cmb
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
@click.option(
    "--resume", default="", metavar="POSITION", help="Go on where an earlier search stopped."
)
@click.option(
    "--style",
    type=click.Choice(("names", "knuth")),
    default="names",
    help="How options of a plain exact cover are written.",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Shuffle the search, for variety: the same for the same N.",
)
@asking
@drawing
@by_sat(proof=True)
def solve(
    asked: Asked,
    drawn: Drawn,
    sat: BySat,
    number: int,
    boxes: bool,
    resume: str,
    style: str,
    seed: int | None,
) -> Exit:
    """Find solutions of a problem.

    They are written to the standard output as they are found.  After --resume, "no more" means that
    none is left.
    """
    from combien.cli.written import JsonOutput, TextOutput, as_json, as_text
    from combien.cover.problem import Problem

    if asked.json and boxes:
        raise click.UsageError("--json writes no text: leave --boxes out")
    # A name that cannot be written to is refused before the file is read.
    drawn.files(title="", numbered=number != 1, resumed=bool(resume))
    engine = sat.engine(asked)
    loaded = asked.load()
    if isinstance(loaded.model, Problem):
        if boxes or drawn.anything():
            raise BadInput(
                f"'{asked.file}' is a plain exact cover, which has no picture: leave --boxes, "
                "--svg, --png, --sheet and --stl out, or ask about a tiling (.cmb, .pavage)"
            )
    else:
        drawn.require(loaded.model.board)
    files = drawn.files(title=loaded.name, numbered=number != 1, resumed=bool(resume))
    output = (
        JsonOutput(sys.stdout, as_json(loaded), name=loaded.name)
        if asked.json
        else TextOutput(sys.stdout, as_text(loaded, boxes=boxes, style=style))
    )

    def write(solution: Any) -> None:
        output.add(solution)
        for file in files:
            file.add(solution)

    found, code = _search(asked, engine, loaded, write, number=number, resume=resume, seed=seed)
    output.end(found)
    for file in files:
        file.end()
    sys.stdout.flush()
    stopped = code in (Exit.UNKNOWN, Exit.INTERRUPTED)
    if code == Exit.NONE:
        tell("no more solutions" if resume else f"{loaded.name} has no solution")
    sat.tell_proof(none=code == Exit.NONE)
    if stopped:
        tell(f"{found.engine}: {found.why}")
    elif asked.verbose:
        tell(sentence(found))
    if found.position and (stopped or asked.verbose):
        left = number - found.known["at_least"] if stopped and number else number
        shuffled = [] if seed is None else ["--seed", str(seed)]
        styled = [] if style == "names" else ["--style", style]
        words = [
            "-n",
            str(left),
            *["--boxes"] * boxes,
            *styled,
            *shuffled,
            *drawn.words(),
            *sat.words(),
        ]
        words += ["--resume", found.position]
        tell(f"go on with: {shlex.join(['combien', 'solve', *asked.words(), *words])}")
    return code


def _search(
    asked: Asked,
    engine: str | Engine,
    loaded: Loaded,
    write: Callable[[Any], None],
    *,
    number: int,
    resume: str,
    seed: int | None,
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
            loaded.model,
            engine=engine,
            limit=number or None,
            nodes=asked.budget.nodes,
            seconds=asked.budget.seconds,
            bytes=asked.budget.bytes,
            report=bar,
            resume=resume,
            seed=seed,
        )
        try:
            for solution in walk:
                bar.clear()
                write(solution)
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
