"""Tiles in the plane, without a board: whether a tile tiles, how, and how far it comes if not.

>>> from combien import Region, plane
>>> print(plane.classify(Region.from_art("***\\n*..")))
tiles by translations: group p1, 1 tile a period
"""

from combien._base.lazy import lazy

_NAMES = {
    "combien.plane._classify": "Verdict classify",
    "combien.plane._families": "PlaneTable classify_all",
    "combien.plane._groups": "PlaneGroup plane_groups",
    "combien.plane._supertiles": "Supertile supertile",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
