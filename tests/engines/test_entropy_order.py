"""The order by entropy: quick to find, in any listing, and its estimates."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import Colored, Problem, _native
from combien.cover._oracle import all_solutions
from combien.cover._problem import compiled
from combien.cover._shuffle import shuffled
from combien.engines import Frontier
from combien.engines._sweeps.frontier import FrontierCounting
from tests.random_problems import all_problems


def grid(height: int, width: int, colors: int) -> Problem:
    """The colorings of the cells of a grid; an item for each color of each border."""
    cells = [(y, x) for y in range(height) for x in range(width)]
    borders = [
        (one, other)
        for one in cells
        for other in cells
        if one < other and abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
    ]
    return Problem.from_options(
        (
            [cell, *((border, color) for border in borders if cell in border)]
            for cell in cells
            for color in range(colors)
        ),
        [(border, color) for border in borders for color in range(colors)],
    )


def found(problem: Problem) -> _native.OrderSearch:
    search = _native.OrderSearch(compiled(problem), "entropy")
    while not search.run(1.0):
        pass
    return search


@given(all_problems(), st.integers(0, 9))
def test_it_counts_as_by_definition(problem: Problem, seed: int) -> None:
    expected = len(all_solutions(problem))
    assert combien.count(problem, engine=Frontier(order="entropy")) == expected
    assert combien.count(shuffled(problem, seed=seed)[0], engine="frontier") == expected


@pytest.mark.parametrize("seed", range(5))
def test_a_grid_is_found_in_any_listing(seed: int) -> None:
    problem = shuffled(grid(5, 7, 3), seed=seed)[0]
    search = found(problem)
    # States that differ in a permutation of colors are not merged if the options matter.
    merged = _native.sweep(compiled(problem), search)
    sweep = _native.sweep(compiled(problem), search, options=True)
    assert merged is not None
    assert sweep is not None
    assert sweep.run(2**40, 10.0, 2**30) == _native.DONE
    # The number of colorings of the columns, one after the other (a transfer matrix).
    assert sweep.count() == 66274542
    assert sweep.transitions < 7000
    assert search.expected / 6.01 < search.expected_in(merged) < search.expected / 5
    work = sweep.transitions + sweep.states
    assert work / 4 < search.expected == search.expected_in(sweep) < 4 * work
    # An order by chance is expected to take far more.
    other = _native.sweep(compiled(problem), "given")
    assert other is not None
    assert search.expected_in(other) > 4 * search.expected


def test_items_without_options_cost_no_time() -> None:
    """Each start would step through all of them."""
    free = range(20_000)
    problem = Problem.from_options(
        [["a", "b"], ["a"], ["b"]], primary=["a", "b", *free], bounds=dict.fromkeys(free, (0, 1))
    )
    search = _native.OrderSearch(compiled(problem), "entropy")
    # A slice of no time ends at the next look at the clock.
    runs = 0
    while not search.run(0.0):
        runs += 1
    assert 0 < runs < 100


def test_an_estimate_is_given_up_when_the_sweep_has_made_as_much() -> None:
    """Options that share colors by chance: .2 million transitions expected, and 5 made."""
    dice = Random(59)
    items, places = dice.randint(18, 28), dice.randint(14, 30)
    colors, options = dice.randint(2, 4), dice.randint(6, 9) * items
    problem = Problem.from_options(
        (
            dice.sample(range(items), dice.choice([1, 2, 2, 3]))
            + [
                Colored(("place", place), dice.randrange(colors))
                for place in dice.sample(range(places), dice.choice([1, 2, 3]))
            ]
            for _ in range(options)
        ),
        primary=range(items),
        secondary=[("place", place) for place in range(places)],
    )
    counting = FrontierCounting(problem)
    believed = []
    while counting.steps < 1_000_000:
        counting.advance(10_000, 1.0, 2**30)
        believed.append(counting.has_estimate)
    assert True in believed
    assert believed[-1] is False
