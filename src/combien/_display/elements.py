"""HTML elements: tables, texts and drawings; all text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from combien._wording import counted, printable
from combien.drawing._picture import Picture

__all__ = ["block", "caption", "drawing", "facts", "line", "mono", "side_by_side", "table", "text"]

# A drawing of more cells would take several megabytes.
MOST_CELLS = 20_000
MOST_LETTERS = 200
MOST_LINES = 40
_CELL = "border:1px solid #8888;padding:2px 6px;text-align:left"


def text(value: object, *, most: int = MOST_LETTERS) -> str:
    """Return a value as escaped text for HTML, truncated to `most` characters.

    >>> text("<b>&"), text("abcdef", most=4)
    ('&lt;b&gt;&amp;', 'abc…')
    """
    full = value if isinstance(value, str) else str(value)
    if len(full) > most:
        full = full[: most - 1] + "…"
    return escape(printable(full))


def block(*parts: str) -> str:
    """Stack parts vertically."""
    return f"<div>{''.join(part for part in parts if part)}</div>"


def side_by_side(*parts: str) -> str:
    """Lay out parts side by side, wrapping as needed."""
    style = "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start"
    return f'<div style="{style}">{"".join(parts)}</div>'


def caption(value: object) -> str:
    """Return a line in bold."""
    return f"<div><b>{text(value)}</b></div>"


def line(value: object, *, most: int = 2000) -> str:
    """Return text as a block; line breaks are kept."""
    full = str(value)[:most].split("\n")
    lines = "<br>".join(text(one, most=most) for one in full[:MOST_LINES])
    return f"<div>{lines}{'…' if len(full) > MOST_LINES or len(str(value)) > most else ''}</div>"


def mono(value: object, *, most: int = 4000) -> str:
    """Return preformatted, monospaced text."""
    full = str(value)
    shown = "\n".join(printable(one) for one in full[:most].split("\n"))
    return f"<pre>{escape(shown)}{'…' if len(full) > most else ''}</pre>"


def table(lines: Iterable[Sequence[object]], *, head: Sequence[object] = ()) -> str:
    """Return a table of texts."""
    parts = ['<table style="border-collapse:collapse">']
    if head:
        cells = "".join(f'<th style="{_CELL}">{text(cell)}</th>' for cell in head)
        parts.append(f"<tr>{cells}</tr>")
    for one in lines:
        cells = "".join(f'<td style="{_CELL}">{text(cell)}</td>' for cell in one)
        parts.append(f"<tr>{cells}</tr>")
    return "".join([*parts, "</table>"])


def facts(known: Iterable[tuple[str, object]]) -> str:
    """Return a table of names and values; empty values are left out."""
    return table([entry for entry in known if entry[1] not in ("", None, (), {})])


def drawing(
    picture: Picture,
    *,
    size: float | None = None,
    labels: bool | None = None,
    palette: str = "default",
) -> str:
    """Return a picture as SVG, or a note with its size if it is too large."""
    cells = sum(len(patch.polygons) for patch in picture.patches)
    if cells > MOST_CELLS:
        return line(f"too large to show here: {counted(cells, 'cell')}")
    return f"<div>{picture.svg(size=size, labels=labels, palette=palette)}</div>"
