"""Design puzzles: unique boards, sets of pieces, fault-free tilings, packings of rectangles.

>>> from combien import Region, TilingProblem, count, design
>>> from combien.tilings import Tile
>>> dominoes = [Tile("**", symmetries="all", times="any")]
>>> count(design.FaultFree(TilingProblem(Region.box(6, 5), dominoes)))
6
"""

from __future__ import annotations

from combien._lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.design._boards import BoardSearch as BoardSearch
    from combien.design._boards import UniqueBoard as UniqueBoard
    from combien.design._boards import unique_boards as unique_boards
    from combien.design._fault_free import FaultFree as FaultFree
    from combien.design._most import most_pieces as most_pieces
    from combien.design._packings import rectangle_packing as rectangle_packing
    from combien.design._sets import PieceSet as PieceSet
    from combien.design._sets import SetSearch as SetSearch
    from combien.design._sets import piece_sets as piece_sets

_HOMES = {
    "BoardSearch": "_boards",
    "FaultFree": "_fault_free",
    "PieceSet": "_sets",
    "SetSearch": "_sets",
    "UniqueBoard": "_boards",
    "most_pieces": "_most",
    "piece_sets": "_sets",
    "rectangle_packing": "_packings",
    "unique_boards": "_boards",
}

__all__ = [
    "BoardSearch",
    "FaultFree",
    "PieceSet",
    "SetSearch",
    "UniqueBoard",
    "most_pieces",
    "piece_sets",
    "rectangle_packing",
    "unique_boards",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, _HOMES)
