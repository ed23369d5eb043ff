"""Counting by search with memoization: each remaining problem is counted once.

A search meets the same remaining problem again and again: the same active items, after other
choices.  Its number of solutions is stored in a table and looked up the next time.  If a remaining
problem splits into components, they are counted separately and the counts are multiplied.  This is
between a search, which lists solutions, and a sweep, which needs a narrow order: it is fast if
remaining problems recur but no order of the items is narrow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from combien import _native
from combien.cover._problem import Problem, compiled
from combien.engines._counting import CoreCounting, CounterEngine
from combien.engines._places import Place, Position, parse_position, position_text
from combien.engines._search.searching import MOST_BYTES, opening_cost
from combien.errors import BadPosition, CannotAnswer

# The most places of a position: more would be a long text.  What is below them is counted again.
MOST_PLACES = 100


def memo() -> CounterEngine:
    """Return the engine that counts by search with a memo.

    >>> square = Problem.from_options(["ab", "bc", "cd", "da"])
    >>> memo().count(square).count
    2
    >>> memo().refusal(Problem.from_options(["a"], bounds={"a": (0, 1)}), "count")
    "the memo engine covers items exactly once, and this problem has bounds: ask engine='frontier'"

    The table takes at most the `bytes` of a budget.  When it is full, the entries that are cheapest
    to count again are dropped; the count stays exact.
    """
    return CounterEngine("memo", MemoCounting, _refuses, resumes=MemoCounting)


class _State(NamedTuple):
    """What was found, the places that wait, and whether one before them is being counted.

    A new state replaces the old one in a single assignment, so that an interrupt never meets a
    place that is counted twice or not at all.
    """

    found: int
    waiting: tuple[Place, ...]
    begun: bool


class MemoCounting(CoreCounting[_native.Memo]):
    """A count by search with a memo, in progress, from a position if one is given.

    A position has places: options that are chosen, and all solutions that contain them are left.
    The table is not part of it, so the resumed count visits other nodes.
    Raises `CannotAnswer` when the problem has bounds, or is too large for bit sets; `BadPosition`.
    """

    def __init__(self, problem: Problem, resume: str = "") -> None:
        refusal = _refuses(problem)
        if refusal:
            raise CannotAnswer(refusal)
        places, found = parse_position(resume, "memo", problem)
        for place in places:
            if place.visited or place.floor != len(place.choices) or -1 in place.choices:
                raise BadPosition("a place of this position is not of a count with a memo")
            for option in place.choices:
                if option >= problem.option_count:
                    raise BadPosition(f"there is no option {option}")
        super().__init__(_native.memo(compiled(problem)))
        self._problem = problem
        self._places = len(places)
        self._state = _State(found, places, False)

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice, at most to the end of a place."""
        state = self._state
        if not state.begun:
            try:
                self._machine.begin(state.waiting[0].choices)
            except _native.InvalidPosition as error:
                raise BadPosition(
                    f"this position does not belong to this count: {error}"
                ) from error
            self._state = state = _State(state.found, state.waiting[1:], True)
        if super().advance(steps, seconds, bytes):
            self._state = _State(state.found + self._machine.count(), state.waiting, False)
            return not state.waiting
        return False

    @property
    def count(self) -> int:
        """The exact count."""
        return self._state.found

    @property
    def known(self) -> Mapping[str, int]:
        """The counters, and the solutions found so far as a lower bound."""
        return {"at_least": self._rest(MOST_PLACES)[1], **self.work}

    @property
    def position(self) -> str:
        """Where the count can be resumed; the number of solutions is part of it."""
        places, found = self._rest(MOST_PLACES)
        return position_text("memo", self._problem, places, found) if places else ""

    def _rest(self, most: int) -> Position:
        state = self._state
        if not state.begun:
            return state.waiting, state.found
        places, found = self._machine.rest(most)
        left = tuple(Place(choices, floor=len(choices)) for choices in places)
        return (*left, *state.waiting), state.found + found

    @property
    def opening_cost(self) -> float:
        """What it cost to open, in nanoseconds of the cost model."""
        return opening_cost("memo", self._problem)

    @property
    def steps(self) -> int:
        """Nodes visited."""
        return self._machine.nodes

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes; probes, hits and entries of the table; nodes split into components."""
        machine = self._machine
        return {
            "nodes": machine.nodes,
            "probes": machine.probes,
            "hits": machine.hits,
            "entries": machine.entries,
            "splits": machine.splits,
        }

    @property
    def slots(self) -> int:
        """The slots of the table."""
        return self._machine.slots

    @property
    def limbs(self) -> int:
        """The 64-bit words of each count in the table."""
        return self._machine.limbs

    @property
    def entry_words(self) -> int:
        """The words of an entry of the table."""
        return self._machine.entry_words

    def saved(self, begin: int, end: int) -> bytes:
        """Return the entries of some slots, which may be loaded into another count."""
        return self._machine.save(begin, end)

    def load(self, entries: bytes, limbs: int, most_bytes: int) -> None:
        """Add entries of the table of the same problem; raise ValueError for anything else."""
        self._machine.load(entries, limbs, most_bytes)

    @property
    def fraction(self) -> float:
        """The explored fraction of the tree."""
        state = self._state
        here = self._machine.fraction if state.begun else 0.0
        return 1 - (len(state.waiting) + state.begun - here) / self._places

    @property
    def why(self) -> str:
        """The nodes, and the probes and hits of the table."""
        machine = self._machine
        return (
            f"searched {machine.nodes} nodes with a memo, "
            f"which knew {machine.hits} of {machine.probes} remaining problems"
        )


def _refuses(problem: Problem) -> str:
    if problem.has_bounds:
        return (
            "the memo engine covers items exactly once, and this problem has bounds: "
            "ask engine='frontier'"
        )
    size = _native.bit_set_bytes(compiled(problem))
    if size > MOST_BYTES:
        return (
            f"the bit sets of this problem would take {size / 1e6:.0f} MB: "
            "ask engine='frontier' or 'dlx'"
        )
    return ""
