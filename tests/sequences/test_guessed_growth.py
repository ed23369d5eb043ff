"""Guessed growth: the error bars hold for sequences whose growth is known."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from math import comb, factorial, sqrt

import pytest

from combien import BadInput, Strip, sequence
from combien.sequences import Boards, Recurrence, guess_growth
from tests.sequences.test_guess import apery, aztec, calissons, catalan, motzkin, robbins

# Square lattice: self-avoiding walks (A001411), fixed and convex polyominoes (A001168, A067675).
WALKS = (
    1, 4, 12, 36, 100, 284, 780, 2172, 5916, 16268, 44100, 120292, 324932, 881500, 2374444, 6416596,
    17245332, 46466676, 124658732, 335116620, 897697164, 2408806028, 6444560484, 17266613812,
    46146397316, 123481354908, 329712786220, 881317491628,
)  # fmt: skip
POLYOMINOES = (
    1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861, 1903890, 7204874, 27394666,
    104592937, 400795844, 1540820542, 5940738676, 22964779660, 88983512783, 345532572678,
    1344372335524, 5239988770268, 20457802016011, 79992676367108, 313224032098244, 1228088671826973,
)  # fmt: skip
CONVEX = (
    1, 2, 6, 19, 59, 176, 502, 1374, 3630, 9312, 23320, 57279, 138536, 331032, 783630, 1841867,
    4306172, 10028276, 23288394, 53974959, 124925967, 288878550, 667602492, 1542254655, 3562000916,
    8225719574, 18994263354, 43858728367, 101270779744, 233836327750, 539935689810,
)  # fmt: skip


def partitions(length: int) -> list[int]:
    found = [1] + [0] * (length - 1)
    for part in range(1, length):
        for n in range(part, length):
            found[n] += found[n - part]
    return found


def first_returns(length: int) -> list[int]:
    """Walks on the square lattice to their first return: with logarithms (A054474)."""
    closed = [comb(2 * n, n) ** 2 for n in range(length + 1)]
    found = [0]
    for n in range(1, length + 1):
        found.append(closed[n] - sum(found[k] * closed[n - k] for k in range(1, n)))
    return found[1:]


def trees(length: int) -> list[int]:
    """Rooted trees (A000081)."""
    found = [0, 1]
    for n in range(1, length):
        sums = (sum(d * found[d] for d in range(1, k + 1) if k % d == 0) for k in range(1, n + 1))
        found.append(sum(s * found[n - k] for k, s in enumerate(sums)) // n)
    return found[1:]


def bell(length: int) -> list[int]:
    row, found = [1], [1]
    while len(found) < length:
        following = [row[-1]]
        for term in row:
            following.append(following[-1] + term)
        row = following
        found.append(row[0])
    return found


def terms(function: Callable[[int], int], length: int = 60) -> list[int]:
    return [function(n) for n in range(length)]


KNOWN: dict[str, tuple[list[int], float]] = {
    "Catalan": (terms(catalan), 4),
    "Motzkin": (terms(motzkin), 3),
    "central binomial": (terms(lambda n: comb(2 * n, n)), 4),
    "Apery": (terms(apery, 40), (1 + sqrt(2)) ** 4),
    "Fibonacci": (Recurrence([1, 1], [1, 1]).first(60), (1 + sqrt(5)) / 2),
    "dominoes 3 x n": (Recurrence([0, 4, 0, -1], [1, 0, 3, 0]).first(80), sqrt(2 + sqrt(3))),
    "dominoes 4 x n": (Recurrence([1, 5, 1, -1], [1, 1, 5, 11]).first(60), 2.840536194094952),
    "partitions": (partitions(120), 1),
    "trees": (trees(60), 2.955765285651995),
    "walks": (list(WALKS), 2.63815853032790),
    "polyominoes": (list(POLYOMINOES), 4.0625696),
    "convex polyominoes": (list(CONVEX), 2.309138593330494731),
    "first returns": (first_returns(60), 16),
    "squares": (terms(lambda n: comb(2 * n, n) ** 2), 16),
    "close to another": (terms(lambda n: 20**n + 19**n, 90), 20),
    "close to a negative one": (terms(lambda n: 20**n + (-19) ** n, 90), 20),
    "polynomial": (terms(lambda n: n**3 + n + 1), 1),
    "powers": (terms(lambda n: 3**n), 3),
    "stretched": (terms(lambda n: int(10**30 * Decimal(3) ** n * (-Decimal(n).sqrt()).exp())), 3),
}


@pytest.mark.parametrize("name", KNOWN)
def test_the_error_bar_holds(name: str) -> None:
    """For many numbers of terms: no luck."""
    known, growth = KNOWN[name]
    answered = 0
    for length in range(20, len(known) + 1, 2 if len(known) < 40 else 10):
        try:
            found = guess_growth(known[:length])
        except BadInput:
            assert name == "dominoes 3 x n"
            continue
        if found is not None:
            answered += 1
            assert abs(float(found.value) - growth) <= float(found.error) + 1e-14 * growth
            assert found.terms == length
            assert found.checked >= 8
    assert answered


@pytest.mark.parametrize(
    ("name", "error"),
    [("Motzkin", 1e-8), ("Apery", 1e-8), ("trees", 1e-3), ("walks", 0.05), ("polyominoes", 0.01)],
)
def test_the_error_bar_is_small(name: str, error: float) -> None:
    found = guess_growth(KNOWN[name][0])
    assert found is not None
    assert float(found.error) < error


@pytest.mark.parametrize(
    ("function", "growth"),
    [(aztec, sqrt(2)), (calissons, (27 / 16) ** 1.5), (robbins, sqrt(27 / 16))],
)
def test_boards_that_grow_in_two_directions(function: Callable[[int], int], growth: float) -> None:
    for length in (20, 26, 32):
        assert guess_growth(terms(function, length)) is None
        found = guess_growth(terms(function, length), dimension=2)
        assert found is not None
        assert abs(float(found.value) - growth) <= float(found.error) + 1e-14


def test_dominoes_on_squares() -> None:
    """exp(G/pi) with Catalan's constant G (Kasteleyn, 1961); odd squares have no tilings."""
    found = guess_growth(sequence(Boards("square", tiles="domino")).first(40), dimension=2)
    assert found is not None
    assert abs(float(found.value) - 1.3385151519760972) < float(found.error) < 1e-6


@pytest.mark.parametrize(
    "found",
    [
        terms(factorial),
        bell(60),
        terms(lambda n: n**n),
        terms(aztec, 30),
        terms(lambda n: (-2) ** n),
        terms(lambda n: 5 + (n * 7919 % 13) ** 5),
    ],
)
def test_no_growth(found: list[int]) -> None:
    for length in range(20, len(found) + 1, 5):
        assert guess_growth(found[:length]) is None


def test_growth_as_it_is_proved() -> None:
    proved = sequence(Strip(5, tiles="squares"))
    growth = proved.growth()
    found = guess_growth(proved.first(60))
    assert growth is not None
    assert found is not None
    assert abs(Decimal(growth.digits(30)) - found.value) <= found.error


def test_refusals() -> None:
    with pytest.raises(BadInput, match="19 that are not 0, expected at least 20"):
        guess_growth(range(1, 20))
    with pytest.raises(BadInput, match="dimension=4: expected a whole number from 1 to 3"):
        guess_growth(range(1, 40), dimension=4)
    assert guess_growth([0] * 40) is None
