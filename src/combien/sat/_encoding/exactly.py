"""Cardinality constraints as clauses: a table of encodings, called styles.

A *style* is an encoding of "at most one of these literals is true"; styles differ in the number of
clauses and auxiliary variables, and in how well they propagate.  Every style takes any bounds: if
it can encode only "at most one", a totalizer encodes the others.

A style *keeps the count* if the literals determine the auxiliary variables, so that no model is
duplicated.  For "exactly one" every style does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import comb

from combien._base.checks import did_you_mean, short_repr
from combien._base.records import dataclass
from combien.errors import BadInput
from combien.sat._cnf import Clause, Cnf
from combien.sat._encoding import at_most_one
from combien.sat._encoding.at_most_one import FEW
from combien.sat._encoding.counters import Bounds, Size, linear, linear_size, paired, paired_size

__all__ = ["STYLES", "Style", "between", "constrain", "keeps_count", "size_of", "style_named"]

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
            at_most_one.product,
            at_most_one.product_size,
            keeps_none=False,
        ),
        Style(
            "commander",
            "groups of three, with a commander each",
            at_most_one.commander,
            at_most_one.commander_size,
        ),
        Style(
            "bitwise",
            "the number of the true one in binary",
            at_most_one.bitwise,
            at_most_one.bitwise_size,
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
    given = list(literals)
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
