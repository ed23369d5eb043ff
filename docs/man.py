"""The manual page `combien.1`, from the tables of commands; the build runs this and installs it.

    PYTHONPATH=src python docs/man.py > combien.1

It needs nothing but the sources: the tables are plain Python, and the core is not compiled yet.
Options are not in the tables, so the page refers to `combien COMMAND --help` for them.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from combien import __version__
from combien._cli.tables import TABLES, Table

ROOT = Path(__file__).resolve().parent.parent


def page() -> str:
    """Return the page in the macros of man(7)."""
    top = TABLES["combien"]
    # Of the latest version that was released.
    dates = re.findall(
        r"^## .* - (\d\S+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    *commands, codes = top.examples.strip().split("\n\n")
    lines = [
        f'.TH COMBIEN 1 {dates[0]} "combien {__version__}" "User Commands"',
        ".SH NAME",
        rf"combien \- {_plain(top.summary[0].lower() + top.summary[1:].rstrip('.'))}",
        ".SH SYNOPSIS",
        r".B combien",
        r"[\-\-version] [\-\-help]",
        r".I COMMAND",
        r"[\fIOPTIONS\fR] [\fIARGUMENTS\fR]",
        ".SH DESCRIPTION",
        r"Each command describes its options and shows examples with \fB\-\-help\fR.",
        r"Answers go to the standard output, all else to the standard error.",
        r"In place of a file, \fBexample:\fINAME\fR is an example that comes with combien.",
    ]
    for table in TABLES.values():
        group = "" if table is top else table.path.partition(" ")[2]
        lines += [f".SH {group.upper()} COMMANDS".replace("  ", " "), *_commands(table, group)]
    lines += [".SH EXIT STATUS", *_wrapped(codes.partition(":")[2])]
    lines += [".SH EXAMPLES", ".nf"]
    groups = [table.examples.strip() for table in TABLES.values() if table is not top]
    lines += [_plain(line) for text in [*commands, *groups] for line in text.split("\n")]
    return "\n".join([*lines, ".fi"]) + "\n"


def _commands(table: Table, group: str) -> Iterator[str]:
    for name, (_, summary) in table.commands.items():
        yield from (".TP", f".B {_plain(f'{group} {name}'.strip())}", *_wrapped(summary))


def _wrapped(text: str) -> list[str]:
    return [_plain(line) for line in textwrap.wrap(" ".join(text.split()), 70)]


def _plain(text: str) -> str:
    """Return text for roff, in which no character is a command."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text[:1] in (".", "'") else text


if __name__ == "__main__":
    sys.stdout.write(page())
