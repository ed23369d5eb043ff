"""The command line `combien COMMAND`: its entry point.

The help of a group is written from its table alone; other words are left to click.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from combien._cli._shared.guard import Exit, guarded
from combien._cli.tables import TABLES, group_help

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default `sys.argv`; return its exit code."""
    _prepare_streams()
    words = sys.argv[1:] if arguments is None else list(arguments)
    return guarded(lambda: _run(words))


def _run(words: list[str]) -> Exit:
    *path, last = ["combien", *words]
    table = TABLES.get(" ".join(path))
    if table is not None and last in ("-h", "--help") and "_COMBIEN_COMPLETE" not in os.environ:
        sys.stdout.write(f"{group_help(table)}\n")
        return Exit.ANSWERED
    from combien._cli._shared.groups import run  # Start-up: click takes 20 ms.

    return run(words)


def _prepare_streams() -> None:
    """Open missing output streams, and replace characters that their encoding lacks."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
