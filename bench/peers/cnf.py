"""An instance as a formula whose models are its solutions, one to one, for model counters.

Each option has a variable, from 1.  A primary item gives the clause of its options, and every two
options that share an item exclude each other, in one clause.  There are no auxiliary variables, so
nothing can be counted twice; encodings with fewer clauses would need such variables.
"""

from __future__ import annotations

from itertools import combinations

from bench.instances.instance import Instance
from bench.peers import plain_options, uses

__all__ = ["clauses"]


def clauses(instance: Instance) -> list[list[int]]:
    """Return the clauses, first those of the items."""
    used = uses(instance, plain_options(instance))
    options = [[option + 1 for option in its] for its in used]
    pairs = sorted({pair for its in options for pair in combinations(its, 2)})
    return options[: instance.primary] + [[-one, -other] for one, other in pairs]
