"""3MF files: their content, the layout of the pieces, and reading by other programs."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from combien import Region, Tile, solve
from combien.errors import BadPicture
from combien.geometry import HEXAGONS, PRISMS, TRIANGLES
from combien.language import problems
from combien.printing import print_layout, threemf
from tests.cli.commands import combien

SOMA = Path(__file__).parents[2] / "examples" / "soma.cmb"
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


def model(data: bytes) -> ET.Element:
    """The XML of the model in a file."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert archive.namelist()[0] == "[Content_Types].xml"
        return ET.fromstring(archive.read("3D/3dmodel.model"))


def boxes(root: ET.Element) -> dict[str, tuple[list[float], list[float]]]:
    """The least and greatest coordinates of each object, by name."""
    found = {}
    for one in root.iter(f"{CORE}object"):
        spots = [[float(v.get(a, "")) for a in "xyz"] for v in one.iter(f"{CORE}vertex")]
        found[one.get("name", "")] = (
            [min(c) for c in zip(*spots, strict=True)],
            [max(c) for c in zip(*spots, strict=True)],
        )
    return found


def soma() -> bytes:
    """A 3MF file of the Soma cube: beveled, hollow, and with a title to escape."""
    tiling = solve(problems(str(SOMA))["soma_cube"])
    assert tiling is not None
    return threemf(tiling, bevel=0.8, hollow=2, title="<Soma> & \x1b")


def test_pieces_lie_side_by_side_on_the_plate() -> None:
    root = model(soma())
    assert root.get("unit") == "millimeter"
    assert root.findtext(f"{CORE}metadata") == "<Soma> & \ufffd"
    found = boxes(root)
    assert list(found) == ["V", "Z", "T", "L", "A", "B", "P"]
    assert {low[2] for low, _ in found.values()} == {0}
    assert {name: high[2] for name, (_, high) in found.items() if name in "VZTL"} == dict.fromkeys(
        "VZTL", 9.8
    )
    places = list(found.values())
    for number, (low, high) in enumerate(places):
        assert min(low[:2]) >= 5
        for other, top in places[:number]:
            apart = max(*(low[a] - top[a] for a in (0, 1)), *(other[a] - high[a] for a in (0, 1)))
            assert apart >= 4.99
    colors = [base.get("displaycolor") for base in root.iter(f"{CORE}base")]
    assert len(set(colors)) == 7
    assert soma() == soma()


def test_an_assembly_stays_together() -> None:
    tiling = solve(problems(str(SOMA))["soma_cube"])
    assert tiling is not None
    found = boxes(model(threemf(tiling, assembled=True, tolerance=0.1, size=10)))
    assert min(min(low) for low, _ in found.values()) == 0
    assert max(max(high) for _, high in found.values()) == pytest.approx(29.8)


def test_a_tall_piece_lies_down() -> None:
    found = boxes(model(threemf([Region.box(1, 1, 4)], tolerance=0)))
    assert found["piece 1"][1][2] == 10


def test_names_of_pieces_are_escaped() -> None:
    root = model(threemf([Tile(Region.box(1, 1, 1), name='"<&>\n')]))
    assert [one.get("name") for one in root.iter(f"{CORE}object")] == ['"<&> ']


@pytest.mark.parametrize(
    ("pieces", "options", "message"),
    [
        ([], {}, "no pieces: give at least one"),
        (Region.box(1, 1, 1), {}, "not one Region"),
        (3, {}, "not one int"),
        (["*"], {}, "piece 0 is a value of type str"),
        ([Region.box(1, 1)] * 1001, {}, "more than 1000 pieces"),
        ([Region.box(100, 101)] * 2, {}, "more than 20000 cells"),
        ([Region.box(1, 1)], {"palette": "prin"}, "did you mean"),
        ([Region.box(1, 1)], {"palette": 3}, "palette is a Palette or its name"),
        ([Region.box(1, 1)], {"title": 3}, "title=3: expected"),
    ],
)
def test_what_is_refused(pieces: object, options: dict[str, object], message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        threemf(pieces, **options)  # type: ignore[arg-type]


def test_from_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "soma.3mf"
    words = ("solve", SOMA, "-n", 1, "--3mf", path, "--bevel", "0.8mm", "--hollow", "2 mm", "-v")
    outcome = combien(*words, "--size", "12", "--tolerance", "0.15", "--assembled")
    assert outcome.code == 0
    problem = problems(str(SOMA))["soma_cube"]
    tiling = solve(problem)
    assert tiling is not None
    wanted = threemf(
        tiling,
        size=12,
        tolerance=0.15,
        bevel=0.8,
        hollow=2,
        assembled=True,
        title="soma_cube",
    )
    assert path.read_bytes() == wanted
    (line,) = [x for x in outcome.err.splitlines() if x.startswith("resume with: ")]
    assert f"--3mf {path} --size 12.0 --tolerance 0.15 --bevel 0.8 --hollow 2.0 --assembled" in line
    for option, length in (("--size", "0"), ("--tolerance", "-1"), ("--bevel", "nan")):
        refused = combien("solve", SOMA, "--3mf", tmp_path / "a.3mf", option, length)
        assert refused.code == 2
        assert f"{option[2:]} is a number of millimeters" in refused.printed


FILES: dict[str, Callable[[], bytes]] = {
    "soma": soma,
    "plates": lambda: threemf(
        [Region.box(2, 2, lattice=HEXAGONS), Region.box(2, 1, lattice=TRIANGLES)], bevel=0.5
    ),
    "prisms": lambda: threemf(
        [Region.box(2, 2, 2, lattice=PRISMS), Region([(0, 0, 0), (1, 1, 0)])], hollow=1
    ),
    "split": lambda: (
        print_layout([Region.box(6, 1, 1)], (70, 70), size=12, bevel=0.5, split=True)
        .plates[0]
        .threemf()
    ),
    "bars": lambda: threemf([Region.box(2, 1, 1)] * 4, hollow=1, bevel=0.5),
}


@pytest.mark.needs("lib3mf")
@pytest.mark.parametrize("name", FILES)
def test_lib3mf_reads_it(name: str) -> None:
    lib3mf: Any = import_module("lib3mf")
    read = lib3mf.Wrapper().CreateModel()
    reader = read.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromBuffer(FILES[name]())
    assert reader.GetWarningCount() == 0
    objects = read.GetMeshObjects()
    count = 0
    while objects.MoveNext():
        one = objects.GetCurrentMeshObject()
        assert one.IsManifoldAndOriented()
        assert one.IsValid()
        count += 1
    assert count == len(boxes(model(FILES[name]())))


@pytest.mark.needs("trimesh", "lxml", "networkx")
@pytest.mark.parametrize("name", FILES)
def test_trimesh_reads_it(name: str) -> None:
    trimesh: Any = import_module("trimesh")
    scene = trimesh.load(io.BytesIO(FILES[name]()), file_type="3mf")
    assert len(scene.geometry) == len(boxes(model(FILES[name]())))
    for one in scene.geometry.values():
        assert one.is_watertight
        assert one.is_winding_consistent
        assert one.volume > 0
