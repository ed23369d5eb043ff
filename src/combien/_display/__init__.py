"""Notebook display: a table from classes to functions that render them as HTML.

A function takes the object and returns HTML, a picture, or None to show only its text.
Texts may come from files, so all of them are escaped and no scripts run.  Large output is marked
as truncated.  Colors are inherited from the page, so that dark pages stay dark.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from combien._display.elements import drawing

if TYPE_CHECKING:
    from combien.drawing._picture import Picture

__all__ = ["SHOWS", "bundle", "html"]

# From the full name of a class to the module and the name of the function that renders it.
SHOWS = {
    "combien.cover._problem.Problem": "models:problem",
    "combien.geometry._region.Region": "models:region",
    "combien.tilings._tile.Tile": "models:tile",
    "combien.tilings._tiling.TilingProblem": "models:tiling_problem",
    "combien.tilings._packing_problem.PackingProblem": "models:packing_problem",
    "combien.tilings._arrangement.Arrangement": "models:arrangement",
    "combien.nonograms._nonogram.Nonogram": "nonograms:nonogram",
    "combien.nonograms._board.Board": "nonograms:board",
    "combien.nonograms._verdict.Verdict": "nonograms:verdict",
    "combien.puzzles._puzzle.BySettings": "models:puzzle",
    "combien.puzzles._sudoku.sudoku.Sudoku": "models:drawn_puzzle",
    "combien.puzzles._squares.dominosa.Dominosa": "models:drawn_puzzle",
    "combien.puzzles._designs.mates.Mates": "models:puzzle",
    "combien.puzzles._words.wordsquare.WordSquare": "models:puzzle",
    "combien.puzzles._puzzle.DrawnReading": "models:reading",
    "combien.families._family.Family": "answers:family",
    "combien._questions.explanation.Explanation": "answers:explanation",
    "combien._questions.distribution.HeatMap": "answers:heat_map",
    "combien._questions.up_to.Orbits": "answers:orbits",
    "combien.engines._estimate.Estimate": "answers:estimate",
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
