"""Dancing links: every solution, one by one, in constant memory.

The engine of Knuth's papers, and the readable one: its tree of choices is the textbook's, so that a
position or a node count can be followed by hand.  It answers everything that a problem can hold
(colours, multiplicities), and its walk can stop, be written down as text, and go on elsewhere.
"""

from __future__ import annotations

from combien import _native
from combien.cover.problem import Problem
from combien.engines.compiled import compiled
from combien.engines.searching import SearchEngine

__all__ = ["leftmost", "smallest"]


def smallest() -> SearchEngine:
    """Branches on the item with the fewest choices, the first of them."""
    return SearchEngine("dlx", _open_smallest, _refuses_nothing)


def leftmost() -> SearchEngine:
    """Branches on the first item that waits, as a student would by hand."""
    return SearchEngine("dlx-leftmost", _open_leftmost, _refuses_nothing)


def _open_smallest(problem: Problem, choices: list[int], visited: bool) -> _native.Search:
    return _native.dancing_links(
        compiled(problem), leftmost=False, choices=choices, visited=visited
    )


def _open_leftmost(problem: Problem, choices: list[int], visited: bool) -> _native.Search:
    return _native.dancing_links(compiled(problem), leftmost=True, choices=choices, visited=visited)


def _refuses_nothing(problem: Problem) -> str:
    return ""
