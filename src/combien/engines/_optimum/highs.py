"""HiGHS: its settings, models, and threads of its own in which it runs.

HiGHS cannot run in slices, and refuses to run in a thread where it ran with other settings.  So it
runs in threads of its own, which stop at each check until they may go on: it takes turns with other
methods in the same order each time.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import inf
from threading import Event, Semaphore, Thread, main_thread
from typing import Any

from combien._base.extras import needed
from combien.cover._problem import Problem


def highs_module() -> Any:
    """Return the module of HiGHS; raise `MissingExtra` if it cannot be loaded."""
    with needed("the milp engine needs HiGHS", "milp"):
        import highspy  # Optional dependency.
    return highspy


def new_highs(module: Any, threads: int = 1) -> Any:
    """Return HiGHS with its settings."""

    class Silent(module.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802
            # The constructor calls this, and HiGHS 1.16 prints a banner to stdout here.
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    highs = Silent()
    highs.setOptionValue("threads", threads)
    highs.setOptionValue("mip_rel_gap", 0.0)
    return highs


def pass_model(
    highs: Any,
    problem: Problem,
    chosen: Sequence[int],
    costs: Sequence[float],
    *,
    integral: bool = True,
) -> None:
    """Pass some options of a problem to HiGHS, as columns; then a column for each color of an item.

    A row for each item limits how often it is covered.  An entry with a color has instead a row
    with the column of its color.  Not `integral`, the columns of options may be fractions.
    """
    import numpy as np  # Optional dependency: highspy needs it too.

    options, items = len(chosen), problem.item_count
    starts, entries, colors = (np.asarray(part, dtype=np.int64) for part in problem.arrays())
    numbers = np.full(problem.option_count, -1)
    numbers[np.asarray(chosen, dtype=np.int64)] = np.arange(options)
    columns = np.repeat(numbers, np.diff(starts))
    rows, columns = entries[columns >= 0], columns[columns >= 0]
    values = np.ones(len(rows))
    kinds, links = 0, 0
    if problem.has_colors:
        colors = colors[np.repeat(numbers, np.diff(starts)) >= 0]
        colored = np.flatnonzero(colors)
        base = int(colors.max(initial=0)) + 1
        keys, kind = np.unique(rows[colored] * base + colors[colored], return_inverse=True)
        kinds, links = len(keys), len(colored)
        rows[colored] = items + np.arange(links)
        rows = np.concatenate([rows, items + np.arange(links), keys // base])
        columns = np.concatenate([columns, options + kind, options + np.arange(kinds)])
        values = np.concatenate([values, -np.ones(links), np.ones(kinds)])
        order = np.argsort(columns, kind="stable")
        rows, columns, values = rows[order], columns[order], values[order]
    low = np.concatenate([np.zeros(items), np.full(links, -inf)])
    high = np.concatenate([np.ones(items), np.zeros(links)])
    for item, primary in enumerate(problem.primary_flags):
        if primary:
            low[item], high[item] = problem.bounds(item)
    width = options + kinds
    highs.passModel(
        width,
        items + links,
        len(rows),
        1,  # By columns.
        1,  # The least, not the greatest.
        0.0,
        np.concatenate([np.array([costs[option] for option in chosen], float), np.zeros(kinds)]),
        np.zeros(width),
        np.ones(width),
        low,
        high,
        np.searchsorted(columns, np.arange(width + 1)).astype(np.int32),
        rows.astype(np.int32),
        values,
        np.concatenate([np.full(options, integral, np.int32), np.zeros(kinds, np.int32)]),
    )


class Background(ABC):
    """Work in a thread of its own, which stops at each check until it may go on.

    Not `pausing`, it does not stop.  A subclass defines `_run`, which calls `_check` now and then
    and returns soon after a check has returned True.
    """

    def __init__(self, *, pausing: bool = True) -> None:
        self._pausing = pausing
        self._failure: BaseException | None = None
        self._stopped = Event()
        self._may_proceed = Semaphore(0)
        self._cancelled = False
        self._ended = False
        # Not a daemon: at the end of the program, Python waits until the work has stopped.
        self._thread = Thread(target=self._work, name="solver")
        self._thread.start()

    @property
    def waiting(self) -> bool:
        """Whether it waits at a check."""
        return self._stopped.is_set() and not self._ended

    def proceed(self) -> None:
        """Let it go on to the next check."""
        self._stopped.clear()
        self._may_proceed.release()

    def wait(self, seconds: float) -> bool:
        """Wait for the next check, at most for some seconds; return whether the run has ended."""
        self._stopped.wait(seconds)
        return self._ended

    def cancel(self) -> None:
        """Let it end at the next check."""
        self._cancelled = True
        self._may_proceed.release()

    def check(self) -> None:
        """Raise what was raised in the thread."""
        if self._failure is not None:
            raise self._failure

    def _work(self) -> None:
        try:
            self._run()
        except BaseException as failure:
            self._failure = failure
        finally:
            self._ended = True
            self._stopped.set()

    @abstractmethod
    def _run(self) -> None:
        """Do the work."""

    def _check(self) -> bool:
        """Stop until it may go on; return whether it should end."""
        if self._pausing and not self._cancelled:
            self._stopped.set()
            while not self._may_proceed.acquire(timeout=1.0):
                # Nobody will let it go on at the end of the program.
                self._cancelled = self._cancelled or not main_thread().is_alive()
                if self._cancelled:
                    break
        return self._cancelled


class SolverRun(Background):
    """A run of a solver in a thread of its own, which notes its bound and its solutions."""

    def __init__(self, *, pausing: bool = True) -> None:
        self.bound = -inf
        self._solutions: list[Sequence[float]] = []
        super().__init__(pausing=pausing)

    def take_solutions(self) -> list[Sequence[float]]:
        """Return the values of the variables in the solutions found since the last call."""
        found, self._solutions = self._solutions, []
        return found


class HighsRun(SolverRun):
    """A run of HiGHS in a thread of its own."""

    def __init__(self, highs: Any, *, pausing: bool = True) -> None:
        self._highs = highs
        super().__init__(pausing=pausing)

    def _run(self) -> None:
        try:
            self._highs.cbMipImprovingSolution.subscribe(self._improve)
            self._highs.cbMipInterrupt.subscribe(self._pause)
            self._highs.run()
            self.bound = max(self.bound, self._highs.getInfo().mip_dual_bound)
            # The threads of HiGHS belong to this thread.
            self._highs.resetGlobalScheduler(False)
        finally:
            self._highs.clearCallbacks()

    def _improve(self, event: Any) -> None:
        self._solutions.append(event.data_out.mip_solution.tolist())

    def _pause(self, event: Any) -> None:
        self.bound = max(self.bound, event.data_out.mip_dual_bound)
        if self._check():
            event.interrupt()


def solve_relaxation(highs: Any) -> None:
    """Run HiGHS to its end on a model without integers, so that Ctrl-C is heard.

    In a thread of its own: HiGHS refuses to run in one where it ran with other settings.
    """
    run = HighsRun(highs, pausing=False)
    try:
        while not run.wait(0.1):
            pass
    finally:
        run.cancel()
    run.check()


def resident_bytes() -> int:
    """Return the memory that the process occupies; 0 where the system does not report it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
