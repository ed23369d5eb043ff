"""The questions: any model, any engine.  Here and only here the two meet.

count          how many solutions there are                      ask
solve          one of them                                       ask
first          one of them, with counters                        ask
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

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combien._questions.ask import Solutions as Solutions
    from combien._questions.ask import answer as answer
    from combien._questions.ask import count as count
    from combien._questions.ask import first as first
    from combien._questions.ask import solutions as solutions
    from combien._questions.ask import solve as solve
    from combien._questions.costs import Priced as Priced
    from combien._questions.costs import best as best
    from combien._questions.distribution import count_by as count_by
    from combien._questions.distribution import count_by_size as count_by_size
    from combien._questions.distribution import marginals as marginals
    from combien._questions.distribution import sample as sample
    from combien._questions.existence import exists as exists
    from combien._questions.explanation import Explanation as Explanation
    from combien._questions.explanation import explain as explain
    from combien._questions.families import family as family
    from combien._questions.plan import estimate as estimate
    from combien._questions.plan import shares as shares
    from combien._questions.prepared import Prepared as Prepared
    from combien._questions.symmetric import Symmetric as Symmetric
    from combien._questions.symmetric import UpTo as UpTo
    from combien._questions.symmetric import group_of as group_of
    from combien._questions.up_to import Orbits as Orbits
    from combien._questions.up_to import SymmetryClass as SymmetryClass
    from combien._questions.up_to import orbits as orbits

# Each is imported when it is first used: a count needs none of the modules of a sample.
_HOMES = {
    "Explanation": "explanation",
    "Orbits": "up_to",
    "Prepared": "prepared",
    "Priced": "costs",
    "Solutions": "ask",
    "Symmetric": "symmetric",
    "SymmetryClass": "up_to",
    "UpTo": "symmetric",
    "answer": "ask",
    "best": "costs",
    "count": "ask",
    "count_by": "distribution",
    "count_by_size": "distribution",
    "estimate": "plan",
    "exists": "existence",
    "explain": "explanation",
    "family": "families",
    "first": "ask",
    "group_of": "symmetric",
    "marginals": "distribution",
    "orbits": "up_to",
    "sample": "distribution",
    "shares": "plan",
    "solutions": "ask",
    "solve": "ask",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'combien._questions' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"combien._questions.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
