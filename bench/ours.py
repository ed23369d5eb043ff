"""Our engines, as the peers are: prepared with an instance, then asked.

    combien:NAME        what `combien.count(problem, engine=NAME)` does
    combien:NAME:list   every solution of `combien.solutions(problem, engine=NAME)`, in Python

Asked for a diagram, each makes the one of the zdd engine.

The names are those of `combien.engines.ENGINES`, so a new engine is measured without a word here.
"""

from __future__ import annotations

from collections.abc import Mapping

import combien
from bench.instances.instance import Instance
from bench.peers import CannotSay
from combien._budget import Meter
from combien.engines import ENGINES, engine_named
from combien.engines._protocol import UNLIMITED
from combien.engines._searching import SearchEngine
from combien.engines._zdd import DiagramCounting

__all__ = ["Ours", "measured_engines", "our_names", "searches"]

# Other branchings of the same links are measured when they are asked for by name; what SAT does is
# compared in comparison.py.
UNMEASURED = ("dlx-leftmost", "dlx-weighted", "sat")


class Ours:
    """An engine of combien; after `count`, `work` holds its counters."""

    def __init__(self, name: str) -> None:
        _, self._engine, *rest = name.split(":")
        self._lists = rest == ["list"]
        self.work: Mapping[str, int] = {}

    def prepare(self, instance: Instance) -> combien.Problem:
        """Return the problem as combien has it; the compiled core gets it with the question."""
        if instance.colors is None:
            return combien.Problem.from_indices(
                instance.options, items=instance.items, primary=instance.primary
            )
        return combien.Problem.from_options(
            (
                [
                    combien.Colored(item, color) if color else item
                    for item, color in zip(option, colors, strict=True)
                ]
                for option, colors in zip(instance.options, instance.colors, strict=True)
            ),
            range(instance.primary, instance.items),
            primary=range(instance.primary),
        )

    def count(self, problem: combien.Problem) -> int:
        """Return the number of solutions."""
        if self._lists:
            return sum(1 for _ in combien.solutions(problem, engine=self._engine))
        engine = engine_named(self._engine)
        refusal = engine.refusal(problem, "count")
        if refusal:
            raise CannotSay(refusal)
        counted = engine.count(problem)
        self.work = counted.work
        return counted.count

    def diagram(self, problem: combien.Problem) -> DiagramCounting:
        """Return the diagram of all solutions."""
        counting = DiagramCounting(problem)
        meter = Meter(UNLIMITED, engine="zdd")
        while not counting.advance(*meter.slice(counting.steps), meter.bytes):
            pass
        return counting

    def told(self, diagram: DiagramCounting) -> tuple[int, int]:
        """How many solutions, how many nodes without the terminals."""
        return diagram.count, diagram.diagram.inner


def searches(engine: str) -> bool:
    """Whether this engine finds solutions one by one itself: only such have stable counters.

    >>> [name for name in ("auto", "dlx", "frontier") if searches(name)]
    ['dlx']
    """
    return isinstance(engine_named(engine), SearchEngine)


def measured_engines() -> list[str]:
    """Return the engines that are measured when nobody says otherwise."""
    return [name for name in ENGINES if name not in UNMEASURED]


def our_names() -> list[str]:
    """Those engines as programs: each counts, and those that search also list."""
    engines = measured_engines()
    lists = [f"combien:{name}:list" for name in engines if searches(name)]
    return [f"combien:{name}" for name in engines] + lists
