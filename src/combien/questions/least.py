"""One solution of each orbit, as the search finds them: the first among its images."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from combien.cover.orbits.group import ProblemGroup
from combien.cover.parts import Solution
from combien.engines.protocol import Walk

__all__ = ["LeastWalk"]


class LeastWalk:
    """A walk through one solution of each orbit: the one that comes first among its images.

    Each solution is looked at by itself, so nothing is kept, and the walk stops and goes on
    wherever the walk below it does.  `numbers` are the problem's own numbers of the options.
    """

    def __init__(
        self, walk: Walk, group: ProblemGroup, numbers: Sequence[int] | None = None
    ) -> None:
        self._walk = walk
        self._group = group
        self._numbers = numbers
        self.engine = walk.engine
        self.why = f"{walk.why}; one of each orbit, up to {group}"

    def __iter__(self) -> Iterator[Solution]:
        return self

    def __next__(self) -> Solution:
        while True:
            solution = next(self._walk)
            own: Sequence[int] = solution
            if self._numbers is not None:
                own = sorted(map(self._numbers.__getitem__, solution))
            if self._group.is_least(own):
                return solution

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""
        return self._walk.work

    @property
    def position(self) -> str:
        """The place in the search, as text."""
        return self._walk.position

    @property
    def fraction(self) -> float:
        """How much of the search is done, from 0 to 1."""
        return self._walk.fraction

    @property
    def complete(self) -> bool:
        """Whether the search is at its end."""
        return self._walk.complete
