"""Weights on the items that prove that there is no solution: verifying and finding them.

Give each item a weight, so that the weights of every option sum to 0, either exactly or modulo a
modulus.  Then any set of options has weight 0.  But the items, each covered a fixed number of
times, have a fixed total weight; if that is not 0, there is no solution.  The best known example is
the chessboard without two opposite corners: black cells weigh 1, white ones -1, all dominoes 0, and
the board 2.

An item that may be covered a variable number of times must have weight 0.

In the search, items of one class get the same weight, so that there are few unknowns.  With a class
for each item, weights are found whenever they exist (modulo the tried powers of small primes).
With few classes, such as the colors of a chessboard, they are found fast on boards of any
size, and are easy to understand.  The model supplies the classes to try.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from combien._base.records import dataclass
from combien.cover._infeasibility.span import (
    LARGE_PRIME,
    Pause,
    no_pause,
    separating,
    whole_numbers,
)
from combien.cover._problem import Problem
from combien.errors import BadInput

__all__ = ["MODULI", "Weights", "weights_by_class", "weights_fault", "weights_of_items"]

# Integers first, as they need no modulus in the explanation; then (prime, power).
MODULI = ((LARGE_PRIME, 1), (2, 1), (3, 1), (2, 2), (5, 1), (2, 3), (3, 2), (7, 1), (2, 4))
PRIMES = ((2, 1), (3, 1), (5, 1), (LARGE_PRIME, 1), (2, 2), (2, 3))


@dataclass(frozen=True, slots=True)
class Weights:
    """A weight for each item, by number, and the modulus, or 0 if sums must be exactly 0.

    >>> black_and_white = Weights((1, -1, 1), modulus=0)
    >>> weights_fault(Problem.from_options(["ab", "bc"]), black_and_white)
    ''

    Raises `BadInput` for a modulus of 1 or below 0, and for weights that are not integers.
    """

    values: tuple[int, ...]
    modulus: int = 0

    def __post_init__(self) -> None:
        if type(self.modulus) is not int or self.modulus < 0 or self.modulus == 1:
            raise BadInput("a modulus is 2 or more, or 0 for sums that must be exactly 0")
        if not all(type(value) is int for value in self.values):
            raise BadInput("weights are whole numbers, one for each item")

    def is_zero(self, weight: int) -> bool:
        """Whether a sum counts as 0.

        >>> Weights((1,), modulus=4).is_zero(8), Weights((1,)).is_zero(8)
        (True, False)
        """
        return weight % self.modulus == 0 if self.modulus else weight == 0

    def total(self, problem: Problem) -> int:
        """Return the total weight of all items, each counted as often as it must be covered.

        >>> Weights((1, -1, 1)).total(Problem.from_options(["ab", "bc"]))
        1
        """
        return sum(
            value * problem.bounds(item)[0] for item, value in enumerate(self.values) if value
        )


def weights_fault(problem: Problem, weights: Weights) -> str:
    """Return why these weights prove nothing, or "" if they prove that there is no solution.

    >>> weights_fault(Problem.from_options(["ab", "bc", "c"]), Weights((1, -1, 1)))
    'option 2 weighs 1'

    Cost: one pass over the entries of all options.
    """
    if len(weights.values) != problem.item_count:
        return f"{len(weights.values)} weights are given for {problem.item_count} items"
    for item, value in enumerate(weights.values):
        low, high = problem.bounds(item)
        if low != high and not weights.is_zero(value):
            return (
                f"item {problem.item_names[item]!r} may be covered {low} to {high} times and "
                f"weighs {value}"
            )
    for option in range(problem.option_count):
        weight = sum(weights.values[item] for item in problem.indices(option))
        if not weights.is_zero(weight):
            return f"option {option} weighs {weight}"
    total = weights.total(problem)
    if weights.is_zero(total):
        return f"all items weigh {total} together, as the options do"
    return ""


def weights_by_class(
    problem: Problem,
    classes: Sequence[int | None],
    *,
    moduli: Sequence[tuple[int, int]] = MODULI,
    steps: int = 1_000_000,
    pause: Pause = no_pause,
) -> Weights | None:
    """Return weights by class that prove that there is no solution, or None.

    >>> weights_by_class(Problem.from_options(["ab", "bc"]), [0, 1, 0])
    Weights(values=(1, -1, 1), modulus=0)

    `classes` has the class of each item, or None.  An item of class None, or one that may be
    covered a variable number of times, gets the weight 0.  `moduli` are pairs of a prime and a
    power, tried in this order.  The weights are verified before they are returned.  Cost: one pass
    over the entries, and `steps` of algebra for each modulus.
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
        found = separating(vectors, target, prime=prime, power=power, steps=steps, pause=pause)
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


def weights_of_items(
    problem: Problem, *, steps: int = 3_000_000, pause: Pause = no_pause
) -> Weights | None:
    """Return weights of single items that prove that there is no solution, or None.

    >>> weights_of_items(Problem.from_options(["ab", "bc", "ca"]))
    Weights(values=(1, 1, 1), modulus=2)
    """
    items = range(problem.item_count)
    return weights_by_class(problem, items, moduli=PRIMES, steps=steps, pause=pause)
