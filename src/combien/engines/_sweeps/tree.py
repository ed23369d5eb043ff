"""Counting by dynamic programming over a tree decomposition of the items.

A sweep needs one line through all items along which few are open at a time.  A tree decomposition
may branch: it has small bags wherever the problem can be cut into pieces at few items, however the
pieces lie.  Its states, sets of covered items, are counted from the leaves up and joined.

If nearly all sets of items occur as states, as in the matchings of a random graph, a table of all
sets needs no keys: it takes a tenth of the memory and a hundredth of the time.  Such tables are
kept along a line of the items that is found by simulated annealing.  Bags are tried first.

Tried and dropped: a branching on one vertex before the line is chosen (seven branches make it
narrower by less than two), and annealing higher powers of the widths instead of the sum of sizes.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, log2

from combien import _native
from combien._base.budget import NO_LIMIT, SLICE_SECONDS
from combien.cover._problem import Problem, compiled
from combien.engines._counting import CoreCounting, CounterEngine
from combien.errors import CannotAnswer

# A line is looked for where bags take this number of transitions, and longer from the second one;
# see native/tree/decomposed_count.cpp.
LINE_FROM, LONG_LINE_FROM = 2.0**24, 1e10
MOST_LINE_ITEMS = 512

# What looking for a line takes, in transitions, and the first use of a byte of its tables.
LINE_STEPS = 1_250_000.0
LINE_BYTE_STEPS = 0.05

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
        self._problem = problem
        self._most = most
        self._prepared = False
        self._line_expected = False
        self._fraction = 0.0

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue to look for a decomposition, or to count."""
        if not self._prepared:
            before = self.looking_steps
            self._prepared = self._machine.prepare(steps, seconds)
            if not self._prepared:
                return False
            if self._machine.too_wide:
                raise CannotAnswer(_too_wide())
            steps = max(0, steps - (self.looking_steps - before))
        settled, bags = self._machine.settled, self._machine.cost
        done = super().advance(steps, seconds, bytes)
        if not settled and self._machine.settled:
            self._line_expected = self._machine.cost < bags
        if not done and self._machine.settled and self._machine.cost > self._most:
            raise CannotAnswer("every decomposition that was found is too wide")
        return done

    @property
    def looking_steps(self) -> int:
        """The steps of looking for a decomposition and for a line, which cost as transitions do."""
        return self._machine.looking_steps

    @property
    def steps(self) -> int:
        """Transitions made, and steps of looking for a decomposition and for a line."""
        return self.looking_steps + self._machine.transitions

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
    def likely_fraction(self) -> float | None:
        """The completed part of the likely cost; at most half of it if more than that was done.

        None until a decomposition is found.  Until a line is looked for, the count is expected to
        take as long as that.
        """
        if not self._prepared:
            return None
        likely = self.forecast
        if not self.settled:
            looks = LINE_STEPS * (8 if likely >= LONG_LINE_FROM else 1)
            return 0.5 * self.steps / max(self.steps, looks)
        made = self._machine.transitions
        if self._line_expected:
            # The forecast along a line is exact; the first use of memory takes as long.
            likely += self._machine.line_bytes * LINE_BYTE_STEPS
        else:
            likely = min(likely, max(likely_steps(self._problem, likely), 2 * made))
        return self.steps / (self.looking_steps + likely + 1)

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


def quick_bound(problem: Problem) -> float:
    """Return an upper bound of the transitions over a decomposition that is found in a millisecond.

    It is infinite if the problem is refused, and up to a thousand times the bound of the
    decomposition that `TreeCounting` finds.
    """
    return inf if _refuses(problem) else _native.tree_forecast(compiled(problem))


def quick_bound_cost(problem: Problem) -> float:
    """Return what `quick_bound` takes, in nanoseconds, within a factor of two."""
    items, entries = problem.item_count, len(problem.arrays()[1])
    neighbors = min(items, entries**2 / max(1, problem.option_count * items))
    return 0.75 * items**2 * (10 + neighbors) + 5.0 * entries


def look_steps(problem: Problem, most: float) -> float:
    """Return the cost of looking for a line, in transitions; infinite where none is looked for.

    The wider the bags, the less likely is a line that is narrow enough, so it may wait.
    """
    if most < LINE_FROM or problem.item_count > MOST_LINE_ITEMS:
        return inf
    return 2 * LINE_STEPS * float(max(1.0, most / 2**42) ** 0.25)


def likely_steps(problem: Problem, most: float) -> float:
    """Return the likely number of transitions, from its upper bound.

    Few sets of the items of a bag are states: in 30 problems, the number of transitions was about
    the power 2/3 to 4/5 of the bound.  Each option is tried with several states.
    """
    return min(most, float(most**0.75)) + 4.0 * len(problem.arrays()[1])


def setup_steps(problem: Problem, most: float) -> float:
    """Return the cost of finding a decomposition, in transitions, from their upper bound.

    These are up to 60 greedy eliminations, fewer if the count itself takes less: for 61 of 78
    problems with bounds from a thousand to 10^8, both together were right within a factor of two.
    """
    eliminations = min(500_000.0, 5.0 * problem.item_count**3, 6 * float(most ** (2 / 3)))
    return eliminations + len(problem.arrays()[1]) / 2


def _refuses_counting(problem: Problem) -> str:
    if refusal := _refuses(problem):
        return refusal
    machine = _native.tree_count(compiled(problem))
    while not machine.prepare(NO_LIMIT, SLICE_SECONDS):
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
    return (
        "every tree decomposition that was found has a bag of more than 64 items: ask "
        "engine='memo', which counts what splits part by part, 'frontier' or 'auto'"
    )
