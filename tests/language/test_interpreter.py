"""What a script answers: against the definition of exact cover, and line by line."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien.cover._oracle import all_solutions
from combien.engines._protocol import Budget, Progress
from combien.errors import BadInput, BadScript, OutOfBudget
from combien.geometry._region import art
from combien.language import parse, problems, run_script
from combien.tilings import catalogue
from tests.programs import commands


def run(
    text: str,
    *,
    engine: str | None = None,
    budget: Budget | None = None,
    report: Callable[[Progress], None] | None = None,
) -> tuple[str, str]:
    """What a script writes: answers and remarks."""
    out, err = io.StringIO(), io.StringIO()
    script = parse(text)
    run_script(script, out=out, err=err, engine=engine, budget=budget or Budget(), report=report)
    return out.getvalue(), err.getvalue()


def count(text: str, algorithm: str = "dlx") -> int:
    """The number in the answer to one more question."""
    out, _ = run(f"{text} count {algorithm} p")
    found = re.fullmatch(r"p : \([A-Z]+\) (\d+) solutions\n", out)
    assert found is not None
    return int(found.group(1))


def test_the_answers_word_by_word() -> None:
    out, err = run(
        """
        pattern domino = {**}
        problem p = {***$***} [domino ~sym]
        problem none = {***} [domino ~sym]
        answer_to_the_question_of_life_the_universe_and_everything
        print p
        count dlx p  count zdd p  count frontier p
        solve dlx p ascii
        all dlx p
        count dlx none  solve dlx none ascii  all dlx none
        """
    )
    assert out == (
        "42\n"
        "p : 6 cells, 1 tile\n"
        "***\n"
        "***\n"
        "tile 0 (domino), any number, 2 orientations\n"
        "**\n"
        "\n"
        "p : (DLX) 3 solutions\n"
        "p : (ZDD) 3 solutions\n"
        "p : (FRONTIER) 3 solutions\n"
        "aab\n"
        "ccb\n"
        "\n"
        "aab\n"
        "ccb\n"
        "\n"
        "abb\n"
        "acc\n"
        "\n"
        "abc\n"
        "abc\n"
        "\n"
        '3 solutions found for problem "p"\n'
        "none : (DLX) 0 solutions\n"
        'problem "none" has no solution\n'
        '0 solutions found for problem "none"\n'
    )
    assert err == ""


def test_diagrams_answer_for_zdd() -> None:
    out, err = run("problem p = {**} [{*}]\n count zdd p\n solve zdd p ascii\n all zdd p")
    assert out == 'p : (ZDD) 1 solutions\nab\n\nab\n\n1 solutions found for problem "p"\n'
    assert err == ""


def test_timing_and_debug() -> None:
    out, _ = run(
        "problem p = {***$***} [{**} ~sym ~maybe, {*}] timing on debug on count dlx p "
        "solve dlx p ascii all dlx p debug off timing off count dlx p"
    )
    pattern = (
        r"p : 7 items \(1 secondary\), 13 options\n"
        r"p : \(DLX\) 8 solutions\n"
        r"p : nodes \d+, updates \d+\n"
        r"p solutions counted in \d+\.\d{6}s\n"
        r"p : 7 items \(1 secondary\), 13 options\n"
        r"p : nodes \d+, updates \d+\n"
        r"\"p\" solved in \d+\.\d{6}s\n"
        r"(\w{3}\n\w{3}\n\n)"
        r"p : 7 items \(1 secondary\), 13 options\n"
        r"(\w{3}\n\w{3}\n\n){8}"
        r"8 solutions found for problem \"p\"\n"
        r"p : nodes \d+, updates \d+\n"
        r"\"p\" solved in \d+\.\d{6}s\n"
        r"p : \(DLX\) 8 solutions\n"
    )
    assert re.fullmatch(pattern, out)


def test_debug_shows_the_nodes_of_diagrams() -> None:
    out, _ = run(
        "problem p = {***$***} [{**} ~sym] debug on count zdd p solve zdd p ascii all zdd p"
    )
    nodes = re.findall(r"p : diagram nodes (\d+), transitions \d+, states \d+\n", out)
    wanted = combien.family(problems(parse("problem p = {***$***} [{**} ~sym]"))["p"])
    assert wanted.count == 3
    assert nodes == [str(wanted.nodes)] * 3
    assert "p : (ZDD) 3 solutions\n" in out
    assert '3 solutions found for problem "p"\n' in out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # By default any number, and not turned.
        ("problem p = {****} [{**}]", 1),
        ("problem p = {*$*} [{**}]", 0),
        # A list is a list of things: two that look the same are two.
        ("problem p = {**} [{*} ~one, {*} ~one]", 2),
        ("problem p = {**} [{*}, {*}]", 4),
        ("problem p = {**} [{*} ~maybe, {*} ~maybe, {*} ~maybe]", 6),
        ("problem p = {***} [{*} ~one, {**} ~one]", 2),
        ("problem p = {***} [{*}, {**}]", 3),
        ("problem p = {***} []", 0),
        # ~rot turns, ~sym turns over as well; each orientation counts once.
        ("pattern s = {.**$**} problem p = {**.$.**} [s ~rot]", 0),
        ("pattern s = {.**$**} problem p = {**.$.**} [s ~sym]", 1),
        ("problem p = {**$**} [{**$**} ~sym]", 1),
        # Of several options the last of each kind counts.
        ("pattern s = {.**$**} problem p = {**.$.**} [s ~sym ~one ~rot]", 0),
        ("pattern s = {.**$**} problem p = {**.$.**} [s ~rot ~one ~sym]", 1),
        ("problem p = {**} [{*}, {**} ~one ~maybe]", 2),
        ("problem p = {**} [{*}, {**} ~maybe ~one]", 1),
        # A tile is its cells: empty places at its left and below do not keep it off the border.
        ("problem p = {**} [{..*$...} ~sym]", 1),
        # The board's empty places are not cells of it.
        ("problem p = {.**.$....} [{**}]", 1),
        # Tiles keep what a name meant when they were listed.
        ("pattern a = {*} tiles t = [a] pattern a = {**} problem p = {***} t", 1),
        ("problem p = {***} [{*}] problem p = {**} [{*}, {**}]", 2),
    ],
)
def test_what_tiles_mean(text: str, expected: int) -> None:
    assert count(text) == expected
    assert count(text, "auto") == expected


marks = st.sampled_from(["", "~one", "~maybe"])
turns = st.sampled_from(["", "~rot", "~sym"])
arts = st.lists(st.text("*.", min_size=1, max_size=3), min_size=1, max_size=3).map("$".join)
tiles = st.builds("{{{}}} {} {}".format, arts.filter(lambda art: "*" in art), marks, turns)
# No line of a board is empty: an empty line ends a tiling that is shown.
lines = st.text("*.", min_size=1, max_size=4).filter(lambda line: "*" in line)
boards = st.lists(lines, min_size=1, max_size=3).map("$".join)


@pytest.mark.filterwarnings("ignore:.*are equal")
@settings(max_examples=40)
@given(boards, st.lists(tiles, min_size=1, max_size=3))
def test_answers_match_the_definition(board: str, listed: list[str]) -> None:
    text = f"problem p = {{{board}}} [{', '.join(listed)}]"
    problem = problems(parse(text))["p"]
    assume(problem.problem().option_count <= 11)
    expected = sorted(str(problem.read(found)) for found in all_solutions(problem.problem()))
    assert count(text) == len(expected)
    shown = run(f"{text} all dlx p")[0].split("\n\n")[:-1]
    assert sorted(shown) == expected
    first = run(f"{text} solve dlx p ascii")[0]
    assert first.removesuffix("\n\n") in expected or first == 'problem "p" has no solution\n'
    assert bool(expected) == ("no solution" not in first)


def test_svg_is_written_to_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out, _ = run('problem p = {**} [{**}] solve dlx p svg "a.svg"')
    assert out == 'SVG written in file "a.svg"\n'
    root = ElementTree.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_no_file_is_written_when_there_is_no_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out, _ = run('problem p = {***} [{**}] solve dlx p svg "a.svg"')
    assert out == 'problem "p" has no solution\n'
    assert list(tmp_path.iterdir()) == []


def test_dimacs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.cnf"
    out, _ = run(f'problem p = {{**}} [{{*}}, {{**}} ~maybe] dimacs p "{path}"')
    assert out == f'DIMACS written in file "{path}"\n'
    assert path.read_text(encoding="utf-8") == (
        "c written by combien\n"
        "c p\n"
        "c 3 items, 3 options\n"
        "c variable 1: (0, 0)\n"
        "c variable 2: (1, 0)\n"
        "c variable 3: (0, 0) (1, 0) tile 1\n"
        "p cnf 3 4\n"
        "1 3 0\n"
        "-1 -3 0\n"
        "2 3 0\n"
        "-2 -3 0\n"
    )


def test_no_file_is_written_when_the_clauses_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "problem p = constant 140x140 true [{*} ~one] "
    with pytest.raises(
        BadScript, match="line 1, column 47: the pairwise encoding has 192,089,801 clauses"
    ):
        run(f'{text} dimacs p "a.cnf"')
    assert list(tmp_path.iterdir()) == []


def test_a_redefinition_gives_a_message_and_replaces() -> None:
    text = (
        "pattern a = {*}\npattern a = {**}\ntiles t = []\n\ntiles t = [a]\n"
        "problem a = a t problem a = a t\npattern3 a = [a] pattern3 a = [a]"
    )
    out, err = run(f"{text}\nprint a")
    assert err == (
        "line 2: pattern 'a' is defined again\n"
        "line 5: list of tiles 't' is defined again\n"
        "line 6: problem 'a' is defined again\n"
        "line 7: three-dimensional pattern 'a' is defined again\n"
    )
    assert out.startswith("a : 2 cells, 1 tile\n")


def test_exit_ends_a_script() -> None:
    assert run("problem p = {*} [{*}] count dlx p exit count dlx q")[0] == (
        "p : (DLX) 1 solutions\n"
    )


def test_answers_before_an_error_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    script = parse('problem p = {*} [{*}] count dlx p solve sat "kissat" p ascii')
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BadScript, match="there is no program 'kissat'"):
        run_script(script, out=out, err=io.StringIO())
    assert out.getvalue() == "p : (DLX) 1 solutions\n"


CHESSBOARD = "problem p = constant 8x8 true [{**} ~sym, {***} ~sym] "


@pytest.mark.parametrize("question", ["count dlx p", "all dlx p", "count auto p"])
def test_a_budget_that_is_exceeded(question: str) -> None:
    with pytest.raises(OutOfBudget):
        run(CHESSBOARD + question, budget=Budget(nodes=100))


def test_an_engine_for_everything() -> None:
    text = "problem p = {**} [{*}] count dlx p"
    assert run(text, engine="frontier")[0] == "p : (FRONTIER) 1 solutions\n"
    sat = 'problem p = {**} [{*}] count sat "x" p solve sat "x" p ascii'
    assert run(sat, engine="dlx") == ("p : (DLX) 1 solutions\nab\n\n", "")
    with pytest.raises(BadInput, match="there is no engine 'dxl'"):
        run(text, engine="dxl")


@pytest.mark.parametrize("command", commands("minisat -verb=0", "cadical -q", ""))
def test_a_solver_gives_the_answers_of_an_engine(command: str) -> None:
    one = "problem p = constant 4x1 true [{**}] "
    assert run(f'{one} solve sat "{command}" p ascii') == run(f"{one} solve dlx p ascii")
    assert run(f'{one} solve sat "{command}" p ascii')[0].startswith("a")
    none = "problem p = constant 3x3 true [{**} ~sym] "
    assert run(f'{none} solve sat "{command}" p ascii')[0] == 'problem "p" has no solution\n'
    several = "problem p = constant 4x3 true [{**} ~sym] "
    listed = run(f'{several} all sat "{command}" p')[0].split("\n\n")
    assert sorted(listed) == sorted(run(f"{several} all dlx p")[0].split("\n\n"))
    assert listed[-1] == '11 solutions found for problem "p"\n'


def test_a_solver_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien.sat._model_counter.COUNTERS", {})
    with pytest.raises(BadScript, match="does not count them: ask engine='auto'"):
        run('problem p = {**} [{*}] count sat "" p')


def test_engines_with_a_hyphen_are_written_with_a_line() -> None:
    out, _ = run("problem p = {**} [{*}] count dlx_leftmost p")
    assert out == "p : (DLX-LEFTMOST) 1 solutions\n"


def test_progress_is_passed_on() -> None:
    reports: list[Progress] = []
    run("problem p = {**} [{*}] all dlx p", report=reports.append)
    assert {progress.engine for progress in reports} == {"dlx"}


def test_problems_match_the_script_and_nothing_is_asked() -> None:
    text = (
        'problem a = {*} [{*}] problem b = {**} [{*}] problem a = {***} [{*}] solve sat "x" a '
        "ascii count dlx b exit problem c = {*} []"
    )
    found = problems(parse(text))
    assert [(name, problem.name, len(problem.board)) for name, problem in found.items()] == [
        ("b", "b", 2),
        ("a", "a", 3),
    ]


def test_dancing_links_find_a_tiling_by_all_hexominoes() -> None:
    # 35 hexominoes have 210 cells.  One of them is not turned, as in combine's scripts; the order
    # of the options is a bad one, so without restarts the search would not end.
    tiles = list(catalogue.hexominoes())
    fixed = next(tile for tile in tiles if len(tile.orientations) == 8)
    drawn = [f"{{{art(tile.region)}}}{'' if tile is fixed else ' ~sym'} ~one" for tile in tiles]
    hole = "shift resize constant 5x3 true 15x15 5x6"
    out, err = run(
        f"debug on problem p = constant 15x15 true - {hole} [{', '.join(drawn)}] solve dlx p ascii"
    )
    sizes, work, *rows = out.rstrip("\n").split("\n")
    assert sizes == "p : 245 items, 26488 options"
    assert work == "p : nodes 60925, updates 64557696, restarts 7"
    assert Counter(Counter("".join(rows).replace(" ", "")).values()) == {6: 35}
    assert err == ""
