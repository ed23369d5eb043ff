"""A base class for notebook display, which loads `combien._display` on first use.

`combien._display` imports the classes that it displays, so this module imports it by name, and
only when a notebook requests a representation.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any


class Displayed:
    """Base class for values with a notebook representation from `combien._display`."""

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None
    ) -> dict[str, Any]:
        """Return the notebook output, by MIME type."""
        bundle: dict[str, Any] = import_module("combien._display").bundle(self, include, exclude)
        return bundle
