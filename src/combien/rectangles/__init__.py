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
    from combien.rectangles._decisions import decide as decide
    from combien.rectangles._decisions import lengths as lengths
    from combien.rectangles._decisions import table as table
    from combien.rectangles._lengths import Lengths as Lengths
    from combien.rectangles._multiples import CommonMultiple as CommonMultiple
    from combien.rectangles._multiples import Reptile as Reptile
    from combien.rectangles._multiples import common_multiple as common_multiple
    from combien.rectangles._multiples import reptile as reptile
    from combien.rectangles._plane import Heesch as Heesch
    from combien.rectangles._plane import Period as Period
    from combien.rectangles._plane import heesch as heesch
    from combien.rectangles._plane import period as period
    from combien.rectangles._result import Decision as Decision
    from combien.rectangles._result import Rectangle as Rectangle
    from combien.rectangles._result import Rectangles as Rectangles
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
