"""Boards of which line solving decides few cells: the exact work of the portfolio."""

from __future__ import annotations

from functools import partial

import pytest

from bench.nonogram_boards import Cells, clues, dominoes
from bench.woven_nonograms import KINDS, dented, knot, patches, scales, tapestry, twill
from combien.nonograms import Nonogram, solve
from combien.nonograms._solving.encodings import OrderEncoding, load_order
from combien.sat._solver import BuiltinSolver, Outcome

COUNTERS = ("conflicts", "nodes", "dives", "annealings", "rounds")

# A change of these numbers is a change of how hard boards are solved: before they are replaced,
# compare `bench/woven_nonograms.py` and `bench/random_nonograms.py` before and after.
WORK: list[tuple[partial[Cells], tuple[int, ...]]] = [
    (partial(knot, 24, 24, period=6, seed=1), (1252, 57, 2, 1, 96)),
    (partial(knot, 26, 26, period=6, seed=2), (3246, 62, 5, 2, 420)),
    (partial(knot, 30, 30, period=8, seed=1), (750, 96, 0, 1, 68)),
    (partial(tapestry, 40, 40, period=8, seed=1), (686, 83, 0, 0, 0)),
    (partial(scales, 22, 22, seed=9), (3283, 61, 6, 3, 272)),
    (partial(twill, 25, 25, side=12, seed=1), (243, 54, 0, 0, 0)),
    (partial(patches, 36, 36, seed=3), (250, 34, 0, 1, 24)),
]


@pytest.mark.parametrize(
    ("make", "work"), WORK, ids=[f"{make.func.__name__}-{make.args[0]}" for make, _ in WORK]
)
def test_the_work_is_pinned(make: partial[Cells], work: tuple[int, ...]) -> None:
    verdict = solve(Nonogram(*clues(make())))
    assert verdict.status == "several"
    assert tuple(verdict.work[name] for name in COUNTERS) == work


def test_the_second_model_is_near_the_first() -> None:
    formula = OrderEncoding(Nonogram(*clues(knot(26, 26, period=6, seed=2))))
    solver = BuiltinSolver()
    for _ in load_order(formula, solver):
        pass
    conflicts = []
    for _ in range(2):
        solver.ask()
        assert solver.run(10**6, 60.0) is Outcome.SATISFIABLE
        conflicts.append(solver.steps)
        solver.exclude_model()
    assert conflicts[0] > 500
    assert conflicts[1] - conflicts[0] <= 10


def test_a_dented_board_has_one_other_cell_than_dominoes() -> None:
    for seed in range(10):
        picture = dented(11, 11, seed=seed)
        near = 0
        for row in picture:
            for j, cell in enumerate(row):
                row[j] = 1 - cell
                near += clues(picture) == dominoes(5)
                row[j] = cell
        assert near == 1


def test_the_sets_have_as_many_boards_as_they_say() -> None:
    assert {kind: len(boards()) for kind, boards in KINDS.items()} == {
        "knots": 50,
        "large": 12,
        "mixed": 31,
    }
