"""The frontier sweep: counts solutions by merging equal states, without listing them.

Counts are exact and of any size.  On boards and other problems that are narrow in some order, a
sweep is thousands to billions of times faster than listing.  The item order matters, so several
orders are raced: each runs a short pilot, then the one with the lowest forecast continues.  Finding
an order takes longer than a small sweep, so each is found when the race has cost a few times as
much, and more than that remains (a ski rental: see `engines/_portfolio/race.py`).

A forecast knows only the layers that the sweep has seen.  So the orders of a long race also have
samples (`samples.py`), whose estimates are a second lower bound.

The method is Knuth's Simpath (The Art of Computer Programming 4A, 7.1.4) on the items of an exact
cover.  Tried and dropped: pilots of half the length (queens 12: three times the work), a lead that
is kept until another forecast is half as high (the Soma cube: twice the work) or that is compared
at equal work (dominoes 16x16: three times).  Pilots of all orders at the beginning are more work:
see `PILOTS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import NamedTuple

from combien import _native
from combien._base.checks import short_repr
from combien._base.threads import ALONE_SECONDS, default_threads
from combien.cover._problem import Problem, compiled
from combien.cover._reductions import LOOKS_AT, Asked, Aspect, allows
from combien.engines._counting import CounterEngine, Counting, OutOfBytes, summed
from combien.engines._search.searching import entry_count
from combien.engines._sweeps.prices import ORDER_WEIGHTS
from combien.engines._sweeps.samples import Samples
from combien.errors import BadInput, CannotAnswer

Sweep = _native.Sweep
Checksum = _native.Checksum

# Remainders are added in unsigned 64-bit integers.
MOST_MODULUS = 2**63

# The order that costs most to find comes last, but where there are secondary items or bounds
# `entropy` comes second: items that meet only in secondary ones are neighbors in no other order.
ORDERS = ("given", "greedy", "closing", "rcm", "entropy", "spectral")
LOOSE_ORDERS = ("given", "entropy", "greedy", "closing", "rcm", "spectral")
CHOICES = ("auto", *ORDERS)

NOT_FOUND = "order is not found in time"

NO_WORK = {"transitions": 0, "states": 0, "widest": 0}

# Long enough to finish small problems, and short in comparison with any large one.
PILOT_STEPS = 20_000

# The choice of the sweep is reviewed whenever the current one has grown by this part of its steps,
# and by a quarter of a pilot.  Another one is chosen if its forecast is this many times lower:
# forecasts grow with the work, so of equal sweeps the one that has done least has the lowest.
TURN = 8
CLEARLY = 4 / 3

# An estimate may be too high by these factors: in the order that was chosen for it, and in others.
DOUBT, HARD_DOUBT = 2, 16
# No estimate is believed if the one in the entropy order is higher than the forecast by this.
AGREEING = 4
# With an estimate of fewer transitions, `auto` relies on the forecast.
MOST_VOUCHED = 1_000_000

# The forecast of one order or two is unreliable before as many transitions.
LEAST_SWEPT = 100_000

# An order gets its pilot when the race has cost as much as PILOTS pilots and FINDINGS times finding
# the order; or when REMAINING times as much is left, because forecasts are mostly too low; and LONG
# times as late if less is left than it costs.  (Over 27 problems of up to 20 million transitions,
# .7 of the work with all pilots at the beginning, and over the 8 shortest ones .4.)
PILOTS, FINDINGS, LONG = 8, 2, 3
REMAINING = 4

# What finding an order takes, in transitions for each unit of `ORDER_WEIGHTS`.
FINDING_STEPS = 0.1044


class Ordered(NamedTuple):
    """The order that a race has chosen, its sweep so far, and the work of all other sweeps.

    There is no sweep if it needed too much memory.
    """

    order: str
    sweep: _native.Sweep | None
    raced: Mapping[str, int]


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Frontier(CounterEngine):
    """The engine `frontier`, which counts by a sweep over the items, with a choice of the order.

    >>> problem = Problem.from_options(["ab", "c", "a", "bc"])
    >>> Frontier().count(problem).count, Frontier(order="given").count(problem).why
    (2, 'swept in the given order, 5 states, 2 in the widest layer')

    `order` is "auto", a race of all orders, or one of "given" (the items as the problem lists
    them), "greedy", "closing", "rcm", "entropy" and "spectral".  One order takes less memory than a
    race, and "given" is the one to choose if the items are already listed along the narrow
    direction.

    Raises `BadInput` if there is no such order.  A count raises `CannotAnswer` if the order would
    take too long to find, as "greedy" for more than 4000 items.
    """

    order: str = "auto"

    def __init__(self, *, order: str = "auto") -> None:
        if order not in CHOICES:
            raise BadInput(f"order={short_repr(order)}: expected one of {', '.join(CHOICES)}")
        object.__setattr__(self, "order", order)
        orders = ORDERS if order == "auto" else (order,)
        super().__init__(
            "frontier",
            partial(FrontierCounting, orders=orders),
            refuses=_refuses_nothing,
            begin_with=partial(_begun_with, orders),
        )

    def __repr__(self) -> str:
        return f"Frontier(order={self.order!r})"


def _refuses_nothing(problem: Problem) -> str:
    return ""


def _begun_with(
    orders: Sequence[str], problem: Problem, threads: int | None, modulo: int | None
) -> FrontierCounting:
    return FrontierCounting(problem, modulus=modulo, threads=threads, orders=orders)


class FrontierCounting(Counting):
    """A count by sweep, in progress: a race of orders.

    The `question` for which it is made decides which states are merged.  With `weights`, one for
    each option, a solution counts as the product of its options' weights.
    With a `modulus` below `MOST_MODULUS` only remainders are kept, in less memory; a larger one
    changes nothing.  With an item `first`, all orders begin with it.  With `threads` None, all
    processors are used after a second; the counters do not depend on it.  With `all_orders`, every
    order has its pilot at the beginning, however little the sweep seems to need.  Only `orders` are
    tried, in their order in `ORDERS`.

    `advance` raises `CannotAnswer` if a state would need more bits than the core supports, in every
    order.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        question: Asked = "count",
        weights: Sequence[int] = (),
        modulus: int | None = None,
        first: int | None = None,
        threads: int | None = 1,
        all_orders: bool = False,
        orders: Sequence[str] = ORDERS,
    ) -> None:
        self.threads = threads
        self._all_orders = all_orders
        self._needs_one_thread = False
        self._seconds = 0.0
        self._problem = compiled(problem)
        self._entries = entry_count(problem)
        self._question = question
        self._weights = weights
        self._modulus = modulus if modulus and modulus < MOST_MODULUS else 0
        self._first = -1 if first is None else first
        loose = problem.primary_count < problem.item_count or problem.has_bounds
        if loose and tuple(orders) == ORDERS:
            orders = LOOSE_ORDERS
        # The order that is found after one pilot; elsewhere its estimates help less than they harm.
        self._at_once = "entropy" if loose else ""
        self._orders = tuple(orders)
        self._orders_to_try = list(orders)
        self._search: _native.OrderSearch | None = None
        self._racing: dict[str, _native.Sweep] = {}
        self._retired_work: dict[str, int] = dict(NO_WORK)
        self._retired_sorted = 0
        # The work and the forecast of each.
        self._retired: dict[str, tuple[dict[str, int], float]] = {}
        self._samples = Samples()
        self._seen: set[tuple[int, ...]] = set()
        self._expected: dict[str, float] = {}
        self._estimator: _native.OrderSearch | None = None
        self._leader = ""
        self._turn = ""
        self._until = 0
        self._winner = ""
        self._too_wide: _native.TooWide | None = None
        self._out_of_bytes = False
        if orders[0] == "given":
            # It is available at once.
            self._open_next_order(float("inf"))

    def _open_next_order(self, seconds: float) -> bool:
        """Continue the search for the next order; return True when it is found.

        The order then has the turn, unless a state of its sweep would be too large or finding the
        order took too long.
        """
        order = self._orders_to_try[0]
        if self._search is None:
            self._search = _native.OrderSearch(self._problem, order)
        if not self._search.run(seconds):
            return False
        self._orders_to_try.pop(0)
        search, self._search = self._search, None
        try:
            sweep = begun(
                self._problem,
                search,
                self._question,
                weights=self._weights,
                modulus=self._modulus,
                first=self._first,
            )
        except _native.TooWide as error:
            self._too_wide = error
            return True
        # An order that was found before would do the same again.
        items = tuple(sweep.items) if sweep is not None else ()
        if sweep is not None and items not in self._seen:
            self._seen.add(items)
            self._racing[order] = sweep
            self._expected[order] = 0.0
            if search.expected and self._at_once:
                self._estimator = search
            if self._estimator is not None:
                self._expect(self._estimator)
            self._turn = order
            self._until = PILOT_STEPS
        return True

    def _expect(self, estimator: _native.OrderSearch) -> None:
        """Note what the sweeps in the orders are expected to make: at least so many transitions."""
        for order, sweep in self._racing.items():
            doubt = DOUBT if order == "entropy" else HARD_DOUBT
            if not self._expected[order]:
                self._expected[order] = estimator.expected_in(sweep) / doubt

    @property
    def done(self) -> bool:
        """Whether the count is known."""
        return bool(self._winner)

    @property
    def steps(self) -> int:
        """Transitions of all sweeps and samples."""
        racing = sum(sweep.transitions for sweep in self._racing.values())
        return self._retired_work["transitions"] + self._samples.transitions + racing

    @property
    def sorted_steps(self) -> int:
        """The transitions from sorted layers, which take less time."""
        racing = sum(sweep.sorted_transitions for sweep in self._racing.values())
        return self._retired_sorted + racing

    @property
    def work(self) -> Mapping[str, int]:
        """Transitions of all sweeps and samples, states of all sweeps, and the widest layer."""
        sampled = {"transitions": self._samples.transitions}
        return summed([self._retired_work, sampled, *map(_work, self._racing.values())])

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders that have been tried, including unusable ones."""
        return self._orders[: len(self._orders) - len(self._orders_to_try)]

    @property
    def bytes(self) -> int:
        """The memory of the layers of all sweeps."""
        return sum(sweep.bytes for sweep in self._racing.values())

    @property
    def next_order(self) -> tuple[int, str]:
        """The transitions before another order is sought, and which; "" if none is due."""
        if not self._orders_to_try or not self._next_order_is_due():
            return 0, ""
        turn = self._racing.get(self._turn)
        left = 0 if turn is None or self._search is not None else self._until - turn.transitions
        return max(0, left), self._orders_to_try[0]

    @property
    def has_estimate(self) -> bool:
        """Whether the forecast of the best sweep is by an estimate, short, and not yet refuted.

        Where a long sweep is expected, other engines have the time to begin.
        """
        if self._estimator is None or not self._believed:
            return False
        best = self._best()
        estimate = DOUBT * self._expected[best]
        return 0 < estimate < MOST_VOUCHED and self._racing[best].transitions <= estimate

    @property
    def has_forecast(self) -> bool:
        """Whether the forecast is worth something: by an estimate, or after some transitions."""
        return len(self.orders) > 2 or self.steps > LEAST_SWEPT or self.has_estimate

    @property
    def fraction(self) -> float | None:
        """The fraction by the best sweep's forecast; the steps of other sweeps count as done."""
        return self.steps / (self.steps + self.forecast + 1) if self._racing else None

    @property
    def forecast(self) -> float:
        """The forecast number of transitions that the best sweep still needs."""
        return self._forecast(self._best())

    @property
    def count(self) -> int:
        """The count of the sweep that finished."""
        return self._racing[self._winner].count()

    @property
    def why(self) -> str:
        """The order of the sweep that finished, and its states."""
        sweep = self._racing[self._winner]
        return (
            f"swept in the {self._winner} order, {sweep.states} states, "
            f"{sweep.widest} in the widest layer"
        )

    @property
    def raced(self) -> bool:
        """Whether every order has had its pilot."""
        return not self._orders_to_try and self._search is None

    @property
    def out_of_bytes(self) -> bool:
        """Whether the memory did not suffice for some order."""
        return self._out_of_bytes

    def choose(self) -> Ordered | None:
        """Return the order with the lowest forecast, also of those that needed too much memory.

        None if there is no order in which states are small enough.
        """
        racing = {order: (_work(s), self._forecast(order)) for order, s in self._racing.items()}
        forecasts = self._retired | racing
        if not forecasts:
            return None
        order = min(forecasts, key=lambda order: forecasts[order][1])
        raced = summed([NO_WORK, *(w for name, (w, _) in forecasts.items() if name != order)])
        return Ordered(order, self._racing.get(order), raced)

    def _best(self) -> str:
        return min(self._racing, key=self._forecast)

    def _forecast(self, order: str) -> float:
        """Return the forecast of an order: its own, a sample's or the estimate's, the highest."""
        sweep = self._racing[order]
        expected = self._expected[order] if self._believed else 0.0
        known = max(self._samples.estimate(order), expected)
        return max(sweep.forecast(), known - sweep.transitions)

    @property
    def _believed(self) -> bool:
        """Whether estimates are: not where the sweep expects much less, as for timetables."""
        sweep = self._racing.get("entropy")
        if sweep is None:
            return False
        return self._expected["entropy"] <= AGREEING * (sweep.transitions + sweep.forecast())

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the sweep whose turn it is, or the search for the next order."""
        if self._search is not None:
            self._open_next_order(seconds)
            return False
        if self._samples.running:
            self._samples.advance(steps, seconds)
            return False
        # Turns end by steps, never by the clock, so that equal problems are counted in equal steps.
        turn = self._racing.get(self._turn)
        over = turn is None or turn.transitions >= self._until
        if over and not self._begin_turn(seconds):
            return False
        sweep = self._racing[self._turn]
        others = sum(s.bytes for s in self._racing.values()) - sweep.bytes
        threads = self._threads_now()
        began = perf_counter()
        try:
            outcome = sweep.run(
                min(steps, self._until - sweep.transitions),
                seconds,
                max(0, bytes - others),
                threads=threads,
            )
        except MemoryError:
            outcome = _native.OUT_OF_BYTES
        self._seconds += perf_counter() - began
        if outcome == _native.OUT_OF_BYTES and threads > 1:
            # One thread needs less memory.
            self._needs_one_thread = True
            return False
        if outcome == _native.DONE:
            self._winner = self._turn
            return True
        if outcome == _native.OUT_OF_BYTES:
            self._retire(self._turn)
        return False

    def _threads_now(self) -> int:
        if self._needs_one_thread:
            return 1
        if self.threads is not None:
            return self.threads
        return default_threads() if self._seconds > ALONE_SECONDS else 1

    def _begin_turn(self, seconds: float) -> bool:
        """Give the turn to the sweep with the lowest forecast, unless the next order is due.

        Returns False if the next order has to be found and opened first, or a sample to be taken.
        """
        if self._orders_to_try and self._next_order_is_due():
            self._open_next_order(seconds)
            return False
        if not self._racing:
            if self._out_of_bytes:
                raise OutOfBytes
            if self._too_wide is None:
                raise CannotAnswer(f"the {self._orders[-1]} {NOT_FOUND}: ask engine='frontier'")
            raise CannotAnswer(
                f"{self._too_wide} in every order that was tried: ask engine='dlx'"
            ) from self._too_wide
        if self._samples.begin(self._racing):
            return False
        best = self._best()
        if self._leader not in self._racing or CLEARLY * self._forecast(best) <= self._forecast(
            self._leader
        ):
            self._leader = best
        self._turn = self._leader
        done = self._racing[self._turn].transitions
        least = PILOT_STEPS // 4 if len(self._racing) > 1 else PILOT_STEPS
        self._until = done + max(least, done // TURN)
        return True

    def _next_order_is_due(self) -> bool:
        """Whether finding the next order, and its pilot, cost little compared with the race."""
        if self._all_orders or self._out_of_bytes or not self._racing:
            return True
        order = self._orders_to_try[0]
        finding = FINDING_STEPS * ORDER_WEIGHTS[order] * self._entries
        left = self.forecast
        if order == self._at_once:
            return True
        due = PILOTS * PILOT_STEPS + FINDINGS * finding
        if left < PILOT_STEPS + finding:
            return self.steps >= LONG * due
        return max(self.steps, left / REMAINING) >= due

    def _retire(self, order: str) -> None:
        forecast = self._forecast(order)
        sweep = self._racing.pop(order)
        self._retired[order] = _work(sweep), forecast
        self._retired_work = summed([self._retired_work, _work(sweep)])
        self._retired_sorted += sweep.sorted_transitions
        self._out_of_bytes = True
        if not self._racing and not self._orders_to_try:
            raise OutOfBytes


def begun(
    problem: _native.Problem,
    order: _native.OrderSearch | str | Sequence[int],
    question: Asked,
    *,
    weights: Sequence[int] = (),
    modulus: int = 0,
    first: int = -1,
) -> _native.Sweep | None:
    """Return a new sweep for a question; None if its order was not found in time.

    All sweeps begin here, so that states are merged only if the question allows it.  An item
    `first` is not for an order that is given by its items.
    """
    if weights and not LOOKS_AT[question] & Aspect.WEIGHTS:
        raise ValueError(f"weights were given for {question}")
    options = not allows("twins", question)
    if isinstance(order, (str, _native.OrderSearch)):
        return _native.sweep(problem, order, weights, modulus, first, options)
    return _native.sweep(problem, order, weights, modulus, options)


def opened(
    problem: Problem,
    order: str | Sequence[int],
    question: Asked = "count",
    *,
    weights: Sequence[int] = (),
) -> _native.Sweep:
    """Return a new sweep in an order, given by its name or by its items.

    Raises `CannotAnswer` if there is none, and ValueError or TypeError for other items.
    """
    try:
        sweep = begun(compiled(problem), order, question, weights=weights)
    except _native.TooWide as error:
        raise CannotAnswer(f"{error}: ask engine='dlx'") from error
    if sweep is None:
        raise CannotAnswer(f"the {order} {NOT_FOUND}: ask engine='dlx'")
    return sweep


def advanced(sweep: Sweep, steps: int, seconds: float, bytes: int, passes: int) -> bool:
    """Continue a sweep until it has made this many passes; return whether the count is known.

    Raises `OutOfBytes`.
    """
    outcome = sweep.run(steps, seconds, bytes, passes)
    if outcome == _native.OUT_OF_BYTES:
        raise OutOfBytes
    return bool(outcome == _native.DONE)


def save_some(sweep: Sweep, words: int) -> bytes:
    """Return the next states of the layer that is being saved; none at the end."""
    return _native.save_states(sweep, words)


def load_some(
    sweep: Sweep, states: bytes, limbs: int, shares: int, chosen: int, bytes: int
) -> None:
    """Load states, or only a share's.  Raises `OutOfBytes`, and ValueError for other words."""
    if _native.load_states(sweep, states, limbs, shares, chosen, bytes) == _native.OUT_OF_BYTES:
        raise OutOfBytes


def _work(sweep: _native.Sweep) -> dict[str, int]:
    return {
        "transitions": sweep.transitions,
        "states": sweep.states,
        "widest": sweep.widest,
    }
