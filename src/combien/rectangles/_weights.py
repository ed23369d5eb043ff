"""Which rectangles cannot be tiled by their sides alone: the area, and periodic weights.

Give the cell (x, y) a weight that depends on x mod m and y mod m only, such that every placement of
a tile weighs 0 modulo a prime power q.  Then a rectangle whose weight is not 0 modulo q cannot be
tiled, and this depends only on its sides modulo m * q.  The area is the case m = 1.

Whole weights that sum to 0 on every placement exclude more.  The weight of a rectangle changes by
the same amount with each period that is added to one side, and if none of these changes has the
opposite sign, all rectangles with the same sides modulo m are excluded with the smallest one.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from math import gcd, lcm

from combien.cover._weights import LARGE_PRIME, Pause, Span, no_pause, whole_numbers
from combien.rectangles._tileset import Shape, TileSet

# The period in both directions, and the prime and power of the modulus.
PERIODS = (
    *((2, prime, power) for prime, power in ((2, 1), (2, 2), (2, 3), (3, 1), (5, 1), (2, 4))),
    *((3, prime, power) for prime, power in ((2, 1), (3, 1), (3, 2), (5, 1))),
    *((4, prime, power) for prime, power in ((2, 1), (2, 2), (2, 3), (3, 1))),
    *((5, prime, power) for prime, power in ((5, 1), (2, 1), (3, 1))),
    *((6, prime, power) for prime, power in ((2, 1), (3, 1))),
)
STEPS = 1_000_000


class PeriodicWeights:
    """Reasons from periodic weights why a rectangle cannot be tiled, as `reason(width, height)`.

    `pause` may raise `OutOfBudget` in all methods.
    """

    def __init__(self, tiles: TileSet, pause: Pause = no_pause) -> None:
        self._tiles = tiles
        self._pause = pause
        self._gcd = gcd(*(len(tile) for tile in tiles.tiles))
        self._known: dict[tuple[int, int], str] = {}

    def reason(self, width: int, height: int) -> str:
        """Return why a rectangle cannot be tiled, or "" if the weights do not exclude it."""
        if width * height % self._gcd:
            return f"the area {width * height} is not a multiple of {self._gcd}"
        for period, excluded in self._whole:
            if (width % period, height % period) in excluded:
                return (
                    f"whole weights with period {period} in both directions sum to 0 on every "
                    "tile, but not on the rectangle"
                )
        key = (width % self.modulus, height % self.modulus)
        if key not in self._known:
            self._known[key] = next(
                (
                    f"weights with period {period} in both directions sum to 0 modulo {q} on every "
                    "tile, but not on the rectangle"
                    for period, q, span in self._spans
                    if span.functional(_classes(width, height, period, q)) is not None
                ),
                "",
            )
        return self._known[key]

    @cached_property
    def modulus(self) -> int:
        """Whether a rectangle is excluded depends only on its sides modulo this number."""
        modular = (period * q for period, q, _ in self._spans)
        return lcm(self._gcd, *modular, *(period for period, _ in self._whole))

    @cached_property
    def _whole(self) -> list[tuple[int, set[tuple[int, int]]]]:
        """The sides modulo each period that whole weights exclude, where these are new."""
        found: list[tuple[int, set[tuple[int, int]]]] = []
        for period in sorted({period for period, _, _ in PERIODS}):
            span = Span(LARGE_PRIME, 1, STEPS)
            vectors = self._vectors(period)
            if not self._fill(span, vectors):
                continue
            sides = range(1, period + 1)
            excluded = {
                (w % period, h % period)
                for w in sides
                for h in sides
                if _excludes_all(w, h, period, span, vectors)
            }
            if any(
                w * h % self._gcd == 0 and not self._is_known(w, h, found)
                for r, s in excluded
                for w in range(r, period * self._gcd + 1, period)
                for h in range(s, period * self._gcd + 1, period)
            ):
                found.append((period, excluded))
        return found

    @staticmethod
    def _is_known(w: int, h: int, found: list[tuple[int, set[tuple[int, int]]]]) -> bool:
        return any((w % period, h % period) in excluded for period, excluded in found)

    def _vectors(self, period: int) -> list[dict[int, int]]:
        """Return how many cells of each class the placements have, each once."""
        vectors = set()
        for shape in self._tiles.shapes:
            self._pause()
            vectors |= {
                frozenset(_counts(shape, i, j, period).items())
                for i in range(period)
                for j in range(period)
            }
        return [dict(vector) for vector in sorted(vectors, key=sorted)]

    @cached_property
    def _spans(self) -> list[tuple[int, int, Span]]:
        """The spans of all placements that are not multiples of one with a smaller period."""
        found = []
        for period, prime, power in PERIODS:
            span = Span(prime, power, STEPS)
            if self._fill(span, self._vectors(period)):
                found.append((period, prime**power, span))
        return [entry for entry in found if self._excludes_more(*entry)]

    def _fill(self, span: Span, vectors: list[dict[int, int]]) -> bool:
        """Add the vectors to a span; return False if there are not enough steps."""
        for vector in vectors:
            self._pause()
            if not span.add(vector):
                return False
        return True

    def _excludes_more(self, period: int, q: int, span: Span) -> bool:
        """Whether a rectangle is excluded that neither the area nor whole weights exclude."""
        sides = range(1, period * q + 1)
        return any(
            width * height % self._gcd == 0
            and not self._is_known(width, height, self._whole)
            and span.functional(_classes(width, height, period, q)) is not None
            for width in sides
            for height in range(width, period * q + 1)
        )


def _counts(shape: Shape, i: int, j: int, period: int) -> Counter[int]:
    """Return the number of cells of each class in a shape that is shifted by i and j."""
    return Counter((x + i) % period * period + (y + j) % period for x, y in shape)


def _classes(width: int, height: int, period: int, q: int) -> dict[int, int]:
    """Return the number of cells of each class modulo q."""
    across = [len(range(i, width, period)) for i in range(period)]
    down = [len(range(j, height, period)) for j in range(period)]
    return {
        i * period + j: count
        for i in range(period)
        for j in range(period)
        if (count := across[i] * down[j] % q)
    }


def _excludes_all(
    width: int, height: int, period: int, span: Span, vectors: list[dict[int, int]]
) -> bool:
    """Whether whole weights exclude this rectangle and all that are some periods larger."""
    functional = span.functional(_classes(width, height, period, LARGE_PRIME))
    weights = None if functional is None else whole_numbers(functional)
    if weights is None or any(_weight(weights, vector) for vector in vectors):
        return False
    first, wider, higher, both = (
        _weight(weights, _classes(width + more, height + above, period, LARGE_PRIME))
        for more, above in ((0, 0), (period, 0), (0, period), (period, period))
    )
    changes = (wider - first, higher - first, both - wider - higher + first)
    return (first > 0 and min(changes) >= 0) or (first < 0 and max(changes) <= 0)


def _weight(weights: dict[int, int], counts: dict[int, int]) -> int:
    return sum(weights.get(place, 0) * count for place, count in counts.items())
