"""Sequences: the numbers of tilings of strips and other boards, and formulas for them.

>>> from combien.sequences import Recurrence
>>> Recurrence([1, 1], [0, 1]).term(100)
354224848179261915075
"""

from combien._base.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.sequences._families import FAMILIES as FAMILIES
    from combien.sequences._families import Boards as Boards
    from combien.sequences._formula import GeneratingFunction as GeneratingFunction
    from combien.sequences._formula import Growth as Growth
    from combien.sequences._formula import Recurrence as Recurrence
    from combien.sequences._formula import growth_of as growth_of
    from combien.sequences._guess import Guess as Guess
    from combien.sequences._guess import guess as guess
    from combien.sequences._guessed_growth import GuessedGrowth as GuessedGrowth
    from combien.sequences._guessed_growth import guess_growth as guess_growth
    from combien.sequences._lookup import Match as Match
    from combien.sequences._lookup import look_up as look_up
    from combien.sequences._recurrence import DerivedProof as DerivedProof
    from combien.sequences._recurrence import Proof as Proof
    from combien.sequences._refinements import TileCounts as TileCounts
    from combien.sequences._sequence import Sequence as Sequence
    from combien.sequences._sequence import sequence as sequence
    from combien.sequences._sources import Source as Source
    from combien.sequences._strip import Strip as Strip
    from combien.sequences._transfer import StripAutomaton as StripAutomaton
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
