"""A program that shares everything between threads; run as a process, since it may crash.

    python stress.py ROUNDS

It prints "ok", or says what went wrong.  Threads change places as often as they can.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, product
from threading import Barrier, Thread

import combien
from combien import Nonogram, Problem
from combien.engines._steps.trace import trace
from combien.families import Universe
from combien.geometry import _polyforms as polyforms
from combien.nonograms._human.hints import Guide
from combien.nonograms._solver import solve_all

THREADS = 4


def dominoes(width: int, height: int) -> Problem:
    cells = list(product(range(width), range(height)))
    pairs = [((x, y), (x + 1, y)) for x, y in cells] + [((x, y), (x, y + 1)) for x, y in cells]
    return Problem.from_options([p for p in pairs if p[1] in set(cells)], primary=cells)


BOARD = dominoes(5, 4)
MATCHING = Nonogram([[1]] * 4, [[1]] * 4)


def together(*works: Callable[[], None]) -> None:
    """Run these at the same time; the first error is raised."""
    barrier, errors = Barrier(len(works)), []

    def run(work: Callable[[], None]) -> None:
        barrier.wait()
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def shared_out(items: Iterable[object], *others: Callable[[], None]) -> list[object]:
    """What threads get that take from the same iterable, while others do something else."""
    taken: list[list[object]] = [[] for _ in range(THREADS)]
    together(*[lambda part=part: part.extend(items) for part in taken], *others)
    return [*chain.from_iterable(taken)]


def expect(found: Iterable[object], expected: Iterable[object], what: str) -> None:
    if Counter(map(repr, found)) != Counter(map(repr, expected)):
        raise AssertionError(f"{what}: not each exactly once")


class ByNext:
    """Asks for one item after the other by `next`; each thread has a loop of its own."""

    def __init__(self, items: Iterator[object]) -> None:
        self._items = items

    def __iter__(self) -> Iterator[object]:
        while (item := next(self._items, self)) is not self:
            yield item


def walks(engine: str) -> None:
    expected = list(combien.solutions(BOARD, engine=engine))

    def walk(**more: object) -> combien._questions.Solutions[combien.Solution]:
        return combien.solutions(BOARD, engine=engine, **more)  # type: ignore[arg-type]

    expect(shared_out(walk()), expected, f"{engine}, a walk")
    expect(shared_out(iter(walk())), expected, f"{engine}, an iterator of a walk")
    expect(shared_out(ByNext(walk())), expected, f"{engine}, next")
    limited = shared_out(walk(limit=50))
    assert len(limited) == len(set(limited)) == 50, f"{engine}, a limit"
    asked = walk()

    def ask() -> None:
        for _ in range(20):
            assert isinstance(asked.position, str)
            assert asked.work
            assert 0 <= asked.fraction <= 1
            assert asked.complete in (False, True)

    expect(shared_out(asked, ask, ask), expected, f"{engine}, asked for its position")
    assert asked.complete

    dropped = [walk() for _ in range(8)]

    def drop() -> None:
        while dropped:
            dropped.pop()
            gc.collect()

    kept = dropped[0]
    expect(shared_out(kept, drop), expected, f"{engine}, dropped elsewhere")


def families() -> None:
    universe = Universe()
    words = [["ab", "bc", "abc", "d"], ["a", "bd", "abcd"], ["", "cd", "e"], ["ae", "be", "ce"]]
    made: list[combien.Family] = []
    together(
        *[
            lambda some=some: made.append(combien.Family(some, universe=universe))
            for some in words * 2
        ]
    )
    assert len(set(universe.elements)) == len(universe.elements) == 5
    both = combien.Family(chain.from_iterable(words))
    union = made[0]
    for other in made[1:]:
        union = union | other
    assert union == both
    results: list[list[str]] = []

    def work() -> None:
        joined = made[0].join(made[1]) | made[2]
        results.append([joined.ascii(), (joined - made[3]).maximal().ascii(), str(joined.count)])

    together(work, work, work, work)
    assert all(sorted(r) == sorted(results[0]) for r in results)
    all_tilings = combien.family(BOARD)
    expect(shared_out(iter(all_tilings)), list(all_tilings), "a family")
    counts: list[object] = []
    fresh = combien.family(BOARD)
    together(
        *[lambda: counts.append((fresh.count, fresh.count_by_size(), fresh.nodes))] * 2,
        lambda: counts.append((fresh.count, fresh.count_by_size(), fresh.nodes)),
    )
    assert counts.count(counts[0]) == 3


def others() -> None:
    expect(shared_out(solve_all(MATCHING)), list(solve_all(MATCHING)), "boards")
    ladder = Nonogram([[3], [1]], [[1], [2], [1], []])
    expect(shared_out(Guide(ladder).steps()), list(Guide(ladder).steps()), "hints")
    expect(shared_out(polyforms.free(6)), list(polyforms.free(6)), "polyforms")
    small = Problem.from_options(["ab", "c", "a", "bc", "b"])
    expect(shared_out(trace(small)), list(trace(small)), "a story")
    prepared = combien.Prepared(BOARD)
    expected = {k: prepared.solutions([k], limit=3) for k in range(6)}
    answers: list[tuple[int, object]] = []

    def ask() -> None:
        answers.extend((k, prepared.solutions([k], limit=3)) for k in range(6))

    together(ask, ask, ask)
    assert all(expected[k] == found for k, found in answers)


def main(rounds: int) -> None:
    sys.setswitchinterval(1e-5)
    for _ in range(rounds):
        for engine in ("dlx", "bits", "auto", "dlx-leftmost", "dlx-weighted", "zdd"):
            walks(engine)
        families()
        others()
    print("ok")


if __name__ == "__main__":
    main(int(sys.argv[1]))
