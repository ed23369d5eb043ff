"""Detect the format of a file by its first characters.

What is looked for is what a format has and the others have not: the three numbers and the digits of
INF441's matrices, its drawn boards, the first word of a script.  A text that could be several
formats is not recognized: the user has to name it.
"""

from __future__ import annotations

import re
import sys

__all__ = ["begins", "format_by_content"]

# The number of bytes to look at.
HEAD = 10_000
# The words with which a declaration of the tiling language begins.
_SCRIPT = r"""(?:pattern3?|tiles3?|problem3?|assert|print|solve3?|all3?|count3?|dimacs|debug|timing
|exit|include)\b"""
_BEGINNINGS = (
    # Width and height, then a line of the board; other characters than * are no cells.
    ("pavage", re.compile(r"\d+\s+\d+[ \t\r]*\n(?:[^\d\n][^\n]*|[ \t]*)\n*[^\n]*\*")),
    ("cmb", re.compile(rf"(?:\#[^\n]*\n|\s)*{_SCRIPT}", re.VERBOSE)),
    ("xmpuzzle", re.compile(r"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<puzzle\b", re.DOTALL)),
)


def format_by_content(head: bytes) -> str:
    """Return the format of a file with this beginning, or "" if it is unclear.

    >>> format_by_content(b"2 0 1\\n11\\n"), format_by_content(b"2\\n1\\n**\\n1\\n2\\n1\\n**\\n")
    ('emc', 'pavage')
    """
    from combien.cover.formats import sniff

    if head.startswith(b"\x1f\x8b"):
        return "xmpuzzle"  # BurrTools compresses it.
    text = head[:HEAD].decode("utf-8", errors="replace").lstrip("\ufeff \t\r\n")
    for name, beginning in _BEGINNINGS:
        if beginning.match(text):
            return name
    return sniff(text)


def begins(file: str) -> bytes:
    """How a file, or the standard input (`-`), begins; what is read here can be read again."""
    if file != "-":
        from combien._cli._shared.files import opened

        with opened(file) as stream:
            return stream.read(HEAD)
    peek = getattr(getattr(sys.stdin, "buffer", None), "peek", None)
    return peek(HEAD) if peek is not None else b""
