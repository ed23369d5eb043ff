"""An item that is covered `low` to `high` times by options that count several times each.

In an exact cover problem an option contains an item at most once.  So the options are sorted by
their weight, the number of times that they count, and for each weight m above 1 there are

    an item that counts the chosen options; with `spare` options, it is covered `most` times
    options "the number is j", for j = 0 to `most`, of which exactly one is chosen
    `most` items that are covered by "the number is j" (the first j of them) or by a spare option
    (m - 1) `most` items that are covered by "the number is j" (all but the first (m - 1) j of them)
    or by a makeweight option, which also covers the item itself

so that j of them are chosen, and with (m - 1) j makeweights they count for m j.  The additions are
determined by the choice of the original options, so the number of solutions stays the same.  First,
everything is divided by the common divisor of the weights, so that nothing is added if all options
have the same weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Set
from itertools import product
from math import gcd, prod

from combien.cover._problem import ProblemBuilder

__all__ = ["Weighing"]


class Weighing:
    """The items and options that bound the weight of the chosen options: `low` to `high`.

    >>> from combien.cover import ProblemBuilder
    >>> builder = ProblemBuilder()
    >>> weighing = Weighing("t", 2, 3, {0: 1, 1: 1, 2: 2})
    >>> names = weighing.declare(builder)
    >>> for number in range(3):
    ...     builder.option(*names[number])
    >>> weighing.balance(builder)
    >>> from combien import solutions
    >>> sorted(tuple(n for n in s if n < 3) for s in solutions(builder.build()))
    [(0, 1), (0, 2), (1, 2), (2,)]

    `weights` gives the weight, at least 1, of each option that contains the item.
    """

    def __init__(self, item: Hashable, low: int, high: int, weights: Mapping[int, int]) -> None:
        self._item = item
        # All weights are multiples of the unit, so they are counted in units.
        unit = gcd(*weights.values()) or 1
        self._weights = {number: weight // unit for number, weight in weights.items()}
        kinds = Counter(self._weights.values())
        total = sum(self._weights.values())
        self._low, self._high = -(-low // unit), min(high // unit, total)
        if self._low == 0 and self._high == total:
            # The bounds have no effect, whatever the weights.
            self._high, kinds = len(weights), Counter()
        self._most = {
            weight: min(kinds[weight], self._high // weight)
            for weight in sorted(kinds)
            if weight > 1
        }

    def declare(self, builder: ProblemBuilder) -> dict[int, list[Hashable]]:
        """Declare the items; return the items that each weighted option contains."""
        if self._low > self._high:
            # No number of such options is possible, so add an item without options.
            builder.item(("never", self._item))
        # A sweep in this order decides the number first, which determines the rest; in the reverse
        # order it would keep every choice of spare options.
        for weight, most in self._most.items():
            builder.item(("number", self._item, weight))
            for place in range(most):
                builder.item(("spare", self._item, weight, place))
            for place in range((weight - 1) * most):
                builder.item(("makeweight", self._item, weight, place))
            builder.item(("count", self._item, weight), bounds=(most, most))
        builder.item(self._item, bounds=(min(self._low, self._high), max(1, self._high)))
        return {
            number: [self._item, *self._counting(weight)]
            for number, weight in self._weights.items()
        }

    @property
    def weighted(self) -> Set[int]:
        """The options that contain the item."""
        return self._weights.keys()

    @property
    def is_mixed(self) -> bool:
        """Whether the weights differ and matter, so that further options are needed."""
        return bool(self._most)

    @property
    def share_count(self) -> int:
        """The maximum number of shares."""
        kinds = Counter(self._weights.values()).most_common()[1:]
        return prod(min(count, self._high // weight) + 1 for weight, count in kinds)

    def shares(self) -> Iterator[dict[int, tuple[int, int]]]:
        """Yield bounds for the numbers of options by weight; each solution satisfies exactly one.

        >>> list(Weighing("t", 2, 3, {0: 1, 1: 1, 2: 2}).shares())
        [{2: (0, 0), 1: (2, 2)}, {2: (1, 1), 1: (0, 1)}]

        Every weight has an exact number, except the most common one, which has bounds.
        """
        (rest, most), *others = Counter(self._weights.values()).most_common()
        numbers = [range(min(count, self._high // weight) + 1) for weight, count in others]
        for chosen in product(*numbers):
            exact = {weight: (n, n) for n, (weight, _) in zip(chosen, others, strict=True)}
            used = sum(weight * n for weight, (n, _) in exact.items())
            low = max(0, -((used - self._low) // rest))
            high = min(most, (self._high - used) // rest)
            if low <= high:
                yield {**exact, rest: (low, high)}

    def declare_share(
        self, builder: ProblemBuilder, share: Mapping[int, tuple[int, int]]
    ) -> dict[int, list[Hashable]]:
        """Declare an item for each weight of a share; return the item of each weighted option.

        Options of a weight that may not be chosen are left out.
        """
        for weight, (low, high) in share.items():
            if high:
                builder.item((self._item, weight), bounds=(low, high))
        return {n: [(self._item, w)] for n, w in self._weights.items() if share[w][1]}

    def balance(self, builder: ProblemBuilder) -> None:
        """Add the options that balance the weights, after all others."""
        for weight, most in self._most.items():
            spares = [("spare", self._item, weight, place) for place in range(most)]
            makers = [("makeweight", self._item, weight, p) for p in range((weight - 1) * most)]
            for chosen in range(most + 1):
                builder.option(
                    ("number", self._item, weight),
                    *spares[:chosen],
                    *makers[(weight - 1) * chosen :],
                )
            for spare in spares:
                builder.option(*self._counting(weight), spare)
            for maker in makers:
                builder.option(self._item, maker)

    def _counting(self, weight: int) -> list[Hashable]:
        return [("count", self._item, weight)] if weight in self._most else []
