"""Sizes that would fill the memory: refused with a message, before anything of that size is made.

Arguments such as `range(10**9)` and generators without end come from mistakes, and from programs
that pass on what strangers wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import count, product, repeat
from math import isqrt
from typing import Any

import numpy as np
import pytest

from combien import Problem, Region
from combien._base import checks, memory
from combien._base.checks import check_list
from combien.cover import _arrays
from combien.cover._elements import Colored
from combien.design import rectangle_packing
from combien.errors import BadInput, BadProblem, BadRegion, BadTiling, OutOfBudget
from combien.families import Family, _queries
from combien.geometry import _boxed
from combien.graphs import _vertex_sets, colorings, paths
from combien.sat._cnf import Cnf
from combien.sat._exactly import constrain, size_of
from combien.sequences import GeneratingFunction, Recurrence, _formula, guess
from tests.loops import for_each


class Endless:
    """Iterable without end or length, like a class of somebody else."""

    def __iter__(self) -> Iterator[int]:
        return count()


# Lists --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        lambda: range(10**9),
        lambda: range(10**30),
        lambda: iter(range(10**30)),
        lambda: repeat(1),
        lambda: repeat(1, 10**9),
        lambda: (n for n in count()),
        Endless,
    ],
)
def test_lists_without_end(monkeypatch: pytest.MonkeyPatch, values: Callable[[], Any]) -> None:
    monkeypatch.setattr(checks, "_FEW", 100)
    with pytest.raises(BadInput, match=r"^costs: expected prices, with at most 1000 entries$"):
        check_list("costs", values(), "prices", most=1000)
    monkeypatch.setattr(memory, "_available_at", lambda second: 80_000)
    message = "^costs: expected a list, with at most 1000 entries, as more do not fit into memory$"
    with pytest.raises(BadInput, match=message):
        check_list("costs", values())


@for_each(product([list, tuple, iter, range, bytes, set], [0, 1, 3, 4, 5, 6, 7, 99], [0, 4, 6]))
def test_lists_as_long_as_allowed(kind: Any, length: int, most: int) -> None:
    """Whether or not the memory was looked at: after 5 entries, and there is room for a million."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "_FEW", 5)
        patch.setattr(memory, "_available_at", lambda second: 80_000_000)
        values = range(length) if kind is range else kind(range(length))
        if length > most:
            with pytest.raises(BadInput, match=f"with at most {most} entries$"):
                check_list("costs", values, most=most)
        else:
            found = check_list("costs", values, most=most)
            assert type(found) is list
            assert found == list(range(length))
            assert found is not values


def test_arrays_that_are_larger_than_their_memory() -> None:
    for shape in (10**10, (2, 10**10)):
        with pytest.raises(BadInput, match="costs: an array of more than 100000000 values"):
            check_list("costs", np.broadcast_to(0, shape))
    assert check_list("costs", np.broadcast_to(0, 3)) == [0, 0, 0]


def test_errors_of_a_generator_are_its_own() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise TypeError("my bug")

    with pytest.raises(TypeError, match="my bug"):
        check_list("costs", broken())


# Options ------------------------------------------------------------------------------------------


def test_options_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_arrays, "_PART", 100)
    monkeypatch.setattr(_arrays, "default_bytes", lambda part: 100_000)
    with pytest.raises(BadProblem, match=r"^options: more than \d+ do not fit into memory$"):
        Problem.from_options([n] for n in count())


@pytest.mark.parametrize("length", [0, 1, 9, 10, 11, 20, 21, 55])
def test_options_in_parts(monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    """None is lost or repeated where a part ends, whether the core or Python reads it."""
    plain = [[n, n + 1] for n in range(length)]
    colored = [(n, Colored("color", n % 3)) for n in range(length)]
    mixed = [pair[n % 2] for n, pair in enumerate(zip(plain, colored, strict=True))]
    for options in (plain, colored, mixed):
        whole = Problem.from_options(options, secondary=["color"])
        with monkeypatch.context() as patch:
            patch.setattr(_arrays, "_PART", 10)
            parts = Problem.from_options(iter(options), secondary=["color"])
        assert parts == whole
        assert len(parts.options) == length


# Everything else ----------------------------------------------------------------------------------


FIBONACCI = GeneratingFunction([0, 1], [1, -1, -1])


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: paths(repeat("ab")), BadInput, "^graph: expected .* at most 20000 entries"),
        (lambda: colorings(["ab"], 10**9), BadInput, "^colors: expected .* 10000000 entries"),
        (lambda: rectangle_packing(9, 9, repeat((1, 1))), BadTiling, "^sides: .* 1000000 entries"),
        (lambda: Region.from_matrix([range(10**9)]), BadRegion, "^line 0: .* 16000000 entries"),
        (lambda: Cnf().add(range(1, 10**9)), BadInput, "^clause: expected literals, with at most"),
        (lambda: constrain(Cnf(), range(1, 10**9), 1, 1), BadInput, "^literals: expected a list"),
        (lambda: size_of(10**30, 1, 1), BadInput, "^number=1000"),
        (lambda: Recurrence(count(1), [1]), BadInput, "^coefficients: .* at most 1000000 entries"),
        (lambda: Recurrence({1, 2}, [1, 1]), BadInput, "^coefficients={1, 2}: .* no order"),
        (lambda: FIBONACCI.term(10**18), BadInput, "^n=1000000000000000000: a.n. is too long"),
        (lambda: guess(count()), BadInput, "^terms: .* at most 100000 entries"),
    ],
)
def test_refused(
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[], object],
    error: type[BadInput],
    message: str,
) -> None:
    # Quick where a million numbers would be read.
    monkeypatch.setattr(checks, "_FEW", 1000)
    monkeypatch.setattr(memory, "_available_at", lambda second: 10**12)
    with pytest.raises(error, match=message):
        make()


def test_too_many_colors_for_the_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each option has an entry for its vertex, and for each edge at it."""
    triangle = ["ab", "bc", "ca"]
    monkeypatch.setattr(_vertex_sets, "_MOST_ENTRIES", 27)
    assert len(colorings(triangle, 3).options) == 9
    with pytest.raises(BadInput, match="the options would have 36 entries: expected at most 27"):
        colorings(triangle, 4)


def test_drawings_with_too_many_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_boxed, "MOST_CELLS", 4)
    assert len(Region.from_art("**.\n.**").cells) == 4
    with pytest.raises(BadRegion, match="a drawing of 5 cells: the limit is 4"):
        Region.from_art("**.\n***")


def test_terms_that_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_formula, "MOST_BYTES", 1000)
    assert FIBONACCI.first(20)[-1] == 4181
    for one in (FIBONACCI, FIBONACCI.recurrence()):
        with pytest.raises(BadInput, match="only the first 25 of 1000 terms fit into 1000 bytes"):
            one.first(1000)


@pytest.mark.parametrize("n", [10**12, 10**40, 10**40 + 1])
def test_terms_that_do_not_grow_much_are_not_refused(n: int) -> None:
    assert Recurrence([1], [10**300]).term(n) == 10**300
    assert Recurrence([2, -1], [0, 1]).term(n) == n
    assert Recurrence([4, -6, 4, -1], [0, 1, 8, 27]).term(n) == n**3
    assert Recurrence([0, 2], [1, 0]).term(2 * n + 1) == 0


def test_draws_that_do_not_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Family(["ab", "c"])
    monkeypatch.setattr(_queries, "FEW", 10)
    monkeypatch.setattr(_queries, "default_bytes", lambda: 5000)
    assert len(one.sample(20, seed=1)) == 20
    with pytest.raises(BadInput, match="k=21: this many sets do not fit into memory; draw fewer"):
        one.sample(21, seed=1)


def test_totals_that_do_not_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    every = Family([[]])
    for n in range(40):
        every |= every.change(n)
    monkeypatch.setattr(_queries, "FEW", 100)
    monkeypatch.setattr(_queries, "default_bytes", lambda: 10**6)
    with pytest.raises(OutOfBudget, match="4096 different totals or more do not fit"):
        every.count_by_total({n: 1000**n for n in range(40)})


def test_more_digits_than_python_prints() -> None:
    growth = _formula.growth_of(FIBONACCI)
    golden = (10**5000 + isqrt(5 * 10**10_000)) // 2
    assert Decimal(growth.digits(5000).replace(".", "")) == Decimal(golden)
    with pytest.raises(BadInput, match="places=1000000: expected a whole number from 0 to 100000"):
        growth.digits(10**6)
