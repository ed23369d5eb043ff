"""The questions: any model, any engine.  Here and only here the two meet.

count       how many solutions there are                     ask
solve       one of them                                      ask
solutions   all of them, one at a time                       ask
answer      these with everything that is known about them   ask
best        the cheapest ones                                costs
estimate    how large the search will be                     plan
shares      the search in parts, for others to do            plan
Prepared    many questions to one problem                    prepared
"""

from __future__ import annotations

from combien.questions.ask import Solutions, answer, count, solutions, solve
from combien.questions.costs import Priced, best
from combien.questions.plan import estimate, shares
from combien.questions.prepared import Prepared

__all__ = [
    "Prepared",
    "Priced",
    "Solutions",
    "answer",
    "best",
    "count",
    "estimate",
    "shares",
    "solutions",
    "solve",
]
