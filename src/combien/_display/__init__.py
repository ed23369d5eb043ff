"""Notebook display: a table from classes to functions that render them as HTML.

A function takes the object and returns HTML, a picture, or None to show only its text.
Texts may come from files, so all of them are escaped and no scripts run.  Large output is marked
as truncated.  Colors are inherited from the page, so that dark pages stay dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING

from combien._wording import counted, printable

if TYPE_CHECKING:
    from combien.drawing._picture import Picture

__all__ = [
    "SHOWS",
    "block",
    "bundle",
    "caption",
    "drawing",
    "facts",
    "html",
    "line",
    "mono",
    "side_by_side",
    "table",
    "text",
]

# From the full name of a class to the module and the name of the function that renders it.
SHOWS = {
    "combien.cover._problem.Problem": "models:problem",
    "combien.geometry._region.Region": "models:region",
    "combien.tilings._tile.Tile": "models:tile",
    "combien.tilings._tiling.TilingProblem": "models:tiling_problem",
    "combien.tilings._packing_problem.PackingProblem": "models:packing_problem",
    "combien.tilings._arrangement.Arrangement": "models:arrangement",
    "combien.nonograms._nonogram.Nonogram": "models:nonogram",
    "combien.nonograms._nonogram.Board": "models:board",
    "combien.nonograms._verdict.Verdict": "models:verdict",
    "combien.puzzles._puzzle.BySettings": "models:puzzle",
    "combien.puzzles._sudoku.Sudoku": "models:drawn_puzzle",
    "combien.puzzles._dominosa.Dominosa": "models:drawn_puzzle",
    "combien.puzzles._puzzle.DrawnReading": "models:reading",
    "combien.families._family.Family": "answers:family",
    "combien._questions.explanation.Explanation": "answers:explanation",
    "combien._questions.iterator.Solutions": "answers:solutions",
    "combien._questions.heat.HeatMap": "answers:heat_map",
    "combien._questions.up_to.Orbits": "answers:orbits",
    "combien.engines._search.estimate.Estimate": "answers:estimate",
    "combien.engines._protocol.Answer": "answers:answer",
}
MOST_TEXT = 20_000


def html(shown: object) -> str | None:
    """Return the HTML of an object, or None if it is shown as text.

    >>> from combien import Problem
    >>> html(Problem.from_options(["ab"]))[:4]
    '<div'
    """
    found = _shown(shown)
    if found is None or isinstance(found, str):
        return found

    return drawing(found)


def _shown(shown: object) -> str | Picture | None:
    for base in type(shown).__mro__:
        name = SHOWS.get(f"{base.__module__}.{base.__qualname__}")
        if name is not None:
            module, _, function = name.partition(":")
            show = getattr(import_module(f"combien._display.{module}"), function)
            found: str | Picture | None = show(shown)
            return found
    return None


def bundle(
    shown: object, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None
) -> dict[str, str]:
    """Return the MIME bundle of an object: HTML or a drawing if there is one, and text."""
    wanted = {"text/html", "image/svg+xml", "text/plain"} if include is None else set(include)
    wanted -= set(exclude or ())
    found: dict[str, str] = {}
    if wanted & {"text/html", "image/svg+xml"}:
        display = _shown(shown)
        if isinstance(display, str):
            if "text/html" in wanted:
                found["text/html"] = display
        elif display is not None:
            found |= display._repr_mimebundle_(wanted & {"image/svg+xml"})
    if "text/plain" in wanted:
        found["text/plain"] = _plain(shown)
    return found


def _plain(shown: object) -> str:
    """Return the text of an object, or its truncated `repr` if the text is too long."""
    own = type(shown).__str__
    text = repr(shown) if own is object.__str__ else str(shown)
    return text if len(text) <= MOST_TEXT else repr(shown)[:MOST_TEXT]


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
