"""Cardinality constraints as clauses: a table of encodings, called styles.

A *style* is an encoding of "at most one of these literals is true"; styles differ in the number of
clauses and auxiliary variables, and in how well they propagate.  Every style takes any bounds: if
it can encode only "at most one", a totalizer encodes the others.  A style *keeps the count* if the
literals determine the auxiliary variables, so that no model is duplicated.  For "exactly one" every
style does.

Two styles count.  The *unary count* of some literals is a list of literals, the i-th of which is
true if at least i of them are; a single literal is its own count.  Two counts are merged with
clauses that define the count of both.  Merged one literal at a time this is Sinz's sequential
counter (2005), merged in pairs it is the totalizer of Bailleux and Boufkhad (2003).  Clauses *up*
make the count at least the number of true literals, for upper bounds.  Clauses *down* make it at
most that number, for lower bounds.  With both, the literals determine the counts, so no model is
duplicated.  Counts are truncated where the bounds need no more.

Three do not: products, commanders and binary numbers need about 2n or n log n short clauses for n
literals, instead of the n (n - 1) / 2 of "pairwise".

Why each is kept: "pairwise" is what the tiling language prints (docs/language.md), "sequential" has
the fewest clauses, "ladder" and "totalizer" keep the count for all bounds, as model counters need,
"product" and "commander" are the fastest on some boards of docs/comparison.md, and "bitwise" is the
default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, isqrt

from combien._base.checks import check_int, check_list, did_you_mean, short_repr
from combien.errors import BadInput
from combien.sat._cnf import MOST_VARIABLES, Clause, Cnf


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a constraint: its auxiliary variables, clauses, and literals."""

    variables: int = 0
    clauses: int = 0
    literals: int = 0

    def __add__(self, other: Size) -> Size:
        return Size(
            self.variables + other.variables,
            self.clauses + other.clauses,
            self.literals + other.literals,
        )

    def times(self, number: int) -> Size:
        """Return the size of this number of equal constraints."""
        return Size(self.variables * number, self.clauses * number, self.literals * number)


@dataclass(frozen=True, slots=True)
class Bounds:
    """At least `low` and at most `high` true literals, and which clauses are needed.

    A `high` of None means no upper bound.
    """

    low: int
    high: int | None
    up: bool = True
    down: bool = True

    @property
    def most(self) -> int:
        """The largest count that matters."""
        return self.low if self.high is None else self.high


Clauses = Callable[[Sequence[int], Bounds, int], Iterator[Clause]]
Sizes = Callable[[int, Bounds], Size]


@dataclass(frozen=True, slots=True)
class Style:
    """An encoding of cardinality constraints.

    `clauses` and `size` are used for at most one of more than four literals, and, if `counts` is
    set, for any other bounds.  `keeps_none`: the auxiliary variables are determined also when no
    literal is true.  `both_ways`: it always counts up and down.
    """

    name: str
    about: str
    clauses: Clauses
    size: Sizes
    counts: bool = False
    both_ways: bool = False
    keeps_none: bool = True


# Counts -------------------------------------------------------------------------------------------


def linear(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """Generate a sequential counter; auxiliary variables begin at `first`.

    There must be at least two literals.
    """
    count: Sequence[int] = literals[:1]
    for literal in literals[1:-1]:
        result = _outputs(len(count) + 1, bounds, first)
        first += len(result)
        yield from _merged(count, (literal,), result, bounds)
        count = result
    yield from _bounded(count, literals[-1:], bounds)


def linear_size(number: int, bounds: Bounds) -> Size:
    """Return the size of `linear` for this number of literals."""
    size, count = Size(), 1
    for _ in range(number - 2):
        size += _merged_size(count, 1, bounds)
        count = min(count + 1, bounds.most)
    return size + _bounded_size(count, 1, bounds)


def paired(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """Generate a totalizer, which counts in pairs, pairs of pairs, and so on."""
    counts: list[Sequence[int]] = [(literal,) for literal in literals]
    while len(counts) > 2:
        merged = []
        for left, right in zip(counts[::2], counts[1::2], strict=False):
            result = _outputs(len(left) + len(right), bounds, first)
            first += len(result)
            yield from _merged(left, right, result, bounds)
            merged.append(result)
        counts = merged + counts[2 * len(merged) :]
    yield from _bounded(counts[0], counts[1], bounds)


def paired_size(number: int, bounds: Bounds) -> Size:
    """Return the size of `paired` for this number of literals."""
    size, counts = Size(), [1] * number
    while len(counts) > 2:
        merged = []
        for left, right in zip(counts[::2], counts[1::2], strict=False):
            size += _merged_size(left, right, bounds)
            merged.append(min(left + right, bounds.most))
        counts = merged + counts[2 * len(merged) :]
    return size + _bounded_size(counts[0], counts[1], bounds)


# One merge ----------------------------------------------------------------------------------------


def _outputs(number: int, bounds: Bounds, first: int) -> Sequence[int]:
    return range(first, first + min(number, bounds.most))


def _merged(
    left: Sequence[int], right: Sequence[int], result: Sequence[int], bounds: Bounds
) -> Iterator[Clause]:
    """Generate clauses that define `result` as the count of both, and forbid excess."""
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if bounds.up and 0 < i + j <= len(result):
                yield (*_none_of(left, i), *_none_of(right, j), result[i + j - 1])
            if bounds.down and i + j < len(result):
                yield (*left[i : i + 1], *right[j : j + 1], -result[i + j])
    yield from _too_many(left, right, bounds)


def _bounded(left: Sequence[int], right: Sequence[int], bounds: Bounds) -> Iterator[Clause]:
    """Generate clauses that keep the total count between the bounds."""
    yield from _too_many(left, right, bounds)
    for i in range(min(len(left), bounds.low - 1) + 1):
        if (j := bounds.low - 1 - i) <= len(right):
            yield (*left[i : i + 1], *right[j : j + 1])


def _too_many(left: Sequence[int], right: Sequence[int], bounds: Bounds) -> Iterator[Clause]:
    if bounds.high is not None:
        for i in range(min(len(left), bounds.high + 1) + 1):
            if (j := bounds.high + 1 - i) <= len(right):
                yield (*_none_of(left, i), *_none_of(right, j))


def _none_of(count: Sequence[int], number: int) -> Sequence[int]:
    """Return the literal that means fewer than `number`; nothing for 0."""
    return (-count[number - 1],) if number else ()


@lru_cache(maxsize=4096)
def _merged_size(left: int, right: int, bounds: Bounds) -> Size:
    # The size depends only on the sizes of the counts, so the clauses are generated and counted.
    result = _outputs(left + right, bounds, 1)
    return Size(variables=len(result)) + _counted(
        _merged(range(1, left + 1), range(1, right + 1), result, bounds)
    )


@lru_cache(maxsize=4096)
def _bounded_size(left: int, right: int, bounds: Bounds) -> Size:
    return _counted(_bounded(range(1, left + 1), range(1, right + 1), bounds))


def _counted(clauses: Iterator[Clause]) -> Size:
    number = literals = 0
    for clause in clauses:
        number += 1
        literals += len(clause)
    return Size(0, number, literals)


# Without counting ---------------------------------------------------------------------------------

# Up to this number of literals, the pairwise encoding has the fewest clauses.
FEW = 4
GROUP = 3


def product(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """Arrange the literals in a grid with at most one row and one column in use.

    Chen, "A new SAT encoding of the at-most-one constraint" (2010).
    """
    waiting = [literals]
    while waiting:
        literals = waiting.pop()
        if len(literals) <= FEW:
            yield from _pairs(literals)
            continue
        across, down = _sides(len(literals))
        xs = range(first, first + across)
        ys = range(first + across, first + across + down)
        first += across + down
        for place, literal in enumerate(literals):
            yield (-literal, xs[place % across])
            yield (-literal, ys[place // across])
        waiting += [xs, ys]


def product_size(number: int, bounds: Bounds) -> Size:
    """Return the size of `product` for this number of literals."""
    size, waiting = Size(), [number]
    while waiting:
        number = waiting.pop()
        if number <= FEW:
            size += _pairs_size(number)
            continue
        across, down = _sides(number)
        size += Size(across + down, 2 * number, 4 * number)
        waiting += [across, down]
    return size


def _sides(number: int) -> tuple[int, int]:
    across = isqrt(number - 1) + 1
    return across, -(-number // across)


def commander(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """Give each group of three a commander, true if one of them is; then group the commanders.

    Klieber and Kwon, "Efficient CNF encoding for selecting 1 from N objects" (2007).
    """
    while len(literals) > FEW:
        commanders: list[int] = []
        for start in range(0, len(literals), GROUP):
            group = literals[start : start + GROUP]
            if len(group) == 1:
                commanders += group
                continue
            yield from _pairs(group)
            yield from ((-literal, first) for literal in group)
            yield (*group, -first)
            commanders.append(first)
            first += 1
        literals = commanders
    yield from _pairs(literals)


def commander_size(number: int, bounds: Bounds) -> Size:
    """Return the size of `commander` for this number of literals."""
    size = Size()
    while number > FEW:
        full, rest = divmod(number, GROUP)
        size += _group_size(GROUP).times(full)
        if rest > 1:
            size += _group_size(rest)
        number = full + (rest > 0)
    return size + _pairs_size(number)


def _group_size(number: int) -> Size:
    return Size(1, number + 1, 3 * number + 1) + _pairs_size(number)


def bitwise(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """Make each literal imply the binary digits of its number, so that two cannot be true.

    If no literal need be true, a bit is 0 unless some literal sets it, which keeps the number of
    models.  Frisch, Peugniez, Doggett and Nightingale, "Solving non-Boolean satisfiability problems
    with stochastic local search" (2001).
    """
    bits = _bits(len(literals))
    for number, literal in enumerate(literals):
        for bit in range(bits):
            yield (-literal, first + bit if number >> bit & 1 else -(first + bit))
    if not bounds.low:
        for bit in range(bits):
            setting = (value for number, value in enumerate(literals) if number >> bit & 1)
            yield (*setting, -(first + bit))


def bitwise_size(number: int, bounds: Bounds) -> Size:
    """Return the size of `bitwise` for this number of literals."""
    bits = _bits(number)
    size = Size(bits, number * bits, 2 * number * bits)
    if not bounds.low:
        size += Size(0, bits, bits + sum(_ones(number, bit) for bit in range(bits)))
    return size


def _bits(number: int) -> int:
    return (number - 1).bit_length()


def _ones(number: int, bit: int) -> int:
    """Return how many of the numbers from 0 to `number` - 1 have this bit."""
    whole, rest = divmod(number, 2 << bit)
    return (whole << bit) + max(0, rest - (1 << bit))


def _pairs(literals: Sequence[int]) -> Iterator[Clause]:
    return ((-one, -other) for one, other in combinations(literals, 2))


def _pairs_size(number: int) -> Size:
    pairs = number * (number - 1) // 2
    return Size(0, pairs, 2 * pairs)


def _sets(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """Generate clauses: of `high` + 1 literals one is false, of all but `low` - 1 one is true."""
    if bounds.low:
        yield from combinations(literals, len(literals) - bounds.low + 1)
    if bounds.high is not None:
        for chosen in combinations(literals, bounds.high + 1):
            yield tuple(-literal for literal in chosen)


def _sets_size(number: int, bounds: Bounds) -> Size:
    size = Size()
    for most in (number - bounds.low if bounds.low else None, bounds.high):
        if most is not None:
            clauses = comb(number, most + 1)
            size += Size(0, clauses, clauses * (most + 1))
    return size


# The styles ---------------------------------------------------------------------------------------

STYLES: dict[str, Style] = {
    style.name: style
    for style in (
        Style("pairwise", "a clause for every two", _sets, _sets_size, counts=True),
        Style(
            "sequential",
            "a count from left to right, one way",
            linear,
            linear_size,
            counts=True,
            keeps_none=False,
        ),
        Style(
            "ladder",
            "a count from left to right, both ways",
            linear,
            linear_size,
            counts=True,
            both_ways=True,
        ),
        Style(
            "totalizer",
            "a count in pairs, pairs of pairs, ...",
            paired,
            paired_size,
            counts=True,
            both_ways=True,
        ),
        Style(
            "product",
            "a place across and one down",
            product,
            product_size,
            keeps_none=False,
        ),
        Style(
            "commander",
            "groups of three, with a commander each",
            commander,
            commander_size,
        ),
        Style(
            "bitwise",
            "the number of the true one in binary",
            bitwise,
            bitwise_size,
        ),
    )
}


def style_named(name: str) -> Style:
    """Return the style with this name.

    Raises
    ------
    BadInput
        If there is no such style.
    """
    if not isinstance(name, str) or name not in STYLES:
        raise BadInput(
            f"there is no style {short_repr(name)} ({', '.join(STYLES)})"
            f"{did_you_mean(name, STYLES)}"
        )
    return STYLES[name]


def between(
    literals: Sequence[int], low: int, high: int, *, first: int, style: str = "bitwise"
) -> Iterator[Clause]:
    """Generate clauses that require `low` to `high` of these literals to be true.

    >>> list(between([1, 2, 3], 1, 1, first=4))
    [(1, 2, 3), (-1, -2), (-1, -3), (-2, -3)]
    >>> list(between([1, 2, 3, 4, 5, 6], 0, 1, first=7, style="sequential"))[:4]
    [(-2, 7), (-1, 7), (-1, -2), (-3, 8)]

    The literals must have different variables.  Auxiliary variables are numbered from `first` on;
    `size_of` returns their number.  Bounds that cannot be met give the empty clause.
    """
    chosen = style_named(style)
    number = len(literals)
    low, limit = _effective_bounds(number, low, high)
    if low > number or (limit is not None and limit < low):
        yield ()
    elif low == number:
        yield from ((literal,) for literal in literals)
    elif limit == 0:
        yield from ((-literal,) for literal in literals)
    elif low <= 1 and limit in (None, 1):
        if low:
            yield tuple(literals)
        if limit is not None:
            machine = _sets if number <= FEW else chosen.clauses
            yield from machine(literals, _bounds_of_one(chosen, number, low), first)
    else:
        counting = _counting(chosen)
        yield from counting.clauses(literals, _bounds(counting, low, limit), first)


def size_of(number: int, low: int, high: int, *, style: str = "bitwise") -> Size:
    """Return the size of `between` for this number of literals, without generating clauses.

    >>> size_of(1000, 1, 1), size_of(1000, 1, 1, style="pairwise").clauses
    (Size(variables=10, clauses=10001, literals=21000), 499501)
    """
    chosen = style_named(style)
    number = check_int("number", number, most=MOST_VARIABLES)
    low, limit = _effective_bounds(number, low, high)
    if low > number or (limit is not None and limit < low):
        return Size(0, 1, 0)
    if low == number or limit == 0:
        return Size(0, number, number)
    if low <= 1 and limit in (None, 1):
        size = Size(0, 1, number) if low else Size()
        if limit is not None:
            machine = _sets_size if number <= FEW else chosen.size
            size += machine(number, _bounds_of_one(chosen, number, low))
        return size
    counting = _counting(chosen)
    return counting.size(number, _bounds(counting, low, limit))


def keeps_count(number: int, low: int, high: int, *, style: str = "bitwise") -> bool:
    """Whether each choice of literals within the bounds has exactly one model.

    >>> keeps_count(9, 1, 1, style="sequential"), keeps_count(9, 0, 1, style="sequential")
    (True, False)
    """
    chosen = style_named(style)
    if not size_of(number, low, high, style=style).variables:
        return True
    low, limit = _effective_bounds(number, low, high)
    if low <= 1 and limit == 1:
        return bool(low) or chosen.keeps_none
    return _counting(chosen).both_ways or (low > 0 and limit is not None)


def constrain(
    cnf: Cnf, literals: Iterable[int], low: int, high: int, *, style: str = "bitwise"
) -> None:
    """Add clauses that require `low` to `high` of these literals to be true.

    >>> cnf = Cnf()
    >>> seats = [cnf.new(f"seat {number}") for number in range(1, 10)]
    >>> constrain(cnf, seats, 2, 3, style="totalizer")
    >>> cnf
    <Cnf: 26 variables, 73 clauses>

    Raises
    ------
    BadInput
        If a variable occurs twice, or is not in the formula.
    """
    given = check_list("literals", literals, most=MOST_VARIABLES)
    if len({abs(literal) for literal in given}) < len(given):
        raise BadInput("a variable occurs twice among the literals: give each once")
    size = size_of(len(given), low, high, style=style)
    first = cnf.variable_count + 1
    for _ in range(size.variables):
        cnf.new()
    for clause in between(given, low, high, first=first, style=style):
        cnf.add(clause)


def _effective_bounds(number: int, low: int, high: int) -> tuple[int, int | None]:
    """Return the effective bounds: 0 for no lower one, None for no upper one."""
    return max(low, 0), None if high >= number else max(high, -1)


def _bounds_of_one(style: Style, number: int, low: int) -> Bounds:
    """Return the bounds for "at most one"; "at least one" is a separate clause."""
    counted = style.counts or number <= FEW
    return Bounds(0 if counted else low, 1, up=True, down=style.both_ways)


def _bounds(style: Style, low: int, high: int | None) -> Bounds:
    both = style.both_ways
    return Bounds(low, high, up=both or high is not None, down=both or low > 0)


def _counting(style: Style) -> Style:
    return style if style.counts else STYLES["totalizer"]
