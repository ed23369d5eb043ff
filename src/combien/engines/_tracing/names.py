"""Names of items, colors and options in a trace or a search tree: short, on one line.

Names are any hashable values, and may be long, nested or multi-line.  Here they are cut to a width
and contain only printable characters.
"""

from __future__ import annotations

from collections.abc import Hashable
from reprlib import Repr

from combien.cover._elements import NO_COLOR, Colored
from combien.cover._problem import Problem

__all__ = ["Names"]

LONGEST_ITEM = 24
LONGEST_OPTION = 60


class Names:
    """The names of a problem's items, options and colors, by number.

    >>> names = Names(Problem.from_options({"x": "ab", "y": "bc"}))
    >>> names.item(2), names.option(0)
    ('c', 'x')
    >>> Names(Problem.from_options([[(0, 1), "b"]])).option(0)
    '(0, 1) b'

    An option without a name is denoted by its items.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._colors: dict[int, Hashable] = {}
        for option in range(problem.option_count if problem.has_colors else 0):
            entries = zip(problem.colors(option), problem.entries(option), strict=True)
            self._colors.update((c, e.color) for c, e in entries if isinstance(e, Colored))

    def item(self, number: int) -> str:
        """Return the name of an item."""
        return _cut(_written(self._problem.item_names[number]), LONGEST_ITEM)

    def color(self, number: int) -> str:
        """Return the name of a color."""
        return _cut(_written(self._colors[number]), LONGEST_ITEM)

    def option(self, number: int) -> str:
        """Return the name of an option; without one, its items and their colors."""
        name, entries = self._problem.name(number), self._problem.entries(number)
        if name != entries:
            return _cut(_written(name), LONGEST_OPTION)
        # Only as many items as can be visible.
        items = self._problem.indices(number)[:LONGEST_OPTION]
        colors = self._problem.colors(number)
        words = (
            f"{self.item(item)}:{self.color(color)}" if color != NO_COLOR else self.item(item)
            for item, color in zip(items, colors, strict=False)
        )
        return _cut(" ".join(words), LONGEST_OPTION)


def _written(name: Hashable) -> str:
    if not isinstance(name, str):
        # `Repr` limits the length and the depth, and sorts sets.
        name = _BOUNDED.repr(name)
    visible = name[: LONGEST_OPTION + 1]
    if not visible.isprintable():
        visible = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in visible)
    return visible or "''"


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


_BOUNDED = Repr()
_BOUNDED.maxstring = _BOUNDED.maxother = _BOUNDED.maxlong = LONGEST_OPTION
