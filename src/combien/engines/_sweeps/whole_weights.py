"""Weights of options as whole numbers: a solution counts as the product of its options' weights.

Every solution covers an item the same number of times, unless its bounds leave a choice.  So the
weights of its options can be divided by what they have in common, or multiplied by their common
denominator: that changes the products of all solutions by one factor.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm

from combien._base.checks import check_list, short_repr
from combien.cover._costs import MOST_ZEROS, exact_number
from combien.cover._problem import Problem
from combien.errors import BadInput, CannotAnswer

# A float, or a decimal of forty digits and as many zeros, takes less.
_MOST_BITS = 4096
_MOST_PASSES = 8


def whole_weights(problem: Problem, weights: Iterable[object]) -> tuple[list[int], Fraction]:
    """Return a whole number for each option, and the factor of the product of a solution's.

    >>> problem = Problem.from_options(["ab", "c", "a", "bc"])
    >>> whole_weights(problem, [Fraction(1, 2), 6, Fraction(1, 3), 1])
    ([3, 6, 2, 1], Fraction(1, 6))

    Raises `BadInput` if there is not a positive number for each option, and `CannotAnswer` if no
    factor serves all solutions.
    """
    given = check_list("weights", weights, ordered=True)
    exact = exact_weights(problem.option_count, given)
    factor, fixed = Fraction(1), fixed_items(problem)
    for _ in range(_MOST_PASSES):
        before = factor
        for times, options in fixed:
            common = Fraction(
                gcd(*(exact[option].numerator for option in options)),
                lcm(*(exact[option].denominator for option in options)),
            )
            if not options or common == 1:
                continue
            factor *= common**times
            for option in options:
                exact[option] /= common
        if factor == before:
            break
    for option, weight in enumerate(exact):
        if weight.denominator != 1:
            raise CannotAnswer(
                f"option {option} has the weight {short_repr(given[option])}, and solutions need "
                "not have equally many options like it: multiply all weights until they are whole"
            )
    return [weight.numerator for weight in exact], factor


def exact_weights(count: int, weights: Iterable[object]) -> list[Fraction]:
    """Return the weights of this many options as fractions.

    Raises `BadInput` if there is not a positive number for each option.
    """
    given = check_list("weights", weights, ordered=True)
    if len(given) != count:
        raise BadInput(
            f"weights: {len(given)} numbers, but the problem has {count} options: give a weight "
            "for each"
        )
    return [_exact(option, weight) for option, weight in enumerate(given)]


def fixed_items(problem: Problem) -> list[tuple[int, list[int]]]:
    """Return how often solutions cover an item, and its options, for the items where that is fixed.

    >>> fixed_items(Problem.from_options(["ab", "a", "c"], secondary="b"))
    [(1, [0, 1]), (1, [2])]
    """
    of_items: list[list[int]] = [[] for _ in range(problem.item_count)]
    for option in range(problem.option_count):
        for item in problem.indices(option):
            of_items[item].append(option)
    bounds = map(problem.bounds, range(problem.item_count))
    return [
        (low, options) for (low, high), options in zip(bounds, of_items, strict=True) if low == high
    ]


def _exact(option: int, weight: object) -> Fraction:
    """Return a weight as a fraction.  A float counts as the decimal that Python prints for it."""
    fraction = exact_number(weight)
    if fraction is None:
        raise BadInput(
            f"option {option}: a weight is a finite int, float, Fraction or Decimal, of fewer "
            f"than {MOST_ZEROS} zeros, not {short_repr(weight)}"
        )
    if fraction <= 0:
        raise BadInput(
            f"option {option} has the weight {short_repr(weight)}: weights are positive; leave out "
            "options that are not to be used"
        )
    if max(fraction.numerator, fraction.denominator).bit_length() > _MOST_BITS:
        raise BadInput(f"option {option} has a weight of more than {_MOST_BITS} bits: round it")
    return fraction
