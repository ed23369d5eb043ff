"""Questions about models with a solver of their own: that solver called directly, and engines.

    python bench/own_solvers.py [--boards NAME ...] [--seconds 10] [--rounds 5]

For each nonogram: milliseconds of `combien.nonograms.solve` and of `combien.solve`, the same for
counts, and what the exact cover takes, with its making.  The ratio "special" is how much longer a
question takes than the direct call, "cover" than the exact cover.  For sudokus and queens, which
have no solver of their own, `combien.solve` is compared with a `Prepared` search of the one board.
Shortest of the rounds, in CPU time; an answer that is not found within the seconds is `-`.
All numbers that are found must be equal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

import combien
from bench.nonogram_boards import BOARDS, clues, drawn
from combien.engines import engine_named
from combien.errors import BadInput, OutOfBudget
from combien.nonograms import Nonogram, count, solve
from combien.nonograms._cover import probed_model
from combien.puzzles import Queens, Sudoku

__all__ = ["boards", "main", "timed"]

NAMED = ("spiral-35", "letters-58", "rule110-40", "random-30", "random-40", "dom-7", "dom-8")
SUDOKUS = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
)
QUEENS = (8, 12, 20, 30)


def boards() -> Iterator[tuple[str, Nonogram]]:
    """Yield names and nonograms: tight, loose, and between."""
    for n in (4, 6, 8, 10, 15):
        yield f"permutations-{n}", Nonogram([[1]] * n, [[1]] * n)
    for n in (6, 8):
        yield f"pairs-{n}", Nonogram([[1, 1]] * n, [[1, 1]] * n)
    for side, seed, percent in (
        (10, 1, 50),
        (10, 2, 20),
        (12, 1, 30),
        (12, 2, 30),
        (15, 1, 50),
        (15, 2, 30),
        (20, 1, 50),
        (25, 1, 50),
    ):
        yield (
            f"percent-{percent}-{side}-{seed}",
            Nonogram(*clues(drawn(side, seed, percent=percent))),
        )
    for name in NAMED:
        yield name, Nonogram(*BOARDS[name]())


def timed(
    ask: Callable[[], object], *, rounds: int, before: Callable[[], object] = lambda: None
) -> tuple[float, object]:
    """Return the shortest time in milliseconds, and the answer; None if it was not found."""
    best, answer = float("inf"), None
    for _ in range(rounds):
        before()
        begun = process_time()
        try:
            answer = ask()
        except (OutOfBudget, BadInput):
            return float("inf"), None
        best = min(best, 1000 * (process_time() - begun))
        if best > 300:
            break
    return best, answer


def line(name: str, direct: float, cover: float, now: float) -> str:
    """Return a line of the table."""
    numbers = (direct, cover, now, now / direct, now / cover)
    shown = [f"{n:10.2f}" if 0 < n < float("inf") else f"{'-':>10}" for n in numbers]
    return f"{name:26}" + "".join(shown)


def nonogram_lines(name: str, board: Nonogram, seconds: float, rounds: int) -> Iterator[str]:
    """Yield the lines of a board: one solution, and the count."""
    # The engine itself, not its name, is asked for an exact cover.
    auto = engine_named("auto")

    def times(
        direct: Callable[[], object], cover: Callable[[], object], now: Callable[[], object]
    ) -> tuple[list[float], list[object]]:
        forget = probed_model.cache_clear
        found = [timed(ask, rounds=rounds, before=forget) for ask in (direct, cover, now)]
        return [time for time, _ in found], [answer for _, answer in found]

    took, _ = times(
        lambda: solve(board, seconds=seconds),
        lambda: combien.solve(board, engine=auto, seconds=seconds),
        lambda: combien.solve(board, seconds=seconds),
    )
    yield line(f"solve {name}", *took)
    took, numbers = times(
        lambda: count(board, seconds=seconds),
        lambda: combien.count(board, engine=auto, seconds=seconds),
        lambda: combien.count(board, seconds=seconds),
    )
    if len({*numbers} - {None}) > 1:
        raise SystemExit(f"{name}: {numbers} solutions")
    yield line(f"count {name}", *took)


def puzzle_line(name: str, make: Callable[[], Sudoku | Queens], seconds: float, rounds: int) -> str:
    """Return the line of a puzzle without a solver of its own."""
    direct, _ = timed(
        lambda: combien.Prepared(make().problem()).solutions(limit=1, seconds=seconds),
        rounds=rounds,
    )
    now, _ = timed(lambda: combien.solve(make(), seconds=seconds), rounds=rounds)
    return line(f"solve {name}", direct, now, now)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Own solvers and engines.")
    parser.add_argument("--boards", nargs="*")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    words = parser.parse_args()
    print(f"{'':26}{'direct':>10}{'cover':>10}{'now':>10}{'special':>10}{'cover':>10}")
    for name, board in boards():
        if not words.boards or name in words.boards:
            for text in nonogram_lines(name, board, words.seconds, words.rounds):
                print(text, flush=True)
    if words.boards:
        return
    for number, text in enumerate(SUDOKUS, 1):
        make = partial(Sudoku.parse, text)
        print(puzzle_line(f"sudoku-{number}", make, words.seconds, words.rounds), flush=True)
    for size in QUEENS:
        board_of = partial(Queens, size)
        print(puzzle_line(f"queens-{size}", board_of, words.seconds, words.rounds), flush=True)


if __name__ == "__main__":
    main()
