"""`combien solve -n 0` on plain problems: the texts of whole batches, against those one by one."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Problem, Region, Tile, TilingProblem, solutions
from combien._cli._shared.output import TextOutput, option_texts
from combien._questions.iterator import batches_of
from combien.cover.formats import write
from combien.engines._search.option_texts import OptionTexts
from tests.cli.commands import combien
from tests.random_problems import problems

STYLES = ["names", "knuth"]


class Stream(list[str]):
    """What is written."""

    def write(self, text: str) -> int:
        self.append(text)
        return len(text)


def dominoes(width: int, height: int) -> Problem:
    """Dominoes on a box, as a plain problem."""
    tile = Tile("**", symmetries="all", times="any")
    return TilingProblem(Region.box(width, height), [tile]).problem()


def one_by_one(problem: Problem, style: str) -> str:
    """The definition: each solution in a call of its own."""
    stream = Stream()
    output = TextOutput(stream, option_texts(problem, style).of)  # type: ignore[arg-type]
    for solution in solutions(problem):
        output.add(tuple(solution))
    return "".join(stream)


def in_batches(problem: Problem, style: str) -> str:
    """The same by the core."""
    stream, texts = Stream(), option_texts(problem, style)
    output = TextOutput(stream, texts.of, options=texts)  # type: ignore[arg-type]
    walk = solutions(problem)
    found = 0
    for batch in batches_of(walk):
        while batch.__length_hint__():  # type: ignore[attr-defined]
            found += output.add_some(batch)
    assert walk.complete
    assert found == len(list(solutions(problem)))
    return "".join(stream)


@settings(deadline=None)
@given(problems(), st.sampled_from(STYLES))
def test_batches_are_written_as_single_solutions(problem: Problem, style: str) -> None:
    assert in_batches(problem, style) == one_by_one(problem, style)


@pytest.mark.parametrize("style", STYLES)
def test_many_solutions(style: str) -> None:
    # Longer than one text of the core.
    problem = dominoes(6, 6)
    assert len(list(solutions(problem))) == 6728
    assert in_batches(problem, style) == one_by_one(problem, style)
    long = Problem.from_options({("x" * 400, n): [n % 2] for n in range(60)})
    assert in_batches(long, style) == one_by_one(long, style)
    # More options than one byte counts.
    many = Problem.from_options([n % 2] for n in range(300))
    assert in_batches(many, style) == one_by_one(many, style)


@pytest.mark.parametrize("style", STYLES)
def test_names_of_other_characters_and_of_several_lines(style: str) -> None:
    problem = Problem.from_options({"é\nü": ["a"], "": ["a", "b"], "\x1b[2J": ["b"], "日本": ["b"]})
    text = in_batches(problem, style)
    assert text == one_by_one(problem, style)
    assert "\x1b" not in text


def test_an_interrupt_loses_no_solution() -> None:
    problem = dominoes(4, 4)
    texts, stream = option_texts(problem, "names"), Stream()
    expected = one_by_one(problem, "names").splitlines(keepends=True)

    class Interrupted(Stream):
        def write(self, text: str) -> int:
            raise KeyboardInterrupt

    walk = solutions(problem)
    for batch in islice(batches_of(walk), 3):
        output = TextOutput(stream, texts.of, options=texts)  # type: ignore[arg-type]
        output.add_some(batch)
    broken = TextOutput(Interrupted(), texts.of, options=texts)  # type: ignore[arg-type]
    with pytest.raises(KeyboardInterrupt):
        broken.add_some(next(iter(batches_of(walk))))
    written = "".join(stream).splitlines(keepends=True)
    rest = solutions(problem, resume=walk.position)
    assert written + [texts.of(solution) + "\n" for solution in rest] == expected


def test_solutions_that_are_no_batch() -> None:
    texts = OptionTexts(3, "abc".__getitem__, between="; ")
    solution: Iterator[tuple[int, ...]] = iter([(0, 2)])
    assert texts.lines(solution, blank=False) is None  # type: ignore[arg-type]
    assert next(solution) == (0, 2)
    # What is limited or converted has no batches.
    assert not list(batches_of(solutions(dominoes(2, 2), limit=1)))


@pytest.mark.parametrize("style", STYLES)
def test_the_command(tmp_path: Path, style: str) -> None:
    problem, file = dominoes(4, 4), tmp_path / "dominoes.dlx"
    file.write_text(write(problem, format="dlx"), encoding="utf-8")
    outcome = combien("solve", "-n", "0", "--style", style, file)
    limited = combien("solve", "-n", "36", "--style", style, file)
    assert outcome.code == limited.code == 0
    assert outcome.out == limited.out
    more = combien("solve", "-n", "0", "--style", style, "--threads", "2", file)
    assert sorted(more.out.split("\n")) == sorted(outcome.out.split("\n"))


@pytest.mark.skipif(sys.platform == "win32", reason="limits and signals of processes")
def test_an_unbuffered_stream_reports_a_full_disk(tmp_path: Path) -> None:
    import resource  # Only on POSIX.

    problem = tmp_path / "dominoes.dlx"
    problem.write_text(write(dominoes(6, 5), format="dlx"))
    program = [sys.executable, "-m", "combien", "solve", "-n", "0", str(problem)]
    with (tmp_path / "solutions.txt").open("wb") as stream:
        done = subprocess.run(
            program,
            check=False,
            stdout=stream,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (28_672, 28_672)),
        )
    assert (tmp_path / "solutions.txt").stat().st_size == 28_672
    assert done.returncode == 1
    assert done.stderr.startswith(b"combien: cannot write the output: ")


@pytest.mark.skipif(sys.platform == "win32", reason="limits and signals of processes")
def test_an_interrupt_of_an_unbuffered_stream_leaves_whole_lines(tmp_path: Path) -> None:
    problem = tmp_path / "dominoes.dlx"
    problem.write_text(write(dominoes(8, 6), format="dlx"))
    with subprocess.Popen(
        [sys.executable, "-m", "combien", "solve", "-n", "0", str(problem)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        # The pipe fills up, and the program waits in the middle of a text.
        text = process.stdout.read(1)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        text += process.stdout.read()
        message = process.stderr.read().decode()
    number = int(re.findall(r"interrupted after ([0-9,]+) solution", message)[0].replace(",", ""))
    assert text.endswith(b"\n")
    assert len(text.splitlines()) == number
