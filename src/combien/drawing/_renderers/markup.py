"""Numbers and text in SVG: well-formed, and the same bytes each time."""

from __future__ import annotations

import re

__all__ = ["MARK", "escaped", "number", "opening"]

# The second line of every drawing: scripts overwrite only files that combien has written.
MARK = "<!-- written by combien -->"

# Characters that XML 1.0 excludes even if escaped: most control characters and surrogates.
# Compiled on first use, which takes 5 ms.
_NOT_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


def number(value: float) -> str:
    """Format a number with two decimals, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def opening(
    width: str, height: str, *, title: str, paper: str | None, cell: float = 1
) -> list[str]:
    """Return the first lines of a drawing: its size, mark, title and background.

    >>> print(*opening("9", "6", title="a & b", paper="#ffffff"), sep="\\n")
    <svg xmlns="http://www.w3.org/2000/svg" width="9" height="6" viewBox="0 0 9 6" role="img">
    <!-- written by combien -->
    <title>a &amp; b</title>
    <rect width="9" height="6" fill="#ffffff"/>

    Without `paper` the background is transparent.  With a `cell` in pixels, the unit of the view
    box is a cell, and a group is opened in which lengths are in pixels.
    """
    across, down = (f"{float(length) / cell:.6g}" for length in (width, height))
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {across} {down}" role="img">',
        MARK,
        f"<title>{escaped(title)}</title>",
        *([f'<g transform="scale({1 / cell:.6g})">'] if cell != 1 else []),
        *([f'<rect width="{width}" height="{height}" fill="{paper}"/>'] if paper else []),
    ]


def escaped(text: str) -> str:
    """Escape text for XML, on one line; characters that XML excludes become U+FFFD."""
    text = re.sub(_NOT_XML, "\ufffd", text)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # A blank for each line end and tab, because tooltips are one line.
    return re.sub("[\t\n\r]", " ", text)
