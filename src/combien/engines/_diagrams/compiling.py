"""Compiling all solutions to a diagram, with the choice of an order.

Short trial sweeps in every order show which one has the shortest forecast.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from combien import _native
from combien.cover._problem import Problem, compiled
from combien.cover._verify import SumLimits
from combien.engines._counting import OutOfBytes, summed
from combien.engines._sweeps.frontier import ORDERS, begun
from combien.errors import CannotAnswer
from combien.families._weighing import Weighing

MOST_NODES = 2**32 - 8

# What weighing a node costs, in transitions.
WEIGHED = 3

# The transitions in the given order before the other orders are tried.
TRY_OTHERS_AFTER = 50_000
PILOT_BYTES = 10**9

# The given order is reconsidered when it has taken DISTRUSTED times its forecast, and again when it
# has made DISTRUSTED times as many transitions: trials of a PART of that length show which
# forecasts were too low, and how much.  Another order takes over if it is expected to be TWICE as
# good.  (In the Soma cube with the tiles first, the given order takes 200 times its first forecast;
# on Scott's board, 100 times or more, and the other orders five times theirs.)
DISTRUSTED, PART, TWICE = 8, 4, 2


class DiagramCompiling:
    """The compilation of a diagram of all solutions, in progress.

    It begins in the given order of items, in which solutions are easiest to read.  After a while,
    the other orders are tried, and a much better one takes over.

    `advance` raises `CannotAnswer` if a state of the sweep would need more bits than supported, in
    every order.

    With `limits`, side constraints, the diagram of all covers is then restricted to the solutions.
    """

    def __init__(
        self,
        problem: Problem,
        manager: _native.DiagramManager | None = None,
        limits: Sequence[SumLimits] = (),
    ) -> None:
        self._problem = compiled(problem)
        self._limits = limits
        self._weighing: Weighing | None = None
        self._manager = _native.DiagramManager(MOST_NODES, 0) if manager is None else manager
        self.item_order = "given"
        self._tried = {"transitions": 0, "states": 0}
        self._others_tried = False
        self._pilots: Pilots | None = None
        # The forecasts of the first trials, and the transitions at which there are second ones.
        self._forecasts: dict[str, float] = {}
        self._reconsidered_at: float = float("inf")
        self._compilation: _native.Compilation | None = None
        self._released_order: list[int] = []
        try:
            self._compilation = _native.compile(self._problem, self._manager, "given")
        except _native.TooWide:
            self._begin_pilots()

    def _begin_pilots(self) -> None:
        self._others_tried = True
        self._pilots = Pilots(self._problem)

    def _choose(self, pilots: Pilots) -> None:
        """Change to the order that the pilots recommend, if it is clearly better."""
        self._pilots = None
        self._count(pilots.work)
        order = pilots.promising
        if not order and self._compilation is None:
            raise CannotAnswer(
                f"{pilots.too_wide} in every order that was tried: ask engine='dlx'"
            ) from pilots.too_wide
        if order in ("", "given") and self._compilation is not None:
            self._stay(pilots)
        else:
            self._change_to(order, pilots)

    def _reconsider(self, pilots: Pilots) -> None:
        """Change to an order that is clearly better if forecasts grow once more as they did."""
        self._pilots = None
        self._count(pilots.work)
        expected = {
            order: forecast * max(1.0, forecast / first)
            for order, forecast in pilots.forecasts.items()
            if (first := self._forecasts.get(order, 0.0)) > 0
        }
        best = min(expected, key=expected.__getitem__, default="given")
        if TWICE * expected.get(best, 0.0) < expected.get("given", 0.0):
            self._change_to(best, pilots)
        else:
            self._stay(pilots)

    def _stay(self, pilots: Pilots) -> None:
        """Continue in the given order, until it has taken much longer than its forecast."""
        self._forecasts = pilots.forecasts
        assert self._compilation is not None
        self._reconsidered_at = DISTRUSTED * max(
            self._forecasts.get("given", float("inf")), self._compilation.transitions
        )

    def _change_to(self, order: str, pilots: Pilots) -> None:
        if self._compilation is not None:
            self._count(_compile_work(self._compilation))
            self._compilation = None
        self._compilation = _native.compile(self._problem, self._manager, pilots.searches[order])
        self.item_order = order

    def _count(self, work: Mapping[str, int]) -> None:
        self._tried = summed([self._tried, work])

    @property
    def _swept_work(self) -> Mapping[str, int]:
        pilots = self._pilots.work if self._pilots else {}
        compilation = _compile_work(self._compilation) if self._compilation else {}
        return summed([self._tried, pilots, compilation])

    @property
    def steps(self) -> int:
        """Transitions of all sweeps, and what weighing costs in transitions."""
        weighed = self._weighing.steps if self._weighing else 0
        return self._swept_work["transitions"] + WEIGHED * weighed

    @property
    def swept(self) -> bool:
        """Whether all transitions are done, and only nodes remain to be built."""
        if self._pilots is not None:
            return False
        return self._compilation is None or self._compilation.swept

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes of the diagram so far, and transitions and states of all sweeps."""
        weighed = {"weighed": self._weighing.steps} if self._weighing else {}
        return {"diagram nodes": self._manager.nodes, **self._swept_work, **weighed}

    @property
    def bytes(self) -> int:
        """The memory of the sweeps and the diagram."""
        pilots = self._pilots.bytes if self._pilots else 0
        return pilots + (self._compilation.bytes if self._compilation else 0)

    @property
    def family(self) -> _native.Diagram:
        """The solutions, as sets of places in `order`; only after `advance` has returned True."""
        if self._weighing is not None:
            return self._weighing.diagram
        assert self._compilation is not None
        return self._compilation.family()

    @property
    def order(self) -> list[int]:
        """The option of each variable."""
        return self._compilation.order() if self._compilation else self._released_order

    def release(self) -> None:
        """Free the memory of compiling; the counters and the order are kept."""
        if self._compilation is not None:
            self._released_order = self._compilation.order()
            self._count(_compile_work(self._compilation))
            self._compilation = None

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the sweep, then build the nodes, then weigh them."""
        if self._weighing is None:
            if not self._compile(steps, seconds, bytes):
                return False
            if not self._limits:
                return True
            # Options in no solution have no variable.
            of_variables = [
                ([weights[option] for option in self.order], least, most)
                for weights, least, most in self._limits
            ]
            self._weighing = Weighing(self.family, of_variables)
        try:
            steps = max(1, steps // WEIGHED)
            return self._weighing.advance(steps, seconds, max(0, bytes - self.bytes))
        except _native.OutOfNodes:
            raise OutOfBytes from None

    def _compile(self, steps: int, seconds: float, bytes: int) -> bool:
        compilation = self._compilation
        if not self._others_tried and compilation and compilation.transitions >= TRY_OTHERS_AFTER:
            self._begin_pilots()
        if compilation and compilation.transitions >= self._reconsidered_at and not self.swept:
            self._reconsidered_at = float("inf")
            self._pilots = Pilots(self._problem, compilation.transitions // PART)
        if self._pilots is not None:
            room = max(0, min(PILOT_BYTES, bytes - self.bytes + self._pilots.bytes))
            if self._pilots.advance(steps, seconds, room):
                choose = self._reconsider if self._forecasts else self._choose
                choose(self._pilots)
            return False
        assert compilation is not None
        if not self._others_tried:
            steps = min(steps, TRY_OTHERS_AFTER - compilation.transitions)
        if self._reconsidered_at < float("inf"):
            steps = min(steps, max(1, int(self._reconsidered_at) + 1 - compilation.transitions))
        try:
            outcome = compilation.run(steps, seconds, bytes)
        except _native.OutOfNodes:
            raise OutOfBytes from None
        if outcome == _native.OUT_OF_BYTES:
            raise OutOfBytes
        return bool(outcome == _native.DONE)


def _compile_work(compilation: _native.Compilation) -> dict[str, int]:
    return {"transitions": compilation.transitions, "states": compilation.states}


# The length of each trial, in transitions, unless another one is wanted.
PILOT_STEPS = 20_000

# The given order is kept unless its forecast is this many times worse.
CLEARLY = 4


class Pilots:
    """A short sweep in each order, one order after the other.

    After `advance` has returned True, `promising` is the order with the shortest forecast (empty if
    no sweep fits), `forecasts` has the forecasts in transitions, and `searches` has the search that
    found each order.
    """

    def __init__(self, problem: _native.Problem, steps: int = PILOT_STEPS) -> None:
        self._problem = problem
        self._steps = steps
        self._orders = list(ORDERS)
        self._sweep: _native.Sweep | None = None
        self._done_work: dict[str, int] = {"transitions": 0, "states": 0}
        self.forecasts: dict[str, float] = {}
        self.searches: dict[str, _native.OrderSearch] = {}
        self.too_wide: _native.TooWide | None = None

    @property
    def work(self) -> Mapping[str, int]:
        """Transitions and states of all sweeps."""
        return summed([self._done_work, _work(self._sweep)] if self._sweep else [self._done_work])

    @property
    def bytes(self) -> int:
        """The memory of the current sweep."""
        return self._sweep.bytes if self._sweep else 0

    @property
    def promising(self) -> str:
        """The order to use, or the empty string."""
        forecasts = dict(self.forecasts)
        if "given" in forecasts:
            forecasts["given"] /= CLEARLY
        return min(forecasts, key=forecasts.__getitem__) if forecasts else ""

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when all orders have been tried."""
        if not self._orders:
            return True
        order = self._orders[0]
        if self._sweep is None:
            search = self.searches.setdefault(order, _native.OrderSearch(self._problem, order))
            if not search.run(seconds):
                return False
            try:
                self._sweep = begun(self._problem, search, "family")
            except _native.TooWide as error:
                self.too_wide = error
            if self._sweep is None:
                self._orders.pop(0)
            return not self._orders
        sweep = self._sweep
        outcome = sweep.run(min(steps, self._steps - sweep.transitions), seconds, bytes)
        if outcome == _native.OUT_OF_SLICE and sweep.transitions < self._steps:
            return False
        if outcome != _native.OUT_OF_BYTES:
            self.forecasts[order] = sweep.transitions + sweep.forecast()
        self._done_work = summed([self._done_work, _work(sweep)])
        self._sweep = None
        self._orders.pop(0)
        return not self._orders


def _work(sweep: _native.Sweep) -> dict[str, int]:
    return {"transitions": sweep.transitions, "states": sweep.states}
