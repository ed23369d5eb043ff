"""Our engines, with the interface of the peers: prepared with an instance, then run.

    combien:NAME        the method of `combien.count(problem, engine=NAME)`
    combien:NAME:list   every solution of `combien.solutions(problem, engine=NAME)`, in Python
    combien:bits@avx2   the core with other vector instructions (plain, avx2), also with :list

For a diagram, each makes the diagram of the zdd engine.

The names are the keys of `combien.engines.ENGINES`, so new engines are measured automatically.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import combien
from bench.instances.instance import Instance
from bench.peers import Unsupported
from combien import _native
from combien._base.budget import Meter
from combien.engines import ENGINES, engine_named
from combien.engines._diagrams.zdd import DiagramCounting
from combien.engines._protocol import UNLIMITED
from combien.engines._search.searching import SearchEngine

__all__ = ["VECTORS", "Ours", "measured_engines", "our_names", "searches"]

# Other branchings of the same links are measured only by name; SAT encodings are compared in
# comparison.py.
UNMEASURED = ("dlx-leftmost", "dlx-weighted", "sat")
# The bit kernel is compiled for each of these, and for AVX-512.
VECTORS = ("plain", "avx2")
OPENERS = {name: getattr(_native, name) for name in ("bit_search", "listing_search", "memo")}


class Ours:
    """An engine of combien; after `count`, `work` holds its counters.

    Vector instructions are chosen for the whole process.
    """

    def __init__(self, name: str) -> None:
        _, engine, *rest = name.split(":")
        self._engine, _, vectors = engine.partition("@")
        for opener, opens in OPENERS.items():
            setattr(_native, opener, partial(opens, vectors=vectors) if vectors else opens)
        self._lists = rest == ["list"]
        self.work: Mapping[str, int] = {}

    def prepare(self, instance: Instance) -> combien.Problem:
        """Return the instance as a `Problem`; the compiled core gets it when it is counted."""
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
            raise Unsupported(refusal)
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

    def size(self, diagram: DiagramCounting) -> tuple[int, int]:
        """Return the number of solutions, and of nodes without the terminals."""
        return diagram.count, diagram.diagram.inner


def searches(engine: str) -> bool:
    """Return whether this engine finds solutions one by one itself: others have no stable counters.

    >>> [name for name in ("auto", "dlx", "frontier", "bits@avx2") if searches(name)]
    ['dlx', 'bits@avx2']
    """
    return isinstance(engine_named(engine.partition("@")[0]), SearchEngine)


def measured_engines() -> list[str]:
    """Return the engines that are measured by default."""
    return [name for name in ENGINES if name not in UNMEASURED]


def our_names() -> list[str]:
    """Return these engines as programs: each counts, and the search engines also list.

    Bits is measured with each kind of vector instructions.
    """
    engines = [*measured_engines(), *(f"bits@{vectors}" for vectors in VECTORS)]
    lists = [f"combien:{name}:list" for name in engines if searches(name)]
    return [f"combien:{name}" for name in engines] + lists
