"""`combien runs status|verify|export`: the files of long runs."""

from __future__ import annotations

import sys
from dataclasses import asdict

from combien._cli._shared.declare import argument, command, option, paths
from combien._cli._shared.guard import Exit, flushed, print_text
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import explain_interrupt, print_json
from combien._wording import counted

__all__ = ["export", "status", "verify"]


@command()
@argument("FILE", complete=paths)
@option("--json", "Print one JSON object.", into="as_json")
def status(file: str, as_json: bool) -> Exit:
    """Show how far a run is, also while it is running.

    Examples
    --------
    combien runs status run.db
    combien runs status --json run.db
    """
    from combien import running  # Start-up: not for --help.

    found = running.status(file)
    if as_json:
        print_json({**asdict(found), "found": str(found.found)})
    else:
        print_text(f"{found}\n")
    return Exit.ANSWERED if found.complete else Exit.UNKNOWN


@command()
@argument("FILE", complete=paths)
@option("--recount", "The number of finished shares to count again.", type=int, shown=10)
def verify(file: str, recount: int) -> Exit:
    """Check the file of a run, and count some shares again.

    Examples
    --------
    combien runs verify --recount 20 run.db
    """
    from combien import running  # Start-up: not for --help.

    with explain_interrupt(Bar(), "a smaller --recount takes less time"):
        number = running.verify(file, recount=recount)
    layer = running.status(file).layer
    what = f"{number} of its shares were counted again"
    if layer is not None:
        what = f"its layer has {counted(layer.files, 'file')}"
    print_text(f"{file} is sound; {what}\n")
    return Exit.ANSWERED


@command()
@argument("FILE", complete=paths)
def export(file: str) -> Exit:
    """Write the facts and the shares of a run as lines of JSON.

    Examples
    --------
    combien runs export run.db > run.jsonl
    """
    from combien import running  # Start-up: not for --help.

    running.export(file, sys.stdout)
    return flushed()
