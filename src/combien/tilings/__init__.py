"""Tilings and packings: boards, tiles, and the problem of covering one with the others."""

from combien._base.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.tilings._isometric import isometric as isometric
    from combien.tilings._packing_problem import Packing as Packing
    from combien.tilings._packing_problem import PackingProblem as PackingProblem
    from combien.tilings._paint import Paint as Paint
    from combien.tilings._placement import Placement as Placement
    from combien.tilings._reason_dead import dead_cells as dead_cells
    from combien.tilings._reason_dead import useless_tiles as useless_tiles
    from combien.tilings._tile import Tile as Tile
    from combien.tilings._tile import Times as Times
    from combien.tilings._tiling import Tiling as Tiling
    from combien.tilings._tiling import TilingProblem as TilingProblem
    from combien.tilings._volumes import volumes as volumes
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
