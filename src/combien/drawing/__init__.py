"""Pictures: their content, and renderers for text, SVG, PNG, STL and cutting machines."""

from combien._base.lazy import lazy

_NAMES = {
    "combien.drawing._clued": "CluedBoard CluedSheet",
    "combien.drawing._content": "ColorBy Patch",
    "combien.drawing._palette": "PALETTES Hatch Palette palette_named",
    "combien.drawing._picture": "Picture",
    "combien.drawing._renderers.cutting": "outlines",
    "combien.drawing._renderers.sheet": "Drawable contact_sheet sheet",
    "combien.drawing._renderers.stl": "stl",
    "combien.drawing._search_tree": "TreeNode tree_svg tree_text",
    "combien.drawing._table": "RENDERERS",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
