"""A designer's session: six pieces in a file, counted, taken apart, drawn and printed."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from tests.cli.commands import combien

BURR = Path(__file__).parents[2] / "examples" / "burr.cmb"


def test_from_a_drawing_to_the_printer(tmp_path: Path) -> None:
    assert combien("count", BURR, "--up-to", "rotations").out == "154\n"
    survey = json.loads(combien("apart", BURR, "-n", 0, "--json").out)
    assert (survey["assemblies"], survey["apart"]) == (154, 90)
    (best,) = [one for one in survey["listed"] if one["level"] == [12, 3, 1, 1, 1]]
    assert best["assembly"] == 124
    film = tmp_path / "dozen.svg"
    done = combien("apart", BURR, "--solution", 124, "--animation", film, "--json")
    assert json.loads(done.out)["level"] == [12, 3, 1, 1, 1]
    frames = film.read_text(encoding="utf-8")
    assert frames.startswith("<svg")
    assert frames.count("<animate ") > 20
    assert "<script" not in frames
    pieces, view = tmp_path / "burr.3mf", tmp_path / "burr.svg"
    words = ("--bevel", "1mm", "--hollow", "2mm", "--drain", "3mm", "--turntable", view)
    assert combien("solve", BURR, "--3mf", pieces, "--size", "12mm", *words).code == 0
    with zipfile.ZipFile(pieces) as archive:
        model = archive.read("3D/3dmodel.model").decode()
    assert [f'name="{name}"' in model for name in "ABCDEF"] == [True] * 6
    assert view.read_text(encoding="utf-8").startswith("<svg")


def test_a_million_cubes_are_refused_at_once(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.xmpuzzle"
    bomb.write_text(
        '<?xml version="1.0"?>\n<puzzle version="2"><gridType type="0"/><colors/><shapes>\n'
        '<voxel x="1000" y="1000" z="1000" type="0">#</voxel></shapes>\n'
        '<problems><problem state="0"><shapes><shape id="0" count="1"/></shapes>'
        '<result id="0"/></problem></problems></puzzle>'
    )
    for command in ("count", "apart"):
        done = combien(command, bomb)
        assert (done.code, done.out) == (2, "")
        assert "line 3: shape 0" in done.printed
        assert "more than 500000 places" in done.printed
    bomb = tmp_path / "bomb.cmb"
    layers = ", ".join(["constant 1000x1000 true"] * 60)
    bomb.write_text(f"pattern3 all = [{layers}] problem3 p = all [all ~one]")
    done = combien("count", bomb)
    assert (done.code, done.out) == (2, "")
    assert "line 1" in done.printed
