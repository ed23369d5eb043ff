"""Drain holes: closed meshes that lose exactly the channels, and go once around each void."""

from __future__ import annotations

from math import pi, sin, tau

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.errors import BadPicture
from combien.geometry import Region
from combien.printing import solid_mesh, threemf
from tests.printing.meshes import is_closed, pieces, winding

# The area of a channel with 16 sides, as a part of the square of its radius.
AREA = 8 * sin(tau / 16)


@settings(max_examples=30, deadline=None)
@given(pieces(), st.sampled_from([(0.0, 0.0), (0.1, 0.0), (0.1, 0.4)]))
def test_only_channels_are_removed(piece: Region, lengths: tuple[float, float]) -> None:
    tolerance, bevel = lengths
    closed = solid_mesh(piece, tolerance=tolerance, bevel=bevel, hollow=0.8)
    open_mesh = solid_mesh(piece, tolerance=tolerance, bevel=bevel, hollow=0.8, drain=1.5)
    assert is_closed(open_mesh.triangles)
    voids = round((closed.volume - open_mesh.volume) / (2 * AREA * 0.75**2 * 0.8), 6)
    assert voids == int(voids) >= 1
    assert open_mesh == solid_mesh(piece, tolerance=tolerance, bevel=bevel, hollow=0.8, drain=1.5)


def test_where_the_channels_are() -> None:
    mesh = solid_mesh(Region.box(1, 1, 3), size=10, hollow=2, drain=3)
    # Through the wall below and the one above, and nowhere else.
    for spot, inside in (
        ((5, 5, 1), 0),
        ((5, 5, 29), 0),
        ((7, 5, 1), 1),
        ((1, 5, 5), 1),
        ((5, 5, 15), 0),
    ):
        around = winding(mesh.vertices, mesh.triangles, spot)
        assert around == pytest.approx(inside, abs=1e-9)
    assert mesh.volume == pytest.approx(3000 - 6 * 6 * 26 - 4 * AREA * 1.5**2)
    assert 0.97 * pi < AREA < pi


def test_parts_that_share_no_face_have_separate_holes() -> None:
    two = Region([(0, 0, 0), (1, 1, 0)])
    lost = (
        solid_mesh(two, tolerance=0.1, hollow=1).volume
        - solid_mesh(two, tolerance=0.1, hollow=1, drain=2).volume
    )
    assert lost == pytest.approx(4 * AREA)
    mesh = solid_mesh(two, tolerance=0.1, hollow=1, drain=2)
    assert is_closed(mesh.triangles)


def test_drains_in_a_3mf_file() -> None:
    cube = [Region.box(2, 1, 1)]
    plain, drained = threemf(cube, hollow=1.5), threemf(cube, hollow=1.5, drain=3)
    assert drained == threemf(cube, hollow=1.5, drain=3)
    assert len(drained) > len(plain)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"drain": 2}, "drain holes are for hollow pieces: give the thickness"),
        ({"drain": 6, "hollow": 2}, "drain holes of 6 mm do not fit .* give at most 5.5 mm"),
        ({"drain": 0, "hollow": 2}, "drain is a number of millimeters, 0.1 to 1000"),
        ({"drain": float("nan"), "hollow": 2}, "drain is a number of millimeters"),
    ],
)
def test_what_is_refused(options: dict[str, float], message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        solid_mesh(Region.box(1, 1, 1), **options)
