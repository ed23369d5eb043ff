"""The command line `combien COMMAND`: its entry point.

The help of a group is written from its table alone; other words are left to click.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Sequence

from combien._cli._shared.guard import Exit, guarded, print_message
from combien._cli.tables import TABLES, group_help

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What lines around tiles become where the encoding of the output lacks them (LANG=C, Windows).
_PLAIN = {
    **dict.fromkeys("│╵╷", "|"),
    **dict.fromkeys("─╶╴", "-"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
    "·": ".",
    "…": "...",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default `sys.argv`; return its exit code."""
    _prepare_streams()
    words = sys.argv[1:] if arguments is None else list(arguments)
    return guarded(lambda: _run(words))


def _run(words: list[str]) -> Exit:
    *path, last = ["combien", *words]
    table = TABLES.get(" ".join(path))
    asked = "_COMBIEN_COMPLETE" not in os.environ  # Otherwise the shell asks for completions.
    if asked and table is not None and last in ("-h", "--help"):
        sys.stdout.write(f"{group_help(table)}\n")
        return Exit.ANSWERED
    import warnings  # Start-up: not for the help of a group.

    warnings.showwarning = _show_warning
    if asked and (found := _declared(words)) is not None:
        declared, given = found
        try:
            return Exit(declared.function(**given) or Exit.ANSWERED)
        except Exception as error:
            if "click" not in sys.modules:
                raise
            from combien._cli._shared.groups import shown  # Start-up: click takes 20 ms.

            return shown(error, words)
    from combien._cli._shared.groups import run  # Start-up: click takes 20 ms.

    return run(words)


def _show_warning(message: Warning | str, *place: object, **more: object) -> None:
    """Print a warning without the place in the program that gave it."""
    print_message(f"combien: warning: {message}")


def _declared(words: list[str]) -> tuple[Any, dict[str, Any]] | None:
    """Return the command of these words and the arguments of its function, without click."""
    table, left = TABLES["combien"], words
    while left and (inner := TABLES.get(f"{table.path} {left[0]}")):
        table, left = inner, left[1:]
    if not left or not table.commands.get(left[0], ("",))[0]:
        return None
    if any(word.startswith("-") and word != "-" for word in words):
        return None
    from combien._cli._shared.declare import Declared  # Start-up: not for --help.

    declared = table.command(left[0])
    given = declared.without_click(left[1:]) if isinstance(declared, Declared) else None
    return None if given is None else (declared, given)


def _prepare_streams() -> None:
    """Open missing output streams, and replace characters that their encoding lacks."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="combien")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in lacking), error.end


codecs.register_error("combien", _plain)
