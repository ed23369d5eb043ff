"""The questions: any model, any engine.  Here and only here the two meet.

count          how many solutions there are                      ask
solve          one of them                                       ask
solutions      all of them, one at a time                        ask
answer         these with everything that is known about them    ask
exists         whether there is one                              existence
explain        why there is none, in words and drawn             explanation
best           the cheapest ones                                 costs
family         all of them as one set of sets                    families
orbits         how many up to symmetry, and how symmetric        up_to
group_of       which symmetries those are                        symmetric
Symmetric      those that are symmetric, as a model              symmetric
marginals      in how many each option is                        distribution
sample         some at random, each as likely as any other       distribution
count_by_size  how many have so many options                     distribution
count_by       how many have so many options of each kind        distribution
estimate       how large the search will be                      plan
shares         the search in parts, for others to do             plan
Prepared       many questions to one problem                     prepared
"""

from __future__ import annotations

from combien.questions.ask import Solutions, answer, count, solutions, solve
from combien.questions.costs import Priced, best
from combien.questions.distribution import count_by, count_by_size, marginals, sample
from combien.questions.existence import exists
from combien.questions.explanation import Explanation, explain
from combien.questions.families import family
from combien.questions.plan import estimate, shares
from combien.questions.prepared import Prepared
from combien.questions.symmetric import Symmetric, UpTo, group_of
from combien.questions.up_to import Orbits, SymmetryClass, orbits

__all__ = [
    "Explanation",
    "Orbits",
    "Prepared",
    "Priced",
    "Solutions",
    "Symmetric",
    "SymmetryClass",
    "UpTo",
    "answer",
    "best",
    "count",
    "count_by",
    "count_by_size",
    "estimate",
    "exists",
    "explain",
    "family",
    "group_of",
    "marginals",
    "orbits",
    "sample",
    "shares",
    "solutions",
    "solve",
]
