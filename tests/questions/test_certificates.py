"""Certificates of counts: what they prove, and that a changed one proves nothing else."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import CannotAnswer, Colored, Problem, Strip, check_count
from combien.check_count import verdict
from combien.cover._oracle import all_solutions
from combien.design import FaultFree
from combien.graphs import paths
from combien.language import problems as problems_of
from combien.puzzles import Queens
from combien.sequences import sequence
from tests.random_problems import problems, solvable_problems
from tests.symmetric_problems import planted
from tests.tilings.pentominoes import dominoes

TWICE = {"a": (0, 2), "b": (2, 2)}
PROGRAM = Path(check_count.__file__)


def colored() -> Problem:
    options = [["a", Colored("x", 1)], ["b", Colored("x", 1)], ["b", Colored("x", 2)], "cx", "c"]
    return Problem.from_options(options, secondary=["x"])


# Counts of different kinds, and how many lines a proof has.
CASES: dict[str, tuple[Callable[[], str], str]] = {
    "dominoes": (lambda: combien.certificate(dominoes(8, 8)), "12988816 solutions of"),
    "queens": (lambda: combien.certificate(Queens(8)), "92 solutions of"),
    "scott": (
        lambda: combien.certificate(problems_of("example:scott.cmb")["scott"], up_to="all"),
        "65 solutions up to 8 symmetries of",
    ),
    "memo": (
        lambda: combien.certificate(dominoes(6, 6), engine="memo"),
        "6728 solutions of",
    ),
    "up to": (lambda: combien.certificate(dominoes(4, 2), up_to="all"), "4 solutions up to 4"),
    "up to, memo": (
        lambda: combien.certificate(dominoes(3, 2), up_to="rotations", engine="memo"),
        "2 solutions up to 2",
    ),
    "none": (lambda: combien.certificate(dominoes(3, 3)), "0 solutions of"),
    "none, memo": (lambda: combien.certificate(dominoes(3, 3), engine="memo"), "0 solutions of"),
    "bounds": (
        lambda: combien.certificate(Problem.from_options([*"aaab", "ab", "bc", "c"], bounds=TWICE)),
        "15 solutions of",
    ),
    "colors": (lambda: combien.certificate(colored()), "1 solutions of"),
    "fault-free": (
        lambda: combien.certificate(FaultFree(dominoes(6, 5))),
        "6 solutions of",
    ),
    "strip": (
        lambda: sequence(Strip(4, tiles="domino")).certificate(),
        "a recurrence of order 4 for",
    ),
    "strip by terms": (
        lambda: sequence(Strip(3, tiles=["domino", "1x3"])).certificate(),
        "a recurrence of order ",
    ),
}
LONG = ["dominoes", "queens", "memo", "fault-free"]
SMALL = [name for name in CASES if name not in (*LONG, "scott")]


@cache
def text_of(name: str) -> str:
    return CASES[name][0]()


def check(text: str) -> str:
    verified, found = verdict(text.encode())
    assert verified, found
    return found


# That of Scott's board is made and checked by the commands of docs/trust.md, too.
@pytest.mark.parametrize(
    "name",
    [name for name in CASES if name != "scott"] + [pytest.param("scott", marks=pytest.mark.slow)],
)
def test_what_is_proved(name: str) -> None:
    assert check(text_of(name)).startswith(f"verified: {CASES[name][1]}")


def test_the_checker_needs_nothing_of_combien(tmp_path: Path) -> None:
    tree = ast.parse(PROGRAM.read_text(encoding="utf-8"))
    imported = {
        name
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [node.names[0].name])
    }
    assert imported == {"sys", "collections", "collections.abc", "hashlib"}
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call)
              and isinstance(node.func, ast.Name)}  # fmt: skip
    assert called.isdisjoint({"eval", "exec", "compile", "__import__"})
    (tmp_path / "alone.py").write_bytes(PROGRAM.read_bytes())
    (tmp_path / "good").write_text(text_of("up to"))
    (tmp_path / "bad").write_text(text_of("up to").replace("orbits 4", "orbits 3"))
    for name, code, said in [
        ("good", 0, "verified: 4 solutions up to 4 symmetries of a problem with 8 items and 10"),
        ("bad", 2, "bad, line "),
        ("missing", 2, "missing, "),
    ]:
        command = [sys.executable, "-I", "alone.py", name]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (code, "")
        assert done.stdout.startswith(said)


# Changed certificates -----------------------------------------------------------------------------


def stated(text: str) -> tuple[Problem, list[list[int]]]:
    """The problem that a certificate states, and its symmetries, read once more."""
    builder, options, symmetries = Problem.builder(), [], []
    bounds: list[tuple[int, int]] = []
    for line in text.split("\n"):
        keyword, *words = line.split() or [""]
        if keyword == "item":
            bounds.append((int(words[0]), int(words[1])))
        elif keyword == "option":
            options.append([(int(i), int(c or 0)) for i, _, c in (w.partition(":") for w in words)])
        elif keyword == "symmetry":
            symmetries.append([*map(int, words)])
    used = {item for option in options for item, color in option if color}
    # Each option has an item of its own, as one of its items must be primary.
    for item, pair in enumerate(bounds):
        builder.item(item, secondary=item in used, bounds=None if item in used else pair)
    for number, option in enumerate(options):
        builder.item(("own", number), bounds=(0, 1))
        builder.option(("own", number), *(Colored(i, c) if c else i for i, c in option))
    return builder.build(), symmetries


def truth(text: str) -> str:
    """What a certificate of its problem proves, counted by other means."""
    if "\nslots " in text:
        lines = [line.split() for line in text.split("\n")]
        slots = next(int(words[1]) for words in lines if words and words[0] == "slots")
        tiles = [[*map(int, words[1:])] for words in lines if words and words[0] == "placement"]
        terms = next(words[1:] for words in lines if words and words[0] == "terms")
        for n in range(5):
            builder = Problem.builder()
            for cell in range(n * slots):
                builder.item(cell)
            for slab in range(n):
                for cells in tiles:
                    if max(cells) + slab * slots < n * slots:
                        builder.option(*(cell + slab * slots for cell in cells))
            if str(combien.count(builder.build())) != terms[n]:
                return f"a({n}) is another"
        return "verified: a recurrence"
    problem, symmetries = stated(text)
    if symmetries:
        return f"verified: {combien.count(problem, up_to=symmetries)} solutions up to "
    return f"verified: {combien.count(problem)} solutions of "


def problem_part(text: str) -> list[str]:
    kinds = ("item", "option", "symmetry", "slots", "placement")
    return [line for line in text.split("\n") if line.startswith(kinds)]


def changed_words(word: str) -> set[str]:
    """A word with another number in it, or something else."""
    found = {"", "x", word + "0", word + " 0"}
    if word.isdecimal():
        found |= {str(int(word) + 1), str(max(0, int(word) - 1)), "-" + word}
    for mark in (":", "*", ">", "!"):
        first, _, second = word.partition(mark)
        if second.isdecimal():
            found |= {f"{first}{mark}{int(second) + 1}", second, first}
    if len(word) == 64:
        found |= {word[:-1] + ("0" if word[-1] != "0" else "1"), word.upper()}
    return found - {word}


def changes(text: str) -> list[str]:
    """The text with each line left out, doubled, exchanged with the next, or one word changed."""
    lines = text.split("\n")[:-1]
    found = []
    for place, line in enumerate(lines):
        before, after = lines[:place], lines[place + 1 :]
        found += [[*before, *after], [*before, line, line, *after]]
        if after:
            found.append([*before, after[0], line, *after[1:]])
        words = line.split()
        if words[0] == "title":
            continue
        for number, word in enumerate(words):
            for other in sorted(changed_words(word)):
                changed = " ".join([*words[:number], other, *words[number + 1 :]])
                found.append([*before, changed, *after])
    return ["\n".join([*one, ""]) for one in found]


def harmless(text: str, changed: str) -> str:
    """Assert that a change is refused or proves what is true; return which."""
    verified, found = verdict(changed.encode())
    if not verified:
        assert found.startswith("line ")
        return "refused"
    if problem_part(text) != problem_part(changed):
        assert found.startswith(truth(changed)), changed
        return "true"
    assert found.split(" of ")[0] == check(text).split(" of ")[0], changed
    return "equal"


@pytest.mark.parametrize("name", SMALL)
def test_each_change_of_a_line(name: str) -> None:
    text = text_of(name)
    assert check(text).startswith(truth(text))
    found = [harmless(text, changed) for changed in changes(text)]
    assert found.count("refused") > 0.8 * len(found)


@pytest.mark.parametrize("name", LONG)
@settings(max_examples=15)
@given(data=st.data())
def test_some_changes_of_long_ones(name: str, data: st.DataObject) -> None:
    lines = text_of(name).split("\n")[:-1]
    proof = [n for n, line in enumerate(lines) if not line.startswith(("item", "option", "title"))]
    place = data.draw(st.sampled_from(proof))
    words = lines[place].split()
    number = data.draw(st.integers(0, len(words) - 1))
    words[number] = data.draw(st.sampled_from(sorted(changed_words(words[number]))))
    lines[place] = " ".join(words)
    harmless(text_of(name), "\n".join([*lines, ""]))


def test_a_certificate_may_end_nowhere_else() -> None:
    lines = text_of("up to").split("\n")
    for end in range(len(lines) - 1):
        assert not verdict("\n".join(lines[:end]).encode())[0]


# Random problems ----------------------------------------------------------------------------------


@given(
    st.one_of(
        problems(colors=True, bounds=True),
        solvable_problems(colors=True, bounds=True),
        problems(),
        solvable_problems(),
    )
)
def test_random_problems(problem: Problem) -> None:
    wanted = len(all_solutions(problem))
    memo = not (problem.has_bounds or problem.has_colors)
    for engine in ("frontier", "memo") if memo else ("frontier",):
        text = combien.certificate(problem, engine=engine)
        assert text == combien.certificate(problem, engine=engine)
        assert check(text).startswith(f"verified: {wanted} solutions of ")


@given(planted())
def test_random_symmetric_problems(both: tuple[Problem, list[int]]) -> None:
    problem, images = both
    if images:
        text = combien.certificate(problem, up_to=[images])
        found = combien.orbits(problem, up_to=[images])
        symmetries = "" if images == sorted(images) else " up to"
        assert check(text).startswith(f"verified: {found.count} solutions{symmetries} ")


# Refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ([], "line 0: then, expected combien-count"),
        (["combien-count 2"], "line 1: only version 1 is known"),
        (["combien-count 1", "item 1 " + "9" * 5000], "line 2: not a number"),
        (
            ["combien-count 1", "item 0 1", f"option 0:{10**4000}"],
            "line 3: this takes too much memory",
        ),
        (["combien-count 1", "item 1 1", "option 7"], "line 3: there is no such item"),
        (["combien-count 1", "item 1 1", "option 0:1"], "line 3: this item has no color"),
        (["combien-count 1", "item 1 1", "symmetry"], "line 3: "),
        (["combien-count 1", "item 1 2", "option 0", "memo"], "line 4: memo is for items"),
        (["combien-count 1", f"slots {10**9}"], "line 2: expected a number of slots"),
        (["combien-count 1", "slots 1", f"placement 0 {10**9}"], "line 3: expected cells"),
        (["combien-count 1", "item 1 1", "option 0", "memo", f"node 1 {10**4000} 1"], "line 5: "),
        (["combien-count 1", "item 1 1", "option 0", "memo", f"root !{10**4000}"], "line 5: "),
        (["combien-count 1", "sweep", "total 1", "total 1"], "line 3: nothing may follow"),
    ],
)
def test_what_is_refused(lines: list[str], wrong: str) -> None:
    verified, found = verdict("\n".join(lines).encode())
    assert (verified, found[: len(wrong)]) == (False, wrong)


def test_what_takes_too_long_or_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of("queens")
    for name, limit, wrong in [
        ("MOST_STEPS", 10**4, "this takes too long"),
        ("MOST_MEMORY", 10**4, "this takes too much memory"),
        ("MOST_BYTES", 10**4, "there are more than 10000 bytes"),
    ]:
        with monkeypatch.context() as patch:
            patch.setattr(check_count, name, limit)
            verified, found = verdict(text.encode())
            assert not verified
            assert found.endswith(wrong)
    assert not verdict(b"\xff")[0]


def test_what_cannot_be_certified() -> None:
    with pytest.raises(CannotAnswer, match="not the solutions of an exact cover"):
        combien.certificate(paths(["ab", "bc", "ca"], "a", "c"))
    with pytest.raises(CannotAnswer, match="has bounds"):
        combien.certificate(Problem.from_options(["a"], bounds={"a": (0, 2)}), engine="memo")
    with pytest.raises(CannotAnswer, match="no colors"):
        combien.certificate(colored(), engine="memo")
    with pytest.raises(CannotAnswer, match="more than 4300 digits"):
        combien.certificate(Problem.from_options([[n] for n in range(4000) for _ in range(12)]))
    with pytest.raises(CannotAnswer, match="tiles of limited length"):
        sequence(Strip(2, tiles="rectangles")).certificate()
    with pytest.raises(CannotAnswer, match="leave out symmetries"):
        sequence(Strip(2, tiles="domino"), up_to="all").certificate()
    with pytest.raises(CannotAnswer, match="'auto', 'frontier' or 'memo'"):
        combien.certificate(dominoes(2, 2), engine="bits")
    with pytest.raises(combien.OutOfBudget):
        combien.certificate(dominoes(8, 8), nodes=1000)


def test_the_digest_of_the_problem() -> None:
    text = text_of("none")
    part = "\n".join(line for line in text.split("\n") if line.startswith(("item", "option")))
    assert sha256(part.encode()).hexdigest() in check(text)
