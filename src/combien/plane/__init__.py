"""Tiles in the plane, without a board: whether a tile tiles, how, and how far it comes if not.

>>> from combien import Region, plane
>>> print(plane.classify(Region.from_art("***\\n*..")))
tiles by translations: group p1, 1 tile a period
"""

from combien._base.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.plane._classify import Verdict as Verdict
    from combien.plane._classify import classify as classify
    from combien.plane._families import PlaneTable as PlaneTable
    from combien.plane._families import classify_all as classify_all
    from combien.plane._groups import PlaneGroup as PlaneGroup
    from combien.plane._groups import plane_groups as plane_groups
    from combien.plane._supertiles import Supertile as Supertile
    from combien.plane._supertiles import supertile as supertile
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
