"""Pieces to print, puzzles on paper, and pictures of solids that come apart.

>>> from combien import Region
>>> from combien.printing import solid_mesh
>>> solid_mesh(Region.box(1, 1, 1), size=10).volume
1000.0
"""

from combien._base.lazy import lazy

_NAMES = {
    "combien.printing._animation": "Animation",
    "combien.printing._handouts": "Handout handout_pdf",
    "combien.printing._mesh": "Mesh solid_mesh",
    "combien.printing._moves": "moves_pdf",
    "combien.printing._pieces": "Printable",
    "combien.printing._plates": "Plate PrintLayout print_layout",
    "combien.printing._scene": "Scene State",
    "combien.printing._sheets": "book_pdf cutouts_pdf solutions_pdf",
    "combien.printing._split": "Cut",
    "combien.printing._threemf": "threemf",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
