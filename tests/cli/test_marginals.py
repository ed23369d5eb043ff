"""Pictures of `combien marginals --svg`, how often a tile covers each cell, and of `sample`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from tests.cli.commands import combien

SCRIPT = """\
tiles t = [ {**} ~sym, {*} ~one ]
problem p = constant 3x1 true t
"""


def test_each_tile_has_a_board_with_percentages(tmp_path: Path) -> None:
    script, drawing = tmp_path / "bar.cmb", tmp_path / "heat.svg"
    script.write_text(SCRIPT)
    found = combien("marginals", script, "--svg", drawing)
    assert found.code == 0
    assert f"wrote '{drawing}'" in found.err
    assert found.out == combien("marginals", script).out
    drawn = ElementTree.fromstring(drawing.read_text())
    labels = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert labels[1:] == ["50", "100", "50", "50", "0", "50"]


def test_the_drawing_on_the_standard_output(tmp_path: Path) -> None:
    script = tmp_path / "bar.cmb"
    script.write_text(SCRIPT)
    assert combien("marginals", script, "--svg", "-").out.startswith("<svg ")
    assert combien("marginals", script, "--svg", "-", "--json").code == 2
    both = combien("marginals", script, "--svg", tmp_path / "heat.svg", "--json")
    assert json.loads(both.out)["count"] == "2"


def test_a_plain_exact_cover_has_no_picture(tmp_path: Path) -> None:
    problem = Path(__file__).parents[2] / "examples" / "knuth.dlx"
    found = combien("marginals", problem, "--svg", tmp_path / "heat.svg")
    assert found.code == 2
    assert "--svg" in found.err


def test_random_solutions_are_drawn_as_pictures(tmp_path: Path) -> None:
    script, drawing = tmp_path / "bar.cmb", tmp_path / "random.svg"
    script.write_text(SCRIPT)
    found = combien("sample", script, "--seed", "3", "--svg", drawing)
    assert (found.code, found.out) == (0, combien("sample", script, "--seed", "3").out)
    assert drawing.read_text() == combien("sample", script, "--seed", "3", "--svg", "-").out
    several = combien("sample", script, "-n", "2", "--svg", drawing, "--boxes")
    assert several.code == 0
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == [
        "random-1.svg",
        "random-2.svg",
        "random.svg",
    ]
    for more in (["-n", "2"], ["--json"], ["--boxes"]):
        assert combien("sample", script, "--svg", "-", *more).code == 2
    problem = Path(__file__).parents[2] / "examples" / "knuth.dlx"
    assert "no picture" in combien("sample", problem, "--svg", drawing).err
