"""`combien run`: a tiling script, from its first line to its last."""

from __future__ import annotations

import sys

import click

from combien.cli.completion import paths
from combien.cli.elsewhere import refuse_of_others
from combien.cli.files import STDIN, read_stdin
from combien.cli.groups import command
from combien.cli.guard import Exit, tell
from combien.cli.options import offering
from combien.cli.report import any_length

__all__ = ["run"]

EXAMPLES = """\
Examples:

combien run examples/camel.cmb

combien run --engine dlx --seconds 60 examples/scott.cmb

echo 'problem p = constant 8x8 true [{**} ~sym]  count zdd p' | combien run -
"""


@command(epilog=EXAMPLES)
@click.argument("file", metavar="FILE", shell_complete=paths)
@offering("--engine", "--seconds", "--nodes", "--bytes")
def run(
    file: str, engine: str | None, seconds: float | None, nodes: int | None, bytes: int | None
) -> Exit:
    """Run a tiling script: answer what it asks, in order.

    FILE is a script in the tiling language (.cmb), or - for the standard input.  The limits are for
    each question of the script; --engine answers all of them, whatever the script names.
    """
    from combien.cli.progress import Bar, counters
    from combien.engines.protocol import Budget
    from combien.language import run_script
    from combien.language.include import read_script

    refuse_of_others(file, "combien run")
    script = read_stdin() if file == STDIN else read_script(file)
    if not script.asks:
        tell("combien: the script asks nothing: add a line such as 'count auto PROBLEM'")
    with Bar() as bar, any_length():
        try:
            run_script(
                script,
                out=bar.above(sys.stdout),
                err=bar.above(sys.stderr),
                engine=engine,
                budget=Budget(nodes, seconds, bytes),
                report=bar,
            )
        except KeyboardInterrupt:
            bar.clear()
            work = f" after {counters(bar.work)}" if bar.work else ""
            tell(f"combien: interrupted{work}; the answers above stand")
            return Exit.INTERRUPTED
    return Exit.ANSWERED
