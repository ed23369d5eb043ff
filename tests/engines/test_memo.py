"""Search with a memo: equal to searches that list, whatever the table drops."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Colored, Problem, _native
from combien.cover._oracle import all_solutions
from combien.cover._problem import compiled
from combien.engines._counting import OutOfBytes
from combien.engines._protocol import Budget
from combien.engines._search.searching import entry_count
from combien.engines._sweeps import memo as memos
from combien.engines._sweeps.memo import MemoCounting, memo
from combien.errors import CannotAnswer, OutOfBudget
from tests.engines.boards import coloring, dominoes, langford, latin, prism, queens, two_tree
from tests.random_problems import problems

EVERYTHING = 2**62
PLENTY = 2**32

Counters = tuple[int, int, int, int, int]


def run(
    problem: Problem, *, vectors: str = "best", bytes: int = PLENTY, steps: int = EVERYTHING
) -> tuple[int, Counters]:
    """The count and all counters."""
    machine = _native.memo(compiled(problem), vectors=vectors)
    while machine.run(steps, float("inf"), bytes) != _native.DONE:
        pass
    counters = (machine.nodes, machine.probes, machine.hits, machine.entries, machine.splits)
    return machine.count(), counters


def parts(seed: int, *, many: int, colored: bool) -> Problem:
    """Random problems side by side, their items mixed; some options and colors join two."""
    dice = Random(seed)
    items = dice.randint(4, 7)
    secondary = 2 * many
    names = list(range(many * items))
    dice.shuffle(names)
    options: list[list[object]] = []
    for part, _ in product(range(many), range(dice.randint(8, 16))):
        size = dice.randint(1, 3)
        option: list[object] = [names[part * items + k] for k in dice.sample(range(items), size)]
        if dice.random() < 0.1:
            option.append(names[(part + 1) % many * items])
        if dice.random() < 0.3:
            # One that only this part has, or one that the next has too.
            item = -1 - (2 * part + dice.randrange(3)) % secondary
            option.append(Colored(item, dice.choice("RG")) if colored else item)
        options.append(list(dict.fromkeys(option)))
    return Problem.from_options(
        options, secondary=range(-secondary, 0), primary=range(many * items)
    )


@pytest.mark.parametrize("vectors", _native.vector_sets())
@settings(max_examples=60)
@given(problem=problems(colors=True))
def test_every_processor_counts_as_the_definition_does(vectors: str, problem: Problem) -> None:
    count, counters = run(problem, vectors=vectors)
    assert count == len(all_solutions(problem))
    assert counters == run(problem, vectors="plain")[1]


@settings(max_examples=80)
@given(seed=st.integers(0, 2**32), many=st.integers(1, 4), colored=st.booleans())
def test_the_count_is_the_number_of_listed_solutions(seed: int, many: int, colored: bool) -> None:
    problem = parts(seed, many=many, colored=colored)
    count, counters = run(problem)
    assert count == combien.count(problem, engine="frontier")
    assert counters == run(problem, vectors="plain", steps=3)[1]
    # Hardly any table, and none at all.
    bare = _native.memo(compiled(problem)).bytes
    assert run(problem, bytes=bare + 40_000)[0] == count


def boxes(*sides: int) -> Problem:
    """Sudoku with boxes of these two sides."""
    width, height = sides
    return Problem.from_options(
        [("cell", x, y), ("x", x, v), ("y", y, v), ("box", x // width, y // height, v)]
        for x, y, v in product(range(width * height), repeat=3)
    )


def small_tiles(side: int, *, seed: int | None = None) -> Problem:
    """A board to be covered by monominoes, dominoes and trominoes; cells shuffled by seed."""
    kinds = [[(0, 0)], [(0, 0), (1, 0)], [(0, 0), (1, 0), (2, 0)]]
    kinds += [[(y, x) for x, y in kind] for kind in kinds[1:]]
    square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    kinds += [[cell for cell in square if cell != left] for left in square]
    cells = list(product(range(side), repeat=2))
    options = [
        [(x + dx, y + dy) for dx, dy in kind]
        for (x, y), kind in product(cells, kinds)
        if all(x + dx < side and y + dy < side for dx, dy in kind)
    ]
    if seed is not None:
        Random(seed).shuffle(cells)
    return Problem.from_options(options, primary=cells)


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (dominoes(8, 8), 12988816),  # OEIS A004003.
        (dominoes(12, 12), 53060477521960000),
        (latin(5), 161280),  # OEIS A002860.
        (boxes(2, 2), 288),  # OEIS A107739, as is the next.
        (queens(9), 352),  # OEIS A000170.
        (langford(8), 300),  # OEIS A014552, times two.
        (small_tiles(8), 92109458286284989468604),  # The Art of Computer Programming 4A, 7.1.4.
    ],
    ids=["chessboard", "dominoes", "latin", "sudoku", "queens", "langford", "trominoes"],
)
def test_known_counts(problem: Problem, count: int) -> None:
    assert run(problem)[0] == count


@pytest.mark.slow
@pytest.mark.parametrize(("problem", "count"), [(latin(6), 812851200), (boxes(3, 2), 28200960)])
def test_known_large_counts(problem: Problem, count: int) -> None:
    assert run(problem)[0] == count


@pytest.mark.parametrize("vectors", _native.vector_sets())
@pytest.mark.parametrize(
    ("problem", "counters"),
    [
        # (nodes, probes, hits, entries, splits): exact, so a change must be explained.
        (dominoes(8, 8), (931, 828, 397, 429, 0)),
        (queens(9), (1903, 72, 0, 72, 0)),
        (latin(5), (135939, 11580, 3276, 8221, 0)),
        (small_tiles(6), (17930, 16568, 13042, 3510, 199)),
    ],
)
def test_counters_do_not_drift(vectors: str, problem: Problem, counters: Counters) -> None:
    assert run(problem, vectors=vectors)[1] == counters


@pytest.mark.parametrize("seed", range(4))
def test_colorings_however_listed(seed: int) -> None:
    # The chromatic polynomial of a prism: Biggs, Damerell and Sands, 1972.
    rungs, colors = 20, 4
    expected = (colors**2 - 3 * colors + 3) ** rungs + colors**2 - 3 * colors + 1
    expected += (colors - 1) * ((3 - colors) ** rungs + (1 - colors) ** rungs)
    counting = MemoCounting(coloring(prism(rungs), colors=colors, seed=seed))
    while not counting.advance(EVERYTHING, 60.0, PLENTY):
        pass
    assert (counting.order, counting.count) == ("entropy", expected)
    # In the first order, it takes a hundred million and more.
    assert counting.steps < 28_000


@pytest.mark.parametrize("seed", range(3))
def test_colorings_of_trees_of_triangles(seed: int) -> None:
    # No line is narrow, and bags of a tree have some hundred items; but what is left splits.
    problem = coloring(two_tree(150, seed=seed), colors=4, seed=seed)
    answer = memo().count(problem)
    assert answer.count == 4 * 3 * 2**148
    assert answer.work["nodes"] < 25_000


@given(problem=problems(colors=True), due=st.integers(0, 5), steps=st.integers(1, 9))
def test_another_order_gives_the_same_count(problem: Problem, due: int, steps: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memos, "ORDER_FROM", due - entry_count(problem))
        patch.setattr(memos, "BETTER", 0.1)
        counting = MemoCounting(problem)
        while not counting.advance(steps, 60.0, PLENTY):
            assert 0 <= counting.fraction <= 1
    assert counting.count == len(all_solutions(problem))


def test_names_of_items_hardly_change_the_work() -> None:
    assert run(small_tiles(6, seed=1))[1][0] < 2 * run(small_tiles(6))[1][0]


def test_a_count_that_outgrows_words_again_and_again() -> None:
    # A power of the chessboard's count: one part after another, up to five words of 64 bits.
    board = dominoes(8, 8)
    for many in (2, 3, 5, 12):
        problem = Problem.from_options(
            [(part, item) for item in option.entries]
            for part, option in product(range(many), board.options)
        )
        count, (nodes, *_) = run(problem)
        assert count == 12988816**many
        assert nodes < 2000 * many


def test_one_dead_part_is_enough() -> None:
    # Of two boards side by side one has an odd number of cells.
    problem = Problem.from_options(
        [(part, cell) for cell in option.entries]
        for part, board in enumerate((dominoes(4, 4), dominoes(3, 3)))
        for option in board.options
    )
    assert run(problem)[0] == 0


def test_fewer_bytes_mean_more_nodes_and_the_same_count() -> None:
    problem = small_tiles(5)
    bare = _native.memo(compiled(problem)).bytes
    found = [run(problem, bytes=bare + room) for room in (14_000, 30_000, PLENTY)]
    assert {count for count, _ in found} == {329477745}
    few, more, all_of_them = (counters[0] for _, counters in found)
    assert few > 100 * all_of_them
    assert more > all_of_them


def test_a_table_that_does_not_pay_is_dropped() -> None:
    # Queens: what is left hardly ever comes again.
    _, (nodes, probes, hits, entries, _) = run(queens(11))
    assert hits < 50
    assert probes < nodes / 10
    assert entries < 10_000


def test_slices_do_not_change_the_answer() -> None:
    problem = small_tiles(5)
    assert run(problem) == run(problem, steps=1) == run(problem, steps=7)


def test_budgets() -> None:
    with pytest.raises(OutOfBudget, match="the budget of 1000 nodes ended") as caught:
        combien.count(queens(9), engine="memo", nodes=1000)
    assert caught.value.known["nodes"] == 1000
    with pytest.raises(OutOfBudget, match="the count needs more than"):
        combien.count(queens(9), engine="memo", bytes=1000)
    with pytest.raises(OutOfBytes):
        MemoCounting(queens(9)).advance(1, 1.0, 1000)
    fractions: list[float] = []
    counting = MemoCounting(dominoes(6, 6))
    while not counting.advance(10, 1.0, PLENTY):
        fractions.append(counting.fraction)
    assert len(fractions) > 10
    assert all(0 <= fraction <= 1 for fraction in fractions)
    assert counting.fraction == 1
    assert counting.count == 6728


def test_refusals_name_an_alternative() -> None:
    bounded = Problem.from_options(["ab"], bounds={"a": (0, 1)})
    for refused in (bounded, Problem.from_options([k] for k in range(30_000))):
        assert "ask engine='frontier'" in memo().refusal(refused, "count")
        with pytest.raises(CannotAnswer, match="ask engine='frontier'"):
            combien.count(refused, engine="memo")
    with pytest.raises(CannotAnswer, match="ask engine='dlx' for solutions"):
        combien.solve(queens(4), engine="memo")
    with pytest.raises(ValueError, match="there are no vectors 'random'"):
        _native.memo(compiled(queens(4)), vectors="random")
    assert memo().count(queens(6), budget=Budget(nodes=10_000)).count == 4


def test_items_of_more_options_than_a_counter_of_eight_bits_holds() -> None:
    # All partitions of a set: each item has 2048 options, and none has fewer.
    subsets = [part for size in range(1, 13) for part in combinations(range(12), size)]
    assert memo().count(Problem.from_options(subsets)).count == 4213597
