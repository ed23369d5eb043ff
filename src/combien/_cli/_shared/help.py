"""The help of a command: sections with headings, in color on a terminal.

`combien --help` is written from the table of commands, without importing click, which takes longer
than all else together.  For the other commands click calls the same formatter.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from combien._cli.tables import Table

__all__ = ["HelpFormatter", "group_help"]

MAX_WIDTH = 100
WIDEST_NAME = 30

# Escape sequences of terminals.
BOLD, CYAN, RESET = "\x1b[1m", "\x1b[36m", "\x1b[0m"


class HelpFormatter:
    """Formats a help; it has the methods of click's formatter that commands call."""

    def __init__(self) -> None:
        self.width = max(min(_columns(), MAX_WIDTH), 50)
        self._colored = _terminal_has_colors()
        self._indent = 0
        self._text = ""

    def getvalue(self) -> str:
        """Return the text."""
        return self._text.rstrip("\n")

    def write(self, text: str) -> None:
        """Write text as it is."""
        self._text += text

    def write_usage(self, program: str, arguments: str = "") -> None:
        """Write how to call a command."""
        prefix = f"Usage: {program} "
        lines = _wrapped(arguments, self.width - len(prefix))
        self.write(self._styled("Usage: ", BOLD) + f"{program} ")
        self.write(f"\n{' ' * len(prefix)}".join(lines) + "\n")

    def write_heading(self, heading: str) -> None:
        """Write the heading of a section."""
        self.write(self._styled(f"{heading}:", BOLD) + "\n")

    def write_paragraph(self) -> None:
        """Write an empty line."""
        if self._text:
            self.write("\n")

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        margin = " " * self._indent
        for number, paragraph in enumerate(_paragraphs(text)):
            self.write("\n" * (number > 0))
            for line in _wrapped(paragraph, self.width - self._indent):
                self.write(f"{margin}{line}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]]) -> None:
        """Write names with their explanations beside them."""
        rows = list(rows)
        first = min(max((len(name) for name, _ in rows), default=0), WIDEST_NAME) + 2
        margin = " " * (first + self._indent)
        for name, text in rows:
            gap = " " * (first - len(name)) if len(name) <= first - 2 else f"\n{margin}"
            lines = _wrapped(text, max(self.width - first - 2, 10))
            shown = gap + f"\n{margin}".join(lines) if lines else ""
            self.write(f"{' ' * self._indent}{self._styled(name, CYAN)}{shown}\n")

    def write_examples(self, epilog: str) -> None:
        """Write examples, a line for each command, and other paragraphs."""
        self.write_paragraph()
        self.write_heading("Examples")
        for paragraph in _paragraphs(epilog):
            if paragraph.startswith("combien ") or "| combien" in paragraph:
                # Commands are not wrapped, so that they can be copied.
                self.write("".join(f"  {line}\n" for line in paragraph.split("\n")))
            else:
                self.write_paragraph()
                self.write_text(paragraph)

    @contextmanager
    def section(self, heading: str) -> Iterator[None]:
        """Context manager that writes a heading, and indents what follows."""
        self.write_paragraph()
        self.write_heading(heading)
        with self.indentation():
            yield

    @contextmanager
    def indentation(self) -> Iterator[None]:
        """Context manager that indents."""
        self._indent += 2
        yield
        self._indent -= 2

    def _styled(self, text: str, style: str) -> str:
        return f"{style}{text}{RESET}" if self._colored else text


def group_help(table: Table) -> str:
    """Return the help of a group of commands, as click would write it."""
    formatter = HelpFormatter()
    formatter.write_usage(table.path, "[OPTIONS] COMMAND [ARGS]...")
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(table.summary)
    with formatter.section("Options"):
        version = [("--version", "Show the version and exit.")] if " " not in table.path else []
        formatter.write_dl([*version, ("-h, --help", "Show this message and exit.")])
    with formatter.section("Commands"):
        formatter.write_dl([(name, text) for name, (_, text) in table.commands.items()])
    formatter.write_examples(table.examples)
    return formatter.getvalue()


def _paragraphs(text: str) -> list[str]:
    return [paragraph for paragraph in text.strip().split("\n\n") if paragraph.strip()]


def _wrapped(text: str, width: int) -> list[str]:
    """Return text as lines of at most this width, but for longer words."""
    lines = [""]
    for word in text.replace("\n", " ").split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if len(longer) <= width or not lines[-1]:
            lines[-1] = longer
        elif word:
            lines[-1] = lines[-1].rstrip()
            lines.append(word)
    return [line for line in lines if line]


def _columns() -> int:
    """Return the width of the terminal."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


def _terminal_has_colors() -> bool:
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain
