"""The search for weights: items of one class get one weight, so that there is little to solve.

With a class for each item, weights are found whenever there are any (modulo the powers of small
primes that are tried).  With few classes, as the colors of a chessboard, they are found quickly
on boards of any size, and are easy to understand.  The model supplies the classes to try.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from combien.cover._infeasibility.span import LARGE_PRIME, separating, whole_numbers
from combien.cover._infeasibility.weights import Weights, weights_fault
from combien.cover._problem import Problem

__all__ = ["MODULI", "weights_by_class", "weights_of_items"]

# Whole numbers first, which need no modulus to be explained; then (prime, power).
MODULI = ((LARGE_PRIME, 1), (2, 1), (3, 1), (2, 2), (5, 1), (2, 3), (3, 2), (7, 1), (2, 4))
PRIMES = ((2, 1), (3, 1), (5, 1), (LARGE_PRIME, 1), (2, 2), (2, 3))


def weights_by_class(
    problem: Problem,
    classes: Sequence[int | None],
    *,
    moduli: Sequence[tuple[int, int]] = MODULI,
    steps: int = 1_000_000,
) -> Weights | None:
    """Weights that prove that there is no solution, the same for all items of a class; or None.

    >>> weights_by_class(Problem.from_options(["ab", "bc"]), [0, 1, 0])
    Weights(values=(1, -1, 1), modulus=0)

    `classes` are by item; None, or an item that may be covered more or less often, has the weight
    0.  `moduli` are pairs of a prime and a power, tried in this order.  They are checked before
    they are given away.  Cost: each entry is looked at once, and `steps` of algebra a modulus.
    """
    exact = [low == high for low, high in map(problem.bounds, range(problem.item_count))]
    known = [cls if exact[item] else None for item, cls in enumerate(classes)]
    distinct: dict[tuple[int, ...], None] = {}
    starts, entries, _ = problem.arrays()
    flat = [known[item] for item in entries]
    for begin, end in pairwise(starts):
        kinds = [cls for cls in flat[begin:end] if cls is not None]
        distinct[tuple(sorted(kinds))] = None
    vectors = [Counter(kinds) for kinds in distinct]
    target: Counter[int] = Counter()
    for item, cls in enumerate(known):
        if cls is not None:
            target[cls] += problem.bounds(item)[0]
    for prime, power in moduli:
        found: dict[int, int] | None
        found = separating(vectors, target, prime=prime, power=power, steps=steps)
        modulus = prime**power
        if found is not None and prime == LARGE_PRIME:
            found, modulus = whole_numbers(found), 0
        if found is None:
            continue
        weights = Weights(
            tuple(0 if cls is None else found.get(cls, 0) for cls in known), modulus=modulus
        )
        if not weights_fault(problem, weights):
            return weights
    return None


def weights_of_items(problem: Problem, *, steps: int = 3_000_000) -> Weights | None:
    """Weights that prove that there is no solution, each item for itself; None when none is found.

    >>> weights_of_items(Problem.from_options(["ab", "bc", "ca"]))
    Weights(values=(1, 1, 1), modulus=2)
    """
    return weights_by_class(problem, range(problem.item_count), moduli=PRIMES, steps=steps)
