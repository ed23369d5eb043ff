"""The linear relaxation over some of the options, and more of them as needed: column generation.

HiGHS gets a few options for each item as columns.  From the prices of the items (the dual solution)
follow the reduced costs of all options, and only those below zero can lower the relaxation: some of
them become columns, until there are none (Dantzig and Wolfe 1960; Barnhart and others 1998).  Of
100,000 options this takes about 8,000.

The lower bound is computed in integers, from prices rounded down to small fractions, so that it
holds however HiGHS rounds.

This module imports numpy, which highspy needs too, so it is imported only where HiGHS is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import gcd, inf
from typing import Any

import numpy as np

from combien.cover._problem import Problem
from combien.cover._verify import SumLimits
from combien.engines._optimum.highs import highs_module, new_highs
from combien.engines._optimum.milp import ReducedCosts
from combien.errors import CannotAnswer

# The options of each item that are columns from the beginning, and those that are added at a time.
FIRST_OF_ITEM = 3
MOST_ADDED = 400
# Reduced costs above this are not negative, and amounts below it are zero.
TOLERANCE = 1e-6
# What an item costs that no option covers, in units of the most expensive option.  If items remain
# uncovered, the factor grows up to the second number.
UNCOVERED, MOST_UNCOVERED = 10, 10**5
# Costs are divided by a power of two, so that HiGHS adds numbers up to this.
MOST_SCALED = 2**12
# The prices are rounded down to multiples of 2 to the power of minus this, and must fit into 62
# bits with the costs.
PRICE_BITS = 20
MOST_BITS = 60
# HiGHS returns after this many iterations, and continues when it is called again.
ITERATIONS = 2000

# The two strategies of the simplex method of HiGHS: the dual one after columns are fixed, the
# primal one after columns are added.
DUAL, PRIMAL = 1, 4

# What the work takes, in steps of about a microsecond.
STEPS_A_RUN, STEPS_AN_ITERATION, ROWS_A_STEP, ENTRIES_A_STEP = 300, 20, 10, 100


class Columns:
    """The linear relaxation of a problem without colors, in progress.

    `costs` are those of all options, and `first` options that are columns from the beginning.

    >>> problem = Problem.from_options(["ab", "bc", "ac", "a", "b", "c"])
    >>> columns = Columns(problem, [4, 4, 4, 3, 3, 3])
    >>> from threading import Thread
    >>> thread = Thread(target=lambda: list(columns.solve()))
    >>> thread.start(); thread.join()
    >>> columns.solved, columns.objective, columns.bound
    (True, 6.0, 6)
    """

    def __init__(
        self,
        problem: Problem,
        costs: Sequence[int],
        limits: Sequence[SumLimits] = (),
        *,
        first: Iterable[int] = (),
    ) -> None:
        starts, entries, _ = problem.arrays()
        ends = np.asarray(starts, dtype=np.int64)[1:]
        self._starts = np.asarray(starts, dtype=np.int64)[:-1]
        self._entries = np.asarray(entries, dtype=np.int64)
        self._lengths = ends - self._starts
        self._common = gcd(*costs) or 1
        self._costs = np.array([cost // self._common for cost in costs], dtype=np.int64)
        most = int(np.abs(self._costs).max(initial=1))
        self._scale = 2.0 ** -max(0, most.bit_length() - MOST_SCALED.bit_length())
        self._scaled = self._costs * self._scale
        self._weights = np.array([each.weights for each in limits], dtype=np.int64).reshape(
            len(limits), problem.option_count
        )
        bounds = [problem.bounds(item) for item in range(problem.item_count)]
        bounds += [(each.least, each.most) for each in limits]
        self._lows, self._highs = [low for low, _ in bounds], [high for _, high in bounds]
        self._items = problem.item_count
        capacity = np.array(self._highs[: self._items], dtype=np.int64)
        # An item that the option covers alone, if any.
        alone = np.where(capacity[self._entries] == 1, self._entries, -1)
        self._alone = np.maximum.reduceat(alone, self._starts)
        self._capacity, self._room = capacity, capacity.copy()

        self._module = highs_module()
        self._lp = new_highs(self._module)
        for option, value in {"presolve": "off", "simplex_iteration_limit": ITERATIONS}.items():
            self._lp.setOptionValue(option, value)
        none, no_values = np.zeros(0, np.int32), np.zeros(0)
        low, high = np.array(self._lows, float), np.array(self._highs, float)
        self._lp.addRows(len(bounds), low, high, 0, none, none, no_values)
        self._uncovered = self._add_uncovered(most * self._scale)
        self._factor = UNCOVERED
        self._columns = np.zeros(0, np.int64)
        # Options that may become columns, and those whose columns may be chosen.
        self._outside = np.ones(problem.option_count, bool)
        self._free = np.ones(problem.option_count, bool)
        self._add(self._cheapest_of_items(first))
        self._strategy = PRIMAL
        self._values = np.zeros(0)
        self.solved = False
        self.objective = inf
        self.missing = inf
        self.bound: int | None = None
        self._reduced: tuple[Any, int, int] | None = None

    @property
    def reduced(self) -> ReducedCosts | None:
        """The reduced costs of all options by the prices of `bound`."""
        if self._reduced is None:
            return None
        reduced, unit, base = self._reduced
        costs = [self._common * cost for cost in reduced.tolist()]
        return ReducedCosts(costs, unit, self._common * base, 0)

    @property
    def lacks(self) -> bool:
        """Whether the relaxation has no solution, or none was found."""
        return not self.solved or self.missing > TOLERANCE

    def parts(self) -> tuple[Any, Any]:
        """Return the options of which a part is chosen and that are not fixed, and these parts."""
        parts = self._values[self._uncovered :]
        options = self._columns[: len(parts)]
        some = self._free[options] & (parts > TOLERANCE)
        return options[some], parts[some]

    def solve(self) -> Iterator[int]:
        """Solve the relaxation, in parts; yield the steps that each took.

        `objective` is then what it costs, and `missing` how many coverings are lacking.
        Raises `CannotAnswer` if HiGHS refuses, as in a thread where it ran with other settings.
        """
        self.solved = False
        while True:
            self._lp.setOptionValue("simplex_strategy", self._strategy)
            limit = self._module.HighsModelStatus.kIterationLimit
            while True:
                if self._lp.run() == self._module.HighsStatus.kError:
                    raise CannotAnswer("HiGHS refused to solve the relaxation in this thread")
                yield self._steps()
                if self._lp.getModelStatus() != limit:
                    break
            if self._lp.getModelStatus() != self._module.HighsModelStatus.kOptimal:
                return
            solution = self._lp.getSolution()
            self._values = np.array(solution.col_value)
            prices = np.array(solution.row_dual)
            if not self._add(self._negative(prices)):
                self.missing = float(self._values[: self._uncovered].sum())
                if self.missing <= TOLERANCE or not self._raise_uncovered():
                    break
            self._strategy = PRIMAL
        self.objective = self._lp.getInfo().objective_function_value / self._scale * self._common
        self.solved = True
        if self._free.all():
            self._prove(prices)

    def fix(self, options: Iterable[int]) -> list[int]:
        """Choose these options, without those that no longer fit; return the others.

        Options that no longer fit beside them are not chosen by the next `solve`.
        """
        chosen = []
        for option in options:
            items = self._items_of(option)
            if self._room[items].min() > 0:
                self._room[items] -= 1
                chosen.append(option)
        full = self._room <= 0
        before = self._free.copy()
        self._free &= ~np.logical_or.reduceat(full[self._entries], self._starts)
        self._free[chosen] = False
        self._set_bounds(np.flatnonzero(before[self._columns] & ~self._free[self._columns]), 0, 0)
        self._set_bounds(np.flatnonzero(np.isin(self._columns, chosen)), 1, 1)
        self._strategy = DUAL
        return chosen

    def exclude(self, options: list[int]) -> None:
        """Do not choose these options, until the next `release`."""
        self._free[options] = False
        self._set_bounds(np.flatnonzero(np.isin(self._columns, options)), 0, 0)

    def release(self) -> None:
        """Undo all `fix` and `exclude`."""
        self._room[:] = self._capacity
        self._free[:] = True
        self._set_bounds(np.arange(len(self._columns)), 0, self._most(self._columns))
        self._strategy = DUAL

    def _items_of(self, option: int) -> Any:
        start = self._starts[option]
        return self._entries[start : start + self._lengths[option]]

    def _most(self, options: Any) -> Any:
        """Return how often each option may be chosen; infinity where an item limits it."""
        return np.where(self._alone[options] < 0, 1.0, inf)

    def _set_bounds(self, columns: Any, low: Any, high: Any) -> None:
        count = len(columns)
        self._lp.changeColsBounds(
            count,
            (columns + self._uncovered).astype(np.int32),
            np.full(count, low, float),
            np.full(count, high, float),
        )

    def _add_uncovered(self, most: float) -> int:
        """Add columns that cover each row at a high cost; return how many."""
        rows = [(row, 1.0) for row, low in enumerate(self._lows[: self._items]) if low > 0]
        for limit, weights in enumerate(self._weights):
            heavy = float(np.abs(weights).max(initial=1))
            rows += [(self._items + limit, heavy), (self._items + limit, -heavy)]
        count = len(rows)
        self._most_cost = most
        self._lp.addCols(
            count,
            np.full(count, UNCOVERED * most),
            np.zeros(count),
            np.full(count, inf),
            count,
            np.arange(count, dtype=np.int32),
            np.array([row for row, _ in rows], np.int32),
            np.array([value for _, value in rows], float),
        )
        return count

    def _raise_uncovered(self) -> bool:
        """Make uncovered items more expensive; return False if they are already too expensive."""
        if self._factor >= MOST_UNCOVERED or not self._free.all():
            return False
        self._factor *= 10
        count = self._uncovered
        costs = np.full(count, self._factor * self._most_cost)
        self._lp.changeColsCost(count, np.arange(count, dtype=np.int32), costs)
        return True

    def _cheapest_of_items(self, first: Iterable[int]) -> Any:
        """Return some options, and the cheapest of each item for the number of their items."""
        owners = np.repeat(np.arange(len(self._costs)), self._lengths)
        share = self._scaled / self._lengths
        order = np.lexsort((share[owners], self._entries))
        items = self._entries[order]
        places = np.arange(len(items)) - np.searchsorted(items, items)
        return np.union1d(owners[order[places < FIRST_OF_ITEM]], np.array([*first], np.int64))

    def _negative(self, prices: Any) -> Any:
        """Return some options of the least reduced cost, if it is negative."""
        reduced = self._scaled - np.add.reduceat(prices[self._entries], self._starts)
        if len(self._weights):
            reduced -= prices[self._items :] @ self._weights
        options = np.flatnonzero((reduced < -TOLERANCE) & self._outside & self._free)
        if len(options) > MOST_ADDED:
            options = options[np.argpartition(reduced[options], MOST_ADDED)[:MOST_ADDED]]
            options.sort()
        return options

    def _add(self, options: Any) -> bool:
        """Add the columns of these options; return whether there are any."""
        count = len(options)
        if not count:
            return False
        lengths = self._lengths[options]
        columns = np.repeat(np.arange(count), lengths)
        offsets = np.arange(len(columns)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        rows = self._entries[np.repeat(self._starts[options], lengths) + offsets]
        limits, heavy = np.nonzero(self._weights[:, options])
        columns = np.concatenate([columns, heavy])
        rows = np.concatenate([rows, self._items + limits])
        values = np.concatenate(
            [np.ones(lengths.sum()), self._weights[:, options][limits, heavy].astype(float)]
        )
        order = np.argsort(columns, kind="stable")
        self._lp.addCols(
            count,
            self._scaled[options],
            np.zeros(count),
            self._most(options),
            len(rows),
            np.searchsorted(columns[order], np.arange(count)).astype(np.int32),
            rows[order].astype(np.int32),
            values[order],
        )
        self._outside[options] = False
        self._columns = np.concatenate([self._columns, options])
        return True

    def _steps(self) -> int:
        """Return the steps of the latest run of HiGHS, and of computing reduced costs after it."""
        iterations = max(0, int(self._lp.getInfo().simplex_iteration_count))
        an_iteration = STEPS_AN_ITERATION + len(self._lows) // ROWS_A_STEP
        return STEPS_A_RUN + iterations * an_iteration + len(self._entries) // ENTRIES_A_STEP

    def _prove(self, prices: Any) -> None:
        """Find a lower bound from these prices, in integers, if they are small enough."""
        most = int(np.abs(self._costs).max(initial=1))
        unit = 1 << max(0, min(PRICE_BITS, MOST_BITS - PRICE_BITS - most.bit_length()))
        rounded = np.floor(prices * (unit / self._scale))
        if not np.abs(rounded).max(initial=0) < 2.0**MOST_BITS:
            return
        whole: list[int] = rounded.astype(np.int64).tolist()
        items, rows = whole[: self._items], whole[self._items :]
        largest = most * unit + int(self._lengths.max(initial=0)) * max(map(abs, items), default=0)
        for price, weights in zip(rows, self._weights, strict=True):
            largest += abs(price) * int(np.abs(weights).max(initial=0))
        if largest >> MOST_BITS:
            return
        exact = np.array(items, dtype=np.int64)
        reduced = self._costs * unit - np.add.reduceat(exact[self._entries], self._starts)
        for price, weights in zip(rows, self._weights, strict=True):
            reduced -= price * weights
        base = sum(
            price * (low if price > 0 else high)
            for price, low, high in zip(whole, self._lows, self._highs, strict=True)
        )
        # Of the options that cover an item once, one is chosen at most.
        negative = np.flatnonzero(reduced < 0)
        alone = self._alone[negative]
        least = np.zeros(self._items, np.int64)
        np.minimum.at(least, alone[alone >= 0], reduced[negative[alone >= 0]])
        base += sum(least.tolist()) + sum(reduced[negative[alone < 0]].tolist())
        bound = -(-base // unit) * self._common
        if self.bound is None or bound > self.bound:
            self.bound, self._reduced = bound, (reduced, unit, base)
