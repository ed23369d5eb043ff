"""The complete list of prime rectangles, with a proof that there are no others.

There are finitely many (de Bruijn and Klarner, 1975), but that says nothing about where they end.
Here strips of all widths up to V are searched for all lengths, which finds every prime of these
widths.  The rest follows by induction, if there are widths a <= W such that

    1. for each w from V + 1 to W - a, the tiles cover w x n for all n >= w that weights allow, but
       for finitely many that a search excludes;
    2. for each w from W - a + 1 to W, they cover w x n for all n >= w that weights allow;
    3. the tiles cover a x n for all n > W that weights allow for any width;
    4. if weights allow w x n, they allow (w - a) x n.

Then a rectangle w x n with W < w <= n that weights allow is cut into (w - a) x n and a x n, which
the tiles cover, so it is composite.  All four are finite checks, since lengths and weights are
periodic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import lcm
from typing import Any

from combien._base.budget import Budget, Reporter, budget_of
from combien._base.checks import check_int
from combien.errors import BadTiling, CannotAnswer, OutOfBudget
from combien.rectangles._decisions import Decisions
from combien.rectangles._direct import compare_rectangles
from combien.rectangles._lengths import MOST_WIDTH, Lengths
from combien.rectangles._tileset import TileSet
from combien.tilings._tile import Tile

WIDEST = 10
# The conflicts of the SAT solver for each rectangle beyond the widths that are searched for all
# lengths, first and if that was not enough.
CONFLICTS = (50_000, 800_000)
# If more rectangles are left, there is another reason that weights do not know, as for the T
# tetromino, and more conflicts would take minutes in vain.
MOST_UNDECIDED = 20
# Of a width, with the same remainder: if more are excluded, probably all are.
MOST_EXCLUDED = 20


@dataclass(frozen=True)
class AllPrimes:
    """The prime rectangles that were found, and whether it is proved that these are all.

    `searched` is the greatest width whose strips were searched for all lengths.
    """

    primes: tuple[tuple[int, int], ...]
    proved: bool
    searched: int
    proof: str

    def to_json(self) -> dict[str, Any]:
        """Return an object for JSON."""
        return {
            "primes": [list(sides) for sides in self.primes],
            "proved": self.proved,
            "searched": self.searched,
            "proof": self.proof,
        }

    def __str__(self) -> str:
        listed = ", ".join(f"{width}x{height}" for width, height in self.primes)
        return f"primes: {listed or 'none'}\n{self.proof}"


def all_primes(
    tiles: Iterable[Tile],
    *,
    widest: int = WIDEST,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> AllPrimes:
    """Return the prime rectangles, with a proof that there are no others if one is found.

    >>> from combien import Tile
    >>> found = all_primes([Tile("*.\\n**", symmetries="all", times="any")])
    >>> found.primes, found.proved
    (((2, 3), (5, 9)), True)

    Strips of widths up to `widest` are searched for all lengths.  Raises `BadTiling` if tiles may
    not be turned.
    """
    given = TileSet(tiles)
    if not given.turns:
        raise BadTiling("tiles that may not be turned: expected symmetries='rotations' or 'all'")
    most = check_int("widest", widest, least=1, most=MOST_WIDTH)
    limits = budget_of(budget, nodes, seconds, bytes)
    return _Closing(Decisions(given, limits, report)).run(most)


class _Closing:
    def __init__(self, decisions: Decisions) -> None:
        self._decisions = decisions
        self._weights = decisions.weights
        self._exact: list[Lengths] = [Lengths(0)]
        # Beyond the exact widths: the rectangles that a search has covered, and all that follow.
        self._found: set[tuple[int, int]] = set()
        self._covered: dict[tuple[int, int], bool] = {}
        # Whether a search has excluded a rectangle; none is tried twice.
        self._excluded: dict[tuple[int, int], bool] = {}

    @property
    def _searched(self) -> int:
        return len(self._exact) - 1

    def run(self, widest: int) -> AllPrimes:
        with suppress(OutOfBudget):
            if proved := self._closed(widest):
                return proved
        return AllPrimes(
            self._compared(self._searched, self._exactly_known),
            False,
            self._searched,
            f"these are all of width up to {self._searched}; it is not proved that there are no "
            "wider ones",
        )

    def _closed(self, widest: int) -> AllPrimes | None:
        """Return the primes with a proof, or None if there is none."""
        most = widest
        for conflicts in CONFLICTS:
            if conflicts > CONFLICTS[0] and not 0 < self._undecided(2 * widest) <= MOST_UNDECIDED:
                break
            for width in range(1, 2 * widest + 1):
                if width <= most and width == self._searched + 1:
                    lengths = self._lengths(width)
                    if lengths.complete:
                        self._exact.append(lengths)
                    else:
                        most = self._searched
                if width > self._searched:
                    self._look_for_missing(width, conflicts)
                for step in range(1, width + 1):
                    if self._closes(width, step):
                        return self._all(width, step)
        return None

    def _lengths(self, width: int) -> Lengths:
        try:
            return self._decisions.lengths(width)
        except CannotAnswer:
            return Lengths(width, known_to=0)

    def _all(self, width: int, step: int) -> AllPrimes:
        excluded = [f"{w} x {n}" for (w, n), done in self._excluded.items() if done]
        also = f", and {', '.join(excluded)} excluded" if excluded else ""
        proof = (
            f"proved: strips of width up to {self._searched} were searched for all lengths{also}; "
            f"every w x n with {width} < w <= n that periodic weights allow is cut into "
            f"(w - {step}) x n and {step} x n"
        )
        return AllPrimes(self._compared(width, self._known), True, self._searched, proof)

    def _compared(
        self, most: int, known: Callable[[int, int], bool | None]
    ) -> tuple[tuple[int, int], ...]:
        """Return the primes of up to this width, after a direct search of the smallest."""
        primes = tuple(sorted(self._primes(most)))
        compare_rectangles(
            self._decisions.tiles,
            known,
            prime=lambda *sides: sides in primes,
            further=dict.fromkeys(primes, True),
        )
        return primes

    def _known(self, width: int, length: int) -> bool | None:
        """Return whether a rectangle can be tiled, None if that is not known."""
        searched = min(width, length) <= self._searched
        return self._is_covered(width, length) or (False if searched else None)

    def _exactly_known(self, width: int, length: int) -> bool | None:
        """Return the same for the widths that were searched for all lengths, else None."""
        return self._known(width, length) if min(width, length) <= self._searched else None

    def _primes(self, most: int) -> Iterator[tuple[int, int]]:
        for width in range(1, most + 1):
            for length in self._candidates(width):
                covered = length >= width and self._is_covered(width, length)
                if covered and not self._is_cut(width, length):
                    yield width, length

    def _candidates(self, width: int) -> Iterable[int]:
        if width <= self._searched:
            return self._exact[width].generators
        return range(width, width + self._span(width))

    def _closes(self, width: int, step: int) -> bool:
        """Whether the induction works from this width on, cutting off rectangles of this step."""
        if not self._modulus(step):
            return False
        return (
            self._steps_down(step)
            and all(
                self._is_covered(step, n)
                for n in range(width + 1, width + 1 + self._span(step))
                if self._is_ever_allowed(n)
            )
            and all(
                not self._is_ever_allowed(w) or (self._modulus(w) and not any(self._missing(w)))
                for w in range(max(1, width - step + 1), width + 1)
            )
            and all(self._is_decided(w) for w in range(self._searched + 1, width - step + 1))
        )

    def _is_decided(self, width: int) -> bool:
        """Whether all lengths from the width on are known: covered, or excluded by a search."""
        if not self._is_ever_allowed(width):
            return True
        if not self._modulus(width):
            return False
        for missing in self._missing(width):
            span = self._span(width)
            for length in range(missing, missing + MOST_EXCLUDED * span, span):
                if self._is_covered(width, length):
                    break
                if not self._is_excluded(width, length):
                    return False
            else:
                return False
        return True

    def _is_excluded(self, width: int, length: int) -> bool:
        key = (width, length)
        if key not in self._excluded:
            self._excluded[key] = self._decisions.exclude(
                width, length, modulus=self._modulus(width)
            )
        return self._excluded[key]

    def _steps_down(self, step: int) -> bool:
        sides = range(1, self._weights.modulus + 1)
        return all(
            self._is_allowed(w, n) for w in sides for n in sides if self._is_allowed(w + step, n)
        )

    def _is_ever_allowed(self, length: int) -> bool:
        return any(self._is_allowed(w, length) for w in range(1, self._weights.modulus + 1))

    def _is_allowed(self, width: int, length: int) -> bool:
        return not self._weights.reason(width, length)

    def _missing(self, width: int) -> Iterator[int]:
        """Yield the lengths of at least the width that are allowed and not known to be covered."""
        for length in range(width, width + self._span(width)):
            if self._is_allowed(width, length) and not self._is_covered(width, length):
                yield length

    def _span(self, width: int) -> int:
        """Return the number of consecutive lengths after which coverage repeats."""
        return lcm(self._modulus(width), self._weights.modulus)

    def _modulus(self, width: int) -> int:
        """Return a length of the width, 0 if none is known."""
        if width <= self._searched:
            return self._exact[width].modulus
        return next((n for n in range(1, self._bound) if self._is_covered(width, n)), 0)

    @property
    def _bound(self) -> int:
        return 1 + 4 * max([self._searched, *(lengths.modulus for lengths in self._exact)])

    def _look_for_missing(self, width: int, conflicts: int) -> None:
        """Search for tilings of the rectangles of a width that weights allow."""
        if not self._modulus(width):
            return
        for length in list(self._missing(width)):
            if not self._is_covered(width, length) and self._decisions.search(
                width, length, conflicts
            ):
                self._found.add((width, length))
                self._covered.clear()

    def _undecided(self, widest: int) -> int:
        """Return how many rectangles that weights allow are not known to be covered."""
        widths = range(self._searched + 1, widest + 1)
        return sum(1 for width in widths if self._modulus(width) for _ in self._missing(width))

    def _is_covered(self, width: int, length: int) -> bool:
        width, length = min(width, length), max(width, length)
        if width <= self._searched:
            return width > 0 and length in self._exact[width]
        key = (width, length)
        if key not in self._covered:
            self._covered[key] = key in self._found or self._is_cut(width, length)
        return self._covered[key]

    def _is_cut(self, width: int, length: int) -> bool:
        return any(
            self._is_covered(w, length) and self._is_covered(width - w, length)
            for w in range(1, width // 2 + 1)
        ) or any(
            self._is_covered(width, n) and self._is_covered(width, length - n)
            for n in range(1, length // 2 + 1)
        )
