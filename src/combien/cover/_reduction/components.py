"""Components of a problem, which have no item in common, each as a separate problem.

A solution of the whole combines one solution of each component, so the counts multiply.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import count

from combien import _native
from combien.cover._problem import Problem

__all__ = ["Components"]


class Components:
    """The components of what remains of a problem, in the order of their first options.

    >>> from combien.cover._reduction.remains import Remains
    >>> whole = Problem.from_options(["ab", "cd", "bc", "e", "a", "e"])
    >>> components = Remains(whole).components()
    >>> [(options.tolist(), part.item_names) for options, part in components]
    [([0, 1, 2, 4], ('a', 'b', 'c', 'd')), ([3, 5], ('e',))]
    """

    def __init__(self, whole: Problem, core: _native.Remains | _native.Reduction) -> None:
        self._whole = whole
        self._all_items = core.live_count == whole.item_count
        self._parts = core.parts()

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[tuple[array[int], Problem]]:
        """Yield the options of each component, and the component as a problem."""
        return ((self.options(k), self.problem(k)) for k in range(len(self)))

    def sizes(self) -> list[int]:
        """Return the number of options of each component."""
        return [len(self.options(k)) for k in range(len(self))]

    def options(self, component: int) -> array[int]:
        """Return the numbers of the options of a component, in increasing order."""
        return array("i", self._parts.options(component))

    def problem(self, component: int) -> Problem:
        """Return the options of a component, with their remaining items, under the same names.

        Items and options keep their order, and items have their current bounds.
        """
        whole = self._whole
        options = self.options(component)
        if len(options) == whole.option_count and self._all_items:
            return whole
        items, primary, bounds, ends, entries, colors, used = self._parts.problem(component)
        names, shades = whole.item_names, whole.color_names
        builder = Problem.builder()
        builder._number_items([names[item] for item in array("i", items)], primary)
        triples = iter(array("i", bounds))
        builder.bounds = {
            item: (low, next(triples)) for item, low in zip(triples, triples, strict=True)
        }
        builder.color_index.update(zip((shades[color - 1] for color in array("i", used)), count(1)))
        builder._extend(ends, entries, colors)
        if whole.has_costs:
            builder.price([whole.cost(option) for option in options])
        return builder.build()
