"""Sweeps by several threads: the counters are the same as with one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import combien
from combien import BadInput, Region, Tile, TilingProblem, _native
from combien.cover._problem import Problem, compiled
from combien.engines._counting import OutOfBytes
from combien.engines._sweeps.frontier import FrontierCounting
from tests.engines.boards import queens

# Of the widest layer, such that two threads share it.
SHARED = 2 * 8 * 2048


def _tiles() -> Problem:
    tiles = [Tile(art, symmetries="all", times="any") for art in ("**.*", "***", "****")]
    return TilingProblem(Region.box(6, 8), tiles).problem()


def _bounded() -> Problem:
    tiles = [Tile("**", symmetries="all", times=(9, 40)), Tile("*", times=(2, None))]
    return TilingProblem(Region.box(11, 6), tiles).problem()


def _queens() -> Problem:
    return queens(12)


def _work(sweep: _native.Sweep) -> tuple[int, int, int]:
    return sweep.transitions, sweep.states, sweep.widest


@pytest.mark.parametrize("make", [_tiles, _bounded, _queens])
@pytest.mark.parametrize("modulus", [0, 10**9 + 7])
def test_any_number_of_threads_makes_the_same_states(
    make: Callable[[], Problem], modulus: int
) -> None:
    problem = compiled(make())
    alone = _native.sweep(problem, "given", (), modulus)
    assert alone is not None
    assert alone.run(2**40, 60.0, 2**30) == _native.DONE
    assert alone.widest > SHARED
    shared = _native.sweep(problem, "given", (), modulus)
    assert shared is not None
    turn = 0
    # Slices by the clock and by steps, also without free memory.
    while (
        outcome := shared.run(
            2**40 if turn % 3 else 4_000_001,
            0.02,
            2**30 if turn % 5 else shared.bytes,
            threads=(2, 3, 1, 2)[turn % 4],
        )
    ) != _native.DONE:
        assert outcome == _native.OUT_OF_SLICE or turn % 5 == 0
        turn += 1
    assert shared.count() == alone.count()
    assert _work(shared) == _work(alone)


@pytest.mark.parametrize("threads", [2, 3])
def test_the_work_of_a_race_does_not_depend_on_the_threads(threads: int) -> None:
    for problem in (_tiles(), _queens()):
        alone = combien.answer(problem, engine="frontier", threads=1)
        shared = combien.answer(problem, engine="frontier", threads=threads)
        assert (shared.count, shared.work, shared.why) == (alone.count, alone.work, alone.why)


def test_threads_that_need_too_much_memory_leave_the_sweep_to_one() -> None:
    counting = FrontierCounting(queens(11), threads=2)
    while counting.steps < 30_000:
        assert not counting.advance(1000, 60.0, 2**30)
    assert not counting.advance(2**40, 60.0, 100)
    # As a race does before each turn.
    counting.threads = 2
    with pytest.raises(OutOfBytes):
        for _ in range(100):
            counting.advance(2**40, 60.0, 100)
            counting.threads = 2


def test_zero_threads_are_refused() -> None:
    sweep = _native.sweep(compiled(queens(4)), "given")
    assert sweep is not None
    with pytest.raises(ValueError, match="no threads"):
        sweep.run(1, 1.0, 2**30, threads=0)
    with pytest.raises(BadInput, match="threads=0"):
        combien.count(queens(4), engine="frontier", modulo=7, threads=0)
