"""Pictures: their content, and renderers for text, SVG, PNG, STL and cutting machines."""

from __future__ import annotations

from typing import Any

from combien._base.lazy import lazy
from combien._base.plugins import Table
from combien.errors import BadPicture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.drawing._clued import CluedBoard as CluedBoard
    from combien.drawing._clued import CluedSheet as CluedSheet
    from combien.drawing._content import ColorBy as ColorBy
    from combien.drawing._content import Patch as Patch
    from combien.drawing._palette import PALETTES as PALETTES
    from combien.drawing._palette import Hatch as Hatch
    from combien.drawing._palette import Palette as Palette
    from combien.drawing._palette import palette_named as palette_named
    from combien.drawing._picture import Picture as Picture
    from combien.drawing._renderers.cutting import outlines as outlines
    from combien.drawing._renderers.sheet import Drawable as Drawable
    from combien.drawing._renderers.sheet import contact_sheet as contact_sheet
    from combien.drawing._renderers.sheet import sheet as sheet
    from combien.drawing._renderers.stl import stl as stl
    from combien.drawing._search_tree import TreeNode as TreeNode
    from combien.drawing._search_tree import tree_svg as tree_svg
    from combien.drawing._search_tree import tree_text as tree_text
else:
    __getattr__, __dir__, __all__ = lazy(__name__, "RENDERERS")


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
