"""`combien apart`: levels, all moves of an assembly, groups, symmetry, budgets and refusals."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from combien import solutions
from combien._cli._shared.guard import Exit
from combien.drawing._renderers.stl import stl
from combien.printing import Scene, threemf
from combien.tilings import xmpuzzle
from combien.tilings.xmpuzzle import read
from tests.cli.commands import SCRIPT, combien
from tests.programs import BURRTOOLS, needs_burrtools

PISTON = Path(__file__).parents[2] / "examples" / "piston.xmpuzzle"
ONE_OF_TEN = "1 of 10 assemblies comes apart by translations\n    1  9.3.1.1.1\n"


def puzzle(
    shapes: list[tuple[str, str]],
    uses: str,
    *,
    problems: tuple[str, ...] = ("",),
    grid: int = 0,
    comment: str = "",
) -> bytes:
    """A file of BurrTools: shapes by their sides and places, and the uses of problems.

    The problems have these attributes, equal uses, and the board 0.
    """
    spaces = "".join(
        '<voxel x="{}" y="{}" z="{}" type="0">{}</voxel>'.format(*sides.split("x"), places)
        for sides, places in shapes
    )
    written = "".join(
        f'<problem {attributes}><shapes>{uses}</shapes><result id="0"/></problem>'
        for attributes in problems
    )
    return gzip.compress(
        f'<puzzle version="2"><gridType type="{grid}"/><shapes>{spaces}</shapes><problems>'
        f"{written}</problems><comment>{comment}</comment></puzzle>".encode(),
        mtime=0,
    )


# A closed box, and a ball in it.
BOX = [
    ("3x3x3", "#" * 27),
    ("3x3x3", "#" * 13 + "_" + "#" * 13),
    ("1x1x1", "#"),
]


def test_the_levels_of_a_burr() -> None:
    done = combien("apart", PISTON)
    assert done.code == Exit.ANSWERED
    assert done.out == f"assembly 8: 9.3.1.1.1\n{ONE_OF_TEN}"
    content = json.loads(combien("apart", PISTON, "--json").out)
    assert content["unique"] is True
    assert content["complete"] is True
    assert content["levels"] == [{"level": [9, 3, 1, 1, 1], "assemblies": 1}]
    assert content["listed"] == [{"assembly": 8, "level": [9, 3, 1, 1, 1]}]


def test_output_does_not_depend_on_threads() -> None:
    alone = combien("apart", PISTON, "--up-to", "none", "-n", 0, "--json", "--threads", 1)
    for threads in (2, 5, "auto"):
        done = combien("apart", PISTON, "--up-to", "none", "-n", 0, "--json", "--threads", threads)
        assert (done.code, done.out) == (alone.code, alone.out)


def test_output_does_not_depend_on_the_engine() -> None:
    for engine in ("bits", "dlx", "zdd"):
        done = combien("apart", PISTON, "--engine", engine)
        assert done.out.endswith(ONE_OF_TEN)


def test_the_moves_are_drawn(tmp_path: Path) -> None:
    strip = tmp_path / "strip.svg"
    drawn = combien("apart", PISTON, "--solution", 8, "--svg", strip)
    assert drawn.code == Exit.ANSWERED
    text = strip.read_text()
    assert "<title>level 9.3.1.1.1</title>" in text
    # A picture for each of the 15 moves, and for the end of each of the 5 separations.
    assert sum(line.startswith('<g transform="translate(') for line in text.splitlines()) == 20


def test_a_bar_that_must_turn(tmp_path: Path) -> None:
    turn = PISTON.with_name("turn.cmb")
    assert combien("apart", turn).code == Exit.NONE
    done = combien("apart", turn, "--rotations")
    assert done.out == "assembly 1: 2, with 1 rotation\n1 of 1 assembly comes apart\n    1  2\n"
    content = json.loads(combien("apart", turn, "--rotations", "--json").out)
    assert content["listed"] == [{"assembly": 1, "level": [2], "rotations": 1}]
    strip, film = tmp_path / "strip.svg", tmp_path / "film.svg"
    drawn = combien(
        "apart", turn, "--rotations", "--solution", 1, "--svg", strip, "--animation", film
    )
    assert "  rotate piece 1 by 90 degrees from +x to +y about x = 2.5, y = 3.5\n" in drawn.out
    assert "<title>level 2</title>" in strip.read_text()
    assert film.exists()
    assert "leave it" in combien("apart", turn, "--rotations", "--thorough").err


def test_pictures_are_of_one_assembly_that_comes_apart(tmp_path: Path) -> None:
    name = tmp_path / "strip.svg"
    assert "--solution K" in combien("apart", PISTON, "--svg", name).err
    stuck = combien("apart", PISTON, "--solution", 1, "--svg", name)
    assert "does not come apart" in stuck.err
    assert (
        "--animation writes .svg"
        in combien("apart", PISTON, "--solution", 8, "--animation", "a.mp4").err
    )
    assert not name.exists()


@pytest.mark.needs(".[pictures]")
def test_the_pieces_of_the_chosen_assembly_are_written(tmp_path: Path) -> None:
    names = {"--exploded": "a.svg", "--stl": "a.stl", "--3mf": "a.3mf"}
    files = {option: tmp_path / name for option, name in names.items()}
    asked = [word for pair in files.items() for word in pair]
    assert combien("apart", PISTON, "--solution", 8, *asked).code == Exit.ANSWERED
    first = {option: file.read_bytes() for option, file in files.items()}
    (problem,) = read(PISTON.read_bytes()).values()
    assembly = list(solutions(problem, up_to="rotations"))[7]
    regions = [placement.region for placement in assembly.placements]
    assert first["--stl"] == stl(regions, size=10, gap=0.2)
    assert first["--3mf"] == threemf(assembly)
    scene = Scene(assembly, labels=True)
    assert first["--exploded"] == scene.svg(scene.exploded()).encode()
    # Also the pieces of an assembly that does not come apart; the picture may be an image.
    image = tmp_path / "a.png"
    asked = ["--solution", "1", "--exploded", image, "--stl", files["--stl"]]
    assert combien("apart", PISTON, *asked).code == Exit.NONE
    assert files["--stl"].read_bytes() != first["--stl"]
    assert image.read_bytes().startswith(b"\x89PNG")
    assert "--solution K" in combien("apart", PISTON, "--stl", tmp_path / "b.stl").err
    assert not (tmp_path / "b.stl").exists()


def test_the_moves_of_an_assembly() -> None:
    done = combien("apart", PISTON, "--solution", 8)
    assert done.code == Exit.ANSWERED
    assert "piece 2: tile 0 (88)\n" in done.out
    assert "\nlevel 9.3.1.1.1\n" in done.out
    assert done.out.count(" by ") == 8 + 2
    assert done.out.count("  remove ") == 5
    stuck = combien("apart", PISTON, "--solution", 1)
    assert stuck.code == Exit.NONE
    assert stuck.out.endswith("\ndoes not come apart by translations\n")
    content = json.loads(combien("apart", PISTON, "--solution", 8, "--thorough", "--json").out)
    assert content["level"] == [9, 3, 1, 1, 1]
    assert len(content["moves"]) == len(content["states"]) == 9
    assert int(content["ways"]) >= 1
    assert [len(part["pieces"]) for part in content["parts"]] == [5, 1]


def test_symmetric_assemblies() -> None:
    everything = combien("apart", PISTON, "--up-to", "none", "-n", 1).out
    assert everything.endswith(
        "12 of 120 assemblies come apart by translations\n   12  9.3.1.1.1\n"
    )
    assert everything.count("assembly ") == 1
    assert "of 10 assemblies" in combien("apart", PISTON, "--up-to", "all").out


def test_problems_in_the_plane() -> None:
    done = combien("apart", SCRIPT, "--up-to", "none", "-n", 0)
    assert done.code == Exit.ANSWERED
    assert " come apart\n" in done.out


def test_groups_of_a_file_need_not_be_separated(tmp_path: Path) -> None:
    file = tmp_path / "box.xmpuzzle"
    for groups, code in (
        (("", ""), Exit.NONE),
        ((' group="1"', ' group="1"'), Exit.ANSWERED),
        ((' group="1"', ' group="2"'), Exit.NONE),
    ):
        uses = "".join(
            f'<shape id="{number}" count="1"{group}/>' for number, group in enumerate(groups, 1)
        )
        file.write_bytes(puzzle(BOX, uses))
        assert combien("apart", file).code == code
    parts = '<shape id="1" count="1"><group group="3" count="1"/></shape>'
    file.write_bytes(puzzle(BOX, parts + parts.replace('id="1"', 'id="2"')))
    assert combien("apart", file).out == "assembly 1: -\n1 of 1 assembly comes apart\n    1  -\n"


# Two bars fill a square in two ways, which are one up to rotation.
BARS = [("2x2x1", "####"), ("2x1x1", "##")]


def bars(*problems: str, grid: int = 0, comment: str = "") -> bytes:
    return puzzle(BARS, '<shape id="1" count="2"/>', problems=problems, grid=grid, comment=comment)


def test_all_problems_of_a_file_are_answered(tmp_path: Path) -> None:
    file = tmp_path / "bars.xmpuzzle"
    file.write_bytes(bars('name="a"', 'name="b"'))
    one = "assembly 1: 1\n1 of 1 assembly comes apart\n    1  1\n"
    done = combien("apart", file)
    assert (done.code, done.out, done.err) == (Exit.ANSWERED, f"a:\n{one}b:\n{one}", "")
    assert combien("count", file).out == "a: 2\nb: 2\n"
    assert combien("solve", file).out == "a:\naa\nbb\nb:\naa\nbb\n"
    for words in (("apart",), ("count",), ("solve",)):
        text = combien(*words, file, "--json").out
        first, end = json.JSONDecoder().raw_decode(text)
        assert [first["problem"], json.loads(text[end:])["problem"]] == ["a", "b"]
        for name in ("b", "2"):
            alone = combien(*words, file, "--problem", name)
            assert (alone.code, alone.err) == (Exit.ANSWERED, "")
            assert "b:" not in alone.out
    missing = combien("count", file, "--problem", "3")
    assert "no problem '3', but 'a', 'b'" in missing.err
    for command, option in (
        ("apart", "--solution"),
        ("count", "--certificate"),
        ("solve", "--svg"),
    ):
        refused = combien(command, file, option, 1)
        assert refused.code == Exit.BAD_INPUT
        assert f"{option} is for one problem, and this file has 2" in refused.printed
    stopped = combien("count", file, "--nodes", 0, "--engine", "dlx")
    assert (stopped.code, stopped.out) == (Exit.UNKNOWN, "")
    assert stopped.err.count("0 nodes") == 2


def test_results_are_written_for_burrtools(tmp_path: Path) -> None:
    read, written = tmp_path / "bars.xmpuzzle", tmp_path / "moves.xmpuzzle"
    read.write_bytes(bars('name="a"', 'name="b"', comment="two bars"))
    for _ in range(2):
        done = combien("apart", read, "--xmpuzzle", written)
        assert done.code == Exit.ANSWERED
        data = written.read_bytes()
    assert combien("apart", written).out == done.out
    file = xmpuzzle.load(data)
    assert file.comment == "two bars"
    for one in file.problems.values():
        assert (one.assemblies, one.solutions, one.finished) == (1, 1, True)
        assert [each.level for each in one.separations if each] == [(1,)]
    combien("apart", PISTON, "--nodes", 20, "--xmpuzzle", written)
    (one,) = xmpuzzle.load(written.read_bytes()).problems.values()
    assert (one.finished, one.stored) == (False, ())
    script = tmp_path / "line.cmb"
    script.write_text("problem line = constant 2x1 true [constant 2x1 true]")
    for words, reason in (
        ((read, "--xmpuzzle", read), "name another"),
        ((read, "--xmpuzzle", written, "--solution", 1), "omit it or --solution"),
        ((script, "--xmpuzzle", written), "tiles have all rotations"),
    ):
        refused = combien("apart", *words)
        assert refused.code == Exit.BAD_INPUT
        assert reason in refused.printed


@pytest.mark.parametrize(
    ("words", "attributes", "grid", "why"),
    [
        (("apart",), 'assemblies="1" solutions="1"', 0, ""),
        (("count",), 'assemblies="2"', 0, ""),
        (("apart", "--up-to", "none"), 'assemblies="1"', 0, "counted up to rotations"),
        (("count",), 'assemblies="1"', 0, "as --up-to rotations does"),
        (("apart",), 'assemblies="2"', 0, "counted up to no symmetries"),
        (("apart",), 'assemblies="7"', 0, "stores 7 assemblies: it is the count up to none of"),
        (("apart",), 'assemblies="7" state="1"', 0, "before BurrTools had found all"),
        (("apart",), 'assemblies="7" state="2"', 0, "its search was another one"),
        (("apart",), 'assemblies="1" solutions="0"', 0, "its search of moves had not ended"),
        (("apart",), 'assemblies="1" solutions="0"', 2, "takes no pieces of this grid apart"),
        (("count",), 'assemblies="1" solutions="0"', 0, "as --up-to rotations does"),
    ],
)
def test_why_stored_numbers_differ(
    tmp_path: Path, words: tuple[str, ...], attributes: str, grid: int, why: str
) -> None:
    file = tmp_path / "bars.xmpuzzle"
    file.write_bytes(bars(attributes, grid=grid))
    if grid:
        one = puzzle([("1x1x1", "#")] * 2, '<shape id="1"/>', problems=(attributes,), grid=grid)
        file.write_bytes(one)
    done = combien(*words, file)
    stored = json.loads(combien(*words, "--json", file).out)["stored"]
    assert stored["assemblies"] == int(attributes.split('"')[1])
    assert why in stored["why"]
    assert done.err == (f"{stored['why']}\n" if why else "")


def test_a_budget_ends_the_search() -> None:
    done = combien("apart", PISTON, "--nodes", 20)
    assert done.code == Exit.UNKNOWN
    assert "assemblies come apart" in done.out
    assert "20 nodes" in done.printed
    content = json.loads(combien("apart", PISTON, "--nodes", 20, "--json").out)
    assert content["complete"] is False


def test_refusals() -> None:
    missing = combien("apart", PISTON, "--solution", 11)
    assert missing.code == Exit.BAD_INPUT
    assert "--solution 11: there are only 10 assemblies" in missing.printed
    examples = PISTON.parent
    assert combien("apart", examples / "knuth.dlx").code == Exit.BAD_INPUT
    assert combien("apart", examples / "nothing.xmpuzzle").code == Exit.BAD_INPUT


# The numbers of assemblies and solutions, and the first numbers of the level, as in the files.
STORED = {
    "SolidSixPieceBurrs": (1063, 314, [1, 2, 1, 1, 1]),
    "PelikanBurr": (12, 1, [98]),
    "CubeInCage": (96, 1, [4, 9, 3]),
    "AlPackino": (1, 1, [1, 1, 1, 1, 1, 2, 1, 3, 1, 2, 1, 2]),
    "Prisgon": (1, 1, [9, 5, 1, 1]),
}


@needs_burrtools
@pytest.mark.parametrize("name", STORED)
def test_what_burrtools_found(name: str) -> None:
    assemblies, apart, level = STORED[name]
    content = json.loads(combien("apart", BURRTOOLS / f"{name}.xmpuzzle", "--json").out)
    assert (content["assemblies"], content["apart"]) == (assemblies, apart)
    assert content["levels"][0]["level"][: len(level)] == level
