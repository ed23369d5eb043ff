"""Weights on the items that prove that there is no solution, and their check.

Give each item a weight, so that every option weighs nothing in sum: exactly 0, or a multiple of a
modulus.  Then any choice of options has weight 0.  But the items, each covered a fixed number of
times, have a fixed total weight; if that is not 0, there is no solution.  The chessboard without
two corners is the best known example: black 1, white -1, all dominoes 0, the board 2.

An item that may be covered more or less often could weigh anything, so its weight must be 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from combien.cover._problem import Problem
from combien.errors import BadInput

__all__ = ["Weights", "weights_fault"]


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
        """What all items weigh together, each as often as it must be covered.

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
