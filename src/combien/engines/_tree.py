"""Counting by dynamic programming over a tree decomposition of the items.

A sweep needs one line through all items along which few are open at a time.  A tree decomposition
may branch: it has small bags wherever the problem can be cut into pieces at few items, however the
pieces lie.  Its states, sets of covered items, are counted from the leaves up and joined.

If nearly all sets of items occur as states, as in the matchings of a random graph, a table of all
sets needs no keys: it takes a tenth of the memory and a hundredth of the time.  Such tables are
kept along a line of the items that is found by simulated annealing.  Bags are tried first.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, log2

from combien import _native
from combien._budget import SLICE_SECONDS
from combien.cover._compiled import compiled
from combien.cover._problem import Problem
from combien.engines._counting import CoreCounting, CounterEngine
from combien.errors import CannotAnswer

__all__ = ["TreeCounting", "tree"]

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

    Raises `CannotAnswer` if the problem has bounds or colors.  `advance` raises it if every
    decomposition found has a bag of more than 64 items, or more than `most` transitions are
    forecast.
    """

    def __init__(self, problem: Problem, *, most: float = inf) -> None:
        if refusal := _refuses(problem):
            raise CannotAnswer(refusal)
        super().__init__(_native.tree_count(compiled(problem)))
        self._most = most
        self._prepared = False
        self._fraction = 0.0

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue to look for a decomposition, or to count."""
        if not self._prepared:
            self._prepared = self._machine.prepare(seconds)
            if not self._prepared:
                return False
            if self._machine.too_wide:
                raise CannotAnswer(_too_wide())
        done = super().advance(steps, seconds, bytes)
        if not done and self._machine.settled and self._machine.cost > self._most:
            raise CannotAnswer("every decomposition that was found is too wide")
        return done

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
        """An upper bound of the transitions; 0 until a decomposition is found.

        Every set of items of a bag could be a state.
        """
        return self._machine.cost

    @property
    def settled(self) -> bool:
        """Whether the forecast takes a line into account, if one may cost less than bags."""
        return self._machine.settled

    @property
    def fraction(self) -> float:
        """The completed part of the forecast cost; it never decreases."""
        self._fraction = max(self._fraction, self._machine.fraction)
        return self._fraction

    @property
    def why(self) -> str:
        """The size of the largest bag or table, and the numbers of joins and states."""
        machine = self._machine
        forecast = f"forecast 2^{log2(max(1.0, machine.cost)):.0f} transitions"
        if machine.in_line:
            return (
                f"a line of items with tables of at most 2^{machine.widest} entries, "
                f"{machine.states} in all; {forecast}"
            )
        return (
            f"a tree of bags with at most {machine.widest} items, {machine.joins} joins, "
            f"{machine.states} states; {forecast}"
        )


def _refuses_counting(problem: Problem) -> str:
    if refusal := _refuses(problem):
        return refusal
    machine = _native.tree_count(compiled(problem))
    while not machine.prepare(SLICE_SECONDS):
        pass
    return _too_wide() if machine.too_wide else ""


def _refuses(problem: Problem) -> str:
    """Return why the problem is not supported, without looking for a decomposition."""
    if problem.has_bounds:
        return f"the tree engine knows no bounds, and this problem has some: {WAY_OUT}"
    if problem.has_colors:
        return f"the tree engine knows no colors, and this problem has some: {WAY_OUT}"
    return ""


def _too_wide() -> str:
    return f"every tree decomposition that was found has a bag of more than 64 items: {WAY_OUT}"
