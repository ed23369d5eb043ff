"""The number of solutions for each total of numbers of their options: a polynomial in q.

If an option with the number v has the weight q**v, the weighted count is a polynomial in q, and its
coefficients are the answer.  They are the digits of its value at a q that exceeds them all
(Kronecker, 1882), and Pfaffians take weights of any size.  A sweep takes weights of 64 bits, so it
is made for several smaller q without common divisors.  Modulo each q, the value is the constant
coefficient, which follows by the Chinese remainder theorem; divided by q, the rest of the value has
the next coefficient.

The coefficients are compared with the number of solutions.  Their first moment, the sum of all
totals, is compared with the sum of the options' numbers, each times the solutions that have it.  A
sweep that exchanges nothing finds this sum: modulo m^2, the weight 1 + v m of each option with the
number v makes a solution's product 1 + m times its total.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import gcd, prod

from combien._base.budget import Meter, Spending, check_reporter
from combien.cover._problem import Problem
from combien.engines._counting import Counting, finish
from combien.engines._matchings.fkt import FktCounting, shares, without_pairs
from combien.engines._protocol import Progress, Reporter
from combien.engines._search.listed import compare, compare_count, compare_totals
from combien.engines._sweeps.frontier import FrontierCounting
from combien.engines._sweeps.whole_weights import fixed_items
from combien.errors import CannotAnswer, OutOfBudget
from combien.families._queries import digits

# Of the values of polynomials by Pfaffians: some minutes for a hundred items.
_MOST_BITS = 2**24
# Of the means of options, which are whole numbers of these parts; a step takes 60 ns.  (The values
# of Aztec diamonds have a quarter of the bits then, and those of large boards half of them.)
_PARTS = 64
_MOST_ROUNDS = 400
_MOST_STEPS = 4_000_000
# Of the weights of a sweep.
_MOST_WEIGHT = 2**64 - 1
# The first moment is found modulo this prime, by a sweep of at most so many times the transitions
# of the count, as one without twins may have many more.
_MODULUS, _MOST_MOMENT, _LEAST_MOMENT = 2**31 - 1, 4, 1_000_000


def reduced(
    problem: Problem, numbers: Sequence[int], *, smooth: bool = False
) -> tuple[list[int], int, int]:
    """Return smaller numbers, and with which begin and unit their totals are those of the numbers.

    >>> reduced(Problem.from_options(["ab", "c", "a", "bc"]), [0, 9, 6, 3])
    ([0, 1, 1, 0], 3, 6)

    The totals are multiplied by the unit, 6, and added to the begin, 3.  The numbers are not
    negative, unless an option covers only items with bounds, and secondary ones.  If they are to be
    smooth, their sum is made small as well.
    """
    left, begin, fixed = list(numbers), 0, fixed_items(problem)
    if smooth:
        for (times, options), mean in zip(fixed, _means(left, fixed), strict=True):
            begin += times * mean
            for option in options:
                left[option] -= mean
    # In the first pass no number remains negative, and after the second there is nothing to do.
    for _ in range(2):
        for times, options in fixed:
            least = min((left[option] for option in options), default=0)
            begin += times * least
            for option in options:
                left[option] -= least
    unit = gcd(*left) or 1
    return [number // unit for number in left], begin, unit


def _means(numbers: list[int], fixed: list[tuple[int, list[int]]]) -> list[int]:
    """Return a number for each item: without them, those of its options are around zero.

    As heat spreads: each item in turn takes the mean of its options.  The numbers of volumes, which
    grow with the coordinates, become those of a slope.
    """
    fine = [number * _PARTS for number in numbers]
    taken = [0] * len(fixed)
    for _ in range(min(_MOST_ROUNDS, _MOST_STEPS // (2 * len(numbers) + 1))):
        for item, (_, options) in enumerate(fixed):
            if options:
                mean = sum(fine[option] for option in options) // len(options)
                taken[item] += mean
                for option in options:
                    fine[option] -= mean
    return [mean // _PARTS for mean in taken]


def matched_totals(
    problem: Problem, numbers: Sequence[int], spending: Spending, report: Reporter | None
) -> dict[int, int] | None:
    """Return the number of solutions for each total, by Pfaffians; None if it is not applicable.

    >>> from combien.engines._protocol import UNLIMITED
    >>> spending = Spending(UNLIMITED)
    >>> square = Problem.from_options(["ab", "bc", "cd", "da"])
    >>> matched_totals(square, [1, 3, 4, 5], spending, None)
    {5: 1, 8: 1}
    """
    if without_pairs(problem):
        return None
    try:
        count = _counted(FktCounting(problem), "fkt", spending, _part(report, 0, 0.05))
    except CannotAnswer:
        return None
    compare_count(problem, count, "solutions by Pfaffians")
    if not count:
        return {}
    left, begin, unit = reduced(problem, numbers, smooth=True)
    width = (count.bit_length() + 7) // 8
    of_items = [0] * problem.item_count
    for option, number in enumerate(left):
        for item in problem.indices(option):
            of_items[item] = max(of_items[item], number)
    if 8 * width * sum(of_items) // 2 > _MOST_BITS:
        return None
    counting = FktCounting(problem, weights=[1 << 8 * width * number for number in left])
    value = _counted(counting, "fkt", spending, _part(report, 0.05, 1))
    found = _compared(digits(value, width), begin, unit, count)
    compare_totals(problem, numbers, found)
    with suppress(OutOfBudget):
        # They take three times as long as the count, which was a small part.
        by_option = shares(problem, budget=spending.left)
        if by_option is not None:
            compare_moment(numbers, by_option[0], found)
    return found


def swept_totals(
    problem: Problem,
    numbers: Sequence[int],
    spending: Spending,
    report: Reporter | None,
    *,
    most_sweeps: int | None = None,
) -> dict[int, int]:
    """Return the number of solutions for each total, by sweeps.

    >>> from combien.engines._protocol import UNLIMITED
    >>> spending = Spending(UNLIMITED)
    >>> swept_totals(Problem.from_options(["ab", "c", "a", "bc"]), [1, 2, 2, 4], spending, None)
    {3: 1, 6: 1}

    Raises `CannotAnswer` if the numbers do not fit the weights of that many sweeps.
    Cost: a sweep, and one more for each 64 bits of the count to the power of the largest number;
    their numbers have as many digits as there are totals.
    """
    plain = FrontierCounting(problem, question="totals", threads=None)
    count = _counted(plain, "frontier", spending, _part(report, 0, 0.4))
    compare_count(problem, count, "solutions by a sweep", engine="frontier")
    if not count:
        return {}
    left, begin, unit = reduced(problem, numbers)
    bases = coprime_bases(max(left, default=0), count) if min(left, default=0) >= 0 else []
    if not bases or (most_sweeps is not None and len(bases) > most_sweeps):
        raise CannotAnswer(
            "the numbers of the options are too far apart for sweeps, or negative for options "
            "without an item that is covered exactly once: ask the family for its count_by_total()"
        )
    values = []
    for number, q in enumerate(bases):
        weights = [q**power for power in left]
        counting = FrontierCounting(problem, question="totals", weights=weights, threads=None)
        share = [0.4 + 0.4 * n / len(bases) for n in (number, number + 1)]
        values.append(_counted(counting, "frontier", spending, _part(report, *share)))
    found = _compared(list(_coefficients(values, bases)), begin, unit, count)
    compare_totals(problem, numbers, found)
    most = max(_LEAST_MOMENT, _MOST_MOMENT * plain.steps)
    with suppress(CannotAnswer, OutOfBudget):
        _compare_swept(problem, numbers, found, most, spending, _part(report, 0.8, 1))
    return found


def coprime_bases(largest: int, count: int) -> list[int]:
    """Return numbers without common divisors, whose product exceeds the count; none if impossible.

    >>> coprime_bases(8, 10**9), coprime_bases(64, 1)
    ([255, 254, 253, 251], [])

    Their powers up to the largest one are weights of a sweep.
    """
    most = int(_MOST_WEIGHT ** (1 / max(1, largest)))
    while most ** max(1, largest) > _MOST_WEIGHT:
        most -= 1
    found, product = [], 1
    for q in range(most, 1, -1):
        if gcd(q, product) == 1:
            found.append(q)
            product *= q
            if product > count:
                return found
    return []


def _coefficients(values: list[int], bases: list[int]) -> Iterator[int]:
    """Yield the coefficients of the polynomial that has these values, from the constant one on."""
    product = prod(bases)
    parts = [product // q * pow(product // q, -1, q) for q in bases]
    while any(values):
        rests = (value % q for value, q in zip(values, bases, strict=True))
        found = sum(rest * part for rest, part in zip(rests, parts, strict=True)) % product
        values = [(value - found) // q for value, q in zip(values, bases, strict=True)]
        # Values of no polynomial would not end.
        compare("values of a polynomial", min(values), max(0, min(values)), complete=True)
        yield found


def compare_moment(numbers: Sequence[int], shares: Sequence[int], found: Mapping[int, int]) -> None:
    """Raise `Disagreement` if the totals of all solutions have another sum than their options.

    `shares` are the numbers of solutions with each option.
    """
    derived = sum(total * count for total, count in found.items())
    direct = sum(number * share for number, share in zip(numbers, shares, strict=True))
    compare("sum of the totals of all solutions", derived, direct, complete=True)


def _compare_swept(
    problem: Problem,
    numbers: Sequence[int],
    found: Mapping[int, int],
    most: int,
    spending: Spending,
    report: Reporter | None,
) -> None:
    """Do the same by a sweep of at most this many transitions, modulo a prime.

    Raises `CannotAnswer` or `OutOfBudget` if that does not suffice.
    """
    square = _MODULUS * _MODULUS
    weights = [(1 + number * _MODULUS) % square for number in numbers]
    sweep = FrontierCounting(
        problem, question="marginals", weights=weights, modulus=square, threads=None
    )
    direct = _counted(sweep, "frontier", spending, report, most=most)
    derived = sum(count * (1 + total * _MODULUS) for total, count in found.items()) % square
    for what, one, other in (
        ("solutions", derived % _MODULUS, direct % _MODULUS),
        ("sum of the totals of all solutions", derived // _MODULUS, direct // _MODULUS),
    ):
        compare(f"{what} modulo {_MODULUS}", one, other, complete=True)


def _compared(coefficients: list[int], begin: int, unit: int, count: int) -> dict[int, int]:
    compare("solutions by their totals", sum(coefficients), count, complete=True)
    return {begin + unit * power: found for power, found in enumerate(coefficients) if found}


def _counted(
    counting: Counting,
    engine: str,
    spending: Spending,
    report: Reporter | None,
    *,
    most: int | None = None,
) -> int:
    """Return the count, of at most so many steps."""
    left = spending.left
    if most is not None:
        left = replace(left, nodes=most if left.nodes is None else min(most, left.nodes))
    # The question has no engine to choose.
    number = finish(counting, Meter(left, engine=engine, report=report, question="search"))
    spending.spend(counting.steps)
    # A short count has not reported its work yet.
    if report is not None:
        report(Progress(engine, 1.0, counting.work))
    return number


def _part(report: Reporter | None, begin: float, end: float) -> Reporter | None:
    """Return a reporter for this part of the work."""
    check_reporter(report)
    if report is None:
        return None

    def part(progress: Progress) -> None:
        done = progress.fraction
        fraction = None if done is None else begin + done * (end - begin)
        report(replace(progress, fraction=fraction))

    return part
