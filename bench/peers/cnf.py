"""An instance as a formula whose models are its solutions, one for one: for the model counters.

A variable is an option, from 1.  A primary item is a clause of its options, and every two options
that share an item exclude each other, said once.  There is no other variable, so nothing can be
counted twice; encodings that need fewer clauses bring such variables.
"""

from __future__ import annotations

from itertools import combinations

from bench.instances.instance import Instance
from bench.peers import CannotSay, uses

__all__ = ["clauses"]


def clauses(instance: Instance) -> list[list[int]]:
    """The clauses, those of the items first."""
    if instance.colours is not None:
        raise CannotSay("no colours")
    options = [[option + 1 for option in used] for used in uses(instance, instance.options)]
    pairs = sorted({pair for used in options for pair in combinations(used, 2)})
    return options[: instance.primary] + [[-one, -other] for one, other in pairs]
