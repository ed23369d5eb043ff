"""Tiles that are used several times, and tiles that are equal by mistake."""

from __future__ import annotations

import io
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien.errors import BadScript
from combien.geometry._region import Region
from combien.language import parse, problems, run_script, to_text
from combien.language._check import check
from combien.language._syntax import Name, ProblemDefinition, Script, TileEntry, TileTimes
from combien.tilings import xmpuzzle
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem, equal_tiles
from tests.merged_tiles import merge_equal_tiles


def run(text: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    run_script(parse(text), out=out, err=err)
    return out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("options", "times"),
    [
        ("", (0, None)),
        ("~any", (0, None)),
        ("~one", (1, 1)),
        ("~times 1", (1, 1)),
        ("~times 3", (3, 3)),
        ("~times 003", (3, 3)),
        ("~times 2..5", (2, 5)),
        ("~times\n\t2..5", (2, 5)),
        ("~times 0..1", (0, 1)),
        ("~times 999999999", (999999999, 999999999)),
        # Of several options of a kind the last one counts.
        ("~one ~times 3", (3, 3)),
        ("~times 3 ~one", (1, 1)),
        ("~times 3 ~any", (0, None)),
        ("~times 3 ~sym ~times 4", (4, 4)),
    ],
)
def test_times_of_a_tile(options: str, times: tuple[int, int | None]) -> None:
    (tile,) = problems(parse(f"problem p = {{**}} [{{*}} {options}]"))["p"].tiles
    assert tile.times == times


def test_times_are_printed_and_read_again() -> None:
    script = parse("tiles t = [{*} ~times  2..2 ~sym, {**} ~times 0..3 ~any]")
    assert to_text(script) == "tiles t = [{*} ~times 2 ~sym, {**} ~times 0..3 ~any]\n"
    assert parse(to_text(script)) == script


def test_times_in_words() -> None:
    out, _ = run(
        "problem p = {**} [{*} ~times 3, {**} ~times 2..5, {***} ~times 0..4, {****} ~maybe] "
        "print p"
    )
    for words in ("exactly 3 times", "2 to 5 times", "at most 4 times", "at most once"):
        assert f", {words}, 1 orientation\n" in out


@given(st.integers(0, 4), st.integers(1, 5), st.sampled_from(["dlx", "zdd", "frontier", "auto"]))
def test_counts_match_the_model(low: int, more: int, engine: str) -> None:
    text = f"problem p = constant 4x2 true [{{**}} ~sym ~times {low}..{low + more}, {{*}}]"
    tiles = [Tile("**", symmetries="all", times=(low, low + more)), Tile("*", times="any")]
    wanted = combien.count(TilingProblem(Region.box(4, 2), tiles), engine="dlx")
    assert f" {wanted} solutions\n" in run(f"{text} count {engine} p")[0]


def test_equal_tiles_multiply_the_count_and_a_remark_says_so() -> None:
    """Two of each of three shapes: eight tilings for each that looks different."""
    shapes = ("{***}", "{** $ *.}", "{****}")
    board = "problem p = constant 5x4 true "
    twice = ", ".join(f"{shape} ~one ~sym" for shape in shapes for _ in range(2))
    times = ", ".join(f"{shape} ~times 2 ~sym" for shape in shapes)
    many, remarks = run(f"{board}[{twice}] count dlx p")
    few, none = run(f"{board}[{times}] count dlx p")
    number = [int(answer.split()[3]) for answer in (many, few)]
    assert number[0] == 8 * number[1] > 0
    assert none == ""
    assert remarks.splitlines()[0] == (
        "line 1: the tiles 0, 1 of problem 'p' are equal: exchanging two gives another tiling; "
        "to count only tilings that look different, write one tile, with ~times 2"
    )
    assert len(remarks.splitlines()) == 3


@pytest.mark.parametrize(
    ("listed", "way"),
    [
        ("{**} ~one ~sym, {* $ *} ~one ~sym", "~times 2"),
        ("{**} ~one, {**} ~maybe", "~times 1..2"),
        ("{**}, {**} ~one", "~any"),
        ("{***} ~rot, {**} ~times 2..3, {**. $ ...} ~times 4", "~times 6..7"),
        ("{** $ *.} ~rot, {* $ **} ~sym", "~any"),
    ],
)
def test_tiles_that_are_equal(listed: str, way: str) -> None:
    _, remarks = run(f"problem p = {{***}} [{listed}]")
    assert remarks.endswith(f"write one tile, with {way}\n")
    with pytest.warns(UserWarning, match="are equal"):
        problems(parse(f"problem p = {{***}} [{listed}]"))


@pytest.mark.parametrize(
    "listed",
    [
        "{**} ~one, {* $ *} ~one",
        "{**} ~one ~sym, {**} ~one",
        "{**. $ .**} ~rot, {.** $ **.} ~rot",
        "{**}, {***}",
    ],
)
def test_tiles_that_are_not_equal(listed: str) -> None:
    assert run(f"problem p = {{***}} [{listed}]")[1] == ""


def test_a_list_is_checked_once() -> None:
    text = "tiles t = [{*} ~one, {*} ~one]\nproblem p = {**} t\nproblem q = {**} t"
    assert run(text)[1].count("are equal") == 1
    many = ", ".join(["{*} ~one"] * 100)
    remark = run(f"problem p = {{**}} [{many}]")[1]
    assert "the tiles 0, 1, 2, 3, 4, 5, 6, 7, ... of problem" in remark
    assert remark.endswith("~times 100\n")


shapes = st.sampled_from(["*", "**", "*\n*", "**\n*.", ".*\n**", "**.\n.**", ".**\n**."])
tiles = st.builds(
    lambda art, symmetries: Tile(art, symmetries=symmetries),
    shapes,
    st.sampled_from(["none", "rotations", "all"]),
)


@given(st.lists(tiles, max_size=6))
def test_equal_tiles_are_the_ones_that_are_merged(some: list[Tile]) -> None:
    groups = equal_tiles(some)
    for numbers in groups:
        assert len({frozenset(some[number].orientations) for number in numbers}) == 1
    lost = sum(len(numbers) - 1 for numbers in groups)
    problem = TilingProblem("***\n***", some)
    assert len(merge_equal_tiles(problem).tiles) == len(some) - lost
    factor = 1
    for numbers in groups:
        factor *= factorial(len(numbers))
    assert combien.count(problem) == factor * combien.count(merge_equal_tiles(problem))


def test_times_go_into_files_of_burrtools_and_back() -> None:
    text = (
        "pattern3 bar = [{**}] pattern3 dot = [{*}] pattern3 box = [{***}, {***}] "
        "problem3 p = box [bar ~rot ~times 1..2, dot ~rot ~times 2, bar ~times 2..4 ~rot]"
    )
    with pytest.warns(UserWarning, match="are equal"):
        problem = problems(parse(text))["p"]
    again = xmpuzzle.read(xmpuzzle.write(problem))["p"]
    assert isinstance(again, TilingProblem)
    assert [tile.times for tile in again.tiles] == [(1, 2), (2, 2), (2, 4)]
    assert combien.count(again) == combien.count(problem)


def test_times_that_no_script_can_have() -> None:
    (problem,) = parse("problem p = {**} [{*}]").declarations
    assert isinstance(problem, ProblemDefinition)
    assert not isinstance(problem.tiles, Name)
    (entry,) = problem.tiles
    for times in (TileTimes(0, 0), TileTimes(3, 2), TileTimes(-1, 2), TileTimes(1, 2**40)):
        wrong = ProblemDefinition(Name("p"), problem.board, (TileEntry(entry.pattern, (times,)),))
        with pytest.raises(BadScript):
            check(Script((wrong,)).declarations, warn=print)
