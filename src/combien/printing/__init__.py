"""Pieces to print, puzzles on paper, and pictures of solids that come apart.

>>> from combien import Region
>>> from combien.printing import solid_mesh
>>> solid_mesh(Region.box(1, 1, 1), size=10).volume
1000.0
"""

from combien._base.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.printing._animation import Animation as Animation
    from combien.printing._handouts import Handout as Handout
    from combien.printing._handouts import handout_pdf as handout_pdf
    from combien.printing._mesh import Mesh as Mesh
    from combien.printing._mesh import solid_mesh as solid_mesh
    from combien.printing._moves import moves_pdf as moves_pdf
    from combien.printing._pieces import Printable as Printable
    from combien.printing._plates import Plate as Plate
    from combien.printing._plates import PrintLayout as PrintLayout
    from combien.printing._plates import print_layout as print_layout
    from combien.printing._scene import Scene as Scene
    from combien.printing._scene import State as State
    from combien.printing._sheets import book_pdf as book_pdf
    from combien.printing._sheets import cutouts_pdf as cutouts_pdf
    from combien.printing._sheets import solutions_pdf as solutions_pdf
    from combien.printing._split import Cut as Cut
    from combien.printing._threemf import threemf as threemf
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
