"""Counting by search with memoization: each remaining problem is counted once.

A search meets the same remaining problem again and again: the same active items, after other
choices.  Its number of solutions is stored in a table and looked up the next time.  If a remaining
problem splits into components, they are counted separately and the counts are multiplied.  This is
between a search, which lists solutions, and a sweep, which needs a narrow order: it is fast if
remaining problems recur but no order of the items is narrow.
"""

from __future__ import annotations

from collections.abc import Mapping

from combien import _native
from combien.cover._compiled import compiled
from combien.cover._problem import Problem
from combien.engines._counting import CoreCounting, CounterEngine
from combien.engines._searching import MOST_BYTES
from combien.errors import CannotAnswer

__all__ = ["MemoCounting", "memo"]


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
    return CounterEngine("memo", MemoCounting, _refuses)


class MemoCounting(CoreCounting[_native.Memo]):
    """A count by search with a memo, in progress.

    Raises `CannotAnswer` when the problem has bounds, or is too large for bit sets.
    """

    def __init__(self, problem: Problem) -> None:
        refusal = _refuses(problem)
        if refusal:
            raise CannotAnswer(refusal)
        super().__init__(_native.memo(compiled(problem)))

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
    def fraction(self) -> float:
        """The explored fraction of the tree."""
        return self._machine.fraction

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
