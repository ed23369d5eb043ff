"""Iterators shared by threads: each item goes to exactly one of them, and nothing crashes.

Tests that might crash run in separate processes, so that a crash is a failure.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Solution, _native
from combien._base.budget import Budget, Meter
from combien._base.threads import SharedIterator, mutex, together
from combien.engines import Engine
from combien.engines._places import Place
from combien.engines._search.first_solution import FirstSolution
from combien.engines._search.searching import smallest
from combien.errors import InUse
from combien.families import Universe
from combien.nonograms._solving.portfolio import Portfolio
from combien.nonograms._solving.search import NonogramSearch
from tests.random_problems import all_problems
from tests.threads.stress import dominoes

STRESS = Path(__file__).with_name("stress.py")
LISTING = ["auto", "bits", "dlx", "dlx-leftmost", "zdd"]

forking = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


def program(*words: str) -> str:
    """What a Python program prints; its crash, or a hang, is an error."""
    command = [sys.executable, "-X", "faulthandler", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def in_threads(*works: Callable[[], None]) -> None:
    """Runs these in threads of their own, and waits for them."""
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def in_child(work: Callable[[], bool]) -> bool:
    """Whether `work` returns True in a forked process."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if work() else 2
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def test_everything_that_threads_can_share() -> None:
    assert program(str(STRESS), "3") == "ok"


@pytest.mark.slow
def test_everything_that_threads_can_share_a_hundred_times() -> None:
    assert program(str(STRESS), "100") == "ok"


@settings(max_examples=40)
@given(problem=all_problems(), count=st.integers(2, 4), whole=st.booleans())
@pytest.mark.parametrize("engine", LISTING)
def test_threads_get_each_solution_once(
    engine: str, problem: Problem, count: int, whole: bool
) -> None:
    assume(engine != "bits" or not problem.has_bounds)
    walk = combien.solutions(problem, engine=engine)
    shared = walk if whole else iter(walk)
    taken: list[list[combien.Solution]] = [[] for _ in range(count)]
    in_threads(*[lambda part=part: part.extend(shared) for part in taken])
    expected = list(combien.solutions(problem, engine=engine))
    assert sorted(chain.from_iterable(taken)) == sorted(expected)
    assert walk.complete


@settings(max_examples=40)
@given(problem=all_problems(), stops=st.lists(st.integers(0, 3), min_size=2, max_size=3))
@pytest.mark.parametrize("engine", ["auto", "dlx"])
def test_a_position_after_threads_have_taken_some(
    engine: str, problem: Problem, stops: list[int]
) -> None:
    walk = combien.solutions(problem, engine=engine)
    taken: list[list[combien.Solution]] = [[] for _ in stops]

    def read_position() -> None:
        for _ in range(3):
            assert walk.position

    in_threads(
        *[lambda k=k, n=n: taken[k].extend(islice(walk, n)) for k, n in enumerate(stops)],
        read_position,
    )
    rest = combien.solutions(problem, engine=engine, resume=walk.position)
    expected = sorted(combien.solutions(problem, engine=engine))
    assert sorted(chain(*taken, rest)) == expected
    assert sorted(chain(*taken, walk)) == expected


@settings(max_examples=40)
@given(problem=all_problems(), count=st.integers(2, 4))
@pytest.mark.parametrize("engine", ["auto", "dlx"])
def test_one_thread_gets_the_first_solution(engine: str, problem: Problem, count: int) -> None:
    walk = combien.first(problem, engine=engine)
    taken: list[list[combien.Solution]] = [[] for _ in range(count)]
    in_threads(*[lambda part=part: part.extend(walk) for part in taken])
    expected = list(combien.first(problem, engine=engine))
    assert list(chain.from_iterable(taken)) == expected
    assert walk.complete == (not expected)


class Stepping:
    """A search that waits in each slice until another thread could enter it, too."""

    inside = 0
    most_inside = 0

    def __init__(self, search: _native.Search) -> None:
        self._search = search

    def solutions(self, *args: Any, **options: Any) -> Any:
        Stepping.inside += 1
        Stepping.most_inside = max(Stepping.most_inside, Stepping.inside)
        time.sleep(0.002)
        found = self._search.solutions(*args, **options)
        Stepping.inside -= 1
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._search, name)


def test_threads_take_turns_in_a_search_with_restarts() -> None:
    engine = smallest()

    def open_at(problem: Problem, place: Place) -> Any:
        return Stepping(engine.open_at(problem, place))

    stepping = replace(engine, open_at=open_at, restarts=False)
    walk = FirstSolution(dominoes(4, 5), stepping, why="", meter=Meter(Budget(), engine="dlx"))
    taken: list[combien.Solution] = []
    in_threads(*[lambda: taken.extend(walk)] * 4)
    assert Stepping.most_inside == 1
    assert len(taken) == 1


# Ctrl-C -------------------------------------------------------------------------------------------


class Interrupted:
    """A search that sees Ctrl-C right after a slice, where a signal is handled in the end."""

    def __init__(self, search: _native.Search, when: list[int]) -> None:
        self._search = search
        self._when = when

    def solutions(self, *args: Any, **options: Any) -> Any:
        found = self._search.solutions(*args, **options)
        self._when[0] -= 1
        if self._when[0] == 0:
            raise KeyboardInterrupt
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._search, name)


@pytest.mark.parametrize("at", range(1, 8))
@pytest.mark.parametrize("asking", [False, True])
def test_an_interrupt_at_any_slice_loses_nothing(at: int, asking: bool) -> None:
    problem = dominoes(4, 5)
    engine = smallest()
    when = [at]

    def open_at(problem: Problem, place: Place) -> Any:
        return Interrupted(engine.open_at(problem, place), when)

    interrupted = cast("Engine", replace(engine, open_at=open_at, restarts=False))
    walk = combien.solutions(problem, engine=interrupted)
    expected = list(combien.solutions(problem, engine="dlx"))
    found: list[combien.Solution] = []
    interrupts = 0
    while len(found) < len(expected):
        try:
            if asking:
                assert walk.work["nodes"] >= 0
            found.append(next(walk))
        except KeyboardInterrupt:
            interrupts += 1
    assert interrupts == 1
    assert found == expected
    assert list(walk) == []


@pytest.mark.parametrize("at", [1, 2, 3])
@pytest.mark.parametrize("asking", [False, True])
def test_an_interrupt_does_not_lose_the_first_solution(at: int, asking: bool) -> None:
    problem = Problem.from_options(["ab", "c", "a"])
    engine = smallest()
    when = [at]

    def open_at(problem: Problem, place: Place) -> Any:
        return Interrupted(engine.open_at(problem, place), when)

    interrupted = cast("Engine", replace(engine, open_at=open_at, restarts=False))
    walk = combien.first(problem, engine=interrupted)
    if at == 1:
        with pytest.raises(KeyboardInterrupt):
            next(walk)
        if asking:
            assert list(combien.solutions(problem, engine="dlx", resume=walk.position)) == [(0, 1)]
    assert list(walk) == [(0, 1)]
    assert list(walk) == []


def test_a_reporter_that_fails_does_not_lose_the_first_solution() -> None:
    reports = []

    def fail(progress: object) -> None:
        reports.append(walk.position)
        if len(reports) == 1:
            raise KeyboardInterrupt

    walk = combien.first(Problem.from_options(["ab", "c", "a"]), engine="dlx", report=fail)
    with pytest.raises(KeyboardInterrupt):
        next(walk)
    assert list(walk) == [(0, 1)]


def test_ctrl_c_in_one_thread_leaves_the_walk_to_the_others() -> None:
    walk = combien.solutions(dominoes(6, 6), engine="dlx")
    expected = list(combien.solutions(dominoes(6, 6), engine="dlx"))
    taken: list[combien.Solution] = []
    mine: list[combien.Solution] = []
    thread = threading.Thread(target=lambda: taken.extend(walk))
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        for number, solution in enumerate(walk):
            mine.append(solution)
            if number == 3:
                signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
    thread.join()
    assert sorted([*mine, *taken, *walk]) == sorted(expected)


def test_an_iterator_that_ended_by_an_error_does_not_look_complete() -> None:
    def numbers() -> Any:
        yield 1
        raise KeyboardInterrupt

    items = SharedIterator(numbers())
    assert next(items) == 1
    with pytest.raises(KeyboardInterrupt):
        next(items)
    with pytest.raises(InUse, match=r"has already failed with an error \(KeyboardInterrupt\)"):
        next(items)


# The same thread again ----------------------------------------------------------------------------


def test_a_report_may_ask_the_walk() -> None:
    positions = []
    problem = dominoes(4, 4)
    walk = combien.solutions(
        problem, engine="dlx", report=lambda progress: positions.append(walk.position)
    )
    found = [next(walk), next(walk), *walk]
    assert found == list(combien.solutions(problem, engine="dlx"))
    assert positions


def test_a_mutex_does_not_wait_for_its_own_thread() -> None:
    lock = mutex()
    with lock, pytest.raises(InUse, match="this thread is in the middle of this already"), lock:
        pass
    with lock:
        pass


@contextmanager
def held_elsewhere() -> Iterator[Any]:
    """A mutex, inside of which another thread is meanwhile."""
    lock = mutex()
    inside, over = threading.Event(), threading.Event()

    def hold() -> None:
        with lock:
            inside.set()
            over.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    inside.wait()
    try:
        yield lock
    finally:
        over.set()
        thread.join()
    with lock:
        pass


def test_waiting_for_a_mutex_can_be_interrupted() -> None:
    with held_elsewhere() as lock:
        main = threading.main_thread().ident
        assert main is not None
        threading.Timer(0.1, signal.pthread_kill, (main, signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt), lock:
            pass


# The core by itself -------------------------------------------------------------------------------


def test_two_threads_inside_one_search_of_the_core() -> None:
    search = smallest().open_at(dominoes(6, 5), Place())
    found: list[tuple[int, ...]] = []

    def run() -> None:
        while True:
            outcome, some = search.solutions(7, 100, 60.0, Solution)
            found.extend(some)
            assert search.nodes >= 0
            assert 0 <= search.fraction <= 1
            if outcome == _native.DONE:
                return

    in_threads(run, run, run)
    assert len(found) == len(set(found)) == search.found == 1183


def test_a_nonogram_portfolio_in_two_threads() -> None:
    nonogram = combien.Nonogram([[1]] * 3, [[1]] * 3)
    search = NonogramSearch(nonogram)
    assert search.run() == "rooted"
    hunt = Portfolio.after(search)
    done: list[bool] = []
    in_threads(*[lambda: done.append(hunt.run(seconds=60))] * 3)
    assert done == [True] * 3
    assert len(hunt.boards) == 2


def test_threads_give_an_element_one_number() -> None:
    universe = Universe()
    numbers: list[list[int]] = []
    barrier = threading.Barrier(4)

    def work() -> None:
        barrier.wait()
        numbers.append([universe.number(k) for k in range(2000)])

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        in_threads(work, work, work, work)
    finally:
        sys.setswitchinterval(before)
    assert all(each == numbers[0] for each in numbers)
    assert [universe.elements[n] for n in numbers[0]] == list(range(2000))


# Forks --------------------------------------------------------------------------------------------


@forking
@pytest.mark.parametrize("engine", LISTING)
def test_parent_and_child_of_a_fork_both_continue(engine: str) -> None:
    problem = dominoes(5, 4)
    expected = list(combien.solutions(problem, engine=engine))
    walk = combien.solutions(problem, engine=engine)
    begun = list(islice(walk, 5))
    assert in_child(lambda: begun + list(walk) == expected)
    assert begun + list(walk) == expected


def _counted(part: list[int]) -> int:
    return len(list(combien.solutions(dominoes(*part))))


@forking
def test_a_pool_of_forked_processes() -> None:
    walk = combien.solutions(dominoes(4, 4))
    first = next(walk)
    with get_context("fork").Pool(2) as pool:
        assert pool.map(_counted, [[4, 4], [4, 5]]) == [36, 95]
    assert len({first, *walk}) == 36


@forking
def test_a_fork_while_another_thread_is_inside() -> None:
    with held_elsewhere() as lock:

        def refused() -> bool:
            try:
                with lock:
                    return False
            except InUse as error:
                return "when the process was forked" in str(error)

        assert in_child(refused)


@forking
def test_a_fork_in_the_middle_of_a_slice() -> None:
    """The child gets an error from that walk, not a crash; a new one works, and so does leaving."""
    walk = combien.solutions(dominoes(20, 21), engine="dlx")
    running, over = threading.Event(), threading.Event()

    def run() -> None:
        running.set()
        for _ in walk:
            if over.is_set():
                return

    thread = threading.Thread(target=run)
    thread.start()
    running.wait()

    def alive() -> bool:
        with suppress(InUse):
            list(islice(walk, 3))
        return len(list(combien.solutions(dominoes(4, 4)))) == 36

    lived = [in_child(alive) for _ in range(5)]
    over.set()
    thread.join()
    assert all(lived)


# Subinterpreters ----------------------------------------------------------------------------------

SUBINTERPRETER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
code = '''
import combien
try:
    combien.count(combien.Problem.from_options(["ab", "c"]))
except ImportError as error:
    assert "subinterpreters" in str(error) and "install" not in str(error), error
else:
    raise AssertionError("it counts")
'''
number = interpreters.create()
failed = interpreters.run_string(number, code)
assert not failed, failed
import combien
print(combien.count(combien.Problem.from_options(["ab", "c", "a", "bc"])))
"""


def test_a_subinterpreter_is_refused() -> None:
    assert program("-c", SUBINTERPRETER) == "2"


def test_jobs_end_before_the_error_of_one_is_raised() -> None:
    stopped, ended = threading.Event(), []

    def fail() -> None:
        raise ValueError("the job failed")

    def wait() -> None:
        ended.append(stopped.wait(60))

    with pytest.raises(ValueError, match="the job failed"):
        together([wait, fail, wait], stopped.set)
    assert ended == [True, True]


def test_an_interrupt_is_raised_before_the_error_of_a_job() -> None:
    stops, ended = threading.Semaphore(0), []

    def fail() -> None:
        raise ValueError("the job failed")

    def interrupt() -> None:
        stops.acquire(timeout=60)
        os.kill(os.getpid(), signal.SIGINT)
        ended.append(stops.acquire(timeout=60))

    with pytest.raises(KeyboardInterrupt):
        together([fail, interrupt], stops.release)
    assert ended == [True]


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_waits_until_all_jobs_have_ended(jobs: int) -> None:
    """On Python 3.11 and 3.12, `Thread.join` returns at once when it is called again."""
    begun, stopped = threading.Event(), threading.Event()
    ended: list[int] = []

    def job() -> None:
        begun.set()
        stopped.wait(60)
        # What a search does until the end of its slice.
        time.sleep(0.2)
        ended.append(1)

    def interrupt() -> None:
        begun.wait(60)
        time.sleep(0.05)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        together([job] * jobs, stopped.set)
    assert len(ended) == jobs


def test_jobs_whose_threads_cannot_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start
    started: list[threading.Thread] = []

    def starts_once(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", starts_once)
    done: list[int] = []
    stopped = threading.Event()

    def job() -> None:
        stopped.wait(60)
        done.append(1)

    with pytest.raises(RuntimeError, match="can't start new thread"):
        together([job] * 3, stopped.set)
    # The first one has ended, or finds that it is too late.
    assert len(done) <= 1
