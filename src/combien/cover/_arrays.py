"""The arrays of a problem under construction: check and number items, options and entries.

All constructors of `Problem` use this module, so each check is written once, and its message names
the option and the item.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, count, islice, pairwise
from typing import Any, Literal, TypeAlias, TypeVar

from combien import _native
from combien._base.checks import Cost, as_int, check_bool, check_list, did_you_mean, short_repr
from combien._base.memory import default_bytes
from combien.cover._elements import NO_COLOR, Colored
from combien.errors import BadProblem

T = TypeVar("T")

# What an objective is for; empty if nobody has said it.
Sense = Literal["", "minimize", "maximize"]

MOST_COST = 2**62
# Options that are added without a look at the memory, and the bytes of an item and its name.
_PART = 100_000
_BYTES_AN_ITEM = 150

# Costs are an array of integers, or a list if there are others.
Costs: TypeAlias = "array[int] | list[Any]"


class ProblemArrays:
    """Items, options and entries, checked and numbered: the mutable part of `ProblemBuilder`.

    >>> arrays = ProblemArrays()
    >>> arrays.option("a", "b")
    >>> arrays.option("b")
    >>> arrays.starts.tolist(), arrays.entries.tolist()
    ([0, 2, 3], [0, 1, 1])
    """

    def __init__(self) -> None:
        self.item_index = {}
        # The names of the items, as long as nobody has asked for `item_index`.
        self._first: tuple[Hashable, ...] = ()
        self.primary = bytearray()
        self.bounds: dict[int, tuple[int, int]] = {}
        self.starts = array("i", [0])
        self.entries = array("i")
        self.colors = array("i")
        self.color_index: dict[Hashable, int] = {}
        self.option_names: list[Hashable] | None = None
        self.costs: Costs = array("q")
        self.sense: Sense = ""
        self.constant: Cost = 0

    @cached_property
    def item_index(self) -> dict[Hashable, int]:
        """The number of each item."""
        return dict(zip(self._first, count()))

    @property
    def _names(self) -> tuple[Hashable, ...]:
        """The names of the items, by number."""
        return tuple(self.item_index) if "item_index" in self.__dict__ else self._first

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
                f"item {short_repr(name)}: bounds",
                bounds,
                "a pair (low, high)",
                error=BadProblem,
                ordered=True,
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
        self._bound(
            self._known(name, f"bounds are given for item {short_repr(name)}"), name, low, high
        )

    def _bound(self, number: int, name: Hashable, low: int, high: int) -> None:
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

    def option(self, *entries: Hashable, name: Hashable = None, cost: Cost = 0) -> None:
        """Add an option: item names, or `Colored` secondary items."""
        number = len(self.starts) - 1
        cost = _checked_cost(number, cost)
        if name is not None and self.option_names is None:
            self.option_names = [tuple(self._spelled(b, e)) for b, e in pairwise(self.starts)]
        self._append(number, entries, strict=False)
        if cost and not self.costs:
            self.costs = array("q", bytes(8 * number))
        if cost or self.costs:
            if isinstance(self.costs, array) and type(cost) is not int:
                self.costs = self.costs.tolist()
            self.costs.append(cost)  # type: ignore[arg-type]  # An array has integers only.
        if self.option_names is not None:
            self.option_names.append(name if name is not None else tuple(entries))

    def price(self, costs: Iterable[Cost], *, sense: Sense = "", constant: Cost = 0) -> None:
        """Set the cost of every option added so far, and what the costs are for.

        Costs are integers below 2**62 in absolute value, or all floats, fractions or decimals.
        `sense` is "minimize" or "maximize"; without it, `best` minimizes unless asked otherwise.
        `constant` is added to the cost of each solution.
        """
        if sense not in ("", "minimize", "maximize"):
            raise BadProblem(f"sense={short_repr(sense)}: expected 'minimize' or 'maximize'")
        self.costs = stored_costs(checked_costs(costs, len(self.starts) - 1))
        self.sense, self.constant = sense, _checked_cost("the constant", constant)

    def gather(
        self,
        options: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
        *,
        secondary: Iterable[Hashable] = (),
        strict: bool = False,
    ) -> None:
        """Add many options at once; with `strict`, only declared items may occur."""
        strict = check_bool("strict", strict, error=BadProblem)
        if isinstance(options, Mapping):
            self.option_names = list(options)
            options = options.values()
        late = dict.fromkeys(each("secondary", secondary))
        index, before = self.item_index, len(self.starts) - 1
        source = iter(_plain(options))
        reader: Iterator[Iterable[Hashable]] = islice(source, _PART)
        while True:
            # The core looks up the items of plain options, and stops at the first other one.
            ended, ends, entries, option = _native.gather(
                reader, index, self.primary, late, strict, len(self.entries)
            )
            self._extend(ends, entries)
            number = len(self.starts) - 1 - before
            if ended == _native.ALL_GATHERED:
                further = list(islice(source, 1))
                if not further:
                    break
                # As much again has to be left: the arrays grow, and engines copy them.
                self._check_bytes(number)
                reader = chain(further, islice(source, _PART))
                continue
            if ended == _native.NOT_ITERABLE:
                raise BadProblem(f"option {number} is {short_repr(option)}: expected its items")
            self._append(number, option, strict=strict, late=late)
        for name in late:
            if name not in index:
                self.item(name, secondary=True)

    def _check_bytes(self, number: int) -> None:
        """Raise `BadProblem` if the items and arrays of this many options take too much memory."""
        numbers = len(self.starts) + len(self.entries) + len(self.colors)
        taken = numbers * self.entries.itemsize + len(self.primary) * _BYTES_AN_ITEM
        if taken > default_bytes(1):
            raise BadProblem(f"options: more than {number} do not fit into memory")

    def _number_items(self, names: Iterable[Hashable], primary: bytes) -> None:
        """Declare new items with distinct names; `primary` has a flag for each."""
        if self.primary:
            self.item_index.update(zip(names, count(len(self.item_index))))
        else:
            self.__dict__.pop("item_index", None)
            self._first = tuple(names)
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

    def _extend_evenly(self, length: int, entries: bytes) -> None:
        """Add checked options without colors, of this many items each."""
        count = len(entries) // (self.entries.itemsize * length)
        self._extend(_native.even_ends(len(self.entries), length, count), entries)

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


def stored_costs(costs: list[Cost]) -> Costs:
    """Return costs as they are stored: nothing if all are zero."""
    whole = [cost for cost in costs if isinstance(cost, int)]
    if len(whole) < len(costs) and any(costs):
        return costs
    return array("q", whole if any(whole) else [])


def checked_costs(costs: Iterable[Cost], count: int) -> list[Cost]:
    """Return one cost for each of `count` options; raise `BadProblem` if they are not that."""
    costs = check_list("costs", costs, error=BadProblem, ordered=True)
    if len(costs) != count:
        raise BadProblem(f"{len(costs)} costs are given for {count} options")
    return [_checked_cost(number, cost) for number, cost in enumerate(costs)]


def _checked_cost(option: int | str, cost: Cost) -> Cost:
    price = int(cost) if isinstance(cost, bool) else as_int(cost)
    if price is not None and abs(price) < MOST_COST:
        return price
    from combien.cover._costs import exact_cost  # Start-up: only for other costs.

    exact_cost(option, cost)
    return cost


def each(name: str, values: Iterable[T]) -> list[T]:
    """Return the values of an argument as a list; raise `BadProblem` unless they are names."""
    result: dict[T, None] = {}
    for value in check_list(name, values, error=BadProblem):
        if not _is_name(value):
            raise BadProblem(f"{name}: {short_repr(value)} is not hashable, or not equal to itself")
        if value in result:
            raise BadProblem(f"{name}: item {short_repr(value)} is declared twice")
        result[value] = None
    return list(result)


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


# Matrices of zeros and ones -----------------------------------------------------------------------

# numpy, scipy and pandas are not imported.  Their objects are recognized by methods (`tolist`,
# `tocoo`, `to_numpy`), so other objects with these methods work as well.


# Each item is an object with a name: a column number of 10**9, given by mistake, is refused.
_MOST_ITEMS = 50_000_000


def rows_of(matrix: Any) -> tuple[list[list[int]], int]:
    """Return the columns of the ones in each row, and the number of columns.

    >>> rows_of([[1, 0, 1], [0, 1, 0]])
    ([[0, 2], [1]], 3)

    Raises `BadProblem` for rows of different lengths, for entries other than 0 and 1, and for
    values that are not a matrix.
    """
    if isinstance(matrix, type):
        raise BadProblem(f"matrix={short_repr(matrix)}: expected rows of zeros and ones")
    if hasattr(matrix, "tocoo"):
        return _sparse(matrix)
    if hasattr(matrix, "to_numpy"):
        matrix = matrix.to_numpy()
    # A table without rows has columns, which are items that nothing covers.
    shape = getattr(matrix, "shape", ())
    width = shape[1] if isinstance(shape, tuple) and len(shape) == 2 else 0
    if isinstance(matrix, memoryview):
        matrix = matrix.tolist()
    elif hasattr(matrix, "column_names"):
        # An Arrow table has no rows: its columns are taken instead.
        matrix = zip(*(column.to_pylist() for column in matrix.columns), strict=True)
    rows = []
    for number, row in enumerate(
        check_list("matrix", matrix, "rows of zeros and ones", error=BadProblem)
    ):
        if isinstance(row, (str, bytes, dict)):
            raise BadProblem(f"row {number} is {short_repr(row)}: expected zeros and ones")
        entries = check_list(f"row {number}", row, "zeros and ones", error=BadProblem)
        rows.append([_is_one(number, place, entry) for place, entry in enumerate(entries)])
    width = len(rows[0]) if rows else width
    for number, flags in enumerate(rows):
        if len(flags) != width:
            raise BadProblem(
                f"row {number} has {len(flags)} entries, row 0 has {width}: "
                "all rows of a matrix must be of one length"
            )
    return [[place for place, flag in enumerate(flags) if flag] for flags in rows], width


def rows_of_table(options: Any, primary: bytearray) -> tuple[bytes, bytes] | None:
    """Return the ends and the items of options that are the rows of a table of item numbers.

    None if they are not a NumPy array or a buffer of two dimensions, or if a row is not plain.
    """
    if not isinstance(options, memoryview) and not hasattr(options, "dtype"):
        return None

    try:
        return _native.option_rows(options, bytes(primary))
    except TypeError:
        return None


def item_counts(items: Any, primary: Any) -> tuple[int, int]:
    """Return the number of items and the number of primary items, as ints.

    >>> item_counts(3, None), item_counts(3, 2)
    ((3, 3), (3, 2))

    Raises `BadProblem` for other values.
    """
    count = as_int(items)
    if count is None or not 0 <= count <= _MOST_ITEMS:
        raise BadProblem(
            f"items={short_repr(items)}: expected a whole number from 0 to {_MOST_ITEMS}"
        )
    first = count if primary is None else as_int(primary)
    if first is None or not 0 <= first <= count:
        raise BadProblem(f"primary={short_repr(primary)} is not between 0 and the {count} items")
    return count, first


def _sparse(matrix: Any) -> tuple[list[list[int]], int]:
    """Return the columns of the ones in each row of a scipy sparse matrix, and its width.

    What is stored several times for one place is added up, as scipy does.
    """
    entries = matrix.tocoo()
    if len(entries.shape) != 2:
        raise BadProblem(
            f"a matrix has rows and columns, not the shape {short_repr(entries.shape)}"
        )
    height, width = map(int, entries.shape)
    rows: list[dict[int, Any]] = [{} for _ in range(height)]
    numbers: Iterable[tuple[int, int, Any]] = zip(
        entries.row.tolist(), entries.col.tolist(), entries.data.tolist(), strict=True
    )
    for row, column, value in numbers:
        sums = rows[row]
        if column not in sums:
            sums[column] = value
        elif isinstance(value, bool):
            sums[column] |= value
        else:
            sums[column] += value
    listed = [
        sorted(column for column, total in sums.items() if _is_one(row, column, total))
        for row, sums in enumerate(rows)
    ]
    return listed, width


def _is_one(row: int, column: int, value: object) -> bool:
    """Return whether an entry is one.  Raises `BadProblem` unless it is zero or one."""
    try:
        if value == 1:
            return True
        if value == 0:
            return False
    except (TypeError, ValueError):  # An array, for instance.
        pass
    raise BadProblem(f"row {row}, column {column} is {short_repr(value)}: expected 0 or 1")
