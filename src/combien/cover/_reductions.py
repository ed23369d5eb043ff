"""What each question looks at, and what each reduction keeps: the table by which they are matched.

A reduction answers a question about a problem from fewer options, or from fewer states: items that
are alike are exchanged, equal components counted once, one option of an orbit tried for all.  None
changes what a solution is, with its bounds and colors.  But each forgets something about the
solutions, and whatever it forgets, no question may look at.  So a place that reduces asks
`allows`, and never decides by itself; a new question or reduction is a line here.

Where a reduction keeps the weights, it is given them: items are alike only if their options weigh
the same (`native/cover/twins.hpp`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Flag, auto
from typing import Literal

__all__ = ["KEEPS", "LOOKS_AT", "Asked", "Aspect", "Reduction", "allows"]

Asked = Literal[
    "exists",
    "count",
    "totals",
    "marginals",
    "sample",
    "family",
    "certificate",
    "solutions",
    "representatives",
    "best",
]
Reduction = Literal[
    "twins",
    "forced options",
    "components",
    "equal components",
    "orbits",
    "isomorphic problems",
    "leaders",
    "least images",
    "dear options",
    "tight options",
]


class Aspect(Flag):
    """What an answer may depend on."""

    # Whether there is a solution.
    EXISTENCE = auto()
    # How many solutions there are.
    NUMBER = auto()
    # The product of a number of each option, or its sum.
    WEIGHTS = auto()
    # The least that solutions cost, and one of those that cost so much.
    COSTS = auto()
    # Which options each solution has.
    OPTIONS = auto()
    # Which solutions are images of each other.
    ORBITS = auto()
    # The order in which a search finds them: positions, and the nodes of its tree.
    ORDER = auto()


LOOKS_AT: Mapping[Asked, Aspect] = {
    # Also `solve` and `first`: a solution of the smaller problem is one of the whole.
    "exists": Aspect.EXISTENCE,
    # Also remainders, runs, and the counts whose mean is a count up to symmetry.
    "count": Aspect.NUMBER,
    "totals": Aspect.NUMBER | Aspect.WEIGHTS,
    "marginals": Aspect.NUMBER | Aspect.WEIGHTS | Aspect.OPTIONS,
    "sample": Aspect.NUMBER | Aspect.WEIGHTS | Aspect.OPTIONS,
    # With weights, sizes, kinds and totals, which are found in it.
    "family": Aspect.NUMBER | Aspect.WEIGHTS | Aspect.OPTIONS,
    # The states of its sweep are those of sets of options, which a checker follows.
    "certificate": Aspect.NUMBER | Aspect.OPTIONS,
    # Also shares, positions, estimates and prepared searches.
    "solutions": Aspect.OPTIONS | Aspect.ORDER,
    "representatives": Aspect.ORBITS,
    "best": Aspect.COSTS,
}

KEEPS: dict[Reduction, Aspect] = {
    # States of a sweep that differ in a permutation of items, columns or colors that are alike.
    "twins": Aspect.EXISTENCE | Aspect.NUMBER | Aspect.WEIGHTS,
    # Options that are in every solution or in none, and are then forgotten.
    "forced options": Aspect.EXISTENCE | Aspect.NUMBER,
    # Parts without a common item, whose numbers are multiplied.
    "components": Aspect.EXISTENCE | Aspect.NUMBER,
    # Of parts that have the same options, one.
    "equal components": Aspect.EXISTENCE | Aspect.NUMBER,
    # Of the options of an item that symmetries exchange, one, as often as there are options.
    "orbits": Aspect.EXISTENCE | Aspect.NUMBER,
    # Of problems that differ in the names of items and options, one.
    "isomorphic problems": Aspect.EXISTENCE | Aspect.NUMBER,
    # Of the options of an item that symmetries exchange, one, and the others are left out.
    "leaders": Aspect.EXISTENCE,
    # The same, for all symmetries of a group; then of solutions that are images, the least.
    "least images": Aspect.EXISTENCE | Aspect.ORBITS,
    # Options whose reduced cost no solution can afford that is cheaper than a known one.
    "dear options": Aspect.COSTS,
    # Options that are in no solution, by weights of the items, and are then left out.
    "tight options": Aspect.EXISTENCE | Aspect.NUMBER,
}


def allows(reduction: Reduction, question: Asked) -> bool:
    """Return whether a reduction keeps everything that a question looks at.

    >>> allows("twins", "totals"), allows("twins", "marginals")
    (True, False)
    """
    return LOOKS_AT[question] in KEEPS[reduction]
