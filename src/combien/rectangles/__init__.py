"""Which rectangles a set of polyominoes tiles: tables, primes, and all lengths of a width.

>>> from combien import rectangles, Tile
>>> print(rectangles.lengths([Tile("*.\\n**", symmetries="all", times="any")], 2))
all n = 0 mod 3 with n >= 3
"""

from combien._base.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.rectangles._closing import AllPrimes as AllPrimes
    from combien.rectangles._closing import all_primes as all_primes
    from combien.rectangles._heesch import Heesch as Heesch
    from combien.rectangles._heesch import heesch as heesch
    from combien.rectangles._lengths import Lengths as Lengths
    from combien.rectangles._multiples import CommonMultiple as CommonMultiple
    from combien.rectangles._multiples import common_multiple as common_multiple
    from combien.rectangles._reptiles import Reptile as Reptile
    from combien.rectangles._reptiles import reptile as reptile
    from combien.rectangles._result import Decision as Decision
    from combien.rectangles._result import Rectangle as Rectangle
    from combien.rectangles._result import Rectangles as Rectangles
    from combien.rectangles._table import decide as decide
    from combien.rectangles._table import lengths as lengths
    from combien.rectangles._table import table as table
    from combien.rectangles._tori import Period as Period
    from combien.rectangles._tori import period as period
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
