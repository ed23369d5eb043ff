"""The board n-Dom: one solution, of which lines decide less and less as n grows."""

from __future__ import annotations

from combien.nonograms._nonogram import Nonogram


def n_dom(n: int) -> Nonogram:
    """Dominoes along the diagonal of a square of 2 n + 1; half a turn makes rows columns."""
    rows = [[3], *([1], [3, 1]) * (n - 1), [1], [1]]
    return Nonogram(rows, [clue[::-1] for clue in reversed(rows)])
