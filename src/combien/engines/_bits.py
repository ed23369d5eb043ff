"""The bit kernel: the same search on whole words, several times faster than links.

For problems whose options fit into bit sets and whose items are all covered exactly once (colors
are free).  Forced options are taken without a node of their own, so the search tree is smaller than
in `dlx`, and the two engines cannot resume each other's positions.
"""

from __future__ import annotations

from combien import _native
from combien.cover._problem import Problem
from combien.engines._compiled import compiled
from combien.engines._searching import SearchEngine
from combien.engines._walk import Place

__all__ = ["MOST_BYTES", "bits"]

# Some 28 000 options.  Beyond, what is saved a node is lost on filling the sets.
MOST_BYTES = 100_000_000


def bits() -> SearchEngine:
    """Search by bit sets, with the best instructions that the processor has."""
    return SearchEngine("bits", _open, _refuses, _needs, restarts=True)


def _open(problem: Problem, place: Place) -> _native.Search:
    return _native.bit_search(
        compiled(problem), choices=place.choices, visited=place.visited, floor=place.floor
    )


def _needs(problem: Problem) -> int:
    # The sets of the whole problem, and those of the parts of it that are searched apart.
    return 2 * _native.bit_set_bytes(compiled(problem))


def _refuses(problem: Problem) -> str:
    if problem.has_bounds:
        return "the bit kernel covers items exactly once, and this problem has bounds: ask dlx"
    size = _native.bit_set_bytes(compiled(problem))
    if size > MOST_BYTES:
        return f"the bit sets of this problem would take {size / 1e6:.0f} MB: ask dlx"
    return ""
