"""States that a sweep merges: columns of items that are alike, and counters that have enough."""

from __future__ import annotations

from itertools import combinations, permutations, product
from math import dist, prod
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import Colored, Problem, _native
from combien.cover._oracle import all_solutions
from combien.cover._problem import compiled
from combien.cover._shuffle import shuffled
from combien.engines._sweeps.tracing import swept_shares, traced
from combien.graphs import colorings, dominating_sets, grid
from tests.random_problems import all_problems

ALL = 2**40, 60.0, 2**30


def names_of(problem: Problem) -> list[Any]:
    return list(problem.item_names)


def swept(problem: Problem, order: list[int] | str, *, options: bool = False) -> _native.Sweep:
    sweep = _native.sweep(compiled(problem), order, options=options)
    assert sweep is not None
    assert sweep.run(*ALL) == _native.DONE
    return sweep


@st.composite
def columns(draw: st.DrawFn) -> Problem:
    """Columns of items, with options of the same shapes in each, of which a few are missing."""
    shared, rows, size = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(2, 4))
    kinds = st.sampled_from([(1, 1), (1, 1), (0, 1), (1, 2), (0, 2), (2, 3), None])
    builder = Problem.builder()
    items: list[object] = [*range(shared), *product("abc"[:rows], range(size))]
    kind_of = {item: draw(kinds) for item in [*range(1, shared), *"abc"[:rows]]} | {0: (1, 1)}
    for item in draw(st.permutations(items)):
        bounds = kind_of[item[0] if isinstance(item, tuple) else item]
        builder.item(item, secondary=bounds is None, bounds=bounds if bounds != (1, 1) else None)
    options = []
    for _ in range(draw(st.integers(1, 4))):
        common = draw(st.sets(st.integers(0, shared - 1), max_size=2))
        moving = draw(st.sets(st.sampled_from("abc"[:rows]), max_size=2))
        if all(kind_of[item] is None for item in [*common, *moving]):
            common.add(0)
        for column in range(size):
            if draw(st.integers(0, 11)):
                options.append([*common, *((row, column) for row in moving)])
    for option in draw(st.permutations(options[:14])):
        builder.option(*option)
    return builder.build()


@st.composite
def renamable(draw: st.DrawFn) -> Problem:
    """A problem with three colors of which two or all can be exchanged, but for few options."""
    names = draw(st.sampled_from(["ab", "abc"]))
    builder = Problem.builder()
    for item in range(2):
        builder.item(item, bounds=draw(st.sampled_from([(1, 1), (0, 1), (1, 2)])))
    for name in "xyz":
        builder.item(name, secondary=True)
    options: list[tuple[object, ...]] = []
    for _ in range(draw(st.integers(1, 5))):
        common = draw(st.sets(st.integers(0, 1), min_size=1))
        tints = {
            item: draw(st.sampled_from(["a", "b", "c", ""]))
            for item in "xyz"
            if draw(st.booleans())
        }
        images = {
            tuple(
                (item, dict(zip(names, image, strict=True)).get(t, t)) for item, t in tints.items()
            )
            for image in permutations(names)
        }
        if len(options) + len(images) <= 13:
            options += [
                (*common, *(Colored(i, t) if t else i for i, t in x)) for x in sorted(images)
            ]
    keep = draw(st.sampled_from([13, 13, 13, 5]))
    for option in draw(st.permutations(options))[:keep]:
        builder.option(*option)
    return builder.build()


@given(columns() | renamable() | all_problems(), st.randoms(use_true_random=False))
def test_merged_states_count_as_by_definition(problem: Problem, dice: Random) -> None:
    expected = len(all_solutions(problem))
    items = [item for item in range(problem.item_count) if problem.primary_flags[item]]
    for _ in range(3):
        assert swept(problem, items).count() == expected
        assert swept(problem, items, options=True).count() == expected
        dice.shuffle(items)


@given(columns() | renamable(), st.integers(0, 9))
def test_other_answers_are_as_by_definition(problem: Problem, seed: int) -> None:
    solutions = sorted(sorted(found) for found in all_solutions(problem))
    assert combien.count(shuffled(problem, seed=seed)[0], engine="frontier") == len(solutions)
    assert set(map(frozenset, combien.family(problem))) == set(map(frozenset, solutions))
    options = range(problem.option_count)
    shares = [sum(option in found for found in solutions) for option in options]
    assert swept_shares(problem) == (shares, len(solutions))
    for found in traced(problem, 5, seed):
        assert list(found) in solutions


@given(columns() | renamable(), st.lists(st.integers(1, 2), min_size=14, max_size=14))
def test_weights_are_preserved(problem: Problem, weights: list[int]) -> None:
    weights = weights[: problem.option_count]
    expected = sum(prod(weights[n] for n in found) for found in all_solutions(problem))
    sweep = _native.sweep(compiled(problem), "given", weights)
    assert sweep is not None
    assert sweep.run(*ALL) == _native.DONE
    assert sweep.count() == expected


@pytest.mark.parametrize("colors", [1, 2, 3, 5])
def test_a_cycle_has_as_many_colorings_as_its_polynomial_says(colors: int) -> None:
    cycle = [(k, (k + 1) % 9) for k in range(9)]
    problem = colorings(cycle, colors)
    expected = (colors - 1) ** 9 - (colors - 1)
    assert swept(problem, "given").count() == expected
    assert swept(shuffled(problem, seed=1)[0], "given").count() == expected


def test_colors_are_exchanged() -> None:
    """Two pairs of neighbors: 144 states, and 7 partitions into colors."""
    problem = colorings(grid(4, 30), 4)
    cells = sorted(range(problem.primary_count), key=lambda item: names_of(problem)[item][1][::-1])
    apart, merged = swept(problem, cells, options=True), swept(problem, cells)
    assert apart.count() == merged.count()
    assert (apart.widest, merged.widest) == (144, 7)


def test_colors_that_remain_are_exchanged() -> None:
    """One vertex has its color, and another one lacks one."""
    every = ["red", "blue", "green", "gray", "pink"]
    lists = {(y, x): every for y in range(4) for x in range(5)}
    lists |= {(0, 0): ["red"], (3, 4): ["red", "blue", "green", "gray"]}
    problem = colorings(grid(4, 5), lists)
    apart, merged = swept(problem, "given", options=True), swept(problem, "given")
    assert apart.count() == merged.count()
    assert merged.widest < apart.widest / 3
    # All five at once.
    assert swept(colorings(grid(4, 5), 5), "given").widest < merged.widest


def test_the_digits_of_a_square_are_exchanged() -> None:
    """Where whole rows are done, states are sets of lines."""
    n = 5
    problem = Problem.from_options(
        [("cell", row, column), ("row", row, digit), ("column", column, digit)]
        for row, column, digit in product(range(n), repeat=3)
    )
    names = names_of(problem)
    items = sorted(range(problem.primary_count), key=lambda item: names[item][1])
    cells = [item for item in items if names[item][0] == "cell"]
    others = [item for item in items if names[item][0] != "cell"]
    apart, merged = (swept(problem, cells + others, options=own) for own in (True, False))
    assert apart.count() == merged.count() == 161280
    assert merged.widest < apart.widest / 20


def test_colors_of_entries_are_exchanged() -> None:
    """The edges are the items, and an option colors both ends: the same partitions as above."""
    edges = [(a, b) for a, b in combinations(product(range(4), range(6)), 2) if dist(a, b) == 1]
    pairs = list(permutations(range(4), 2))
    problem = Problem.from_options(
        ([edge, *map(Colored, edge, pair)] for edge in edges for pair in pairs),
        secondary=list(product(range(4), range(6))),
    )
    names = names_of(problem)
    items = sorted(map(names.index, edges), key=lambda item: max(x for _, x in names[item]))
    apart, merged = swept(problem, items, options=True), swept(problem, items)
    assert apart.count() == merged.count() == combien.count(colorings(grid(4, 6), 4))
    assert merged.widest < apart.widest / 15


def test_equal_shares_of_colors() -> None:
    """Each color as often: its counter moves with its items."""
    edges = list(combinations(range(4), 2)) + [(k, k + 4) for k in range(4)]
    near = {k: [e for e in edges if k in e] for k in range(8)}
    problem = Problem.from_options(
        ([k, ("color", c), *((e, c) for e in near[k])] for k in range(8) for c in range(4)),
        secondary=[(e, c) for e in edges for c in range(4)],
        bounds={("color", c): (2, 2) for c in range(4)},
    )
    apart, merged = (swept(problem, "given", options=own) for own in (True, False))
    # The first four in any colors, the others in a derangement of them.
    assert apart.count() == merged.count() == 24 * 9
    assert merged.widest < apart.widest / 2


def test_counters_stop_at_what_they_need() -> None:
    """A vertex is dominated or not: the number of its neighbors in the set does not matter."""
    problem = dominating_sets(grid(6, 6))
    for options in (False, True):
        sweep = swept(problem, "given", options=options)
        assert sweep.count() == 16031828359
        assert sweep.widest < 5000
    assert combien.family(problem).count == 16031828359


def test_a_counter_that_cannot_be_too_high_is_not_kept() -> None:
    """Any two of the first options, and any of twenty more."""
    problem = Problem.from_options(
        [*(["few"] for _ in range(5)), *(["any"] for _ in range(20)), ["none"]],
        bounds={"few": (2, 2), "any": (0, 20), "none": (0, 1)},
    )
    sweep = swept(problem, "given")
    assert (sweep.count(), sweep.widest) == (10 * 2**21, 3)


def test_impossible_bounds() -> None:
    problem = Problem.from_options([["a", "b"], ["a"]], bounds={"a": (3, 5), "b": (0, 1)})
    assert swept(problem, "given").count() == 0


def test_saved_states_of_another_plan_are_refused() -> None:
    """States of one plan have other words in the other: a run says which it has."""
    for problem in (colorings(grid(3, 3), 3), dominating_sets(grid(3, 3))):
        apart = _native.sweep(compiled(problem), "given", options=True)
        merged = _native.sweep(compiled(problem), "given")
        assert apart is not None
        assert merged is not None
        same = problem.has_bounds
        assert (apart.fingerprint == merged.fingerprint) == same
