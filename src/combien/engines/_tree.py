"""Counting by dynamic programming over a tree decomposition of the items.

A sweep needs one line through all items along which few are open at a time.  A tree decomposition
may branch: it has small bags wherever the problem can be cut into pieces at few items, however the
pieces lie.  Its states, sets of covered items, are counted from the leaves up and joined.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, log2

from combien import _native
from combien.cover._compiled import compiled
from combien.cover._problem import Problem
from combien.engines._counting import CoreCounting, CounterEngine
from combien.errors import CannotAnswer

__all__ = ["TreeCounting", "likely_steps", "quick_bound", "setup_steps", "tree"]

WAY_OUT = "ask engine='frontier', or 'auto'"


def tree() -> CounterEngine:
    """Return the engine that counts over a tree decomposition.

    >>> square = Problem.from_options(["ab", "bc", "cd", "da"])
    >>> tree().count(square).count
    2
    >>> tree().refusal(Problem.from_options(["a"], bounds={"a": (0, 1)}), "count")
    "the tree engine knows no bounds, and this problem has some: ask engine='frontier', or 'auto'"
    """
    return CounterEngine("tree", TreeCounting, _refuses_counting)


class TreeCounting(CoreCounting[_native.TreeCount]):
    """A count over a tree decomposition, in progress.

    Raises `CannotAnswer` if the problem has bounds or colors, or if every decomposition found has a
    bag of more than 64 items.
    """

    def __init__(self, problem: Problem) -> None:
        refusal = _refuses(problem)
        machine = None if refusal else _native.tree_count(compiled(problem))
        if machine is None:
            raise CannotAnswer(refusal or _too_wide())
        super().__init__(machine)
        # The cost of finding the decomposition, in transitions.
        self.setup_steps = setup_steps(problem, machine.cost)
        self._likely = likely_steps(problem, machine.cost)

    @property
    def steps(self) -> int:
        """Transitions made."""
        return self._machine.transitions

    @property
    def work(self) -> Mapping[str, int]:
        """Transitions, states passed on from bag to bag, and joins of two tables."""
        machine = self._machine
        return {
            "transitions": machine.transitions,
            "states": machine.states,
            "joins": machine.joins,
        }

    @property
    def forecast(self) -> float:
        """An upper bound of the transitions: every set of items of a bag could be a state."""
        return self._machine.cost

    @property
    def fraction(self) -> float:
        """The completed part of the forecast cost."""
        return self._machine.fraction

    @property
    def likely_fraction(self) -> float:
        """The completed part of the likely cost; at most half of it if more than that was done."""
        likely = min(self.forecast, max(self._likely, 2 * self.steps))
        return (self.setup_steps + self.steps) / (self.setup_steps + likely + 1)

    @property
    def why(self) -> str:
        """The size of the largest bag, and the numbers of joins and states."""
        machine = self._machine
        return (
            f"a tree of bags with at most {machine.widest_bag} items, {machine.joins} joins, "
            f"{machine.states} states; forecast 2^{log2(max(1.0, machine.cost)):.0f} transitions"
        )


def quick_bound(problem: Problem) -> float:
    """Return an upper bound of the transitions over a decomposition that is found in a millisecond.

    It is infinite if the problem is refused, and up to a thousand times the bound of the
    decomposition that `TreeCounting` finds.
    """
    return inf if _refuses(problem) else _native.tree_forecast(compiled(problem))


def likely_steps(problem: Problem, most: float) -> float:
    """Return the likely number of transitions, from its upper bound.

    Few sets of the items of a bag are states: in 30 problems, the number of transitions was about
    the power 2/3 to 4/5 of the bound.  Each option is tried with several states.
    """
    return min(most, float(most**0.75)) + 4.0 * len(problem.arrays()[1])


def setup_steps(problem: Problem, most: float) -> float:
    """Return the cost of finding a decomposition, in transitions, from their upper bound.

    These are up to 60 greedy eliminations, fewer if the count itself takes less.
    """
    eliminations = min(500_000.0, 5.0 * problem.item_count**3, most / 4)
    return eliminations + len(problem.arrays()[1]) / 2


def _refuses_counting(problem: Problem) -> str:
    refusal = _refuses(problem)
    if refusal or _native.tree_count(compiled(problem)):
        return refusal
    return _too_wide()


def _refuses(problem: Problem) -> str:
    """Return why the problem is not supported, without looking for a decomposition."""
    if problem.has_bounds:
        return f"the tree engine knows no bounds, and this problem has some: {WAY_OUT}"
    if problem.has_colors:
        return f"the tree engine knows no colors, and this problem has some: {WAY_OUT}"
    return ""


def _too_wide() -> str:
    return f"every tree decomposition that was found has a bag of more than 64 items: {WAY_OUT}"
