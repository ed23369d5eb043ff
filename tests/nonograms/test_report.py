"""The report for setters: each part agrees with what defines it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from combien.errors import BadInput, BadNonogram, OutOfBudget
from combien.nonograms import Nonogram, Puzzle, report
from combien.nonograms._human.difficulty import difficulty
from combien.nonograms._nonogram import Board
from combien.nonograms._solver import deduce, solve_all
from tests.nonograms.random_nonograms import boards
from tests.nonograms.small_boards import agrees, partly_known

# Two assumptions are needed.
SUPPOSED = Board.parse("..#..\n##.#.\n.##..\n.####\n...##")


@settings(max_examples=30)
@given(board=boards(size=(4, 4)))
def test_parts_of_a_report(board: Board) -> None:
    puzzle = Puzzle.of(board)
    found = report(puzzle, most=1)
    every = list(solve_all(puzzle.nonogram))
    assert (found.count, found.at_least, found.picture) == (len(every), len(every), board)
    differ = [
        divmod(place, board.width)
        for place in range(len(board.cells))
        if len({other.cells[place] for other in every}) > 1
    ]
    assert (list(found.ambiguous), found.all_ambiguous) == (differ, True)
    unknown = Board.unknown(board.height, board.width)
    assert found.by_lines == deduce(puzzle.nonogram, unknown)
    assert found.difficulty == difficulty(puzzle.nonogram)
    cells = [cell[:2] for step in found.steps for cell in step.hint.cells]
    assert (
        len(cells)
        == len(set(cells))
        == sum(found.lines.values())
        + sum(len(found.steps[number].hint.cells) for number in found.stalls)
    )
    assert sum(found.rules.values()) == len(found.steps)
    assert found.all_steps
    # What a person finds before the first stall is what line solving finds.
    first = found.stalls[0] if found.stalls else len(found.steps)
    given_by_lines = sum(len(step.hint.cells) for step in found.steps[:first])
    assert given_by_lines == len(board.cells) - found.by_lines.unknown_count
    assert (found.fewest is not None and found.fewest.number == 0) == (len(every) == 1)


@settings(max_examples=30)
@given(drawn=partly_known())
def test_given_cells_count(drawn: tuple[Nonogram, Board]) -> None:
    nonogram, known = drawn
    every = [board for board in solve_all(nonogram) if agrees(board, known)]
    found = report(Puzzle(nonogram, given=known), most=1)
    assert (found.count, found.verdict.status == "none") == (len(every), not every)


def test_depth_of_contradictions() -> None:
    found = report(Puzzle.of(SUPPOSED))
    assert found.rules["suppose"] == len(found.stalls) > 0
    assert found.depth == max(step.depth for step in found.steps) > 0
    assert all((step.line is None) == (step.depth > 0) for step in found.steps)


def test_a_goal_that_is_not_a_solution_is_not_changed() -> None:
    wrong = Puzzle(Nonogram([[1], []], [[1], []]), (Board.parse("..\n.#"),))
    found = report(wrong)
    assert found.picture == Board.parse("#.\n..")
    assert found.fewest is not None
    assert found.fewest.changes == ((),)
    assert len(found.sheet().boards) == 1


def test_lines_alone() -> None:
    found = report(Puzzle.of(SUPPOSED), difficulty="lines")
    assert found.verdict.status == "unique"
    changed = found.changed()
    assert changed is not None
    assert found.fewest is not None
    assert found.fewest.number == 1
    assert difficulty(Nonogram(*changed.clues())).means == "lines"
    assert len(found.sheet().boards) == 2


def test_no_solution() -> None:
    nonogram = Nonogram([[2], []], [[2], []], check=False)
    found = report(nonogram)
    assert (found.count, found.picture, found.fewest, found.changed()) == (0, None, None, None)
    with pytest.raises(BadNonogram, match="nothing to draw: column 1"):
        found.sheet()


def test_blotted_clues_have_solutions_only() -> None:
    found = report(Nonogram([[None], [None, 1]], [[2], [1], [1]]))
    assert (found.count, found.steps, found.fewest, found.all_steps) == (1, (), None, False)


def test_a_budget_that_ends_early() -> None:
    diagonal = Puzzle.of(Board.parse("#..\n.#.\n..#"))
    with pytest.raises(OutOfBudget):
        report(diagonal, nodes=0)
    stops = []
    for nodes in range(1, 600):
        try:
            found = report(diagonal, nodes=nodes)
        except OutOfBudget:
            continue
        stops.append((found.fewest is None, found.all_ambiguous, found.all_steps))
        if stops[-1] == (False, True, True):
            break
        assert found.at_least <= 6
        assert found.at_least_changed <= 2
    assert (True, False, False) in stops
    assert stops[-1] == (False, True, True)


def test_bad_arguments() -> None:
    with pytest.raises(BadNonogram, match="puzzle"):
        report("x")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="difficulty=3"):
        report(Nonogram([[1]], [[1]]), difficulty=3)  # type: ignore[arg-type]
