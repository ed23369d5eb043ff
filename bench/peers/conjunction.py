"""An exact cover as an intersection: each item is a family of sets of options.

This is how to solve an exact cover with a library of diagrams: a small diagram for each item, "one
of these options, and any of the others", and their intersection.  The order of the operations
determines the size of intermediate diagrams.  Two orders are measured: `balanced` combines
neighbors repeatedly, and `backwards` goes from the last item, whose options are lowest, to the
first.

The variables are the options, by their first item and then by number, as in our own engine, so that
the diagram of an instance is the same in all programs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from bench.instances.instance import Instance
from bench.peers import plain_options

__all__ = ["Meeting", "backwards", "balanced", "sorted_options"]

Family = TypeVar("Family")
Meet = Callable[[Family, Family], Family]
Meeting = Callable[[Sequence[Any], Meet[Any]], Any]


def sorted_options(instance: Instance) -> list[list[int]]:
    """Return the options in the order of the variables."""
    return sorted(plain_options(instance), key=min)


def balanced(families: Sequence[Family], meet: Meet[Family]) -> Family:
    """Combine neighbors first, then neighbors of the results, until one is left.

    >>> balanced("abcde", lambda one, other: f"({one}{other})")
    '(((ab)(cd))e)'
    """
    left = list(families)
    while len(left) > 1:
        odd = left[len(left) - len(left) % 2 :]
        left = [meet(*left[k : k + 2]) for k in range(0, len(left) - 1, 2)] + odd
    return left[0]


def backwards(families: Sequence[Family], meet: Meet[Family]) -> Family:
    """Combine from the last one to the first.

    >>> backwards("abc", lambda one, other: f"({one}{other})")
    '(a(bc))'
    """
    found = families[-1]
    for family in reversed(families[:-1]):
        found = meet(family, found)
    return found
