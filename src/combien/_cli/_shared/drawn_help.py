"""The help of a command: sections with headings, in color on a terminal.

It uses click only: importing a formatting library would take longer than most commands.
"""

from __future__ import annotations

import inspect
import os
import shutil
import sys
from collections.abc import Iterable

import click

__all__ = ["HelpFormatter", "help_text", "write_examples"]

MAX_WIDTH = 100


class HelpFormatter(click.HelpFormatter):
    """A formatter that writes headings in bold, and names of options and commands in color."""

    def __init__(self, *, colored: bool) -> None:
        super().__init__(width=max(min(shutil.get_terminal_size().columns, MAX_WIDTH), 50))
        self.colored = colored

    def _styled(self, text: str, *, bold: bool = False, color: str | None = None) -> str:
        return click.style(text, bold=bold or None, fg=color) if self.colored else text

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, self._styled(prefix or "Usage: ", bold=True))

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{self._styled(f'{heading}:', bold=True)}\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        named = [(self._styled(name, color="cyan"), text) for name, text in rows]
        super().write_dl(named, col_max, col_spacing)


def help_text(command: click.Command, context: click.Context) -> str:
    """Return the help of a command, in color if the standard output is a terminal."""
    formatter = HelpFormatter(colored=_terminal_has_colors())
    command.format_help(context, formatter)
    return formatter.getvalue().rstrip("\n")


def write_examples(epilog: str, formatter: click.HelpFormatter) -> None:
    """Write an epilog: after "Examples:" a line for each command, then the other paragraphs."""
    for paragraph in inspect.cleandoc(epilog).split("\n\n"):
        if paragraph == "Examples:":
            formatter.write_paragraph()
            formatter.write_heading(paragraph.rstrip(":"))
        elif paragraph.startswith("combien ") or "| combien" in paragraph:
            # A command is not wrapped, so that it can be copied.
            formatter.write(f"  {paragraph}\n")
        else:
            formatter.write_paragraph()
            formatter.write_text(paragraph)


def _terminal_has_colors() -> bool:
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain
