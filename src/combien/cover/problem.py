"""The waist of the hourglass: everything above becomes a `Problem`, everything below answers one.

A problem has *items* and *options*; a solution is a set of options.  A *primary* item must be in
exactly one chosen option (or, with bounds, in `low` to `high` of them).  A *secondary* item may be
in at most one, or in any number of options that all give it the same *colour*.  The words are
Knuth's (The Art of Computer Programming, volume 4B, section 7.2.2.1); a matrix of zeros and ones
is read as one option a row and one item a column.

The options are kept as three flat arrays (starts, item numbers, colours), not as objects: a
million options of five items take some 25 MB, and cross into the compiled core as they are.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import overload

from combien.errors import BadProblem, did_you_mean

__all__ = ["Coloured", "Item", "Option", "Options", "Problem", "ProblemBuilder", "Solution"]

NO_COLOUR = 0


class Solution(tuple[int, ...]):
    """A solution: the numbers of the chosen options, in increasing order.

    >>> from combien import Problem, solve
    >>> problem = Problem.from_options({"left": "ab", "right": "cd", "all": "abcd"})
    >>> solution = solve(problem)
    >>> solution, problem.names(solution)
    ((0, 1), ('left', 'right'))
    """

    __slots__ = ()


class Coloured:
    """A secondary item together with the colour that an option gives it.

    >>> from combien import Coloured, Problem, count
    >>> word, letter = Coloured("x", "A"), Coloured("x", "B")
    >>> count(Problem.from_options([["p", word], ["q", word], ["q", letter]], secondary=["x"]))
    1
    """

    __slots__ = ("colour", "item")

    def __init__(self, item: Hashable, colour: Hashable) -> None:
        self.item = item
        self.colour = colour

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Coloured):
            return NotImplemented
        return (self.item, self.colour) == (other.item, other.colour)

    def __hash__(self) -> int:
        return hash((Coloured, self.item, self.colour))

    def __repr__(self) -> str:
        return f"Coloured({self.item!r}, {self.colour!r})"


class Item:
    """An item: its number, its name, and how often the chosen options must hold it."""

    __slots__ = ("high", "low", "name", "number", "primary")

    def __init__(self, number: int, name: Hashable, primary: bool, low: int, high: int) -> None:
        self.number = number
        self.name = name
        self.primary = primary
        self.low = low
        self.high = high

    def __repr__(self) -> str:
        kind = "primary" if self.primary else "secondary"
        bounds = f", {self.low} to {self.high}" if (self.low, self.high) != (1, 1) else ""
        return f"<{kind} item {self.name!r}{bounds if self.primary else ''}>"


class Option:
    """An option: its number, its name, and its entries (a name, or a `Coloured`)."""

    __slots__ = ("entries", "name", "number")

    def __init__(self, number: int, name: Hashable, entries: tuple[Hashable, ...]) -> None:
        self.number = number
        self.name = name
        self.entries = entries

    def __repr__(self) -> str:
        named = f" {self.name!r}" if self.name != self.entries else ""
        return f"<option {self.number}{named}: {', '.join(map(repr, self.entries))}>"


class Options(Sequence[Option]):
    """The options of a problem as a sequence; each is made when it is looked at."""

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


class Problem:
    """An exact cover problem; frozen once made.

    >>> problem = Problem.from_options([["a", "b"], ["c"], ["a"], ["b", "c"]])
    >>> problem
    <Problem: 3 items, 4 options>
    >>> problem.options[3].entries
    ('b', 'c')

    Build one with `from_options`, `from_matrix`, `from_indices`, or step by step with
    `Problem.builder()`.  A problem is also a model (its reading of a solution is the solution), so
    `combien.count(problem)` works.

    Errors: `BadProblem` for an option without a primary item, an unknown or doubled item, bounds
    that nothing can meet, a colour on a primary item.
    Cost: about a microsecond an option and 4 bytes an entry (8 with colours).
    """

    __slots__ = (
        "_bounds",
        "_colour_names",
        "_colours",
        "_compiled",
        "_entries",
        "_fingerprint",
        "_item_names",
        "_option_names",
        "_primary",
        "_starts",
    )

    def __init__(self, builder: ProblemBuilder) -> None:
        """Takes over what the builder has gathered; use the class methods instead."""
        self._item_names: tuple[Hashable, ...] = tuple(builder.item_index)
        self._primary = bytes(builder.primary)
        self._bounds: dict[int, tuple[int, int]] = dict(builder.bounds)
        self._starts = builder.starts
        self._entries = builder.entries
        self._colours = builder.colours
        self._colour_names: tuple[Hashable, ...] = tuple(builder.colour_index)
        self._option_names = builder.option_names
        self._fingerprint = ""
        self._compiled: object = None

    # How to make one ------------------------------------------------------------------------

    @classmethod
    def from_options(
        cls,
        options: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
        secondary: Iterable[Hashable] = (),
        *,
        primary: Iterable[Hashable] | None = None,
        bounds: Mapping[Hashable, tuple[int, int]] | None = None,
    ) -> Problem:
        """The problem with these options; a mapping gives the options names.

        >>> Problem.from_options(["ab", "c", "abc"]).item_names
        ('a', 'b', 'c')
        >>> Problem.from_options({"x": "ab", "y": "c"}, bounds={"c": (0, 1)}).names([0, 1])
        ('x', 'y')

        Items are any hashable values, numbered in order of first use; those named in `secondary`
        are secondary.  With `primary`, those items come first, in that order, and an item that
        stands in neither list is an error.  `bounds` gives primary items other multiplicities than
        exactly one: `{item: (low, high)}`.
        """
        builder = ProblemBuilder()
        late = []
        if primary is not None:
            for item in primary:
                builder.item(item)
        for item in secondary:
            if primary is None:
                late.append(item)
            else:
                builder.item(item, secondary=True)
        builder.gather(options, secondary=late, strict=primary is not None)
        for item, (low, high) in (bounds or {}).items():
            builder.bound(item, low, high)
        return builder.build()

    @classmethod
    def from_matrix(cls, matrix: Iterable[Sequence[object]], primary: int | None = None) -> Problem:
        """The problem of a matrix of zeros and ones: an option a row, an item a column.

        >>> rows = [[1, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0, 1], [1, 0, 0, 1], [0, 1, 0, 0]]
        >>> import combien
        >>> [list(s) for s in combien.solutions(Problem.from_matrix(rows))]
        [[0, 4], [1, 3]]

        The first `primary` columns are primary, the others secondary; without it all are primary.
        A numpy array works as well as lists.
        """
        rows = [[bool(value) for value in row] for row in matrix]
        width = len(rows[0]) if rows else 0
        for number, row in enumerate(rows):
            if len(row) != width:
                raise BadProblem(
                    f"row {number} has {len(row)} entries, row 0 has {width}: "
                    "all rows of a matrix must be of one length"
                )
        return cls.from_indices(
            ([j for j, value in enumerate(row) if value] for row in rows),
            items=width,
            primary=primary,
        )

    @classmethod
    def from_indices(
        cls, options: Iterable[Iterable[int]], *, items: int, primary: int | None = None
    ) -> Problem:
        """The problem of a sparse matrix: each option lists the numbers of its items, from 0.

        >>> Problem.from_indices([[0, 2], [1], [0, 1, 2]], items=3)
        <Problem: 3 items, 3 options>

        Items 0 to `primary - 1` are primary, the others secondary; without it all are primary.
        """
        first = items if primary is None else primary
        if not 0 <= first <= items:
            raise BadProblem(f"primary={primary} is not between 0 and the {items} items")
        return cls.from_options(options, range(first, items), primary=range(first))

    @staticmethod
    def builder() -> ProblemBuilder:
        """A builder that takes items and options one at a time."""
        return ProblemBuilder()

    # What it holds ----------------------------------------------------------------------------

    @property
    def item_count(self) -> int:
        """How many items there are, primary and secondary."""
        return len(self._item_names)

    @property
    def primary_count(self) -> int:
        """How many items are primary."""
        return sum(self._primary)

    @property
    def option_count(self) -> int:
        """How many options there are."""
        return len(self._starts) - 1

    @property
    def item_names(self) -> tuple[Hashable, ...]:
        """The items' names, by number."""
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
    def has_colours(self) -> bool:
        """Whether some entry has a colour."""
        return bool(self._colour_names)

    @property
    def has_bounds(self) -> bool:
        """Whether some primary item may or must be in other than exactly one option."""
        return bool(self._bounds)

    @property
    def primary_flags(self) -> bytes:
        """A byte per item: 1 for a primary one, 0 for a secondary one."""
        return self._primary

    def bounds(self, item: int) -> tuple[int, int]:
        """How often the item with this number must be in a chosen option: least and most."""
        return self._bounds.get(item, (1, 1)) if self._primary[item] else (0, 1)

    def indices(self, option: int) -> array[int]:
        """The numbers of the items of an option, in the order in which they were given."""
        return self._entries[self._starts[option] : self._starts[option + 1]]

    def colours(self, option: int) -> array[int]:
        """The colour numbers beside `indices`: 0 where there is none."""
        begin, end = self._starts[option], self._starts[option + 1]
        return self._colours[begin:end] if self._colours else array("i", bytes(4 * (end - begin)))

    def entries(self, option: int) -> tuple[Hashable, ...]:
        """The entries of an option: names of items, or `Coloured` ones."""
        names = self._item_names
        if not self._colours:
            return tuple(names[i] for i in self.indices(option))
        return tuple(
            Coloured(names[i], self._colour_names[c - 1]) if c else names[i]
            for i, c in zip(self.indices(option), self.colours(option), strict=True)
        )

    def name(self, option: int) -> Hashable:
        """The name of an option; without one of its own, the tuple of its entries."""
        return self.entries(option) if self._option_names is None else self._option_names[option]

    def names(self, options: Iterable[int]) -> tuple[Hashable, ...]:
        """The names of several options, of a solution for instance."""
        return tuple(self.name(option) for option in options)

    def arrays(self) -> tuple[array[int], array[int], array[int]]:
        """The flat arrays: starts (one more than options), item numbers, colours (or empty)."""
        return self._starts, self._entries, self._colours

    @property
    def fingerprint(self) -> str:
        """Sixteen characters that tell this problem from others; names do not count.

        >>> a, b = Problem.from_options(["ab", "c"]), Problem.from_options(["xy", "z"])
        >>> a.fingerprint == b.fingerprint
        True
        """
        if not self._fingerprint:
            from hashlib import sha256

            digest = sha256(repr((self._primary, sorted(self._bounds.items()))).encode())
            for part in self.arrays():
                digest.update(f"{len(part)};".encode())
                digest.update(_little_endian(part))
            self._fingerprint = digest.hexdigest()[:16]
        return self._fingerprint

    # Itself as a model ------------------------------------------------------------------------

    def problem(self) -> Problem:
        """Itself: a problem is its own model."""
        return self

    def read(self, solution: Solution) -> Solution:
        """The solution itself."""
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


def _restored(state: dict[str, object]) -> Problem:
    """A problem from its pickled fields (the compiled twin is made anew when needed)."""
    problem = object.__new__(Problem)
    for field, value in state.items():
        setattr(problem, field, value)
    problem._compiled = None
    return problem


def _little_endian(part: array[int]) -> bytes:
    import sys

    if sys.byteorder == "big":
        part = array(part.typecode, part)
        part.byteswap()
    return part.tobytes()


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

    def item(
        self, name: Hashable, *, secondary: bool = False, bounds: tuple[int, int] | None = None
    ) -> None:
        """Declares an item; primary unless said otherwise."""
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

    def option(self, *entries: Hashable, name: Hashable = None) -> None:
        """Adds an option: names of items, or `Coloured` secondary ones."""
        number = len(self.starts) - 1
        if name is not None and self.option_names is None:
            self.option_names = [tuple(self._spelled(b, e)) for b, e in pairwise(self.starts)]
        self._append(number, entries, strict=False)
        if self.option_names is not None:
            self.option_names.append(name if name is not None else tuple(entries))

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
        late = dict.fromkeys(secondary)
        index, entries, starts = self.item_index, self.entries, self.starts
        for number, option in enumerate(options):
            # The common case in one line: every entry is a known item without a colour.
            option = tuple(option)
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
