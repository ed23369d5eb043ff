"""Dancing links: every solution, one by one, in constant memory.

The engine of Knuth's papers, and the readable one: its tree of choices is the textbook's, so that a
position or a node count can be followed by hand.  It answers everything that a problem can hold
(colors, multiplicities), and its walk can stop, be written down as text, and go on elsewhere.
"""

from __future__ import annotations

from functools import partial

from combien import _native
from combien.cover._problem import Problem
from combien.engines._compiled import compiled
from combien.engines._searching import SearchEngine
from combien.engines._walk import Place

__all__ = ["leftmost", "smallest", "weighted"]


def smallest() -> SearchEngine:
    """Branches on the item with the fewest choices, the first of them."""
    return SearchEngine("dlx", partial(_open, "smallest"), _refuses_nothing, _needs, restarts=True)


def leftmost() -> SearchEngine:
    """Branches on the first item that waits, as a student would by hand."""
    return SearchEngine("dlx-leftmost", partial(_open, "leftmost"), _refuses_nothing, _needs)


def weighted() -> SearchEngine:
    """Branches on few choices too, but sooner on items at which random probes often failed.

    The weights come from a thousand probes before the search, always the same, so that a position
    means the same tree wherever it is taken up (after Boussemart and others, 2004).
    """
    return SearchEngine("dlx-weighted", partial(_open, "weighted"), _refuses_nothing, _needs)


def _open(branching: str, problem: Problem, place: Place) -> _native.Search:
    return _native.dancing_links(
        compiled(problem),
        branching=branching,
        choices=place.choices,
        visited=place.visited,
        floor=place.floor,
    )


def _needs(problem: Problem) -> int:
    # The links of an entry, its color, and what lies beside them.
    return 24 * len(problem.arrays()[1])


def _refuses_nothing(problem: Problem) -> str:
    return ""
