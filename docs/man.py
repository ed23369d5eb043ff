"""The manual page `combien.1`, from the help of every command; the build runs this and installs it.

    python docs/man.py > combien.1

It needs click and the sources: the core is not compiled yet, and no help asks it anything.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from unittest.mock import MagicMock

ROOT = Path(__file__).resolve().parent.parent


def page() -> str:
    """Return the page in the macros of man(7)."""
    # With docs/ and src/ on the path.
    from combien import __version__
    from combien._cli.tables import TABLES
    from commands import helps

    top = TABLES["combien"]
    # Of the latest version that was released.
    dates = re.findall(
        r"^## .* - (\d\S+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
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
        r"Answers go to the standard output, all else to the standard error.",
        r"In place of a file, \fBexample:\fINAME\fR is an example that comes with combien.",
    ]
    for name, text in helps(78):
        lines += [f'.SH "{_plain(name.upper())}"', ".nf", *map(_plain, text.split("\n")), ".fi"]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Return text for roff, in which no character is a command."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    text = re.sub(r"[^ -~]", lambda other: rf"\[u{ord(other[0]):04X}]", text)
    return rf"\&{text}" if text[:1] in (".", "'") else text


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "docs")]
    sys.modules["combien._native"] = MagicMock(packed=lambda kind: kind)
    sys.stdout.write(page())
