"""Weights on the items that prove that there is no solution: their check, and the search for them.

Give each item a weight, so that every option weighs nothing in sum: exactly 0, or a multiple of a
modulus.  Then any choice of options has weight 0.  But the items, each covered a fixed number of
times, have a fixed total weight; if that is not 0, there is no solution.  The chessboard without
two corners is the best known example: black 1, white -1, all dominoes 0, the board 2.

An item that may be covered more or less often could weigh anything, so its weight must be 0.

In the search, items of one class get one weight, so that there is little to solve.  With a class
for each item, weights are found whenever there are any (modulo the powers of small primes that are
tried).  With few classes, as the colors of a chessboard, they are found quickly on boards of any
size, and are easy to understand.  The model supplies the classes to try.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from combien.cover._infeasibility.span import LARGE_PRIME, separating, whole_numbers
from combien.cover._problem import Problem
from combien.errors import BadInput

__all__ = ["MODULI", "Weights", "weights_by_class", "weights_fault", "weights_of_items"]

# Whole numbers first, which need no modulus to be explained; then (prime, power).
MODULI = ((LARGE_PRIME, 1), (2, 1), (3, 1), (2, 2), (5, 1), (2, 3), (3, 2), (7, 1), (2, 4))
PRIMES = ((2, 1), (3, 1), (5, 1), (LARGE_PRIME, 1), (2, 2), (2, 3))


@dataclass(frozen=True, slots=True)
class Weights:
    """A weight for each item, by number, and the modulus; 0 when sums must be exactly 0.

    >>> black_and_white = Weights((1, -1, 1), modulus=0)
    >>> weights_fault(Problem.from_options(["ab", "bc"]), black_and_white)
    ''

    Raises `BadInput` for a modulus of 1 or below 0, and for weights that are no whole numbers.
    """

    values: tuple[int, ...]
    modulus: int = 0

    def __post_init__(self) -> None:
        if type(self.modulus) is not int or self.modulus < 0 or self.modulus == 1:
            raise BadInput("a modulus is 2 or more, or 0 for sums that must be exactly 0")
        if not all(type(value) is int for value in self.values):
            raise BadInput("weights are whole numbers, one for each item")

    def is_nothing(self, weight: int) -> bool:
        """Whether a sum counts as 0.

        >>> Weights((1,), modulus=4).is_nothing(8), Weights((1,)).is_nothing(8)
        (True, False)
        """
        return weight % self.modulus == 0 if self.modulus else weight == 0

    def total(self, problem: Problem) -> int:
        """Return what all items weigh together, each as often as it must be covered.

        >>> Weights((1, -1, 1)).total(Problem.from_options(["ab", "bc"]))
        1
        """
        return sum(
            value * problem.bounds(item)[0] for item, value in enumerate(self.values) if value
        )


def weights_fault(problem: Problem, weights: Weights) -> str:
    """Why these weights prove nothing, in words; empty when there is no solution because of them.

    >>> weights_fault(Problem.from_options(["ab", "bc", "c"]), Weights((1, -1, 1)))
    'option 2 weighs 1'

    Cost: each entry of each option is looked at once.
    """
    if len(weights.values) != problem.item_count:
        return f"{len(weights.values)} weights are given for {problem.item_count} items"
    for item, value in enumerate(weights.values):
        low, high = problem.bounds(item)
        if low != high and not weights.is_nothing(value):
            return (
                f"item {problem.item_names[item]!r} may be covered {low} to {high} times and "
                f"weighs {value}"
            )
    for option in range(problem.option_count):
        weight = sum(weights.values[item] for item in problem.indices(option))
        if not weights.is_nothing(weight):
            return f"option {option} weighs {weight}"
    total = weights.total(problem)
    if weights.is_nothing(total):
        return f"all items weigh {total} together, as the options do"
    return ""


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
