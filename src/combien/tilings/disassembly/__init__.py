"""Taking assemblies apart: whether they come apart, in how many moves, and by which ones.

In a move, one or more pieces move together along a direction of the lattice by any distance, and
the other pieces stay; this is how BurrTools and burr designers count.  On request, squares and
cubes also turn about lines of the lattice.  The level of an assembly is
the number of moves that separate it into two parts, then the same for each part, as in 7.3.2.
"""

from combien._base.lazy import lazy

_NAMES = {
    "combien.tilings.disassembly._disassemble": "disassemble",
    "combien.tilings.disassembly._result": "Disassembly Move Rotation",
    "combien.tilings.disassembly._survey": "Survey survey",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
