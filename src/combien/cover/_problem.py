"""The `Problem` class: models are translated to a `Problem`, and engines solve one.

A problem has *items* and *options*; a solution is a set of options.  A *primary* item must be in
exactly one chosen option (or, with bounds, in `low` to `high` of them).  A *secondary* item may be
in at most one, or in any number of options that all give it the same *color*.  The terms are
Knuth's (The Art of Computer Programming, volume 4B, section 7.2.2.1); in a matrix of zeros and
ones, each row is an option and each column an item.

The options are kept as three flat arrays (starts, item numbers, colors), not as objects: a
million options of five items take about 25 MB, and pass to the compiled core without conversion.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from combien import _native
from combien._base.checks import Cost, as_int, check_list, short_repr
from combien._base.displayed import Displayed
from combien.cover._arrays import (
    Costs,
    ProblemArrays,
    Sense,
    checked_costs,
    each,
    item_counts,
    rows_of,
    rows_of_table,
    stored_costs,
)
from combien.cover._elements import Colored, Item, Option, Solution
from combien.errors import BadProblem

if TYPE_CHECKING:
    from combien import _native


class Options(Sequence[Option]):
    """The options of a problem as a sequence; each `Option` is created on access."""

    __slots__ = ("_problem",)

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def __len__(self) -> int:
        return self._problem.option_count

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"option {index} of {len(self)}")
        number = index % len(self)
        return Option(number, self._problem.name(number), self._problem.entries(number))


class Problem(Displayed):
    """An immutable exact cover problem.

    >>> problem = Problem.from_options([["a", "b"], ["c"], ["a"], ["b", "c"]])
    >>> problem
    <Problem: 3 items, 4 options>
    >>> problem.options[3].entries
    ('b', 'c')

    Build one with `from_options`, `from_matrix`, `from_indices`, or step by step with
    `Problem.builder()`.  A problem is also a model that returns solutions unchanged, so
    `combien.count(problem)` works.

    Raises `BadProblem` for an option without a primary item, an unknown or duplicate item, invalid
    bounds, or a color on a primary item.
    Cost: about 0.1 microseconds and 4 bytes per entry (a microsecond and 8 bytes with colors).
    """

    __slots__ = (
        "_bounds",
        "_color_names",
        "_colors",
        "_compiled",
        "_constant",
        "_costs",
        "_entries",
        "_fingerprint",
        "_item_names",
        "_option_names",
        "_primary",
        "_sense",
        "_starts",
    )

    def __init__(self, builder: ProblemBuilder) -> None:
        """Take over the builder's arrays. Use the class methods instead."""
        self._item_names: tuple[Hashable, ...] = builder._names
        self._primary = bytes(builder.primary)
        self._bounds: dict[int, tuple[int, int]] = dict(builder.bounds)
        self._starts = builder.starts
        self._entries = builder.entries
        self._colors = builder.colors
        self._color_names: tuple[Hashable, ...] = tuple(builder.color_index)
        self._option_names = builder.option_names
        self._costs: array[int] | tuple[Any, ...] = _exact(builder.costs, builder.constant)
        self._sense: Sense = builder.sense
        self._constant: Cost = builder.constant
        self._fingerprint = ""
        self._compiled: _native.Problem | None = None

    # Construction ---------------------------------------------------------------------------

    @classmethod
    def from_options(
        cls,
        options: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
        secondary: Iterable[Hashable] = (),
        *,
        primary: Iterable[Hashable] | None = None,
        bounds: Mapping[Any, tuple[int, int]] | None = None,
        costs: Iterable[Cost] | None = None,
    ) -> Problem:
        """Create a problem from a list of options, or from a mapping of names to options.

        >>> Problem.from_options(["ab", "c", "abc"]).item_names
        ('a', 'b', 'c')
        >>> Problem.from_options({"x": "ab", "y": "c"}, bounds={"c": (0, 1)}).names([0, 1])
        ('x', 'y')

        Items are any hashable values, numbered in order of first use; items in `secondary` are
        secondary.  With `primary`, the items in it come first, in that order, and an item in
        neither list is an error.  `bounds` gives multiplicities of primary items other than
        exactly one: `{item: (low, high)}`.  `costs` has one per option, in order: integers, or
        floats, fractions or decimals, which are kept and added exactly (see `combien.best`).

        >>> Problem.from_options(["ab", "a"], costs=[0.5, 2]).cost(0)
        0.5
        """
        builder = cls.builder()
        late = []
        if primary is not None:
            for item in each("primary", primary):
                builder.item(item)
        for item in each("secondary", secondary):
            if primary is None:
                late.append(item)
            else:
                builder.item(item, secondary=True)
        builder.gather(options, secondary=late, strict=primary is not None)
        if bounds is not None and not isinstance(bounds, Mapping):
            raise BadProblem(f"bounds={short_repr(bounds)}: expected {{item: (low, high)}}")
        for item, pair in (bounds or {}).items():
            if not isinstance(pair, Sequence) or len(pair) != 2:
                raise BadProblem(
                    f"item {item!r}: bounds are a pair (low, high), not {short_repr(pair)}"
                )
            builder.bound(item, *pair)
        if costs is not None:
            builder.price(costs)
        return builder.build()

    @classmethod
    def from_matrix(cls, matrix: Iterable[Sequence[object]], primary: int | None = None) -> Problem:
        """Create a problem from a matrix of zeros and ones: rows are options, columns are items.

        >>> rows = [[1, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0, 1], [1, 0, 0, 1], [0, 1, 0, 0]]
        >>> import combien
        >>> [list(s) for s in combien.solutions(Problem.from_matrix(rows))]
        [[0, 4], [1, 3]]

        The first `primary` columns are primary (default: all), the others secondary.
        NumPy arrays, SciPy sparse matrices, frames of pandas and polars, and Arrow tables work as
        well as lists; `from_frame` keeps the names of their columns.  What a sparse matrix stores
        several times for one place is added up, as SciPy does.

        Raises `BadProblem` if the rows differ in length, if an entry is neither 0 nor 1, or if
        `matrix` is not a matrix.
        """
        rows, width = rows_of(matrix)
        return cls.from_indices(rows, items=width, primary=primary)

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        option: Hashable | None = None,
        item: Hashable | None = None,
        cost: Hashable | None = None,
        secondary: Iterable[Hashable] = (),
    ) -> Problem:
        """Create a problem from a data frame of pandas or polars, or an Arrow table.

        Without `item`, each row is an option, and each column an item with zeros and ones; the
        columns `option` (names of options) and `cost` are optional.  With `item`, each row is an
        entry: the column `option` has the name of an option, the column `item` one of its items,
        and `cost`, if given, the cost of the option, which is the same in all of its rows.

        >>> class Frame(dict):
        ...     @property
        ...     def columns(self):
        ...         return list(self)
        >>> import array
        >>> wide = Frame(left=array.array("i", [1, 0]), price=array.array("i", [7, 5]),
        ...              right=array.array("i", [1, 1]))
        >>> problem = Problem.from_frame(wide, cost="price")
        >>> problem.item_names, problem.options[0].entries, problem.cost(1)
        (('left', 'right'), ('left', 'right'), 5)

        Items in `secondary` are secondary.
        Raises `BadProblem` with the row for a value that is missing or not 0 or 1.
        Cost: about 0.1 microseconds for each value of a wide frame, 1 for each row of a long one.
        """
        from combien.cover._frames import (  # Start-up: only for frames.
            check_columns,
            columns_of,
            gather_long,
            gather_wide,
        )

        columns = columns_of(frame)
        if columns is None:
            raise BadProblem(
                f"frame={short_repr(frame)}: expected a data frame or an Arrow table; a matrix is "
                "read by Problem.from_matrix"
            )
        check_columns(columns, option=option, item=item, cost=cost)
        builder = cls.builder()
        if item is None:
            gather_wide(builder, columns, option=option, cost=cost, secondary=secondary)
        elif option is None:
            raise BadProblem("item= needs option=, the column of the names of options")
        else:
            gather_long(builder, columns, option=option, item=item, cost=cost, secondary=secondary)
        return builder.build()

    @classmethod
    def from_indices(
        cls, options: Iterable[Iterable[int]], *, items: int, primary: int | None = None
    ) -> Problem:
        """Create a problem from a sparse matrix: each option lists its item numbers, from 0.

        >>> Problem.from_indices([[0, 2], [1], [0, 1, 2]], items=3)
        <Problem: 3 items, 3 options>

        Items 0 to `primary - 1` are primary (default: all), the others secondary.
        A NumPy array of item numbers, one row per option, is read without making Python objects.
        """
        items, first = item_counts(items, primary)
        builder = cls.builder()
        builder._number_items(range(items), b"\1" * first + bytes(items - first))
        rows = rows_of_table(options, builder.primary)
        if rows:
            builder._extend(*rows)
        else:
            builder.gather(options, strict=True)
        return builder.build()

    def add_options(
        self,
        options: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
        *,
        costs: Iterable[Cost] | None = None,
    ) -> Problem:
        """Return this problem with further options, which are numbered after its own.

        >>> problem = Problem.from_options({"x": "ab"}, costs=[3])
        >>> more = problem.add_options({"y": "a", "z": "b"}, costs=[1, 1])
        >>> more.option_count, more.name(2), more.cost(2)
        (3, 'z', 1)

        Solutions of the smaller problem are solutions of the larger one, with the same numbers:
        pass the best one as `best(start=...)`.  The items are those of the problem.
        Raises `BadProblem` for another item, and unless there is a cost for each new option.
        Cost: a copy of the arrays.
        """
        builder = Problem.builder()
        builder._number_items(self._item_names, self._primary)
        builder.bounds.update(self._bounds)
        builder.starts, builder.entries = self._starts[:], self._entries[:]
        builder.colors = self._colors[:]
        builder.color_index = {name: k for k, name in enumerate(self._color_names, 1)}
        before, named = self.option_count, isinstance(options, Mapping)
        builder.gather(options, strict=True)
        added = len(builder.starts) - 1 - before
        if named or self._option_names is not None:
            names = builder.option_names if named else None
            builder.option_names = None
            grown = Problem(builder)
            builder.option_names = [
                *map(self.name, range(before)),
                *(names or map(grown.name, range(before, before + added))),
            ]
        prices = [0] * added if costs is None else checked_costs(costs, added)
        builder.costs = stored_costs([*(self._costs or [0] * before), *prices])
        builder.sense, builder.constant = self._sense, self._constant
        return builder.build()

    @staticmethod
    def builder() -> ProblemBuilder:
        """Return a builder that takes items and options one at a time."""
        return ProblemBuilder()

    # Contents ---------------------------------------------------------------------------------

    @property
    def item_count(self) -> int:
        """The number of items, primary and secondary."""
        return len(self._item_names)

    @property
    def primary_count(self) -> int:
        """The number of primary items."""
        return sum(self._primary)

    @property
    def option_count(self) -> int:
        """The number of options."""
        return len(self._starts) - 1

    @property
    def item_names(self) -> tuple[Hashable, ...]:
        """The names of the items, by number."""
        return self._item_names

    @property
    def items(self) -> tuple[Item, ...]:
        """The items, by number."""
        return tuple(
            Item(number, name, bool(primary), *self.bounds(number))
            for number, (name, primary) in enumerate(
                zip(self._item_names, self._primary, strict=True)
            )
        )

    @property
    def options(self) -> Options:
        """The options, by number."""
        return Options(self)

    @property
    def has_colors(self) -> bool:
        """Whether any entry has a color."""
        return bool(self._color_names)

    @property
    def color_names(self) -> tuple[Hashable, ...]:
        """The names of the colors; color number k is at index k - 1."""
        return self._color_names

    @property
    def has_bounds(self) -> bool:
        """Whether any primary item has bounds other than exactly one."""
        return bool(self._bounds)

    @property
    def primary_flags(self) -> bytes:
        """One byte per item: 1 if primary, 0 if secondary."""
        return self._primary

    def bounds(self, item: int) -> tuple[int, int]:
        """Return how many chosen options may contain an item, as (low, high)."""
        item = _number("item", item, self.item_count)
        return self._bounds.get(item, (1, 1)) if self._primary[item] else (0, 1)

    def indices(self, option: int) -> array[int]:
        """Return the item numbers of an option, in the order given."""
        option = _number("option", option, len(self._starts) - 1)
        return self._entries[self._starts[option] : self._starts[option + 1]]

    def colors(self, option: int) -> array[int]:
        """Return the color numbers parallel to `indices`, 0 for no color."""
        option = _number("option", option, len(self._starts) - 1)
        begin, end = self._starts[option], self._starts[option + 1]
        return self._colors[begin:end] if self._colors else array("i", bytes(4 * (end - begin)))

    def entries(self, option: int) -> tuple[Hashable, ...]:
        """Return the entries of an option: item names or `Colored` items."""
        names = self._item_names
        if not self._colors:
            return tuple(names[i] for i in self.indices(option))
        return tuple(
            Colored(names[i], self._color_names[c - 1]) if c else names[i]
            for i, c in zip(self.indices(option), self.colors(option), strict=True)
        )

    @property
    def has_costs(self) -> bool:
        """Whether any option has a nonzero cost."""
        return bool(self._costs)

    def cost(self, option: int) -> int | Any:
        """Return the cost of an option as it was given, by default 0."""
        option = _number("option", option, len(self._starts) - 1)
        return self._costs[option] if self._costs else 0

    @property
    def sense(self) -> Sense:
        """What the costs are for, "minimize" or "maximize"; empty if the problem does not say."""
        return self._sense

    @property
    def constant(self) -> int | Any:
        """What each solution costs besides its options, by default 0."""
        return self._constant

    def name(self, option: int) -> Hashable:
        """Return the name of an option, by default the tuple of its entries."""
        option = _number("option", option, len(self._starts) - 1)
        return self.entries(option) if self._option_names is None else self._option_names[option]

    def names(self, options: Iterable[int]) -> tuple[Hashable, ...]:
        """Return the names of several options, for example of a solution."""
        return tuple(
            self.name(option) for option in check_list("options", options, error=BadProblem)
        )

    def arrays(self) -> tuple[array[int], array[int], array[int]]:
        """Return the flat arrays: starts (`option_count` + 1), item numbers, colors (or empty)."""
        return self._starts, self._entries, self._colors

    @property
    def fingerprint(self) -> str:
        """A hash of 16 hexadecimal digits that does not depend on names.

        >>> a, b = Problem.from_options(["ab", "c"]), Problem.from_options(["xy", "z"])
        >>> a.fingerprint == b.fingerprint
        True
        """
        if not self._fingerprint:
            from hashlib import sha256  # Start-up: only for positions.

            digest = sha256(repr((self._primary, sorted(self._bounds.items()))).encode())
            for part in self.arrays():
                digest.update(f"{len(part)};".encode())
                digest.update(_little_endian(part))
            digest.update(f"{len(self._costs)};".encode())
            digest.update(_digested(self._costs))
            if self._sense or self._constant:
                digest.update(self._sense.encode() + _digested((self._constant,)))
            self._fingerprint = digest.hexdigest()[:16]
        return self._fingerprint

    # The model protocol -----------------------------------------------------------------------

    def problem(self) -> Problem:
        """Return itself: a problem is its own model."""
        return self

    def read(self, solution: Solution) -> Solution:
        """Return the solution unchanged."""
        return solution

    def __repr__(self) -> str:
        secondary = self.item_count - self.primary_count
        extra = f" ({secondary} secondary)" if secondary else ""
        return f"<Problem: {self.item_count} items{extra}, {self.option_count} options>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return all(
            getattr(self, field) == getattr(other, field)
            for field in self.__slots__
            if field not in ("_compiled", "_fingerprint")
        )

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __reduce__(self) -> tuple[object, ...]:
        state = {f: getattr(self, f) for f in self.__slots__ if f != "_compiled"}
        return _restored, (state,)


class ProblemBuilder(ProblemArrays):
    """Build a problem step by step.

    >>> builder = Problem.builder()
    >>> builder.item("a")
    >>> builder.item("d", secondary=True)
    >>> builder.option("a", "d", name="first")
    >>> builder.option("a")
    >>> builder.build()
    <Problem: 2 items (1 secondary), 2 options>

    Undeclared items become primary items when an option first uses them.
    """

    def copy_items(self, problem: Problem, *, without: Hashable = None) -> None:
        """Declare the items of a problem, with their kinds and bounds, but for one of them.

        >>> builder = Problem.builder()
        >>> builder.copy_items(Problem.from_options(["ab", "c"]), without="a")
        >>> builder.build()
        <Problem: 2 items, 0 options>
        """
        for item in problem.items:
            if without is None or item.name != without:
                bounds = (item.low, item.high) if item.primary else None
                self.item(item.name, secondary=not item.primary, bounds=bounds)

    def copy_costs(
        self, problem: Problem, options: Iterable[int], *, constant: bool = True
    ) -> None:
        """Take over the costs of options of a problem, in the order of those added here.

        `constant` is whether these options are all of the problem, so that its constant holds.
        """
        if problem.has_costs:
            self.costs = stored_costs([*map(problem.cost, options)])
        self.sense, self.constant = problem.sense, problem.constant if constant else 0

    def build(self) -> Problem:
        """Return the problem. The builder must not be used afterward."""
        return Problem(self)


def compiled(problem: Problem) -> _native.Problem:
    """Return the problem as an object of the compiled core, converted on first use.

    Cost: a copy of the arrays, about 10 ns per entry.
    """
    if problem._compiled is None:
        low = array("i", list(problem.primary_flags))
        high = array("i", [1]) * problem.item_count
        for item, (least, most) in problem._bounds.items():
            low[item], high[item] = least, most
        starts, entries, colors = problem.arrays()
        try:
            problem._compiled = _native.Problem(
                primary=problem.primary_flags,
                low=low,
                high=high,
                starts=starts,
                items=entries,
                colors=colors,
            )
        except ValueError as error:
            # Cannot happen, because a problem is validated when it is made.
            raise BadProblem(str(error)) from error
    return problem._compiled


def _number(what: str, given: int, count: int) -> int:
    """Return `given` as an item or option number; raise `BadProblem` if out of range."""
    # The fast path first: this is called for every option of a problem.
    if type(given) is int and 0 <= given < count:
        return given
    number = as_int(given)
    if number is None or not 0 <= number < count:
        raise BadProblem(f"there is no {what} {short_repr(given)}: there are {count}, from 0")
    return number


def _restored(state: dict[str, object]) -> Problem:
    """Return a problem from its pickled fields (it is compiled again when needed)."""
    problem = object.__new__(Problem)
    for field, value in state.items():
        setattr(problem, field, value)
    problem._compiled = None
    return problem


def _exact(costs: Costs, constant: Cost) -> array[int] | tuple[Any, ...]:
    """Return the costs of a builder, of which those of other kinds can be added exactly."""
    if isinstance(costs, array) and type(constant) is int:
        return costs
    from combien.cover._costs import Scale  # Start-up: only for fractions.

    Scale(costs, constant)
    return costs if isinstance(costs, array) else tuple(costs)


def _digested(costs: array[int] | tuple[Any, ...]) -> bytes:
    """Return costs as bytes, which are the same for equal costs of different types."""
    if isinstance(costs, array):
        return _little_endian(costs)
    from combien.cover._costs import exact_cost  # Start-up: only for fractions.

    return repr([str(exact_cost(option, cost)) for option, cost in enumerate(costs)]).encode()


def _little_endian(part: array[int]) -> bytes:
    if sys.byteorder == "big":
        part = array(part.typecode, part)
        part.byteswap()
    return part.tobytes()
