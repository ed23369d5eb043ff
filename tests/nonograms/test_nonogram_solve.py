"""Verdicts, boards and counts of nonograms against the listing of all boards."""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest

from combien.engines._protocol import Budget
from combien.errors import BadInput, BadNonogram, Disagreement, OutOfBudget
from combien.nonograms._clue import BLACK, UNKNOWN, WHITE
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solver import count, deduce, solve, solve_all
from combien.nonograms._solving.search import NonogramSearch
from combien.nonograms._verdict import differing
from tests.loops import for_each
from tests.nonograms.dominoes import n_dom
from tests.nonograms.listing import boards_by_listing


def random_board(seed: int, height: int, width: int, values: tuple[int, ...] = (0, 1)) -> Board:
    dice = Random(seed)
    return Board(height, width, bytes(dice.choice(values) for _ in range(height * width)))


def nonogram_from(seed: int) -> Nonogram:
    """A small nonogram of a board, or sometimes with clues of two boards, which has no solution."""
    dice = Random(seed)
    height, width = dice.randint(1, 5), dice.randint(1, 5)
    values = dice.choice([(0, 1), (0, 1), (0, 0, 1), (0, 1, 3), (0, 3, 4)])
    rows, columns = random_board(seed, height, width, values).clues()
    if seed % 4 == 0:
        _, columns = random_board(seed + 10**6, height, width, values).clues()
    return Nonogram(rows, columns, check=False)


def test_a_wrong_board_is_not_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NonogramSearch, "solves", lambda self, board: False)
    with pytest.raises(Disagreement, match="please report it"):
        solve(Nonogram([[1], [1]], [[1], [1]]))


@for_each(range(400))
def test_every_board_is_found_once(seed: int) -> None:
    nonogram = nonogram_from(seed)
    expected = boards_by_listing(nonogram)
    found = list(solve_all(nonogram))
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert count(nonogram) == len(expected)


@for_each(range(400))
def test_the_verdict_is_right(seed: int) -> None:
    nonogram = nonogram_from(seed)
    expected = boards_by_listing(nonogram)
    verdict = solve(nonogram)
    assert set(verdict.boards) <= expected
    assert len(set(verdict.boards)) == min(2, len(expected))
    assert verdict.status == ("none", "unique", "several")[min(2, len(expected))]
    assert verdict.differ == (differing(*verdict.boards) if len(expected) > 1 else ())
    assert verdict.reason


@for_each(range(200))
def test_given_cells_are_kept(seed: int) -> None:
    nonogram = nonogram_from(seed)
    dice = Random(seed)
    cells = bytes(
        dice.choice([UNKNOWN, UNKNOWN, UNKNOWN, WHITE, *nonogram.colors])
        for _ in range(nonogram.height * nonogram.width)
    )
    given = Board(nonogram.height, nonogram.width, cells)
    expected = {
        board
        for board in boards_by_listing(nonogram)
        if all(k in (UNKNOWN, c) for k, c in zip(cells, board.cells, strict=True))
    }
    assert set(solve_all(nonogram, given=given)) == expected
    assert count(nonogram, given=given) == len(expected)
    assert (
        solve(nonogram, given=given).status == ("none", "unique", "several")[min(2, len(expected))]
    )


# Every fourth nonogram may have no board.
@for_each(seed for seed in range(268) if seed % 4)
def test_deduction_and_the_root_keep_every_board(seed: int) -> None:
    nonogram = nonogram_from(seed)
    expected = boards_by_listing(nonogram)
    unknown = Board.unknown(nonogram.height, nonogram.width)
    assert expected
    by_lines = deduce(nonogram, unknown)
    assert deduce(nonogram, by_lines) == by_lines
    search = NonogramSearch(nonogram)
    rooted = search.run() == "rooted"
    for board in expected:
        for cell, value in enumerate(board.cells):
            assert by_lines.cells[cell] in (UNKNOWN, value)
            assert search.known.cells[cell] in (UNKNOWN, value)
            assert value in search.possible()[cell]
    # A board that is known at the root has no further choices.
    cells = product(range(nonogram.height), range(nonogram.width)) if rooted else ()
    for row, column in cells:
        for value in search.possible()[row * nonogram.width + column]:
            ruled_out = search.follow(row, column, value)
            having = [board for board in expected if board[row, column] == value]
            assert having == [] or ruled_out is not None
            for r, c, v in ruled_out or ():
                assert all(board[r, c] != v for board in having)


@pytest.mark.parametrize("size", [63, 64, 65, 130])
def test_boards_that_lines_decide(size: int) -> None:
    # A picture of few long blocks, on boards about as wide as a word.
    cells = bytearray(size * size)
    for row in range(size):
        cells[row * size : row * size + 1 + row] = b"\1" * (row + 1)
    board = Board(size, size, bytes(cells))
    nonogram = Nonogram(*board.clues())
    assert deduce(nonogram, Board.unknown(size, size)) == board
    verdict = solve(nonogram)
    assert verdict.boards == (board,)
    assert verdict.work["lines"] >= 2 * size


@pytest.mark.parametrize("seed", range(5))
def test_random_boards_are_solved(seed: int) -> None:
    board = random_board(seed, 25, 25)
    nonogram = Nonogram(*board.clues())
    verdict = solve(nonogram, budget=Budget(nodes=20_000))
    assert verdict.status in ("unique", "several")
    assert verdict.status == "several" or verdict.boards == (board,)


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, 8])
def test_the_dominoes_have_one_board(n: int) -> None:
    nonogram = n_dom(n)
    assert (nonogram.height, nonogram.width) == (2 * n + 1, 2 * n + 1)
    assert deduce(nonogram, Board.unknown(2 * n + 1, 2 * n + 1)).unknown_count > 0
    # The search alone, without the other parts for hard boards.
    search = NonogramSearch(nonogram)
    outcomes: list[str] = []
    while not outcomes or outcomes[-1] != "exhausted":
        outcomes.append(search.run())
    assert outcomes.count("solution") == 1
    assert search.solution.solves(nonogram)


def test_a_verdict_is_reproducible() -> None:
    nonogram = Nonogram(*random_board(7, 30, 30).clues())
    assert solve(nonogram) == solve(nonogram)


@pytest.mark.parametrize(
    ("rows", "columns", "answer"),
    [
        ([[1]], [[1]], "unique"),
        ([[]], [[]], "unique"),
        ([[]] * 200, [[]] * 200, "unique"),
        ([[200]] * 200, [[200]] * 200, "unique"),
        ([[1000]], [[1]] * 1000, "unique"),
        ([[1]], [[1], *[[]] * 999], "unique"),
        ([[1]] * 1000, [[1000]], "unique"),
        ([[1]] * 60, [[1]] * 60, "several"),
        ([[1, 1]] * 99, [[1, 1]] * 99, "several"),
        ([[3], [1]], [[1], [1], [1]], "none"),
    ],
)
def test_adversarial_clues(rows: list[list[int]], columns: list[list[int]], answer: str) -> None:
    verdict = solve(Nonogram(rows, columns, check=False))
    assert verdict.status == answer
    assert all(board.solves(Nonogram(rows, columns)) for board in verdict.boards)


@pytest.mark.parametrize(
    ("rows", "columns", "reason"),
    [
        ([[2, 2]], [[1], [0], [1], [1]], "row 1: 2 2 needs 5 cells, and there are 4"),
        ([[2], [1]], [[1], [1]], "the rows have 3 black cells, the columns 2"),
        ([[2], [0]], [[2], [0]], "column 1: its clue does not fit"),
    ],
)
def test_the_reason_why_there_is_no_solution(
    rows: list[list[int]], columns: list[list[int]], reason: str
) -> None:
    assert solve(Nonogram(rows, columns, check=False)).reason.startswith(reason)


def test_the_line_that_contradicts_is_named() -> None:
    # The columns leave the two cells of the third row no place side by side.
    nonogram = Nonogram([[3], [1], [2]], [[1, 1], [2], [1, 1]])
    assert boards_by_listing(nonogram) == set()
    assert solve(nonogram).reason.startswith(("row 3: ", "row 2: ", "column 2: "))
    with pytest.raises(BadNonogram, match="its clue does not fit"):
        deduce(nonogram, Board.unknown(3, 3))


def test_a_budget_that_is_exceeded() -> None:
    nonogram = Nonogram(*random_board(3, 40, 40).clues())
    with pytest.raises(OutOfBudget, match=r"^the budget of 5 nodes .* no board was found$") as stop:
        solve(nonogram, nodes=5)
    assert stop.value.found == ()
    assert stop.value.known["lines"] > 0
    with pytest.raises(OutOfBudget, match=r"^the budget of 0 seconds ended"):
        solve(nonogram, budget=Budget(seconds=0))
    # Too few for the board itself, and for the cache of probing.
    for few in (1000, 10_000):
        with pytest.raises(OutOfBudget, match=r"^the search needs .* give more bytes=; no"):
            solve(nonogram, bytes=few)
        with pytest.raises(OutOfBudget, match=r"give more bytes=$"):
            list(solve_all(nonogram, bytes=few))
        with pytest.raises(OutOfBudget, match=r"give more bytes=$"):
            count(nonogram, bytes=few)
    with pytest.raises(OutOfBudget) as caught:
        list(solve_all(nonogram, budget=Budget(nodes=5)))
    assert caught.value.known["at_least"] == 0
    with pytest.raises(BadInput):
        solve(nonogram, budget=Budget(nodes=-1))


@pytest.mark.parametrize("seed", range(12))
def test_counts_of_larger_boards(seed: int) -> None:
    dice = Random(seed)
    nonogram = Nonogram(*random_board(seed, dice.randint(6, 12), dice.randint(6, 12)).clues())
    assert count(nonogram) == sum(1 for _ in solve_all(nonogram))


def test_independent_parts_multiply() -> None:
    # Along the diagonal twenty squares of two by two, each with two boards; white lines between.
    size = 59
    cells = bytearray(size * size)
    for k in range(0, size, 3):
        cells[k * size + k] = cells[(k + 1) * size + k + 1] = BLACK
    clues = Board(size, size, bytes(cells)).clues()
    given = Board(
        size,
        size,
        bytes(
            UNKNOWN if row // 3 == column // 3 and row % 3 < 2 and column % 3 < 2 else WHITE
            for row in range(size)
            for column in range(size)
        ),
    )
    assert count(Nonogram(*clues), given=given) == 2**20


def test_counts_are_of_any_size() -> None:
    assert count(Nonogram([[1]] * 7, [[1]] * 7)) == 5040
    with pytest.raises(OutOfBudget, match="nodes ended before"):
        count(Nonogram([[1]] * 30, [[1]] * 30), budget=Budget(nodes=1000))
    assert count(Nonogram([[2]], [[1], [0], [1]], check=False)) == 0


def test_slices_change_nothing() -> None:
    nonogram = Nonogram(*random_board(11, 12, 12).clues())
    whole = list(islice(solve_all(nonogram), 50))
    search = NonogramSearch(nonogram)
    found: list[Board] = []
    while len(found) < len(whole) and (outcome := search.run(steps=3)) != "exhausted":
        if outcome == "solution":
            found.append(search.solution)
    assert found == whole


def test_boards_of_other_nonograms() -> None:
    nonogram = Nonogram([[1], [1]], [[1], [1]])
    for given in (Board.parse("?"), Board.parse("?a\n??")):
        with pytest.raises(BadNonogram):
            solve(nonogram, given=given)
    search = NonogramSearch(nonogram)
    with pytest.raises(BadNonogram, match="not at its root"):
        search.follow(0, 0, BLACK)
    with pytest.raises(BadNonogram, match="no cell"):
        search.forbid(2, 0, BLACK)
    assert [search.run(), search.run()] == ["rooted", "solution"]
    with pytest.raises(BadNonogram, match="has gone on"):
        search.fix(Board.parse("#.\n.#"))


def test_a_search_can_be_given_hints() -> None:
    nonogram = Nonogram([[1], [1]], [[1], [1]])
    search = NonogramSearch(nonogram)
    search.forbid(0, 0, BLACK)
    assert [search.run(), search.run()] == ["solution", "exhausted"]
    for wanted in (Board.parse("#.\n.#"), Board.parse(".#\n#.")):
        search = NonogramSearch(nonogram)
        search.prefer(wanted)
        assert [search.run(), search.run()] == ["rooted", "solution"]
        assert search.solution == wanted
