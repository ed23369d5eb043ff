"""The arrays of a problem under construction: check and number items, options and entries.

All constructors of `Problem` use this module, so each check is written once, and its message names
the option and the item.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import count, pairwise
from typing import Any, TypeVar

from combien._base.checks import as_int, check_bool, check_list, did_you_mean, short_repr
from combien.cover._elements import NO_COLOR, Colored
from combien.errors import BadProblem

__all__ = ["ProblemArrays", "checked_costs", "each"]

T = TypeVar("T")

MOST_COST = 2**62


class ProblemArrays:
    """Items, options and entries, checked and numbered: the mutable part of `ProblemBuilder`.

    >>> arrays = ProblemArrays()
    >>> arrays.option("a", "b")
    >>> arrays.option("b")
    >>> arrays.starts.tolist(), arrays.entries.tolist()
    ([0, 2, 3], [0, 1, 1])
    """

    def __init__(self) -> None:
        self.item_index: dict[Hashable, int] = {}
        self.primary = bytearray()
        self.bounds: dict[int, tuple[int, int]] = {}
        self.starts = array("i", [0])
        self.entries = array("i")
        self.colors = array("i")
        self.color_index: dict[Hashable, int] = {}
        self.option_names: list[Hashable] | None = None
        self.costs = array("q")

    def item(
        self, name: Hashable, *, secondary: bool = False, bounds: tuple[int, int] | None = None
    ) -> None:
        """Declare an item, primary by default."""
        if not _is_name(name):
            raise BadProblem(
                f"{short_repr(name)} is not a valid item: an item is a hashable value equal to "
                "itself"
            )
        if name in self.item_index:
            raise BadProblem(f"item {short_repr(name)} is declared twice")
        pair = (
            bounds
            if bounds is None
            else check_list(
                f"item {short_repr(name)}: bounds", bounds, "a pair (low, high)", error=BadProblem
            )
        )
        if pair is not None and len(pair) != 2:
            raise BadProblem(
                f"item {short_repr(name)}: bounds are a pair (low, high), not {short_repr(bounds)}"
            )
        flag = check_bool("secondary", secondary, error=BadProblem)
        self.item_index[name] = len(self.item_index)
        self.primary.append(not flag)
        if pair is not None:
            self.bound(name, *pair)

    def bound(self, name: Hashable, low: int, high: int) -> None:
        """Require a primary item to be in `low` to `high` chosen options."""
        number = self._known(name, f"bounds are given for item {short_repr(name)}")
        if not self.primary[number]:
            raise BadProblem(
                f"item {short_repr(name)} is secondary: only primary items have bounds"
            )
        least, most = as_int(low), as_int(high)
        if least is None or most is None or not 0 <= least <= most or most == 0:
            raise BadProblem(
                f"item {short_repr(name)}: bounds must be whole numbers with 0 <= low <= high and "
                f"high > 0, not {short_repr(low)} to {short_repr(high)}"
            )
        low, high = least, most
        self.bounds.pop(number, None)
        if (low, high) != (1, 1):
            # No item is in more than 2^31 - 1 options, and the engines count in 32 bits.
            self.bounds[number] = (min(low, 2**31 - 1), min(high, 2**31 - 1))

    def option(self, *entries: Hashable, name: Hashable = None, cost: int = 0) -> None:
        """Add an option: item names, or `Colored` secondary items."""
        number = len(self.starts) - 1
        cost = _checked_cost(number, cost)
        if name is not None and self.option_names is None:
            self.option_names = [tuple(self._spelled(b, e)) for b, e in pairwise(self.starts)]
        self._append(number, entries, strict=False)
        if cost and not self.costs:
            self.costs = array("q", bytes(8 * number))
        if cost or self.costs:
            self.costs.append(cost)
        if self.option_names is not None:
            self.option_names.append(name if name is not None else tuple(entries))

    def price(self, costs: Iterable[int]) -> None:
        """Set the cost of every option added so far, an integer below 2**62 in absolute value."""
        checked = checked_costs(costs, len(self.starts) - 1)
        self.costs = array("q", checked if any(checked) else [])

    def gather(
        self,
        options: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
        *,
        secondary: Iterable[Hashable] = (),
        strict: bool = False,
    ) -> None:
        """Add many options at once; with `strict`, only declared items may occur."""
        from combien import _native  # Start-up: not for --help.

        strict = check_bool("strict", strict, error=BadProblem)
        if isinstance(options, Mapping):
            self.option_names = list(options)
            options = options.values()
        late = dict.fromkeys(each("secondary", secondary))
        index, before = self.item_index, len(self.starts) - 1
        reader = iter(_plain(options))
        while True:
            # The core looks up the items of plain options, and stops at the first other one.
            ended, ends, entries, option = _native.gather(
                reader, index, self.primary, late, strict, len(self.entries)
            )
            self._extend(ends, entries)
            if ended == _native.ALL_GATHERED:
                break
            number = len(self.starts) - 1 - before
            if ended == _native.NOT_ITERABLE:
                raise BadProblem(f"option {number} is {short_repr(option)}: expected its items")
            self._append(number, option, strict=strict, late=late)
        for name in late:
            if name not in index:
                self.item(name, secondary=True)

    def _number_items(self, names: Iterable[Hashable], primary: bytes) -> None:
        """Declare new items with distinct names; `primary` has a flag for each."""
        self.item_index.update(zip(names, count(len(self.item_index))))
        self.primary.extend(primary)

    def _extend(self, ends: bytes, entries: bytes, colors: bytes = b"") -> None:
        """Add checked options: the end of each, their items, and perhaps their colors."""
        before = len(self.entries)
        self.starts.frombytes(ends)
        self.entries.frombytes(entries)
        if colors and not self.colors:
            self.colors = array("i", bytes(self.colors.itemsize * before))
        if colors or self.colors:
            self.colors.frombytes(colors or bytes(len(entries)))

    def _append(
        self,
        number: int,
        option: Sequence[Hashable],
        *,
        strict: bool,
        late: Container[Hashable] = (),
    ) -> None:
        numbers: list[int] = []
        colors: list[int] = []
        for entry in option:
            name = entry.item if isinstance(entry, Colored) else entry
            if not _is_name(name):
                raise BadProblem(
                    f"option {number} has {short_repr(name)} among its items: an item is a "
                    "hashable value that is equal to itself"
                )
            if name not in self.item_index:
                if strict:
                    self._known(name, f"option {number} uses item {short_repr(name)}")
                self.item(name, secondary=name in late)
            item = self.item_index[name]
            color = NO_COLOR
            if isinstance(entry, Colored):
                if self.primary[item]:
                    raise BadProblem(
                        f"option {number} gives a color to item {short_repr(name)}, which is "
                        "primary: only secondary items have colors"
                    )
                if not _is_name(entry.color):
                    raise BadProblem(
                        f"option {number} gives item {short_repr(name)} the color "
                        f"{short_repr(entry.color)}: a color is a hashable value that is equal to "
                        "itself"
                    )
                color = self.color_index.setdefault(entry.color, len(self.color_index) + 1)
            numbers.append(item)
            colors.append(color)
        if len(set(numbers)) != len(numbers) or not any(self.primary[i] for i in numbers):
            self._refuse(number, option, numbers)
        if any(colors) and not self.colors:
            self.colors = array("i", bytes(4 * len(self.entries)))
        if self.colors or any(colors):
            self.colors.extend(colors)
        self.entries.extend(numbers)
        self.starts.append(len(self.entries))

    def _refuse(self, number: int, option: Sequence[Hashable], numbers: list[int]) -> None:
        if not option:
            raise BadProblem(f"option {number} is empty: an option needs a primary item")
        for place, item in enumerate(numbers):
            if item in numbers[:place]:
                name = list(self.item_index)[item]
                raise BadProblem(f"option {number} holds item {short_repr(name)} twice")
        raise BadProblem(
            f"option {number} ({', '.join(map(short_repr, option))}) has no primary item: engines "
            "would have to guess how often to use it; give it one, or leave it out"
        )

    def _known(self, name: Hashable, context: str) -> int:
        if not _is_name(name) or name not in self.item_index:
            hint = (
                did_you_mean(name, (other for other in self.item_index if isinstance(other, str)))
                if isinstance(name, str)
                else ""
            )
            raise BadProblem(f"{context}, which is not an item of this problem{hint}")
        return self.item_index[name]

    def _spelled(self, begin: int, end: int) -> Iterator[Hashable]:
        """Yield the entries between two positions, which name an option without a name."""
        names, colors = list(self.item_index), list(self.color_index)
        for place in range(begin, end):
            name = names[self.entries[place]]
            color = self.colors[place] if self.colors else NO_COLOR
            yield Colored(name, colors[color - 1]) if color else name


def checked_costs(costs: Iterable[int], count: int) -> list[int]:
    """Return one cost for each of `count` options; raise `BadProblem` if they are not that."""
    costs = each("costs", costs)
    if len(costs) != count:
        raise BadProblem(f"{len(costs)} costs are given for {count} options")
    return [_checked_cost(number, cost) for number, cost in enumerate(costs)]


def _checked_cost(number: int, cost: int) -> int:
    price = int(cost) if isinstance(cost, bool) else as_int(cost)
    if price is None or abs(price) >= MOST_COST:
        raise BadProblem(f"option {number}: a cost is a whole number, not {short_repr(cost)}")
    return price


def each(name: str, values: Iterable[T]) -> list[T]:
    """Return the values of an argument as a list; raise `BadProblem` if one cannot be a name."""
    result = check_list(name, values, error=BadProblem)
    for value in result:
        if not _is_name(value):
            raise BadProblem(f"{name}: {short_repr(value)} is not hashable, or not equal to itself")
    return result


def _is_name(value: object) -> bool:
    """Return whether a value can name an item: hashable and equal to itself, unlike `nan`."""
    try:
        hash(value)
        return bool(value == value)
    except (TypeError, ValueError, ArithmeticError):
        return False


def _plain(options: Any) -> Iterable[Iterable[Hashable]]:
    """Return the options, converted to lists if they are a NumPy array or a buffer."""
    if isinstance(options, memoryview) or (
        hasattr(options, "dtype") and hasattr(options, "tolist")
    ):
        options = options.tolist()
    if not isinstance(options, Iterable) or hasattr(options, "tocoo"):
        raise BadProblem(
            f"options={short_repr(options)}: expected the items of each option; a matrix is read "
            "by Problem.from_matrix"
        )
    return options
