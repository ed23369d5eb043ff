"""The bit kernel: one tree on every processor, and the boards that exercise its blocks."""

from __future__ import annotations

import platform
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Region, Solution, TilingProblem, _native
from combien.cover._problem import compiled
from combien.engines._places import Place
from combien.engines._search.searching import bits
from combien.errors import BadPosition, CannotAnswer, OutOfBudget
from tests.engines.boards import dominoes, five_digits, langford, latin, queens
from tests.random_problems import problems
from tests.tilings.pentominoes import pentominoes

EVERYTHING = 2**62
ROOT = Place()


def run(problem: Problem, vectors: str) -> tuple[list[tuple[int, ...]], int, int]:
    """All solutions in order, and the counters."""
    search = _native.bit_search(compiled(problem), [], visited=False, vectors=vectors)
    _, solutions = search.solutions(EVERYTHING, EVERYTHING, float("inf"), Solution)
    return list(solutions), search.nodes, search.updates


@pytest.mark.parametrize("vectors", _native.vector_sets())
@settings(max_examples=80)
@given(problem=problems(colors=True))
def test_every_processor_walks_the_same_tree(vectors: str, problem: Problem) -> None:
    assert run(problem, vectors) == run(problem, "plain")


@pytest.mark.skipif(
    (platform.system(), platform.machine()) != ("Linux", "x86_64"),
    reason="Linux on x86-64 names them",
)
def test_the_vector_instructions_match_the_processor() -> None:
    names = Path("/proc/cpuinfo").read_text().partition("\nflags")[2].partition("\n")[0].split()
    needed = {
        "plain": set[str](),
        "avx2": {"avx2", "bmi1", "bmi2", "abm", "popcnt"},
        "avx512": {"avx2", "avx512f", "avx512bw", "avx512vl", "avx512_vpopcntdq"},
    }
    assert [vectors for vectors in needed if needed[vectors] <= set(names)] == _native.vector_sets()


def opened(
    problem: Problem, lanes: str, place: Place = ROOT, *, vectors: str = "best"
) -> _native.Search:
    """A search at a position."""
    return _native.bit_search(
        compiled(problem),
        place.choices,
        visited=place.visited,
        floor=place.floor,
        vectors=vectors,
        lanes=lanes,
    )


def counted(search: _native.Search) -> tuple[int, int, int]:
    """Count what is left; the solutions and the counters."""
    assert search.count(EVERYTHING, EVERYTHING, float("inf")) == _native.DONE
    return search.found, search.nodes, search.updates


def place_of(search: _native.Search) -> Place:
    choices, visited, floor = search.position()
    return Place(tuple(choices), visited, floor)


@pytest.mark.parametrize("vectors", _native.vector_sets())
@settings(max_examples=80)
@given(problem=problems(colors=True), granted=st.integers(1, 20), most=st.integers(1, 4))
def test_lanes_visit_the_same_nodes(
    vectors: str, problem: Problem, granted: int, most: int
) -> None:
    """Counting in lanes is exact in slices of any size, and can be resumed after each."""
    solutions, nodes, updates = run(problem, "plain")
    total = (len(solutions), nodes, updates)
    assert counted(opened(problem, "always", vectors=vectors)) == total
    search = opened(problem, "always", vectors=vectors)
    while True:
        before = search.nodes
        found = search.found
        outcome = search.count(most, granted, float("inf"))
        assert search.nodes <= before + granted
        assert search.found <= found + most
        assert (search.found == found + most) == (outcome == _native.SOLUTION)
        rest = counted(opened(problem, "always", place_of(search), vectors=vectors))
        done = (search.found, search.nodes, search.updates)
        assert tuple(map(sum, zip(done, rest, strict=True))) == total
        if outcome == _native.DONE:
            break


@pytest.mark.parametrize("vectors", _native.vector_sets())
@pytest.mark.parametrize("lanes", ["paying", "always"])
@pytest.mark.parametrize(
    "problem", [queens(10), langford(11), latin(4), dominoes(6, 6), five_digits()]
)
def test_lanes_pause_and_continue(problem: Problem, lanes: str, vectors: str) -> None:
    """A count whose time is always up continues, and its position agrees with the counters."""
    total = counted(opened(problem, "never"))
    assert counted(opened(problem, lanes, vectors=vectors)) == total
    search = opened(problem, lanes, vectors=vectors)
    pauses, next_check = 0, 1
    while search.count(EVERYTHING, EVERYTHING, 0.0) != _native.DONE:
        pauses += 1
        if pauses < next_check:
            continue
        # Without vector instructions there are many pauses.
        next_check += max(5, pauses // 4)
        rest = counted(opened(problem, lanes, place_of(search)))
        done = (search.found, search.nodes, search.updates)
        assert tuple(map(sum, zip(done, rest, strict=True))) == total
    assert pauses > 0
    assert (search.found, search.nodes, search.updates) == total


def listed(search: _native.Search, most: int, granted: int) -> list[tuple[object, ...]]:
    """List what is left in batches; the outcome, solutions, counters and place after each."""
    batches: list[tuple[object, ...]] = []
    while True:
        outcome, found = search.solutions(most, granted, float("inf"), Solution)
        counters = search.found, search.nodes, search.updates
        batches.append((outcome, tuple(found), counters, place_of(search), search.fraction))
        if outcome == _native.DONE:
            return batches


@pytest.mark.parametrize("vectors", _native.vector_sets())
@settings(max_examples=80)
@given(problem=problems(colors=True), granted=st.integers(1, 40), most=st.integers(1, 40))
def test_lanes_list_the_same_solutions_in_order(
    vectors: str, problem: Problem, granted: int, most: int
) -> None:
    plain = listed(opened(problem, "never", vectors=vectors), most, granted)
    assert listed(opened(problem, "always", vectors=vectors), most, granted) == plain


@pytest.mark.parametrize("vectors", _native.vector_sets())
@pytest.mark.parametrize("lanes", ["paying", "always"])
@pytest.mark.parametrize(
    "problem", [queens(10), langford(11), latin(4), dominoes(6, 6), five_digits()]
)
def test_lanes_list_larger_problems_in_order(problem: Problem, lanes: str, vectors: str) -> None:
    for most, granted in ((1000, EVERYTHING), (EVERYTHING, 5000)):
        plain = listed(opened(problem, "never", vectors=vectors), most, granted)
        assert listed(opened(problem, lanes, vectors=vectors), most, granted) == plain


def systems() -> list[Problem]:
    """Problems with states of each size that lanes take: up to 254 options, 256 items."""
    dice = Random(1)
    sizes = [(24, 60), (28, 90), (28, 120), (28, 180), (32, 250), (40, 64), (40, 90), (40, 120)]
    sizes += [(44, 180), (44, 250), (56, 180), (56, 250), (90, 125), (110, 180), (110, 254)]
    made = []
    for items, options in sizes:
        order = dice.sample(range(items), items)
        planted = [sorted(order[k : k + 4]) for k in range(0, items, 4)]
        others = [sorted(dice.sample(range(items), 4)) for _ in range(options - len(planted))]
        made.append(Problem.from_options(planted + others))
    return [*made, latin_with_givens(9, 33), latin_with_givens(10, 44)]


def latin_with_givens(side: int, givens: int) -> Problem:
    """A Latin square with cells given, in which most options are forced."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    given = {cell: sum(cell) % side for cell in Random(1).sample(cells, givens)}
    return Problem.from_options(
        [f"{row},{column}", f"row {row}: {value}", f"column {column}: {value}"]
        for row, column in cells
        for value in range(side)
        if (row, column) not in given
        and all(value != other or (row != at[0] and column != at[1]) for at, other in given.items())
    )


def without_fractions(search: _native.Search) -> list[tuple[object, ...]]:
    """What it lists: the last digits of fractions depend on how a processor multiplies."""
    return [batch[:-1] for batch in listed(search, EVERYTHING, 20_000)]


@pytest.mark.parametrize("vectors", _native.vector_sets())
@pytest.mark.parametrize("problem", systems())
def test_lanes_of_every_size_visit_the_same_nodes(vectors: str, problem: Problem) -> None:
    plain = without_fractions(opened(problem, "never", vectors="plain"))
    total = counted(opened(problem, "never", vectors="plain"))
    for lanes in ("never", "paying", "always"):
        assert without_fractions(opened(problem, lanes, vectors=vectors)) == plain
        assert counted(opened(problem, lanes, vectors=vectors)) == total


def test_lanes_that_list_pause_and_continue() -> None:
    problem = queens(10)
    solutions, nodes, updates = run(problem, "plain")
    search = opened(problem, "always")
    found: list[Solution] = []
    outcome = _native.OUT_OF_SLICE
    while outcome != _native.DONE:
        outcome, more = search.solutions(EVERYTHING, EVERYTHING, 0.0, Solution)
        found += more
        if len(found) > len(solutions) // 2 and outcome != _native.DONE:
            # Solutions of a unit that was only counted were not kept, so it is searched again.
            found += opened(problem, "never", place_of(search)).solutions(
                EVERYTHING, EVERYTHING, float("inf"), Solution
            )[1]
            break
    assert found == solutions
    assert search.nodes <= nodes
    assert search.updates <= updates


def test_options_too_many_for_the_order_of_lanes() -> None:
    """Skipping more than 63 options needs more than a word; solutions are found one by one."""
    problem = Problem.from_options([["a", k % 2] for k in range(100)] + [[0], [1]])
    for vectors in _native.vector_sets():
        plain = listed(opened(problem, "never", vectors=vectors), EVERYTHING, EVERYTHING)
        search = opened(problem, "always", vectors=vectors)
        assert listed(search, EVERYTHING, EVERYTHING) == plain


@pytest.mark.parametrize("vectors", _native.vector_sets())
def test_a_count_in_lanes_becomes_a_list_where_it_stands(vectors: str) -> None:
    problem = queens(10)
    solutions, nodes, updates = run(problem, "plain")
    search = opened(problem, "always", vectors=vectors)
    for _ in range(2):  # The first pause is in the lanes.
        assert search.count(EVERYTHING, EVERYTHING, 0.0) == _native.OUT_OF_SLICE
    counted_before = search.found
    assert counted_before == 0
    _, found = search.solutions(EVERYTHING, EVERYTHING, float("inf"), Solution)
    assert list(found) == solutions[counted_before:]
    assert (search.nodes, search.updates) == (nodes, updates)


def test_shares_are_counted_in_lanes() -> None:
    problem = queens(9)
    total = counted(opened(problem, "never"))
    choices = opened(problem, "never").branches()
    counts = [counted(opened(problem, "always", Place((choice,), floor=1))) for choice in choices]
    assert sum(found for found, _, _ in counts) == total[0]
    assert sum(nodes for _, nodes, _ in counts) == total[1] - 1


@pytest.mark.parametrize("vectors", _native.vector_sets())
@pytest.mark.parametrize(
    ("problem", "counters"),
    [
        # (solutions, nodes, updates): exact, so a change must be explained.
        (queens(9), (352, 2093, 3451)),
        (langford(8), (300, 1514, 2457)),
        (latin(4), (576, 1121, 4600)),
        (dominoes(6, 6), (6728, 13455, 25694)),
        (five_digits(), (2237, 5260, 31866)),
    ],
)
def test_counters_do_not_drift(
    vectors: str, problem: Problem, counters: tuple[int, int, int]
) -> None:
    solutions, nodes, updates = run(problem, vectors)
    assert (len(solutions), nodes, updates) == counters


def test_its_solutions_match_dancing_links() -> None:
    for problem in (queens(8), langford(7), latin(4), dominoes(5, 6)):
        assert sorted(combien.solutions(problem, engine="bits")) == sorted(
            combien.solutions(problem, engine="dlx")
        )


def test_more_than_255_options_for_an_item() -> None:
    # The counters of sizes stop at 255; the number of solutions does not.
    problem = Problem.from_options([["a", k % 3] for k in range(900)] + [[0], [1], [2]])
    assert combien.count(problem, engine="bits") == 900


@pytest.fixture(scope="module")
def wide() -> Problem:
    """A problem with states of more than 300 options, which are made arc consistent."""
    return TilingProblem(Region.box(20, 3), pentominoes()).problem()


@pytest.mark.parametrize("vectors", _native.vector_sets())
def test_arc_consistency_removes_the_same_on_every_processor(vectors: str, wide: Problem) -> None:
    solutions, nodes, updates = run(wide, vectors)
    assert set(solutions) == set(combien.solutions(wide, engine="dlx"))
    assert (len(solutions), nodes, updates) == (8, 33075, 34988)


def test_a_search_that_is_resumed_removes_the_same_options(wide: Problem) -> None:
    total = counted(opened(wide, "paying"))
    done = (0, 0, 0)
    place = ROOT
    while True:
        search = opened(wide, "paying", place)
        outcome = search.count(EVERYTHING, 97, float("inf"))
        found = (search.found, search.nodes, search.updates)
        done = done[0] + found[0], done[1] + found[1], done[2] + found[2]
        if outcome == _native.DONE:
            break
        place = place_of(search)
    assert done == total


@settings(max_examples=60)
@given(problem=problems(colors=True))
def test_options_in_no_solution_can_be_given(problem: Problem) -> None:
    """Arc consistency may have removed them, and they are still no error."""
    solutions, _, _ = run(problem, "plain")
    search = opened(problem, "paying")
    for option in range(problem.option_count):
        search.restart([option])
        assert counted(search)[0] == sum(option in solution for solution in solutions)


def test_a_position_of_the_earlier_tree_is_refused() -> None:
    problem = queens(5)
    position = combien.solutions(problem, engine="bits").position
    assert position.startswith("bits2:")
    with pytest.raises(BadPosition, match="version 0 of the search tree of 'bits'"):
        combien.solutions(problem, engine="bits", resume=position.replace("bits2:", "bits:"))


def test_more_items_than_fit_four_vectors() -> None:
    # 600 items in ten vectors of 64, taken in groups of four.
    options = [[k] for k in range(600)] + [[k, k + 1] for k in range(0, 20, 2)]
    problem = Problem.from_options(options)
    assert combien.count(problem, engine="bits") == 2**10


@pytest.mark.parametrize("vectors", _native.vector_sets())
@pytest.mark.parametrize("bounds", [(0, 64), (0, 9), (3, 8), (7, 12), (13, 64), (17, 64)])
def test_bounds_are_quotas_in_every_block(vectors: str, bounds: tuple[int, int]) -> None:
    """Dominoes on 6x6, large enough for blocks, by the number of horizontal ones."""
    cells = [[("cell", x, y) for x in range(6)] for y in range(6)]
    across = [[*pair, "across"] for row in cells for pair in pairwise(row)]
    down = [list(pair) for column in zip(*cells, strict=True) for pair in pairwise(column)]
    numbers = [
        sum(option < len(across) for option in solution)
        for solution in combien.solutions(Problem.from_options([o[:2] for o in across] + down))
    ]
    wanted = sum(bounds[0] <= number <= bounds[1] for number in numbers)
    problem = Problem.from_options(across + down, bounds={"across": bounds})
    solutions, nodes, updates = run(problem, vectors)
    assert len(solutions) == wanted
    assert run(problem, "plain") == (solutions, nodes, updates)
    assert counted(opened(problem, "always")) == (wanted, nodes, updates)


def test_refusals_name_the_reason() -> None:
    with pytest.raises(CannotAnswer, match="all primary items of an option have bounds"):
        combien.count(Problem.from_options(["a"], bounds={"a": (0, 1)}), engine="bits")
    with pytest.raises(ValueError, match="all primary items of an option have bounds"):
        bounded = Problem.from_options(["ab", "a"], bounds={"a": (0, 1)})
        _native.bit_search(compiled(bounded), [], visited=False)
    huge = Problem.from_options([k] for k in range(30_000))
    with pytest.raises(CannotAnswer, match="MB, over 100: ask dlx"):
        combien.solve(huge, engine="bits")
    assert combien.solve(huge) == tuple(range(30_000))
    with pytest.raises(ValueError, match="there are no vectors 'sse'"):
        _native.bit_search(compiled(huge), [], visited=False, vectors="sse")
    with pytest.raises(ValueError, match="lanes='most': expected never, paying or always"):
        _native.bit_search(compiled(huge), [], visited=False, lanes="most")


def test_the_memory_of_the_sets_is_within_the_budget() -> None:
    # The sets take some 29 MB.
    problem = Problem.from_options([[option // 2] for option in range(6800)])
    needs = bits().needs(problem)
    assert 20_000_000 < needs < 40_000_000
    with pytest.raises(OutOfBudget, match="give more bytes="):
        combien.count(problem, engine="bits", bytes=needs - 1, nodes=10)
    with pytest.raises(OutOfBudget, match="10 nodes"):
        combien.count(problem, engine="bits", bytes=needs, nodes=10)
