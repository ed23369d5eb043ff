"""Perfect matchings on surfaces: by other engines, by published counts, and what is refused."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, product
from math import pi, prod, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, _native
from combien.cover._oracle import all_solutions
from combien.cover._problem import compiled
from combien.engines._matchings.fkt import FktCounting, fkt, shares
from combien.engines._protocol import Budget
from combien.errors import BadInput, CannotAnswer, OutOfBudget
from tests.engines.boards import dominoes

Pairs = list[tuple[int, int]]
# Numbers drawn by hypothesis one by one take longer than the counts.
SEEDS = st.integers(0, 2**32 - 1)


def matching(pairs: Pairs, vertices: int) -> Problem:
    """The problem of the perfect matchings of a graph."""
    return Problem.from_options(pairs, primary=range(vertices))


@st.composite
def planar_graphs(draw: st.DrawFn, *, most: int = 6) -> tuple[Pairs, int]:
    """A board with holes, diagonals and missing edges, some edges several times, in any order."""
    width, height = draw(st.integers(1, most)), draw(st.integers(1, most))
    dice = random.Random(draw(SEEDS))
    kept, holes, diagonals = (draw(st.sampled_from(p)) for p in ((1, 0.8), (0, 0.1), (0, 0.5, 1)))
    cells = [(x, y) for y in range(height) for x in range(width) if dice.random() >= holes]
    dice.shuffle(cells)
    names = {cell: number for number, cell in enumerate(cells)}
    pairs = []
    for x, y in cells:
        ways = [((x, y), (x + 1, y)), ((x, y), (x, y + 1))]
        if dice.random() < diagonals:
            rising = ((x, y + 1), (x + 1, y))
            ways.append(rising if dice.random() < 0.5 else ((x, y), (x + 1, y + 1)))
        for a, b in ways:
            if a in names and b in names and dice.random() < kept:
                pair = (names[a], names[b]) if dice.random() < 0.5 else (names[b], names[a])
                pairs += [pair] * dice.choice((1, 1, 1, 2, 5))
    dice.shuffle(pairs)
    return pairs, len(cells)


@given(planar_graphs())
@settings(max_examples=80)
def test_random_planar_graphs_as_by_the_sweep(graph: tuple[Pairs, int]) -> None:
    problem = matching(*graph)
    assert combien.count(problem, engine="fkt") == combien.count(problem, engine="frontier")


@given(planar_graphs(most=3))
@settings(max_examples=60)
def test_random_planar_graphs_by_definition(graph: tuple[Pairs, int]) -> None:
    pairs, vertices = graph
    problem = matching(pairs[:14], vertices)
    every = all_solutions(problem)
    assert combien.count(problem, engine="fkt") == len(every)
    found = [sum(option in one for one in every) for option in range(problem.option_count)]
    assert shares(problem) == (found, len(every))


@given(planar_graphs())
@settings(max_examples=50)
def test_the_matchings_with_each_edge_as_by_the_diagram(graph: tuple[Pairs, int]) -> None:
    problem = matching(*graph)
    found = combien.family(problem).marginals()
    expected = [found.get(option, 0) for option in range(problem.option_count)]
    assert shares(problem) == (expected, combien.count(problem, engine="frontier"))
    assert combien.marginals(problem) == expected


@pytest.mark.parametrize("order", [1, 2, 5, 20])
def test_the_matchings_with_each_edge_of_an_aztec_diamond(order: int) -> None:
    problem = aztec(order)
    found, total = combien.marginals(problem), 2 ** (order * (order + 1) // 2)
    assert sum(found) == order * (order + 1) * total
    # By domino shuffling: the top row has two vertical dominoes if no step has made another one.
    top = [(-1, order - 1), (0, order - 1)]
    number = next(o for o in range(len(found)) if set(problem.entries(o)) == set(top))
    assert Fraction(found[number], total) == 1 - Fraction(1, 2**order)


def test_graphs_that_are_not_planar_have_no_shares() -> None:
    pairs = list(combinations(range(6), 2))
    assert shares(matching(pairs, 6)) is None
    assert combien.marginals(matching(pairs, 6)) == [3] * 15
    assert shares(Problem.from_options(["abc"])) is None


@given(
    st.integers(1, 5).map(lambda half: 2 * half),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=32),
)
@settings(max_examples=100)
def test_any_small_graph_as_by_search(vertices: int, pairs: Pairs) -> None:
    # The engine draws enough handles for every graph of ten vertices.
    pairs = [(a % vertices, b % vertices) for a, b in pairs if a % vertices != b % vertices]
    problem = matching(pairs, vertices)
    assert combien.count(problem, engine="fkt") == combien.count(problem, engine="dlx")


@st.composite
def torus_graphs(draw: st.DrawFn) -> tuple[Pairs, int]:
    """A torus of squares with some diagonals, missing edges and repeated ones, shuffled."""
    width, height = draw(st.integers(3, 5)), draw(st.integers(2, 5))
    dice = random.Random(draw(SEEDS))
    kept, diagonals = draw(st.sampled_from((1, 0.85))), draw(st.sampled_from((0, 0.3)))
    names = list(range(width * height))
    dice.shuffle(names)
    pairs: Pairs = []
    for x, y in product(range(width), range(height)):
        steps = [(1, 0), (0, 1)] + [(1, 1)] * (dice.random() < diagonals)
        for dx, dy in steps:
            a, b = y * width + x, (y + dy) % height * width + (x + dx) % width
            if dice.random() < kept:
                pairs += [(names[a], names[b])] * dice.choice((1, 1, 1, 3))
    dice.shuffle(pairs)
    return pairs, width * height


@given(torus_graphs())
@settings(max_examples=60)
def test_random_graphs_on_tori_as_by_the_sweep(graph: tuple[Pairs, int]) -> None:
    problem = matching(*graph)
    counting = FktCounting(problem)
    while not counting.advance(10**9, 1e9, 10**9):
        pass
    assert counting.count == combien.count(problem, engine="frontier")
    assert "Pfaffian" in counting.why or "no perf" in counting.why


def torus(width: int, height: int) -> Problem:
    """A torus of squares, to be covered by dominoes."""
    pairs = [
        (y * width + x, (y + dy) % height * width + (x + dx) % width)
        for x, y in product(range(width), range(height))
        for dx, dy in ((1, 0), (0, 1))
    ]
    return matching(pairs, width * height)


def by_closed_form(width: int, height: int) -> int:
    """The dominoes on a torus with even sides, by Kasteleyn's four products, 1961."""

    def half(a: float, b: float) -> float:
        return prod(
            4 * (sin(2 * pi * (j + a) / width) ** 2 + sin(2 * pi * (k + b) / height) ** 2)
            for j, k in product(range(width // 2), range(height))
        ) ** (1 / 2)

    return round((half(0.5, 0) + half(0, 0.5) + half(0.5, 0.5)) / 2)


@pytest.mark.parametrize(("width", "height"), [(4, 4), (4, 6), (6, 6), (8, 8), (6, 10)])
def test_dominoes_on_tori(width: int, height: int) -> None:
    known = {(4, 4): 272, (6, 6): 90176, (8, 8): 311853312}
    count = combien.count(torus(width, height), engine="fkt")
    assert count == known.get((width, height), count) == by_closed_form(width, height)


def test_dominoes_on_a_large_torus_with_few_pivots() -> None:
    answer = combien.answer(torus(12, 12), engine="fkt")
    assert answer.count == combien.count(torus(12, 12), engine="orbits")
    assert answer.why == "matchings of a graph on a torus: 4 Pfaffians modulo 8 primes in all"
    assert answer.work["pivots"] < 1000


def test_hexagons_on_a_torus() -> None:
    # Lozenges: each of the two colors has all cells, and three neighbors of the other.
    options = [
        (("up", x, y), ("down", (x - dx) % 6, (y - dy) % 6))
        for x, y in product(range(6), range(6))
        for dx, dy in ((0, 0), (1, 0), (0, 1))
    ]
    problem = Problem.from_options(options)
    assert "a torus" in combien.answer(problem, engine="fkt").why
    assert combien.count(problem, engine="fkt") == combien.count(problem, engine="frontier")


@pytest.mark.parametrize(("vertices", "handles"), [(6, 1), (8, 2), (10, 5)])
def test_complete_graphs(vertices: int, handles: int) -> None:
    answer = combien.answer(
        matching(list(combinations(range(vertices), 2)), vertices), engine="fkt"
    )
    assert answer.count == prod(range(1, vertices, 2))
    assert answer.work["primes"] <= 4 ** (handles + 1)


def solid(side: int, missing: set[tuple[int, int, int]]) -> Problem:
    """A cube without some cells, to be covered by dominoes."""
    cells = [cell for cell in product(range(side), repeat=3) if cell not in missing]
    options = [
        ((x, y, z), other)
        for x, y, z in cells
        for other in ((x + 1, y, z), (x, y + 1, z), (x, y, z + 1))
        if other in cells
    ]
    return Problem.from_options(options, primary=cells)


def test_a_graph_without_a_perfect_matching_is_recognized_at_once() -> None:
    answer = combien.answer(solid(6, {(0, 0, 0), (5, 5, 0)}), engine="auto")
    assert (answer.count, answer.engine) == (0, "fkt")
    assert "the graph of the pairs has no perfect matching" in answer.why
    assert answer.work.get("pivots", 0) == 0
    with pytest.raises(CannotAnswer, match="few handles"):
        combien.count(solid(6, {(0, 0, 0), (5, 5, 5)}), engine="fkt")


def test_edges_in_no_matching_are_not_drawn() -> None:
    # Two complete bipartite halves, with all edges from the one to the other: none can be used.
    pairs = [(a, b) for a in range(4) for b in range(8, 12)]
    pairs += [(a, b) for a in range(4, 8) for b in range(8, 16)]
    answer = combien.answer(matching(pairs, 16), engine="fkt")
    assert answer.count == 24 * 24
    assert "matchings of 2 components" in answer.why


def triangles(width: int, height: int) -> Pairs:
    """A triangular lattice, which is not bipartite."""
    pairs = [(y * width + x, y * width + x + 1) for y in range(height) for x in range(width - 1)]
    pairs += [(v, v + width) for v in range(width * (height - 1))]
    pairs += [
        (y * width + x, (y + 1) * width + x + 1)
        for y in range(height - 1)
        for x in range(width - 1)
    ]
    return pairs


def lozenges(a: int, b: int, c: int) -> Problem:
    """A hexagon of triangles with sides a, b, c, to be covered by pairs of neighbors."""
    places = [(x, y) for y in range(b + c) for x in range(a + c)]
    up = [(x, y) for x, y in places if c <= x + y <= a + b + c - 1]
    down = [(x, y) for x, y in places if c - 1 <= x + y <= a + b + c - 2]
    options = [
        (("up", (x, y)), ("down", other))
        for x, y in up
        for other in ((x, y), (x - 1, y), (x, y - 1))
        if other in down
    ]
    return Problem.from_options(
        options, primary=[("up", place) for place in up] + [("down", place) for place in down]
    )


def aztec(n: int) -> Problem:
    """The Aztec diamond of order n, to be covered by dominoes."""
    cells = [(x, y) for y in range(-n, n) for x in range(-n, n) if abs(x + 0.5) + abs(y + 0.5) <= n]
    there = set(cells)
    options = [
        (cell, other)
        for cell in cells
        for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
        if other in there
    ]
    return Problem.from_options(options, primary=cells)


def test_dominoes() -> None:
    # OEIS A004003.
    assert combien.count(dominoes(8, 8), engine="fkt") == 12988816
    count = 1269984011256235834242602753102293934298576249856
    assert combien.count(dominoes(20, 20), engine="fkt") == count
    assert combien.count(dominoes(3, 3), engine="fkt") == 0


def test_long_strip_by_recurrence() -> None:
    # Fibonacci's numbers: 2 x n dominoes.
    a, b = 1, 1
    for _ in range(999):
        a, b = b, a + b
    assert combien.count(dominoes(2, 1000), engine="fkt") == b


@pytest.mark.parametrize("n", [1, 2, 5, 12, 20])
def test_aztec_diamonds(n: int) -> None:
    # Elkies, Kuperberg, Larsen and Propp, 1992.
    assert combien.count(aztec(n), engine="fkt") == 2 ** (n * (n + 1) // 2)


def test_many_primes_by_a_product() -> None:
    # A chain of squares that do not touch: each has two matchings with these multiplicities.
    pairs: Pairs = []
    for k in range(300):
        a = 4 * k
        pairs += [(a, a + 1), (a, a + 1), (a + 1, a + 2), (a + 2, a + 3), (a + 3, a)]
    assert combien.count(matching(pairs, 1200), engine="fkt") == 3**300


@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 6), (7, 8), (3, 5)])
def test_triangular_lattices(width: int, height: int) -> None:
    problem = matching(triangles(width, height), width * height)
    assert combien.count(problem, engine="fkt") == combien.count(problem, engine="frontier")


@pytest.mark.parametrize("spokes", range(3, 12))
def test_wheels(spokes: int) -> None:
    pairs = [(k, (k + 1) % spokes) for k in range(spokes)] + [(k, spokes) for k in range(spokes)]
    # The hub is matched with the rim, and the rest of the rim in one way or none.
    expected = spokes if spokes % 2 else 0
    assert combien.count(matching(pairs, spokes + 1), engine="fkt") == expected


def test_dodecahedron() -> None:
    pairs = [(k, (k + 1) % 10) for k in range(10)] + [(k, k + 10) for k in range(10)]
    pairs += [(10 + k, 10 + (k + 2) % 10) for k in range(10)]
    assert combien.count(matching(pairs, 20), engine="fkt") == 36


def test_buckminsterfullerene() -> None:
    # The Kekule structures of C60, published as 12500: an icosahedron with its corners cut off.
    rings = [(k, k % 5 + 1) for k in range(1, 6)]
    edges = [(0, k) for k in range(1, 6)] + rings + [(a + 5, b + 5) for a, b in rings]
    edges += [(k, k + 5) for k in range(1, 6)] + [(b, a + 5) for a, b in rings]
    edges += [(11, k) for k in range(6, 11)]
    arcs = sorted(edges + [(b, a) for a, b in edges])
    options = [(arc, arc[::-1]) for arc in arcs if arc[0] < arc[1]]
    options += [(p, q) for p, q in combinations(arcs, 2) if p[0] == q[0] and (p[1], q[1]) in arcs]
    problem = Problem.from_options(options)
    assert (problem.item_count, problem.option_count) == (60, 90)
    assert combien.count(problem, engine="fkt") == 12500


@pytest.mark.parametrize(("a", "b", "c"), [(1, 1, 1), (2, 3, 4), (5, 5, 5), (1, 6, 9)])
def test_lozenges(a: int, b: int, c: int) -> None:
    # MacMahon, 1916: plane partitions in a box.
    expected = Fraction(1)
    for i, j, k in product(range(a), range(b), range(c)):
        expected *= Fraction(i + j + k + 2, i + j + k + 1)
    assert combien.count(lozenges(a, b, c), engine="fkt") == expected


def test_smallest_graphs() -> None:
    assert combien.count(matching([], 0), engine="fkt") == 1
    assert combien.count(matching([], 2), engine="fkt") == 0
    assert combien.count(matching([(0, 1)] * 3, 2), engine="fkt") == 3


def test_no_matching_although_both_colors_are_equal() -> None:
    # Two leaves at one vertex; both colors have equally many vertices.
    hubs = [(0, 1), (0, 2), (0, 3), (3, 7), (4, 5), (4, 6), (4, 7)]
    assert combien.count(matching(hubs, 8), engine="fkt") == 0


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (matching(list(combinations(range(16), 2)), 16), "without crossings"),
        (Problem.from_options(["ab", "c"]), "option 1 has 1 item, and"),
        (Problem.from_options(["abc", "c"]), "option 0 has 3 items"),
        (Problem.from_options(["ab", "ac"], secondary="c"), "item 'c' is secondary"),
        (Problem.from_options(["ab"], bounds={"a": (0, 1)}), "has bounds"),
    ],
)
def test_refusals_name_an_alternative(problem: Problem, reason: str) -> None:
    assert reason in fkt().refusal(problem, "count")
    with pytest.raises(CannotAnswer, match=r"ask engine='frontier', or 'auto'$") as caught:
        combien.count(problem, engine="fkt")
    assert reason in str(caught.value)


def test_it_does_not_list() -> None:
    with pytest.raises(CannotAnswer, match="ask engine='dlx' for solutions"):
        combien.solve(dominoes(2, 2), engine="fkt")
    assert fkt().refusal(dominoes(2, 2), "count") == ""


def test_budgets() -> None:
    problem = dominoes(30, 30)
    with pytest.raises(OutOfBudget, match="the budget of 100 nodes ended") as caught:
        combien.count(problem, engine="fkt", nodes=100)
    # The other steps were taken to draw the graph.
    assert caught.value.known["pivots"] == 32
    with pytest.raises(OutOfBudget, match="give more bytes="):
        combien.count(problem, engine="fkt", bytes=1000)
    with pytest.raises(BadInput):
        fkt().count(problem, budget=Budget(nodes=-1))


def test_slices_do_not_change_the_answer() -> None:
    whole, sliced = FktCounting(dominoes(20, 20)), FktCounting(dominoes(20, 20))
    assert whole.advance(10**9, 1e9, 10**9)
    slices = 1
    while not sliced.advance(7, 1e9, 10**9):
        slices += 1
    assert slices > 10
    assert sliced.count == whole.count
    assert dict(sliced.work) == dict(whole.work)
    assert sliced.fraction == 1


@pytest.mark.parametrize(
    ("option", "what"), [("a", "1 item"), ("abc", "3 items")], ids=["one", "three"]
)
def test_options_that_are_not_pairs_are_named(option: str, what: str) -> None:
    problem = Problem.from_options(["ab", option])
    assert fkt().refusal(problem, "count").startswith(f"option 1 has {what}, and the fkt engine ")


def test_drawing_takes_the_steps_it_is_given() -> None:
    problem = Problem.from_options(list(combinations(range(10), 2)))
    counting = FktCounting(problem)
    turns = 0
    while counting.work["pivots"] == 0:
        before = counting.steps
        assert not counting.advance(100, 60.0, 10**9)
        assert counting.steps - before < 200
        turns += 1
    assert turns > 50
    while not counting.advance(10**6, 60.0, 10**9):
        pass
    assert counting.count == prod(range(1, 10, 2))


def test_drawing_can_be_interrupted() -> None:
    # A torus, whose drawing takes thousands of steps.
    size = 16
    cells = [(x, y) for x in range(size) for y in range(size)]
    right = [((x, y), ((x + 1) % size, y)) for x, y in cells]
    problem = Problem.from_options(right + [((x, y), (x, (y + 1) % size)) for x, y in cells])
    machine = _native.matchings(compiled(problem))
    pauses = 0
    while not machine.prepare(2**62, 0):
        pauses += 1
    assert machine.drawn
    assert pauses > 20
