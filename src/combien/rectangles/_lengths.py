"""The lengths of the tileable rectangles of one width: a set that is closed under addition."""

from __future__ import annotations

from collections.abc import Sequence

from combien._base.records import dataclass

__all__ = ["Lengths", "sums"]

# At most this many lengths are listed one by one.
MOST_LISTED = 30


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths n such that the tiles cover width x n.

    >>> lengths = Lengths(width=10, shortest=(5, 16, 27, 23, 14))
    >>> 16 in lengths, 17 in lengths, lengths.generators
    (True, False, (5, 14, 16, 23, 27))
    >>> print(lengths)
    5, 10, 14, 15, 16, 19, 20, 21, and all n >= 23

    `shortest` has the shortest length with each remainder, or None; the number of its entries is
    itself a length (the Apéry set of a numerical semigroup).  It is empty if there is no length.
    If `known_to` is a number, only the lengths of up to it are known, and those that follow from
    them by addition.
    """

    width: int
    shortest: tuple[int | None, ...] = ()
    known_to: int | None = None

    @property
    def modulus(self) -> int:
        """The length by which lengths may always be extended; 0 if there is no length."""
        return len(self.shortest)

    def contains(self, length: int) -> bool | None:
        """Return whether width x length can be tiled, None if unknown.

        >>> Lengths(2, (2, None), known_to=5).contains(3), Lengths(2, (2, None), 5).contains(7)
        (False, None)
        """
        least = self.shortest[length % self.modulus] if self.modulus else None
        if least is not None and length >= least:
            return length > 0
        return False if self.known_to is None or length <= self.known_to else None

    def __contains__(self, length: int) -> bool:
        """Return whether it is known that width x length can be tiled."""
        return self.contains(length) is True

    @property
    def complete(self) -> bool:
        """Whether all lengths are known."""
        return self.known_to is None

    @property
    def generators(self) -> tuple[int, ...]:
        """The lengths that are not sums of two lengths."""
        listed = sorted(least for least in self.shortest if least is not None)
        return tuple(n for n in listed if not any(m in self and n - m in self for m in listed))

    @property
    def period(self) -> tuple[int, frozenset[int], int]:
        """The smallest d, remainders modulo d and start such that n is a length if n >= start.

        All lengths from the start on have one of these remainders.
        """
        present = {r for r, least in enumerate(self.shortest) if least is not None}
        modulus = self.modulus
        period = next(
            d
            for d in range(1, modulus + 1)
            if modulus % d == 0 and all((r + d) % modulus in present for r in present)
        )
        remainders = frozenset(r % period for r in present)
        start = max(least for least in self.shortest if least is not None)
        while start > 1 and ((start - 1) in self or (start - 1) % period not in remainders):
            start -= 1
        while start % period not in remainders:
            start += 1
        return period, remainders, start

    def __str__(self) -> str:
        if not self.modulus:
            return "none" if self.complete else f"none up to {self.known_to}"
        period, remainders, start = self.period
        if period == 1:
            later = f"all n >= {start}" if start > 1 else "all n"
        else:
            later = f"all n = {_listed(sorted(remainders))} mod {period} with n >= {start}"
        early = [n for n in range(1, start) if n in self]
        text = ", ".join([*map(str, early[:MOST_LISTED]), *["..."] * (len(early) > MOST_LISTED)])
        text = f"{text}, and {later}" if early else later
        return text if self.complete else f"{text} (complete up to {self.known_to})"


def sums(known: Sequence[int | None], modulus: int) -> list[int | None]:
    """Return the least sum of known lengths in each class; the modulus is a length, too.

    >>> sums([None, 16, None, None, 14], 5)
    [5, 16, 32, 28, 14]
    """
    least = list(known)
    least[0] = modulus
    changed = True
    while changed:
        changed = False
        listed = [length for length in least if length is not None]
        for one in listed:
            for two in listed:
                before = least[(one + two) % modulus]
                if before is None or one + two < before:
                    least[(one + two) % modulus] = one + two
                    changed = True
    return least


def _listed(numbers: Sequence[int]) -> str:
    return " or ".join(map(str, numbers))
