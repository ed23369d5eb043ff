"""Design puzzles: unique boards, sets of pieces, fault-free tilings, packings of rectangles.

>>> from combien import Region, TilingProblem, count, design
>>> from combien.tilings import Tile
>>> dominoes = [Tile("**", symmetries="all", times="any")]
>>> count(design.FaultFree(TilingProblem(Region.box(6, 5), dominoes)))
6
"""

from combien._base.lazy import lazy

_NAMES = {
    "combien.design._boards": "BoardSearch UniqueBoard unique_boards",
    "combien.design._burr_sets": "BurrSearch BurrSet burr_sets",
    "combien.design._burrs": "Burr",
    "combien.design._fault_free": "FaultFree",
    "combien.design._levels": "Rating levels_of rate",
    "combien.design._making": "MadePuzzle make_puzzles",
    "combien.design._packings": "most_pieces rectangle_packing",
    "combien.design._pieces": "assembly_shapes cut_pieces",
    "combien.design._sets": "PieceSet SetSearch piece_sets",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
