"""The diagram of all solutions as a contender in a race of `_turns.py`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from combien.cover._problem import Problem
from combien.cover._verify import SumLimits
from combien.engines._diagrams.compiling import DiagramCompiling
from combien.families import Family, Universe
from combien.families._family import adopted, manager_of


class DiagramTurns:
    """The compiling of the diagram of all solutions, which begins at its first turn.

    When it leaves the race, its memory is freed, and its counters are kept.
    """

    # Of a transition.
    price = 70

    def __init__(self, problem: Problem, limits: Sequence[SumLimits] = ()) -> None:
        self.universe = Universe()
        self._problem, self._limits = problem, limits
        self._compiling: DiagramCompiling | None = None
        self._kept_work: Mapping[str, int] = {}
        self._kept_order: Sequence[int] = ()

    def begin(self) -> DiagramCompiling:
        """Begin to compile, if it has not begun."""
        if self._compiling is None:
            manager = manager_of(self.universe)
            self._compiling = DiagramCompiling(self._problem, manager, self._limits)
        return self._compiling

    @property
    def steps(self) -> int:
        """Transitions, and what weighing costs in transitions."""
        return self._compiling.steps if self._compiling else 0

    @property
    def work(self) -> Mapping[str, int]:
        """The counters."""
        return self._compiling.work if self._compiling else self._kept_work

    @property
    def bytes(self) -> int:
        """The memory of the sweeps and the diagram."""
        return self._compiling.bytes if self._compiling else 0

    @property
    def order(self) -> Sequence[int]:
        """The option of each variable so far."""
        return self._compiling.order if self._compiling else self._kept_order

    def left(self, length: int) -> int:
        """Return what is left of a turn of this length, in nanoseconds."""
        return length - self.steps * self.price

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when the diagram is there."""
        return self.begin().advance(steps, seconds, bytes)

    def leave(self) -> None:
        """Free the memory."""
        if self._compiling is not None:
            self._kept_work, self._kept_order = self._compiling.work, self._compiling.order
            self._compiling = None

    def number(self, options: Iterable[int], names: Sequence[Hashable] | None = None) -> None:
        """Add options to the universe, by these names."""
        for option in options:
            self.universe.number(option if names is None else names[option])

    def family(self) -> Family:
        """Return the solutions, when the options of `order` are numbered first in the universe."""
        assert self._compiling is not None
        return adopted(self.universe, self._compiling.family)
