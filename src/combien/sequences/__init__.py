"""Sequences: the numbers of tilings of strips and other boards, and formulas for them.

>>> from combien.sequences import Recurrence
>>> Recurrence([1, 1], [0, 1]).term(100)
354224848179261915075
"""

from combien._base.lazy import lazy

_NAMES = {
    "combien.sequences._families": "FAMILIES Boards",
    "combien.sequences._formula": "GeneratingFunction Growth Recurrence growth_of",
    "combien.sequences._guess": "Guess guess",
    "combien.sequences._guessed_growth": "GuessedGrowth guess_growth",
    "combien.sequences._lookup": "Match look_up",
    "combien.sequences._recurrence": "DerivedProof Proof",
    "combien.sequences._refinements": "TileCounts",
    "combien.sequences._sequence": "Sequence sequence",
    "combien.sequences._sources": "Source",
    "combien.sequences._strip": "Strip",
    "combien.sequences._transfer": "StripAutomaton",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
