"""The renderers by the names of their formats, those of plug-ins among them."""

from __future__ import annotations

from typing import Any

from combien._base.plugins import Table
from combien.errors import BadPicture


def _fault(render: Any) -> str:
    return "" if callable(render) else f"expected a function of a Picture, not {render!r}"


# Functions of a `Picture` that return a text or bytes, by name.
RENDERERS = Table(
    "renderers",
    {
        "ascii": ("combien.drawing._renderers.ascii", "letters"),
        "svg": ("combien.drawing._renderers.svg", "render"),
        "png": ("combien.drawing._renderers.png", "render"),
    },
    fault=_fault,
    error=BadPicture,
)
