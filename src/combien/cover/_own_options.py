"""Which options of a model's problem are its own: the others are there for its constraints.

Where a graph has vertices without an edge, for example, an option that is in every solution keeps
the edges at these vertices out.  It costs nothing, and users, who give a number for each edge, do
not number it.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class Padded(Protocol):
    """A model whose problem has further options after its own, which are in every solution."""

    @property
    def _own_options(self) -> int: ...


def own_options(model: object, options: int) -> int:
    """Return how many of the options of a model's problem are its own, which come first.

    >>> from combien import graphs
    >>> pairs = graphs.with_degrees(["ab", "bc"], {"c": 0})
    >>> own_options(pairs, pairs.problem().option_count), pairs.problem().option_count
    (2, 3)
    """
    return model._own_options if isinstance(model, Padded) else options
