"""Tilings and packings: boards, tiles, and the problem of covering one with the others."""

from combien._base.lazy import lazy

_NAMES = {
    "combien.tilings._isometric": "isometric",
    "combien.tilings._packing_problem": "Packing PackingProblem",
    "combien.tilings._paint": "Paint",
    "combien.tilings._placement": "Placement",
    "combien.tilings._reason_dead": "dead_cells useless_tiles",
    "combien.tilings._tile": "Tile Times",
    "combien.tilings._tiling": "Tiling TilingProblem",
    "combien.tilings._volumes": "volumes",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
