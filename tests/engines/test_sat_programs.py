"""SAT solvers and model counters that are programs: started, waited for, and ended in time."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings

import combien
from combien import Problem
from combien.cover._oracle import all_solutions
from combien.engines._clauses.sat import Sat
from combien.errors import BadInput, CannotAnswer, MissingExtra, OutOfBudget
from combien.sat import _model_counter as model_counter
from combien.sat._programs import Program
from tests.engines.boards import dominoes, queens
from tests.programs import commands
from tests.random_problems import all_problems

PROGRAMS = ["minisat -verb=0", "minisat", "cadical -q", "cadical", "cadical -q {cnf}"]
SQUARE = Problem.from_options(["ab", "bc", "cd", "da"])


def python(program: str, *words: str) -> Sat:
    """An engine that runs a program in Python."""
    return Sat(solver=shlex.join([sys.executable, "-c", program, *words]))


@pytest.mark.parametrize("command", commands(*PROGRAMS))
def test_programs_find_and_list(command: str) -> None:
    engine = Sat(solver=command)
    assert sorted(combien.solutions(SQUARE, engine=engine)) == [(0, 2), (1, 3)]
    assert combien.solve(Problem.from_options(["ab", "bc"]), engine=engine) is None
    # Without a variable, and without a clause.
    assert combien.solve(Problem.from_options([], primary=["a"]), engine=engine) is None
    assert combien.solve(Problem.from_options([]), engine=engine) == ()


@pytest.mark.parametrize("command", commands("minisat -verb=0", "cadical -q"))
@settings(max_examples=8)
@given(problem=all_problems())
def test_programs_agree_with_the_definition(command: str, problem: Problem) -> None:
    assert sorted(combien.solutions(problem, engine=Sat(solver=command))) == all_solutions(problem)


@pytest.mark.needs("minisat", "cadical")
def test_another_program_resumes_where_one_was_stopped() -> None:
    first = combien.solutions(queens(6), engine=Sat(solver="minisat -verb=0"))
    found = [next(first), next(first)]
    found += combien.solutions(queens(6), engine=Sat(solver="cadical -q"), resume=first.position)
    assert sorted(found) == sorted(combien.solutions(queens(6), engine="dlx"))
    assert first.work["nodes"] >= 2


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(MissingExtra, match="apt-get install minisat"):
        Sat(solver="/nowhere/minisat -verb=0")
    with pytest.raises(MissingExtra, match=r"no program 'sesame' here: look at the PATH.*cadical"):
        Sat(solver="sesame")
    with pytest.raises(BadInput, match="No closing quotation"):
        Sat(solver="minisat '")
    with pytest.raises(BadInput, match="is empty"):
        Sat(solver=" ")


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("print('hello')", "ended with code 0; its answer cannot be read: .*no answer"),
        ("print('s SATISFIABLE')", "satisfiable, but without a model"),
        ("print('s UNKNOWN')", "without an answer"),
        ("raise SystemExit('no more memory')", r"ended with code 1 \(it wrote: no more memory\)"),
        ("import os; os.kill(os.getpid(), 9)", "was ended by signal 9"),
        ("print('s SATISFIABLE\\nv 1 2 3 4 0')", "is not a solution .item 'a' is in 2 chosen"),
        ("print('s SATISFIABLE\\nv 1 -1 0')", "both true and false"),
    ],
)
def test_a_program_that_gives_no_answer(program: str, message: str) -> None:
    with pytest.raises(CannotAnswer, match=message):
        combien.solve(SQUARE, engine=python(program))


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with pytest.raises(CannotAnswer):
        combien.solve(SQUARE, engine=Sat(solver=f"echo ; touch {mark} $(touch {mark})"))
    assert not mark.exists()


def test_the_arguments_of_a_program(tmp_path: Path) -> None:
    kept = tmp_path / "kept.cnf"
    copy = "import shutil, sys; shutil.copy(sys.argv[1], sys.argv[2]); print('s UNSATISFIABLE')"
    engine = python(copy, "{cnf}", str(kept))
    assert combien.solve(SQUARE, engine=engine) is None
    lines = kept.read_text().splitlines()
    assert lines[0].strip() == "c"
    assert lines[1:3] == ["p cnf 4 8", "1 4 0"]
    assert len(lines) == 10
    resumed = f"sat1:{SQUARE.fingerprint}:0.~2:at"
    assert list(combien.solutions(SQUARE, engine=engine, resume=resumed)) == []
    assert kept.read_text().splitlines()[1] == "p cnf 4 9"
    assert kept.read_text().splitlines()[-1] == "-1 0"


def endless(told: Path) -> Sat:
    """An engine with a program that never ends and prints its process number."""
    program = 'echo $$ > "$1"; exec sleep 600'
    return Sat(solver=shlex.join(["sh", "-c", program, "sh", str(told), "{cnf}"]))


def gone(pid: int) -> bool:
    """Whether a process has ended, or does soon."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_a_program_is_ended_with_its_budget(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    walk = combien.solutions(SQUARE, engine=endless(told), seconds=1.0)
    with pytest.raises(OutOfBudget, match="budget of 1 seconds"):
        next(walk)
    assert gone(int(told.read_text()))


def test_a_program_is_ended_by_an_interrupt(tmp_path: Path) -> None:
    told = tmp_path / "pid"

    def interrupt() -> None:
        while not (told.exists() and told.read_text()):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Thread(target=interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        combien.solve(
            SQUARE,
            engine=endless(told),
        )
        time.sleep(10)
    timer.join()
    assert gone(int(told.read_text()))


def test_half_written_clauses_are_written_again(tmp_path: Path) -> None:
    pieces = iter(range(3))

    class Slow:
        """Clauses whose writing is interrupted."""

        variable_count, clause_count, literal_count = 2, 2, 4

        def __iter__(self) -> Iterator[tuple[int, ...]]:
            yield (1, 2)
            if next(pieces) == 0:
                raise KeyboardInterrupt
            yield (-1, -2)

        def name(self, variable: int) -> str:
            return ""

    program = Program(["cp", "{cnf}", str(tmp_path / "kept")], Slow(), bytes=None)
    with pytest.raises(KeyboardInterrupt):
        program.run((), 10.0)
    program.stop()
    assert program.run([(1,)], 10.0) == 0
    assert (tmp_path / "kept").read_text().split("\n")[1:] == [
        "p cnf 2 3",
        "1 2 0",
        "-1 -2 0",
        "1 0",
        "",
    ]


def test_nodes_are_runs() -> None:
    engine = python("print('s SATISFIABLE\\nv 1 -2 3 -4 0')")
    walk = combien.solutions(SQUARE, engine=engine, nodes=1)
    assert next(walk) == (0, 2)
    with pytest.raises(OutOfBudget, match="budget of 1 nodes"):
        next(walk)


# Model counters -----------------------------------------------------------------------------------

BY_HAND = """
import sys
from itertools import product
lines = [line.split() for line in open(sys.argv[1]) if line[0] != "c"]
clauses = [[int(word) for word in line[:-1]] for line in lines[1:]]
count = 0
for values in product([False, True], repeat=int(lines[0][2])):
    count += all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
print("thinking\\ncount", count)
"""


def counted_by(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """The count by a model counter that is a program in Python."""
    monkeypatch.setattr(model_counter, "installed", lambda: "by hand")
    words = [sys.executable, "-c", program, "{cnf}"]
    monkeypatch.setattr(model_counter, "command", lambda counter: words)


@pytest.mark.parametrize("encoding", ["bitwise", "pairwise", "sequential"])
def test_a_model_counter_counts(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    counted_by(monkeypatch, BY_HAND)
    # Five secondary options leave the auxiliary variables of some encodings free.
    problem = Problem.from_options([*(["a", "s"],) * 2, *(["b", "s"],) * 3, "a", "b"], ["s"])
    found = combien.answer(problem, "count", engine=Sat(encoding=encoding))
    assert found.count == len(all_solutions(problem)) == 6
    assert found.why.startswith("by hand on ")


def test_a_model_counter_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    counted_by(monkeypatch, "raise SystemExit('too much')")
    with pytest.raises(CannotAnswer, match=r"\(it wrote: too much\) and printed no count"):
        combien.count(SQUARE, engine="sat")
    with pytest.raises(OutOfBudget, match="needs more than 4 GB"):
        combien.count(SQUARE, engine="sat", bytes=4 * 10**9)


def test_a_model_counter_is_ended_with_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[bool] = []
    stop = Program.stop

    def watched(program: Program) -> None:
        stop(program)
        ended.append(True)

    monkeypatch.setattr(Program, "stop", watched)
    counted_by(monkeypatch, "import time; time.sleep(600)")
    with pytest.raises(OutOfBudget, match=r"budget of 0\.1 seconds") as caught:
        combien.count(SQUARE, engine="sat", seconds=0.1)
    # Although the error is still there, and with it the frames that have the program.
    assert caught.value.known == {"nodes": 1}
    assert ended


def test_a_program_that_counts_may_be_named() -> None:
    assert combien.count(SQUARE, engine=python(BY_HAND)) == 2
    told = "print('s SATISFIABLE'); print('c s type mc'); print('c s exact arb int 12')"
    assert combien.count(SQUARE, engine=python(told)) == 12
    with pytest.raises(CannotAnswer, match="ended with code 0 and printed no count"):
        combien.count(SQUARE, engine=python("print('s SATISFIABLE')"))


@pytest.mark.needs("minisat")
def test_a_solver_does_not_count() -> None:
    with pytest.raises(CannotAnswer, match="'minisat -verb=0' does not count: ask engine='auto'"):
        combien.count(SQUARE, engine=Sat(solver="minisat -verb=0"))


def test_numbers_of_any_size_are_read() -> None:
    assert model_counter.number(f"count 1{'0' * 9999}\n") == 10**9999
    assert model_counter.number("count 1\ncount 2") == 2


@pytest.mark.parametrize("counter", commands(*model_counter.COUNTERS))
def test_the_counters_that_are_installed(counter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_counter, "installed", lambda: counter)
    assert combien.count(dominoes(6, 6), engine="sat") == 6728
    assert combien.count(Problem.from_options([], primary=["a"]), engine="sat") == 0
