"""Plates: where bodies are on the bed, parts with sockets and pins, and what is refused."""

from __future__ import annotations

import json
import struct
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Region, Tile
from combien.errors import BadPicture
from combien.geometry import HEXAGONS
from combien.printing import Mesh, PrintLayout, print_layout, solid_mesh
from combien.printing._plates import packed
from combien.printing._split import split_piece
from tests.cli.commands import combien
from tests.drawing.test_stl import read
from tests.printing.meshes import is_closed, winding
from tests.printing.test_threemf import boxes, model

PISTON = Path(__file__).parents[2] / "examples" / "piston.xmpuzzle"
SIDES = st.tuples(st.floats(1, 60), st.floats(1, 60))


@settings(max_examples=50)
@given(st.lists(SIDES, min_size=1, max_size=12), st.sampled_from([0.0, 5.0]))
def test_boxes_are_apart_and_on_the_bed(sizes: list[tuple[float, float]], gap: float) -> None:
    bed = (100.0, 60.0)
    plates = packed(sizes, bed, gap)
    assert sorted(number for plate in plates for number, _, _ in plate) == list(range(len(sizes)))
    assert all(plates)
    for plate in plates:
        placed = []
        for number, (x, y), sideways in plate:
            wide, deep = sizes[number][::-1] if sideways else sizes[number]
            assert 0 <= x <= x + wide <= bed[0] + 1e-5
            assert 0 <= y <= y + deep <= bed[1] + 1e-5
            placed.append((x, y, x + wide, y + deep))
        for a, b in combinations(placed, 2):
            away = max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])
            assert away >= gap - 1e-6


def test_as_few_plates_as_fit() -> None:
    squares = [(40.0, 40.0)] * 9
    for gap, bed, plates in (
        (5, (85, 85), 3),
        (5, (84, 84), 9),
        (5, (130, 130), 1),
        (0, (80, 40), 5),
    ):
        assert len(packed(squares, bed, gap)) == plates
    # Bars side by side, whichever way: three of them fit on a bed of their length.
    bars = [Region.box(1, 6, 1)] * 3
    for bed in ((60, 40), (40, 60)):
        assert len(print_layout(bars, bed, tolerance=0).plates) == 1
    # Two lie and two stand.
    assert len(packed([(60, 20)] * 4, (85, 85), 5)) == 1


def test_pieces_lie_on_their_lowest_side() -> None:
    layout = print_layout([Region.box(1, 2, 5)], (60, 30), tolerance=0)
    (body,) = layout.plates[0].bodies
    assert body.mesh.box == ((0, 0, 0), (50, 20, 10))
    # Of the two sides on which a T of this height can lie, it stands on the one without overhang.
    t = Region([(0, 0, 1), (1, 0, 1), (2, 0, 1), (1, 0, 0)])
    (body,) = print_layout([t], (60, 60)).plates[0].bodies
    assert body.mesh.box[1] == pytest.approx((29.8, 19.8, 9.8))


def lengths_that_fit(*longest: int) -> Any:
    """Whether the two longest sides of a box of cells fit on a bed of so many cells."""

    def fits(lengths: tuple[int, ...]) -> bool:
        *_, shorter, longer = sorted([1, *lengths])
        return shorter <= min(longest) and longer <= max(longest)

    return fits


def parts_of(
    region: Region, bed: tuple[int, int], **options: float | None
) -> tuple[list[tuple[Region, Mesh]], Mesh | None, Any]:
    """The parts of a piece whose cells are 10 mm wide."""
    given_options: dict[str, Any] = {"size": 10.0, "tolerance": 0.0, "bevel": 0.0, "height": None}
    given_options |= options
    return split_piece(region, lengths_that_fit(*bed), max(bed), name="it", **given_options)


@st.composite
def large_pieces(draw: st.DrawFn) -> Region:
    """A connected piece of cubes or squares."""
    dimension = draw(st.sampled_from([2, 3, 3]))
    cells = [(0,) * dimension]
    for _ in range(draw(st.integers(3, 20))):
        cell = list(cells[draw(st.integers(0, len(cells) - 1))])
        cell[draw(st.integers(0, dimension - 1))] += draw(st.sampled_from([-1, 1]))
        cells.append(tuple(cell))
    return Region(set(cells))


@settings(max_examples=15, deadline=None)
@given(large_pieces(), st.sampled_from([(2, 2), (1, 3), (3, 3)]), st.sampled_from([0.0, 0.7]))
def test_sockets_take_what_pins_fill(piece: Region, bed: tuple[int, int], bevel: float) -> None:
    """Without tolerance, the parts lose exactly the volume of the pins."""
    parts, pin, report = parts_of(piece, bed, bevel=bevel)
    assert sorted(cell for part, _ in parts for cell in part) == sorted(piece.cells)
    assert report.parts == len(parts)
    owner = {cell: at for at, (part, _) in enumerate(parts) for cell in part}
    joints = {
        frozenset((owner[cell], owner[other]))
        for cell, other in combinations(owner, 2)
        if owner[cell] != owner[other] and sum(map(abs, map(int.__sub__, cell, other))) == 1
    }
    assert report.joints == len(joints)
    assert len(joints) - report.loose <= report.pins <= 2 * (len(joints) - report.loose)
    for part, mesh in parts:
        assert lengths_that_fit(*bed)(part.size)
        assert is_closed(mesh.triangles)
    volume = sum(mesh.volume for _, mesh in parts)
    filled = 0.0
    if pin is not None:
        assert is_closed(pin.triangles)
        assert pin.volume == pytest.approx(report.pin[0] * report.pin[1] * report.pin[2])
        filled = report.pins * pin.volume
    whole = sum(solid_mesh(part, bevel=bevel).volume for part, _ in parts)
    assert volume + filled == pytest.approx(whole)
    if not bevel:
        assert report.loose == 0
        # A vertex that must be divided is divided by a hair.
        assert whole == pytest.approx((1000 if piece.dimension == 3 else 500) * len(piece), abs=2)


def test_where_a_socket_is() -> None:
    bar = Region.box(4, 1, 1)
    (_, left), (_, right) = parts_of(bar, (2, 2), tolerance=0.1)[0]
    # The faces at the cut are in its plane, the others are moved inwards.
    for mesh, low, high in ((left, 0.1, 20.0), (right, 20.0, 39.9)):
        assert mesh.box[0] == pytest.approx((low, 0.1, 0.1))
        assert mesh.box[1] == pytest.approx((high, 9.9, 9.9))
    # A square of 4 mm, 2.5 mm deep.
    for x, y, z in product((17.4, 17.6, 22.4, 22.6), (2.9, 3.1, 5.0, 7.1), (3.1, 6.9)):
        mesh = left if x < 20 else right
        hole = 17.5 < x < 22.5 and 3 < y < 7
        assert winding(mesh.vertices, mesh.triangles, (x, y, z)) == pytest.approx(float(not hole))
    assert left.volume == pytest.approx(19.9 * 9.8**2 - 4 * 4 * 2.5)
    _, pin, report = parts_of(bar, (2, 2), tolerance=0.1)
    assert pin is not None
    assert report.pin == pytest.approx((3.8, 3.8, 4.8))
    assert pin.box[1] == pytest.approx((4.8, 3.8, 3.8))


def test_sockets_of_one_cell_do_not_meet() -> None:
    center = (0, 0, 0)
    star = {center} | {tuple(s * (a == b) for b in range(3)) for a in range(3) for s in (1, -1)}
    parts, _, report = parts_of(Region(star), (1, 1), tolerance=0.1, bevel=0.5)
    assert (report.parts, report.joints, report.pins, report.loose) == (7, 6, 6, 0)
    mesh = next(mesh for part, mesh in parts if center in part)
    # Where two sockets met, the mesh would go around -1 times.
    places = [0.5 + 1.5 * step for step in range(7)]
    around = [
        round(winding(mesh.vertices, mesh.triangles, (x, y, z)), 6)
        for x, y, z in product(places, repeat=3)
    ]
    assert set(around) == {0.0, 1.0}


def thinned(part: Region, whole: Region) -> float:
    """The volume of a part in cells whose faces are a quarter inside, but for those at cuts.

    Of cells of 4 x 4 x 4 small cubes those remain around which all are in the part; beyond the
    plane of a cut, the part goes on as it is at the plane.
    """
    cells = set(part.cells)
    low, high = [-(10**6)] * 3, [10**6] * 3
    for cell in cells:
        for axis, step in product(range(3), (1, -1)):
            other = tuple(value + step * (a == axis) for a, value in enumerate(cell))
            if other in whole and other not in cells:
                if step > 0:
                    high[axis] = 4 * cell[axis] + 3
                else:
                    low[axis] = 4 * cell[axis]
    kept = 0
    for cell in cells:
        for small in product(*(range(4 * value, 4 * value + 4) for value in cell)):
            kept += all(
                tuple(
                    min(max(value + by, low[axis]), high[axis]) // 4
                    for axis, (value, by) in enumerate(zip(small, around, strict=True))
                )
                in cells
                for around in product((-1, 0, 1), repeat=3)
            )
    return kept / 64


@pytest.mark.parametrize(
    "cells",
    [
        # A bar, an L, a bridge whose halves touch twice, and steps beside the plane of the cut.
        {(x, 0, 0) for x in range(5)},
        {(x, 0, 0) for x in range(4)} | {(0, y, 0) for y in range(4)},
        {(x, y, 0) for x in range(4) for y in (0, 2)} | {(0, 1, 0), (3, 1, 0)},
        {(x, 0, 0) for x in range(4)} | {(1, 1, 0), (1, 1, 1), (2, 0, 1)},
    ],
)
def test_parts_lose_the_tolerance_but_at_cuts(cells: set[tuple[int, ...]]) -> None:
    whole = Region(cells)
    parts, pin, report = parts_of(whole, (2, 2), tolerance=2.5)
    assert pin is None
    assert "no room for a pin at all: glue the parts there" in str(report)
    for part, mesh in parts:
        assert is_closed(mesh.triangles)
        assert mesh.volume == pytest.approx(1000 * thinned(part, whole))


def test_a_layout_in_words_and_files() -> None:
    pieces = [Tile(Region.box(6, 1, 1), name="bar"), Tile(Region.box(2, 1, 1), name="I")]
    layout = print_layout([*pieces, pieces[1]], (35, 21), split=True)
    assert str(layout).split("\n") == [
        "plate 1: bar (part 1 of 2), pin",
        "plate 2: bar (part 2 of 2)",
        "plate 3: 2 x I",
        "bar is cut into 2 parts, joined by 1 pin of 3.8 x 3.8 x 4.8 mm",
    ]
    assert layout.to_json()["cuts"] == [{"piece": "bar", "cut_into": 2, "pins": 1, "loose": 0}]
    for plate in layout.plates:
        data = plate.stl()
        triangles = read(data)
        assert len(triangles) == sum(len(body.mesh.triangles) for body in plate.bodies)
        assert all(sum(v * v for v in one[:3]) == pytest.approx(1) for one in triangles)
        places = boxes(model(plate.threemf(title="all")))
        assert set(places) == set(plate.names)
        assert plate.threemf() == plate.threemf()
    assert isinstance(layout, PrintLayout)


def test_what_is_refused() -> None:
    bar = [Region.box(6, 1, 1)]
    refused: list[tuple[Any, Any, dict[str, Any], str]] = [
        (bar, (50, 50), {}, r"piece 1 is 60 x 10 x 10 mm, which does not fit on a bed of 50 x 50"),
        (bar, (50, 50), {"split": True, "hollow": 2}, "hollow pieces are not split"),
        (bar, (9, 50), {"split": True}, "a cell of 10 mm does not fit on a bed of 9 x 50 mm"),
        (
            [Region.box(9, 1, lattice=HEXAGONS)],
            (50, 50),
            {"split": True},
            "only pieces of cubes and squares can be split",
        ),
        (bar, (50,), {}, "bed is a width and a depth in millimeters"),
        (bar, (50, True), {}, "bed is a width and a depth"),
        (bar, (50, float("nan")), {}, "bed is a width and a depth"),
        (bar, (50, 0), {}, "bed is a width and a depth"),
        (bar, "50x50", {}, "bed is a width and a depth"),
        (bar, (90, 90), {"gap": -1}, "gap is a number of millimeters, 0 to 1000"),
        (bar, (90, 90), {"size": 0}, "size is a number of millimeters"),
        ([], (90, 90), {}, "no pieces"),
        ([Region.box(30, 30, 30)], (90, 90), {}, "more than 20000 cells"),
    ]
    for pieces, bed, options, message in refused:
        with pytest.raises(BadPicture, match=message):
            print_layout(pieces, bed, **options)


def test_from_the_command_line(tmp_path: Path) -> None:
    names = tmp_path / "p.stl", tmp_path / "p.3mf"
    words = ("apart", PISTON, "--solution", 8, "--stl", names[0], "--3mf", names[1], "--bed")
    done = combien(*words, "120x120", "--bevel", 0.8, "--json")
    assert done.code == 0
    assert json.loads(done.out)["plates"] == [["768", "1008", "88", "512", "1008", "922"]]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p.3mf", "p.stl"]
    done = combien(*words, "45x45mm", "--split", "--size", 8)
    assert "768 is cut into 2 parts, joined by 1 pin of 3 x 3 x 3.8 mm\n" in done.out
    count = done.out.count("plate ")
    for number in range(1, count + 1):
        data = (tmp_path / f"p-{number}.stl").read_bytes()
        assert len(data) == 84 + 50 * struct.unpack_from("<I", data, 80)[0]
        assert model((tmp_path / f"p-{number}.3mf").read_bytes()) is not None
    assert not (tmp_path / f"p-{count + 1}.stl").exists()
    for options, message in (
        (("--solution", 8, "--bed", "90x90"), "name the file, --stl or --3mf"),
        (("--solution", 8, "--split"), "give its size, --bed WIDTHxDEPTH"),
        (("--solution", 8, "--stl", names[0], "--bevel", 1), "with --bed for --stl"),
        (("--solution", 8, "--stl", names[0], "--bed", "90"), "as in 220x220, not '90'"),
        (("--solution", 8, "--stl", names[0], "--bed", "0x90"), "as in 220x220, not '0x90'"),
        (("--solution", 8, "--stl", "-", "--bed", "60x60"), "do not fit into the standard output"),
        (("--solution", 8, "--stl", names[0], "--bed", "50x50"), "or split it"),
        (("--bed", "50x50", "--stl", names[0]), "choose it with --solution K"),
        (("--solution", 8, "--stl", names[0], "--bed", "99x99", "--size", 0), "size is a number"),
    ):
        refused = combien("apart", PISTON, *options)
        assert refused.code == 2
        assert message in refused.printed
