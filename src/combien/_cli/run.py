"""`combien run`: run a tiling script."""

from __future__ import annotations

import sys

from combien._cli._shared.declare import argument, command, option, paths
from combien._cli._shared.files import read_stdin
from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.inputs import STDIN, check_extension, print_warnings
from combien._cli._shared.options import with_options
from combien._cli._shared.progress import Bar, counters
from combien._cli._shared.report import unlimited_digits
from combien.language import run_script
from combien.language._files import read_script


@command()
@argument("FILE", complete=paths)
@with_options("--engine", "--seconds", "--nodes", "--bytes")
@option("--parse-only", "Check the syntax and stop.")
@option("--debug", "Show sizes and counters, as after 'debug on'.")
@option("--stats", "Show the counters of all work at the end.")
@option("--allow-commands", "Let the script run any command, not only SAT solvers.")
@option("--allow-files", "Let the script include and write files anywhere.")
@option("--overwrite", "Let the script replace files of any kind.")
def run(
    file: str,
    engine: str | None,
    seconds: float | None,
    nodes: int | None,
    bytes: int | None,
    parse_only: bool,
    debug: bool,
    stats: bool,
    allow_commands: bool,
    allow_files: bool,
    overwrite: bool,
) -> Exit:
    """Run a tiling script: answer its commands in order.

    FILE is a script in the tiling language (.cmb), or - for the standard input.  The limits apply
    to each command of the script, and reading is part of the first one.  --engine overrides the
    engines that the script names.

    It is safe to run scripts from other people.  By default a script starts only known SAT solvers,
    includes only files below its folder, writes only below its folder or the current one, and
    replaces only files that combien scripts wrote.

    Examples
    --------
    combien run example:camel.cmb
    combien run --engine dlx --seconds 60 example:scott.cmb
    echo 'problem p = constant 8x8 true [{**} ~sym]  count zdd p' | combien run -
    """
    check_extension(file, "combien run")
    with print_warnings():
        script = read_stdin() if file == STDIN else read_script(file)
    if parse_only:
        return Exit.ANSWERED
    if not script.asks:
        print_message(
            "combien: the script has no commands: add a line such as 'count auto PROBLEM'"
        )
    with print_warnings(), Bar() as bar, unlimited_digits():
        try:
            run_script(
                script,
                out=bar.wrap(sys.stdout),
                err=bar.wrap(sys.stderr),
                engine=engine,
                nodes=nodes,
                seconds=seconds,
                bytes=bytes,
                report=bar,
                debug=debug,
                stats=stats,
                allow_commands=allow_commands,
                allow_files=allow_files,
                overwrite=overwrite,
            )
        except KeyboardInterrupt:
            bar.clear()
            work = f" after {counters(bar.work)}" if bar.work else ""
            print_message(f"combien: interrupted{work}; the answers above are valid")
            return Exit.INTERRUPTED
    return Exit.ANSWERED
