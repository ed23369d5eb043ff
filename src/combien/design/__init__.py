"""Design puzzles: unique boards, sets of pieces, fault-free tilings, packings of rectangles.

>>> from combien import Region, TilingProblem, count, design
>>> from combien.tilings import Tile
>>> dominoes = [Tile("**", symmetries="all", times="any")]
>>> count(design.FaultFree(TilingProblem(Region.box(6, 5), dominoes)))
6
"""

from combien._base.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.design._boards import BoardSearch as BoardSearch
    from combien.design._boards import UniqueBoard as UniqueBoard
    from combien.design._boards import unique_boards as unique_boards
    from combien.design._burr_sets import BurrSearch as BurrSearch
    from combien.design._burr_sets import BurrSet as BurrSet
    from combien.design._burr_sets import burr_sets as burr_sets
    from combien.design._burrs import Burr as Burr
    from combien.design._fault_free import FaultFree as FaultFree
    from combien.design._levels import Rating as Rating
    from combien.design._levels import levels_of as levels_of
    from combien.design._levels import rate as rate
    from combien.design._making import MadePuzzle as MadePuzzle
    from combien.design._making import make_puzzles as make_puzzles
    from combien.design._packings import most_pieces as most_pieces
    from combien.design._packings import rectangle_packing as rectangle_packing
    from combien.design._pieces import assembly_shapes as assembly_shapes
    from combien.design._pieces import cut_pieces as cut_pieces
    from combien.design._sets import PieceSet as PieceSet
    from combien.design._sets import SetSearch as SetSearch
    from combien.design._sets import piece_sets as piece_sets
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
