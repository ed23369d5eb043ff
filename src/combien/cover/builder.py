"""Building a problem: checks and numbers what it is given, entry by entry.

All ways to make a problem go through here, so every check stands once, and says which option and
which item it is about.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from combien.cover.parts import NO_COLOUR, Coloured
from combien.cover.problem import Problem
from combien.errors import BadProblem, did_you_mean

__all__ = ["ProblemBuilder", "each"]

T = TypeVar("T")

MOST_COST = 2**62


class ProblemBuilder:
    """Builds a problem step by step.

    >>> builder = Problem.builder()
    >>> builder.item("a")
    >>> builder.item("d", secondary=True)
    >>> builder.option("a", "d", name="first")
    >>> builder.option("a")
    >>> builder.build()
    <Problem: 2 items (1 secondary), 2 options>

    Items that were not declared become primary items when an option first uses them.
    """

    def __init__(self) -> None:
        self.item_index: dict[Hashable, int] = {}
        self.primary = bytearray()
        self.bounds: dict[int, tuple[int, int]] = {}
        self.starts = array("i", [0])
        self.entries = array("i")
        self.colours = array("i")
        self.colour_index: dict[Hashable, int] = {}
        self.option_names: list[Hashable] | None = None
        self.costs = array("q")

    def item(
        self, name: Hashable, *, secondary: bool = False, bounds: tuple[int, int] | None = None
    ) -> None:
        """Declares an item; primary unless said otherwise."""
        if not isinstance(name, Hashable):
            raise BadProblem(f"{name!r:.40} is no item: an item is a hashable value")
        if name in self.item_index:
            raise BadProblem(f"item {name!r} is declared twice")
        self.item_index[name] = len(self.item_index)
        self.primary.append(not secondary)
        if bounds is not None:
            self.bound(name, *bounds)

    def bound(self, name: Hashable, low: int, high: int) -> None:
        """Says that a primary item must be in `low` to `high` chosen options."""
        number = self._known(name, f"bounds are given for item {name!r}")
        if not self.primary[number]:
            raise BadProblem(f"item {name!r} is secondary: only primary items have bounds")
        if not (isinstance(low, int) and isinstance(high, int) and 0 <= low <= high and high > 0):
            raise BadProblem(
                f"item {name!r}: bounds must be whole numbers with 0 <= low <= high and high > 0, "
                f"not {low} to {high}"
            )
        self.bounds.pop(number, None)
        if (low, high) != (1, 1):
            # Nothing can be in more than all options, and the engines count in 32 bits.
            self.bounds[number] = (min(low, 2**31 - 1), min(high, 2**31 - 1))

    def option(self, *entries: Hashable, name: Hashable = None, cost: int = 0) -> None:
        """Adds an option: names of items, or `Coloured` secondary ones."""
        number = len(self.starts) - 1
        if name is not None and self.option_names is None:
            self.option_names = [tuple(self._spelled(b, e)) for b, e in pairwise(self.starts)]
        self._append(number, entries, strict=False)
        if cost and not self.costs:
            self.costs = array("q", bytes(8 * number))
        if cost or self.costs:
            self.costs.append(_priced(number, cost))
        if self.option_names is not None:
            self.option_names.append(name if name is not None else tuple(entries))

    def price(self, costs: Iterable[int]) -> None:
        """Gives every option that was added so far its cost, a whole number of at most 62 bits."""
        costs = each("costs", costs)
        if len(costs) != len(self.starts) - 1:
            raise BadProblem(f"{len(costs)} costs are given for {len(self.starts) - 1} options")
        checked = [_priced(number, cost) for number, cost in enumerate(costs)]
        self.costs = array("q", checked if any(checked) else [])

    def gather(
        self,
        options: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
        *,
        secondary: Iterable[Hashable] = (),
        strict: bool = False,
    ) -> None:
        """Adds many options at once; with `strict`, only items that were declared may occur."""
        if isinstance(options, Mapping):
            self.option_names = list(options)
            options = options.values()
        late = dict.fromkeys(each("secondary", secondary))
        index, entries, starts = self.item_index, self.entries, self.starts
        if not isinstance(options, Iterable):
            raise BadProblem(f"options={options!r:.40}: the items of each option are expected")
        for number, option in enumerate(options):
            try:
                option = tuple(option)
            except TypeError:
                # Not asked before, as it takes a quarter of a microsecond an option.
                if isinstance(option, Iterable):
                    raise
                raise BadProblem(
                    f"option {number} is {option!r:.40}: its items are expected"
                ) from None
            # The common case in one line: every entry is a known item without a colour.
            try:
                numbers = [index[entry] for entry in option]
            except KeyError:
                self._append(number, option, strict=strict, late=late)
                continue
            if len(set(numbers)) != len(numbers) or not any(map(self.primary.__getitem__, numbers)):
                self._refuse(number, option, numbers)
            if self.colours:
                self.colours.extend([NO_COLOUR] * len(numbers))
            entries.extend(numbers)
            starts.append(len(entries))
        for name in late:
            if name not in index:
                self.item(name, secondary=True)

    def build(self) -> Problem:
        """The problem; the builder must not be used any more."""
        return Problem(self)

    def _append(
        self,
        number: int,
        option: Sequence[Hashable],
        *,
        strict: bool,
        late: Container[Hashable] = (),
    ) -> None:
        numbers: list[int] = []
        colours: list[int] = []
        for entry in option:
            name = entry.item if isinstance(entry, Coloured) else entry
            if name not in self.item_index:
                if strict:
                    self._known(name, f"option {number} uses item {name!r}")
                self.item(name, secondary=name in late)
            item = self.item_index[name]
            colour = NO_COLOUR
            if isinstance(entry, Coloured):
                if self.primary[item]:
                    raise BadProblem(
                        f"option {number} gives a colour to item {name!r}, which is primary: "
                        "only secondary items have colours"
                    )
                colour = self.colour_index.setdefault(entry.colour, len(self.colour_index) + 1)
            numbers.append(item)
            colours.append(colour)
        if len(set(numbers)) != len(numbers) or not any(self.primary[i] for i in numbers):
            self._refuse(number, option, numbers)
        if any(colours) and not self.colours:
            self.colours = array("i", bytes(4 * len(self.entries)))
        if self.colours or any(colours):
            self.colours.extend(colours)
        self.entries.extend(numbers)
        self.starts.append(len(self.entries))

    def _refuse(self, number: int, option: Sequence[Hashable], numbers: list[int]) -> None:
        if not option:
            raise BadProblem(f"option {number} is empty: an option needs a primary item")
        for place, item in enumerate(numbers):
            if item in numbers[:place]:
                name = list(self.item_index)[item]
                raise BadProblem(f"option {number} holds item {name!r} twice")
        raise BadProblem(
            f"option {number} ({', '.join(map(repr, option))}) has no primary item: engines would "
            "have to guess how often to use it; give it one, or leave it out"
        )

    def _known(self, name: Hashable, saying: str) -> int:
        if name not in self.item_index:
            hint = did_you_mean(str(name), map(str, self.item_index))
            raise BadProblem(f"{saying}, which is no item of this problem{hint}")
        return self.item_index[name]

    def _spelled(self, begin: int, end: int) -> Iterator[Hashable]:
        """The entries between two places, as a name for options that were given none."""
        names, colours = list(self.item_index), list(self.colour_index)
        for place in range(begin, end):
            name = names[self.entries[place]]
            colour = self.colours[place] if self.colours else NO_COLOUR
            yield Coloured(name, colours[colour - 1]) if colour else name


def _priced(number: int, cost: int) -> int:
    if not isinstance(cost, int) or abs(cost) >= MOST_COST:
        raise BadProblem(f"option {number}: a cost is a whole number, not {cost!r}")
    return cost


def each(name: str, values: Iterable[T]) -> list[T]:
    """The values that were given under this name; refused when they are none that can be listed."""
    if not isinstance(values, Iterable):
        raise BadProblem(f"{name}={values!r:.40}: a list is expected")
    listed = list(values)
    for value in listed:
        if not isinstance(value, Hashable):
            raise BadProblem(f"{name}: {value!r:.40} is not hashable")
    return listed
