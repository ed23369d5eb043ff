"""`combien apart`: levels, all moves of an assembly, groups, symmetry, budgets and refusals."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from combien._cli._shared.guard import Exit
from tests.cli.commands import SCRIPT, combien
from tests.programs import BURRTOOLS, needs_burrtools

PISTON = Path(__file__).parents[2] / "examples" / "piston.xmpuzzle"


def puzzle(shapes: list[tuple[str, str]], uses: str) -> bytes:
    """A file of BurrTools: shapes by their sides and places, and the uses of a problem."""
    spaces = "".join(
        '<voxel x="{}" y="{}" z="{}" type="0">{}</voxel>'.format(*sides.split("x"), places)
        for sides, places in shapes
    )
    return gzip.compress(
        f'<puzzle version="2"><gridType type="0"/><shapes>{spaces}</shapes><problems>'
        f'<problem><shapes>{uses}</shapes><result id="0"/></problem></problems></puzzle>'.encode(),
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
    assert done.out == ("assembly 8: 9.3.1.1.1\n1 of 10 assemblies comes apart\n    1  9.3.1.1.1\n")
    content = json.loads(combien("apart", PISTON, "--json").out)
    assert content["unique"] is True
    assert content["complete"] is True
    assert content["levels"] == [{"level": [9, 3, 1, 1, 1], "assemblies": 1}]
    assert content["listed"] == [{"assembly": 8, "level": [9, 3, 1, 1, 1]}]


def test_threads_do_not_matter() -> None:
    alone = combien("apart", PISTON, "--up-to", "none", "-n", 0, "--json", "--threads", 1)
    for threads in (2, 5, "auto"):
        done = combien("apart", PISTON, "--up-to", "none", "-n", 0, "--json", "--threads", threads)
        assert (done.code, done.out) == (alone.code, alone.out)


def test_the_engine_does_not_matter() -> None:
    for engine in ("bits", "dlx", "zdd"):
        done = combien("apart", PISTON, "--engine", engine)
        assert done.out.endswith("1 of 10 assemblies comes apart\n    1  9.3.1.1.1\n")


def test_the_moves_are_drawn(tmp_path: Path) -> None:
    strip, film = tmp_path / "strip.svg", tmp_path / "film.svg"
    drawn = combien("apart", PISTON, "--solution", 8, "--svg", strip, "--animation", film)
    assert drawn.code == Exit.ANSWERED
    text = strip.read_text()
    assert "<title>level 9.3.1.1.1</title>" in text
    # A picture for each of the 15 moves, and for the end of each of the 5 separations.
    assert sum(line.startswith('<g transform="translate(') for line in text.splitlines()) == 20
    assert film.read_text().startswith("<svg")
    assert "<script" not in film.read_text()


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


def test_the_moves_of_an_assembly() -> None:
    done = combien("apart", PISTON, "--solution", 8)
    assert done.code == Exit.ANSWERED
    assert "piece 2: tile 0 (88)\n" in done.out
    assert "\nlevel 9.3.1.1.1\n" in done.out
    assert done.out.count(" by ") == 8 + 2
    assert done.out.count("  remove ") == 5
    stuck = combien("apart", PISTON, "--solution", 1)
    assert stuck.code == Exit.NONE
    assert stuck.out.endswith("\ndoes not come apart\n")
    content = json.loads(combien("apart", PISTON, "--solution", 8, "--thorough", "--json").out)
    assert content["level"] == [9, 3, 1, 1, 1]
    assert len(content["moves"]) == len(content["states"]) == 9
    assert int(content["ways"]) >= 1
    assert [len(part["pieces"]) for part in content["parts"]] == [5, 1]


def test_symmetric_assemblies() -> None:
    everything = combien("apart", PISTON, "--up-to", "none", "-n", 1).out
    assert everything.endswith("12 of 120 assemblies come apart\n   12  9.3.1.1.1\n")
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


def test_a_budget_ends_the_search() -> None:
    done = combien("apart", PISTON, "--nodes", 20)
    assert done.code == Exit.UNKNOWN
    assert "assemblies come apart" in done.out
    assert "20 nodes" in done.said
    content = json.loads(combien("apart", PISTON, "--nodes", 20, "--json").out)
    assert content["complete"] is False


def test_refusals() -> None:
    missing = combien("apart", PISTON, "--solution", 11)
    assert missing.code == Exit.BAD_INPUT
    assert "--solution 11: there are only 10 assemblies" in missing.said
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
