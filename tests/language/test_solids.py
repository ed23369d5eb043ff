"""Space in the language: against the model in space, the definition, and known answers."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from combien.cover._oracle import all_solutions
from combien.errors import BadScript
from combien.geometry._region import Region
from combien.language import parse, problems, run_script, to_text
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(text: str) -> str:
    """What a script answers."""
    out, err = io.StringIO(), io.StringIO()
    run_script(parse(text), out=out, err=err)
    assert all("are equal: " in remark for remark in err.getvalue().splitlines())
    return out.getvalue()


def test_the_answers_word_by_word() -> None:
    text = (
        "pattern3 bar = [{*}, {*}] pattern3 box = [{**}, {**}] tiles3 bars = [bar ~rot] "
        "problem3 p = box bars count3 dlx p solve3 dlx p ascii all3 dlx p print p"
    )
    assert run(text) == (
        "p : (DLX) 2 solutions\n"
        "ab ab\n"
        "\n"
        "ab ab\n"
        "\n"
        "aa bb\n"
        "\n"
        '2 solutions found for problem "p"\n'
        "p : 4 cells, 1 tile\n"
        "**\n"
        "\n"
        "**\n"
        "tile 0 (bar), any number, 3 orientations\n"
        "*\n"
        "\n"
        "*\n"
        "\n"
    )


def test_the_soma_cube() -> None:
    script = (EXAMPLES / "soma.cmb").read_text(encoding="utf-8")
    assert "(ZDD) 11520 solutions" in run(script)
    # Reflected, the left-handed tile would be the right-handed one: ~sym only rotates.
    assert problems(parse(script.replace("~rot", "~sym"))) == problems(parse(script))
    assert parse(to_text(parse(script))) == parse(script)


def test_a_solid_is_drawn_with_its_layers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "pattern3 bar = [{*}, {*}] pattern3 box = [{**}, {**}] problem3 p = box [bar ~rot] "
    path = tmp_path / "p.svg"
    assert run(f'{text} solve3 dlx p svg "{path}"') == f'SVG written in file "{path}"\n'
    svg = path.read_text(encoding="utf-8")
    # Two lying bars show a top, two fronts and two ends at most; each is a patch.
    assert "<title>p</title>" in svg
    assert 5 <= svg.count("<path") <= 8


def test_each_orientation_once() -> None:
    text = "pattern3 a = [{**$*.}] pattern3 b = [{**$**},{**$**}] problem3 p = b [a ~sym, b ~sym]"
    v, cube = problems(parse(text))["p"].tiles
    assert (len(v.orientations), len(cube.orientations)) == (12, 1)


def test_layers_lie_on_one_another_and_their_frames_count() -> None:
    text = "pattern3 s = [{.*$..}, {..$*.}, {..$..}] problem3 p = s [s]"
    (problem,) = problems(parse(text)).values()
    assert problem.board == Region([(1, 1, 0), (0, 0, 1)])


def test_one_name_in_the_plane_and_in_space() -> None:
    text = (
        "pattern a = {**} tiles a = [a] problem a = a a "
        "pattern3 a = [a, a] tiles3 a = [a ~maybe] problem3 a = a a "
        "count dlx a count3 dlx a print a problem3 b = a a print b"
    )
    out = run(text)
    assert out.count("a : (DLX) 1 solutions") == 2
    assert "a : 2 cells" in out
    assert "b : 4 cells" in out
    assert [(name, p.board.dimension) for name, p in problems(parse(text)).items()] == [
        ("a", 3),
        ("b", 3),
    ]


layers = st.lists(st.text("*.", min_size=4, max_size=4), min_size=1, max_size=2)
marks = st.sampled_from([("", "any"), ("~one", 1), ("~maybe", (0, 1))])
turns = st.sampled_from([("", "none"), ("~rot", "rotations"), ("~sym", "rotations")])


def drawn(listed: list[str]) -> str:
    return "[" + ", ".join(f"{{{layer[:2]}${layer[2:]}}}" for layer in listed) + "]"


def region(listed: list[str]) -> Region:
    """The same by hand: the characters of a layer are the places (0, 1), (1, 1), (0, 0), (1, 0)."""
    spots = [(0, 1), (1, 1), (0, 0), (1, 0)]
    return Region(
        [
            (*spot, z)
            for z, layer in enumerate(listed)
            for spot, mark in zip(spots, layer, strict=True)
            if mark == "*"
        ],
        dimension=3,
    )


@pytest.mark.filterwarnings("ignore:.*are equal")
@given(layers, st.lists(st.tuples(layers, marks, turns), min_size=1, max_size=2))
def test_a_script_of_space_is_the_model_of_space(
    board: list[str], listed: list[tuple[list[str], tuple[str, object], tuple[str, object]]]
) -> None:
    assume(all("*" in "".join(drawing) for drawing in [board, *(entry[0] for entry in listed)]))
    text = f"pattern3 board = {drawn(board)} "
    text += " ".join(f"pattern3 t{n} = {drawn(entry[0])}" for n, entry in enumerate(listed))
    entries = ", ".join(f"t{n} {mark} {turn}" for n, (_, (mark, _), (turn, _)) in enumerate(listed))
    text += f" problem3 p = board [{entries}] "
    made = problems(parse(text))["p"]
    wanted = TilingProblem(
        region(board),
        [
            Tile(region(tile), times=times, symmetries=group, name=f"t{n}")  # type: ignore[arg-type]
            for n, (tile, (_, times), (_, group)) in enumerate(listed)
        ],
        name="p",
    )
    assert made == wanted
    assume(made.problem().option_count <= 11)
    expected = sum(1 for _ in all_solutions(made.problem()))
    assert f" {expected} solutions" in run(text + "count3 dlx p")


def test_a_board_of_too_many_cells() -> None:
    text = "pattern l = constant 2000x2000 true pattern3 s = [l, l]"
    with pytest.raises(BadScript, match="more than 5,000,000 cells in all"):
        run(text)


@pytest.mark.parametrize("question", ["problem3 p = s [s]", "pattern3 b=[{*}] problem3 p = b [s]"])
def test_empty_boards_and_tiles_are_refused(question: str) -> None:
    with pytest.raises(BadScript, match=r"an empty (board|tile): draw at least one"):
        run(f"pattern3 s = [{{.}}] {question}")
