"""What makes an object show itself in a notebook: a base class that loads the display when asked.

How objects are displayed is above all of them (`combien._display`), as a display may draw boards,
tables and pictures of other things.  So this names it as text, and nothing is imported before a
notebook asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

__all__ = ["Displayed"]


class Displayed:
    """A value that notebooks show as `combien._display` says for its class."""

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None
    ) -> dict[str, Any]:
        """What a notebook shows, by type of content."""
        bundle: dict[str, Any] = import_module("combien._display").bundle(self, include, exclude)
        return bundle
