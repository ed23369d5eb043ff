"""Restricting a family to the sets whose weights are within limits, in slices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from combien import _native
from combien.errors import BadInput

# The core adds the weights and a limit in 62 bits.
MOST_TOTAL = 2**61

# The weights by number of the element, and the least and the greatest sum, None for no limit.
Range = tuple[Sequence[int], int | None, int | None]


class Weighing:
    """A restriction in progress; `diagram` is the result after `advance` has returned True.

    Raises `BadInput` for weights that are too large to be added.
    """

    def __init__(self, diagram: _native.Diagram, ranges: Iterable[Range]) -> None:
        self.diagram = diagram
        self._machine: _native.Weighing | None = None
        self._steps_before = 0
        self._limits: list[tuple[Sequence[int], int]] = []
        for weights, least, most in ranges:
            total = sum(map(abs, weights))
            if total >= MOST_TOTAL:
                raise BadInput("the weights are too large to be added in 62 bits: divide them")
            # Beyond all sums, a limit is as good as one just beyond.
            if most is not None and most < total:
                self._limits.append((weights, max(most, -total - 1)))
            if least is not None and -least < total:
                self._limits.append(([-weight for weight in weights], max(-least, -total - 1)))

    @property
    def steps(self) -> int:
        """Nodes visited."""
        return self._steps_before + (self._machine.steps if self._machine else 0)

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; raise `MemoryError` if it needs more bytes."""
        while self._limits:
            if self._machine is None:
                weights, most = self._limits[0]
                self._machine = _native.Weighing(self.diagram, weights, most)
            outcome = self._machine.run(steps, seconds, bytes)
            if outcome == _native.OUT_OF_BYTES:
                raise MemoryError
            if outcome != _native.DONE:
                return False
            self.diagram = self._machine.family()
            self._steps_before += self._machine.steps
            self._machine = None
            del self._limits[0]
        return True
