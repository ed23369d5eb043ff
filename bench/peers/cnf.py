"""An instance as a formula whose models are its solutions, one for one: for the model counters.

A variable is an option, from 1.  A primary item is a clause of its options, and every two options
that share an item exclude each other, said once.  There is no other variable, so nothing can be
counted twice; encodings that need fewer clauses bring such variables.
"""

from __future__ import annotations

from itertools import combinations

from bench.instances.instance import Instance
from bench.peers import plain_options, uses

__all__ = ["clauses"]


def clauses(instance: Instance) -> list[list[int]]:
    """Return the clauses, those of the items first."""
    used = uses(instance, plain_options(instance))
    options = [[option + 1 for option in its] for its in used]
    pairs = sorted({pair for its in options for pair in combinations(its, 2)})
    return options[: instance.primary] + [[-one, -other] for one, other in pairs]
