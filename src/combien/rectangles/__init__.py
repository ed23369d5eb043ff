"""Which rectangles a set of polyominoes tiles: tables, primes, and all lengths of a width.

>>> from combien import rectangles, Tile
>>> print(rectangles.lengths([Tile("*.\\n**", symmetries="all", times="any")], 2))
all n = 0 mod 3 with n >= 3
"""

from combien._base.lazy import lazy

_NAMES = {
    "combien.rectangles._closing": "AllPrimes all_primes",
    "combien.rectangles._decisions": "decide lengths table",
    "combien.rectangles._lengths": "Lengths",
    "combien.rectangles._multiples": "CommonMultiple Reptile common_multiple reptile",
    "combien.rectangles._plane": "Heesch Period heesch period",
    "combien.rectangles._result": "Decision Rectangle Rectangles",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
