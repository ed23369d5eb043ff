"""Counting over tree decompositions: by other engines, by published counts, and what is refused."""

from __future__ import annotations

import random
from itertools import product
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Colored, Problem, _native
from combien.cover._problem import compiled
from combien.engines._counting import OutOfBytes
from combien.engines._sweeps.tree import (
    LINE_BYTE_STEPS,
    LINE_FROM,
    LINE_STEPS,
    TreeCounting,
    likely_steps,
    look_steps,
    quick_bound,
    tree,
)
from combien.errors import CannotAnswer, OutOfBudget
from tests.engines.boards import dominoes, latin, queens

PLENTY = 10**12


@st.composite
def branching_problems(draw: st.DrawFn) -> Problem:
    """Options within the cliques of a random tree of cliques, some items secondary."""
    # Numbers drawn by hypothesis one by one take longer than the counts.
    dice = random.Random(draw(st.integers(0, 2**32 - 1)))
    width, size = draw(st.integers(2, 4)), draw(st.integers(6, 22))
    secondary = draw(st.sampled_from((0.0, 0.2)))
    cliques = [list(range(width))]
    for item in range(width, size):
        base = dice.sample(dice.choice(cliques), width - 1)
        cliques.append([*base, item])
    flags = [item != 0 and dice.random() < secondary for item in range(size)]
    options = [[item] for item in range(size) if not flags[item] and dice.random() < 0.5]
    for clique in cliques * 3:
        option = dice.sample(clique, dice.randint(1, width))
        if not all(flags[item] for item in option):
            options.append(option)
    dice.shuffle(options)
    return Problem.from_options(
        options,
        primary=[item for item in range(size) if not flags[item]],
        secondary=[item for item in range(size) if flags[item]],
    )


@given(branching_problems())
@settings(max_examples=60)
def test_branching_problems_as_by_search(problem: Problem) -> None:
    assert combien.count(problem, engine="tree") == combien.count(problem, engine="dlx")


def partial_k_tree(vertices: int, k: int, seed: int) -> Problem:
    """The matchings of a graph of treewidth k in which edges and single vertices are options."""
    dice = random.Random(seed)
    cliques = [list(range(k))]
    options: list[tuple[int, ...]] = [(vertex,) for vertex in range(vertices)]
    for vertex in range(k, vertices):
        clique = dice.choice(cliques)
        options += [(other, vertex) for other in clique if dice.random() < 0.7]
        cliques += [[u for u in clique if u != x] + [vertex] for x in clique]
    return Problem.from_options(options, primary=range(vertices))


def test_a_problem_without_a_narrow_order() -> None:
    problem = partial_k_tree(300, 7, 1)
    counted = TreeCounting(problem)
    assert counted.advance(PLENTY, 1e9, PLENTY)
    assert counted.work["joins"] > 20
    assert counted.work["transitions"] < 300_000
    with pytest.raises(OutOfBudget):
        combien.count(problem, engine="frontier", nodes=5 * counted.steps)
    # A smaller one can be counted by a sweep, too.
    smaller = partial_k_tree(60, 4, 2)
    assert combien.count(smaller, engine="tree") == combien.count(smaller, engine="frontier")


def test_published_counts() -> None:
    assert combien.count(dominoes(8, 8), engine="tree") == 12988816
    assert combien.count(queens(6), engine="tree") == 4
    assert combien.count(latin(4), engine="tree") == 576
    assert combien.count(dominoes(3, 3), engine="tree") == 0


def test_dominoes_in_a_cube() -> None:
    # 4 x 4 x 4, OEIS A028446.
    cells = list(product(range(4), repeat=3))
    options = [
        ((x, y, z), other)
        for x, y, z in cells
        for other in ((x + 1, y, z), (x, y + 1, z), (x, y, z + 1))
        if max(other) < 4
    ]
    assert combien.count(Problem.from_options(options), engine="tree") == 5051532105


def test_counts_of_any_size() -> None:
    # Fibonacci's numbers, which need more and more limbs.
    a, b = 1, 1
    for _ in range(999):
        a, b = b, a + b
    assert combien.count(dominoes(2, 1000), engine="tree") == b
    # Components are multiplied.
    squares = [(4 * k + i, 4 * k + (i + 1) % 4) for k in range(300) for i in range(4)]
    assert combien.count(Problem.from_options(squares), engine="tree") == 2**300


def test_joined_counts_of_several_limbs() -> None:
    # Three long ladders that end at one vertex each, which are joined by a triangle.
    options: list[tuple[object, object]] = []
    for arm in range(3):
        cells = [(arm, x, y) for x in range(150) for y in range(2)]
        options += [((a, x, y), (a, x + 1, y)) for a, x, y in cells if x < 149]
        options += [((a, x, 0), (a, x, 1)) for a, x, y in cells if y == 0]
        options.append(((arm, 0, 0), ((arm + 1) % 3, 0, 1)))
    problem = Problem.from_options(options)
    assert combien.count(problem, engine="tree") == combien.count(problem, engine="frontier")


def test_the_smallest_problems() -> None:
    assert combien.count(Problem.from_options([]), engine="tree") == 1
    assert combien.count(Problem.from_options([], primary="a"), engine="tree") == 0
    assert combien.count(Problem.from_options([], secondary="a"), engine="tree") == 1
    assert combien.count(Problem.from_options(["a", "a"]), engine="tree") == 2


def random_graph(vertices: int, edges: int, seed: int) -> Problem:
    """The perfect matchings of a uniform random graph."""
    dice = random.Random(seed)
    pairs: set[tuple[int, int]] = set()
    while len(pairs) < edges:
        a, b = sorted(dice.sample(range(vertices), 2))
        pairs.add((a, b))
    return Problem.from_options(sorted(pairs), primary=range(vertices))


@pytest.mark.parametrize(("vertices", "edges", "seed"), [(44, 160, 1), (46, 150, 2), (44, 155, 3)])
def test_random_graphs_along_a_line(vertices: int, edges: int, seed: int) -> None:
    problem = random_graph(vertices, edges, seed)
    answer = combien.answer(problem, engine="tree")
    assert answer.count == combien.count(problem, engine="frontier")
    assert "a line of items" in answer.why
    # Far fewer than the sets of items of all bags.
    assert answer.work["transitions"] < 700_000


def test_a_line_with_single_and_secondary_items() -> None:
    graph = random_graph(44, 160, 1)
    pairs = [graph.indices(option) for option in range(graph.option_count)]
    options = [*pairs, *((vertex,) for vertex in range(0, 44, 3))]
    for secondary in ([], [1, 5, 7]):
        some = [option for option in options if not set(option) <= set(secondary)]
        primary = [vertex for vertex in range(44) if vertex not in secondary]
        problem = Problem.from_options(some, primary=primary, secondary=secondary)
        answer = combien.answer(problem, engine="tree")
        assert answer.count == combien.count(problem, engine="frontier")
        assert "a line of items" in answer.why


def test_slices_and_budgets_along_a_line() -> None:
    problem = random_graph(44, 160, 1)
    whole = TreeCounting(problem)
    while not whole.advance(PLENTY, 1e9, PLENTY):
        pass
    sliced = TreeCounting(problem)
    fractions = [0.0]
    while not sliced.advance(777, 1e9, PLENTY):
        fractions.append(sliced.fraction)
    assert (sliced.count, dict(sliced.work)) == (whole.count, dict(whole.work))
    assert fractions == sorted(fractions)
    assert sliced.fraction == 1
    # Looking for a decomposition and a line takes steps, too.
    nodes = whole.looking_steps + 505_000
    with pytest.raises(OutOfBudget, match=f"the budget of {nodes} nodes ended") as caught:
        combien.count(problem, engine="tree", nodes=nodes)
    assert caught.value.known["transitions"] == 505_000
    with pytest.raises(OutOfBudget, match="the count needs more than"):
        combien.count(problem, engine="tree", bytes=1000)


def test_the_search_for_a_decomposition_can_be_interrupted() -> None:
    machine = _native.tree_count(compiled(random_graph(90, 320, 1)))
    pauses = 0
    while not machine.prepare(PLENTY, 0):
        pauses += 1
    assert pauses > 500
    assert not machine.settled


@given(problem=branching_problems())
@settings(max_examples=50)
def test_a_quick_bound_is_not_below_the_bound_of_the_best_decomposition(problem: Problem) -> None:
    machine = _native.tree_count(compiled(problem))
    while not machine.prepare(PLENTY, 1.0):
        pass
    assert machine.cost <= quick_bound(problem) < inf


def test_a_quick_bound_of_refused_problems() -> None:
    assert quick_bound(Problem.from_options(["a"], bounds={"a": (0, 1)})) == inf
    assert quick_bound(Problem.from_options([[number] for number in range(8193)])) == inf


def test_a_line_is_looked_for_where_bags_are_wide_and_items_not_too_many() -> None:
    enough, too_many = (Problem.from_options([k] for k in range(n)) for n in (512, 513))
    assert look_steps(enough, LINE_FROM) == 2 * LINE_STEPS
    assert look_steps(enough, 2.0**46) == 2 * LINE_STEPS * 2
    assert look_steps(enough, LINE_FROM - 1) == look_steps(too_many, 2.0**46) == inf


def test_the_likely_cost_grows_where_it_was_too_low() -> None:
    counting = TreeCounting(dominoes(8, 8))
    assert counting.likely_fraction is None
    fractions: list[float] = []
    while not counting.advance(100, 1.0, 10**9):
        if counting.likely_fraction is not None:
            fractions.append(counting.likely_fraction)
    assert 0 < fractions[0] < fractions[-1] < 1
    made = counting.work["transitions"]
    assert made < likely_steps(dominoes(8, 8), counting.forecast) < counting.forecast


@pytest.mark.parametrize("problem", [random_graph(44, 160, 1), dominoes(8, 8)])
def test_the_likely_cost_of_a_line_is_its_cost(problem: Problem) -> None:
    """Where a line was looked for, looking for it and its memory count, too."""
    counting = TreeCounting(problem)
    looked = []
    while not counting.advance(10_000, 1e9, PLENTY):
        if not counting.settled and counting.likely_fraction is not None:
            looked.append(counting.likely_fraction)
    in_line = counting.why.startswith("a line of items")
    made, looking = counting.work["transitions"], counting.looking_steps
    assert counting.steps == made + looking
    assert counting.likely_fraction is not None
    likely = counting.steps / counting.likely_fraction - looking
    if in_line:
        assert looked == sorted(looked)
        assert 0 < looked[0] < looked[-1] <= 0.5
        assert made == pytest.approx(counting.forecast, rel=0.01)
        memory = LINE_BYTE_STEPS * counting._machine.line_bytes
        assert likely == pytest.approx(counting.forecast + memory, abs=2)
    else:
        assert not looked
        assert made < likely < counting.forecast


def test_looking_for_a_line_ends_with_its_steps() -> None:
    counting = TreeCounting(random_graph(44, 160, 1))
    before = 0
    while not counting.settled:
        counting.advance(1000, 1e9, PLENTY)
        # A move of the annealing may be the last one.
        assert counting.steps - before < 1100
        before = counting.steps


def test_slices_do_not_change_the_answer() -> None:
    whole = TreeCounting(dominoes(6, 6))
    assert whole.advance(PLENTY, 1e9, PLENTY)
    for steps in (1, 7):
        sliced = TreeCounting(dominoes(6, 6))
        fractions = [0.0]
        while not sliced.advance(steps, 1e9, PLENTY):
            fractions.append(sliced.fraction)
        assert (sliced.count, dict(sliced.work)) == (6728, dict(whole.work))
        assert fractions == sorted(fractions)
        assert max(fractions) < 1 == sliced.fraction
    assert whole.work["transitions"] <= whole.forecast


def test_budgets() -> None:
    looked = TreeCounting(dominoes(8, 8))
    while not looked.work["transitions"]:
        looked.advance(1, 1e9, PLENTY)
    nodes = looked.looking_steps + 1000
    with pytest.raises(OutOfBudget, match=f"the budget of {nodes} nodes ended") as caught:
        combien.count(dominoes(8, 8), engine="tree", nodes=nodes)
    assert caught.value.known["transitions"] == 1000
    with pytest.raises(OutOfBudget, match="the count needs more than"):
        combien.count(dominoes(8, 8), engine="tree", bytes=1000)
    counting = TreeCounting(dominoes(8, 8))
    with pytest.raises(OutOfBytes):
        counting.advance(PLENTY, 1e9, 4_000)
    assert counting.bytes <= 4_000
    # With more memory it continues.
    assert counting.advance(PLENTY, 1e9, PLENTY)
    assert counting.count == 12988816


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (Problem.from_options(["ab"], bounds={"a": (0, 1)}), "knows no bounds"),
        (Problem.from_options([["a", Colored("b", "R")]], secondary="b"), "knows no colors"),
        (Problem.from_options([range(65)]), "a bag of more than 64 items"),
        (Problem.from_options([k] for k in range(8193)), "a bag of more than 64 items"),
    ],
)
def test_refusals_name_an_alternative(problem: Problem, reason: str) -> None:
    assert reason in tree().refusal(problem, "count")
    with pytest.raises(CannotAnswer, match=r"ask engine=.*'frontier',? or 'auto'$") as caught:
        combien.count(problem, engine="tree")
    assert reason in str(caught.value)


def test_it_does_not_list() -> None:
    with pytest.raises(CannotAnswer, match="ask engine='dlx' for solutions"):
        combien.solve(dominoes(2, 2), engine="tree")
