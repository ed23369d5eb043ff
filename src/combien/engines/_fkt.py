"""Perfect matchings of planar graphs, counted by a Pfaffian: dominoes, lozenges.

If every option is a pair of items and the graph of these pairs is planar, the count is, up to its
sign, the Pfaffian of a skew-symmetric matrix (Fisher, Kasteleyn and Temperley, 1961).  The time is
polynomial in the area, whereas a sweep takes exponential time in the width: 100x100 dominoes, a
number of 1254 digits, take less than a second.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping

from combien import _native
from combien.cover._compiled import compiled
from combien.cover._problem import Problem
from combien.engines._counting import CounterEngine, OutOfBytes
from combien.errors import CannotAnswer

__all__ = ["FktCounting", "fkt"]

# The first prime has its own pass, which finds the pivots; later primes share passes of LANES.
LANES = 8

WAY_OUT = "ask engine='frontier', or 'auto'"


def fkt() -> CounterEngine:
    """Return the engine that counts perfect matchings of planar graphs.

    >>> from combien.cover import Problem
    >>> square = Problem.from_options(["ab", "bc", "cd", "da"])
    >>> fkt().count(square).count
    2
    >>> fkt().refusal(Problem.from_options(["ab", "abc"]), "count")
    "option 1 has 3 items, and the fkt engine counts pairs: ask engine='frontier', or 'auto'"

    Cost of a refusal: linear in the options, about 0.4 s for a million of them.
    """
    return CounterEngine("fkt", FktCounting, _refuses_counting)


class FktCounting:
    """A count by Pfaffian, in progress: modulo one prime after another.

    Raises `CannotAnswer` if the options are not the edges of a planar graph.
    """

    def __init__(self, problem: Problem) -> None:
        refusal = _refuses(problem)
        machine = None if refusal else _machine(problem)
        if machine is None:
            raise CannotAnswer(refusal or _not_planar())
        self._machine = machine
        self._vertices = problem.item_count

    @property
    def steps(self) -> int:
        """The pivots so far."""
        return self._machine.pivots

    @property
    def work(self) -> Mapping[str, int]:
        """Pivots, products modulo a prime, and primes."""
        machine = self._machine
        return {
            "pivots": machine.pivots,
            "products": machine.products,
            "primes": machine.primes,
        }

    @property
    def known(self) -> Mapping[str, int]:
        """The counters."""
        return self.work

    @property
    def bytes(self) -> int:
        """The memory of the matrix rows."""
        return self._machine.bytes

    @property
    def fraction(self) -> float:
        """The completed part of the pivots: each pass needs one for every two vertices."""
        passes = 1 + -(-(self._machine.primes_needed - 1) // LANES)
        return min(1.0, self._machine.pivots / max(1, self._vertices // 2 * passes))

    @property
    def count(self) -> int:
        """The exact count."""
        return self._machine.count()

    @property
    def why(self) -> str:
        """The method, and the number of primes."""
        primes = self._machine.primes
        if primes == 0:
            return "a part of the graph is odd, or has more vertices of one color than of the other"
        many = "1 prime" if primes == 1 else f"{primes} primes"
        return f"matchings of a planar graph: a Pfaffian modulo {many}"

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice."""
        outcome = self._machine.run(steps, seconds, bytes)
        if outcome == _native.OUT_OF_BYTES:
            raise OutOfBytes
        return bool(outcome == _native.DONE)


def _refuses_counting(problem: Problem) -> str:
    return _refuses(problem) or ("" if _machine(problem) else _not_planar())


def _refuses(problem: Problem) -> str:
    """Return why the problem is not supported, without checking that the graph is planar."""
    if problem.has_bounds:
        return f"the fkt engine covers items exactly once, and this problem has bounds: {WAY_OUT}"
    secondary = problem.primary_flags.find(0)
    if secondary >= 0:
        name = problem.item_names[secondary]
        return f"item {name!r} is secondary, and the fkt engine must cover all: {WAY_OUT}"
    # Only secondary items have colors.
    starts, entries, _ = problem.arrays()
    # The length first, as it refuses most problems at no cost.
    if len(entries) != 2 * problem.option_count or starts != array(
        starts.typecode, range(0, 2 * len(starts), 2)
    ):
        option, size = next(
            (option, size)
            for option in range(problem.option_count)
            if (size := len(problem.indices(option))) != 2
        )
        items = "item" if size == 1 else "items"
        return f"option {option} has {size} {items}, and the fkt engine counts pairs: {WAY_OUT}"
    return ""


def _machine(problem: Problem) -> _native.Matchings | None:
    return _native.matchings(compiled(problem))


def _not_planar() -> str:
    return (
        "the graph of the pairs cannot be drawn without crossings, as the fkt engine needs: "
        f"{WAY_OUT}"
    )
