"""The board that is called n-Dom: one solution, and less that lines tell of it for each n."""

from __future__ import annotations

from combien.nonograms._nonogram import Nonogram


def n_dom(n: int) -> Nonogram:
    """Dominoes along the diagonal of a square of 2 n + 1; half a turn makes rows columns."""
    rows = [[3], *([1], [3, 1]) * (n - 1), [1], [1]]
    return Nonogram(rows, [clue[::-1] for clue in reversed(rows)])
