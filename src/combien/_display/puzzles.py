"""Puzzles and their solutions, as they are shown in a notebook."""

from __future__ import annotations

from typing import Any

from combien._display.elements import block, caption, drawing, facts, line, mono
from combien.drawing._picture import Picture
from combien.errors import BadPicture
from combien.puzzles._puzzle import settings_of

__all__ = ["drawn_puzzle", "puzzle", "reading"]


def puzzle(shown: Any) -> str:
    """What the puzzle asks, and its settings."""
    about = shown.about
    settings = [(one.name, one.write(getattr(shown, one.name))) for one in settings_of(type(shown))]
    return block(caption(about.title), line(about.summary), facts(settings))


def drawn_puzzle(shown: Any) -> str:
    """What the puzzle asks, drawn."""
    return block(caption(shown.about.title), line(shown.about.summary), _drawn(shown))


def reading(shown: Any) -> Picture | None:
    """A solution, drawn, where there is anything to draw."""
    try:
        picture: Picture = shown.picture()
    except BadPicture:
        return None
    return picture


def _drawn(shown: Any) -> str:
    try:
        return drawing(shown.picture())
    except BadPicture:
        return mono(str(shown))
