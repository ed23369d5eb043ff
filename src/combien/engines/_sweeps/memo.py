"""Counting by search with memoization: each remaining problem is counted once.

A search meets the same remaining problem again and again: the same active items, after other
choices.  Its number of solutions is stored in a table and looked up the next time.  If a remaining
problem splits into components, they are counted separately and the counts are multiplied.  This is
between a search, which lists solutions, and a sweep, which needs a narrow order: it is fast if
remaining problems recur but no order of the items is narrow.

Of the items with about the fewest options, the search takes the first in an order.  It begins with
reverse Cuthill-McKee, and begins anew in the order of lowest entropy if that is estimated to be
much better: in a coloring of a map, items meet only in secondary ones, which no other order sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from combien import _native
from combien._base.budget import NO_LIMIT
from combien.cover._problem import Problem, compiled
from combien.engines._counting import CoreCounting, CounterEngine
from combien.engines._places import Place, Position, parse_position, position_text
from combien.engines._search.searching import MOST_BYTES, entry_count, opening_cost
from combien.errors import BadPosition, CannotAnswer

# The most places of a position: more would be a long text.  What is below them is counted again.
MOST_PLACES = 100

# Nodes, beside one for each entry of an option, before the order of lowest entropy is looked for:
# finding it takes about as long as these.
ORDER_FROM = 10_000
# That order is taken if it is estimated so many times better than the one before.  In colorings
# and matchings the search then takes a tenth and less; domino boards, where it takes twice as long,
# have 1.2 to 1.4.
BETTER = 2.5
# An estimate above the forecast is of a line, and the search may split: then only such a difference
# counts.  (Colorings of graphs like trees have 10^50 and more, a Latin square 10.)
FAR_BETTER = 1000.0
_COUNTERS = ("nodes", "probes", "hits", "entries", "splits")


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


class _Tree(NamedTuple):
    """What was done in an order."""

    nodes: int
    fraction: float

    @property
    def forecast(self) -> float:
        """The nodes of the whole tree."""
        return self.nodes / self.fraction if self.fraction else inf


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
        self.order = "rcm"  # Or "entropy": the entries of a table belong to an order.
        self._problem = problem
        self._places = len(places)
        self._state = _State(found, places, False)
        self._choices: Sequence[int] = ()
        # Until it is known whether to keep the order; then what was done in the order before.
        self._orders: _Orders | None = _Orders(problem)
        self._before: Mapping[str, int] = dict.fromkeys(_COUNTERS, 0)
        self._tried: _Tree | None = None  # In the place that is counted now.

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice, at most to the end of a place."""
        state = self._state
        if not state.begun:
            self._begin(state.waiting[0].choices)
            self._state = state = _State(state.found, state.waiting[1:], True)
        if self._orders is not None:
            trial = self._orders.due - self._machine.nodes
            if trial <= 0:
                self._review(self._orders, seconds)
                return False
            steps = min(steps, trial)
        if super().advance(steps, seconds, bytes):
            self._state = _State(state.found + self._machine.count(), state.waiting, False)
            self._tried = None
            return not state.waiting
        return False

    def _begin(self, choices: Sequence[int]) -> None:
        try:
            self._machine.begin(choices)
        except _native.InvalidPosition as error:
            raise BadPosition(f"this position does not belong to this count: {error}") from error
        self._choices = choices

    def _review(self, orders: _Orders, seconds: float) -> None:
        """Begin the place anew in the order of lowest entropy if that is much better."""
        if not orders.run(seconds):
            return
        tried = _Tree(self._machine.nodes, self._machine.fraction)
        if orders.change(tried.forecast - tried.nodes):
            self._enter(orders, tried)
        self._orders = None

    def _enter(self, orders: _Orders, tried: _Tree | None) -> None:
        before = {**self.work, "entries": 0}  # That table is gone.
        machine = _native.memo(compiled(self._problem), orders.entropy)
        machine.begin(self._choices)
        # Everything at once, as Ctrl-C may come between two calls.
        self._machine, self._before, self._tried = machine, before, tried
        self._orders, self.order = None, "entropy"

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
        """Where the count can be resumed; the number of solutions is part of it.

        From then on, the order is kept: what was found may not be counted anew.
        """
        self._orders = None
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
        return self._before["nodes"] + self._machine.nodes

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes; probes, hits and entries of the table; nodes split into components."""
        machine = self._machine
        return {name: self._before[name] + getattr(machine, name) for name in _COUNTERS}

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

    def load(self, entries: bytes, limbs: int, most_bytes: int, order: str) -> None:
        """Add entries of the table of the same problem, saved in this order, which is kept.

        Raises ValueError for anything else.
        """
        orders, self._orders = self._orders, None
        if order != self.order:
            if self.steps or order != "entropy":
                raise ValueError(f"a count in the order {self.order} has no entries of {order}")
            orders = orders or _Orders(self._problem)
            while not orders.run(NO_LIMIT):
                pass
            self._enter(orders, None)
        self._machine.load(entries, limbs, most_bytes)

    @property
    def fraction(self) -> float:
        """The explored fraction of the tree."""
        state = self._state
        here = self._fraction_here() if state.begun else 0.0
        return 1 - (len(state.waiting) + state.begun - here) / self._places

    def _fraction_here(self) -> float:
        here, before = _Tree(self._machine.nodes, self._machine.fraction), self._tried
        if before is None or here.fraction == 1.0:
            return here.fraction
        # A young tree has no forecast yet: that of the first order holds until then.
        young = here.nodes < before.nodes
        whole = before.forecast + here.nodes if young else here.forecast + before.nodes
        return (before.nodes + here.nodes) / whole

    @property
    def why(self) -> str:
        """The nodes, and the probes and hits of the table."""
        work = self.work
        return (
            f"searched {work['nodes']} nodes with a memo, "
            f"which knew {work['hits']} of {work['probes']} remaining problems"
        )


class _Orders:
    """The search for the order of lowest entropy, and for the one that a count begins with."""

    def __init__(self, problem: Problem) -> None:
        problem_of_core = compiled(problem)
        self.due = ORDER_FROM + entry_count(problem)
        self.entropy = _native.OrderSearch(problem_of_core, "entropy")
        self._first = _native.OrderSearch(problem_of_core, "rcm")

    def run(self, seconds: float) -> bool:
        """Continue; return True when both are found."""
        return self.entropy.run(seconds) and self._first.run(seconds)

    def change(self, left: float) -> bool:
        """Whether the order of lowest entropy is better, if so many nodes are left in the other."""
        best = self.entropy.expected
        better = BETTER if best < left else FAR_BETTER
        return 0 < best * better <= self.entropy.expected_in(self._first)


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
