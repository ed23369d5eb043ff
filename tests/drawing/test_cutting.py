"""Outlines to cut: a closed path for each patch, or every edge once; sizes in millimeters."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.drawing._content import Patch, Point
from combien.drawing._mesh import mesh_of
from combien.drawing._picture import Picture
from combien.drawing._renderers.cutting import outlines
from combien.errors import BadPicture

NAMESPACE = "{http://www.w3.org/2000/svg}"
owners = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(0, 3), min_size=1, max_size=20
)


def picture_of(owner_at: dict[tuple[int, int], int]) -> Picture:
    groups = [[cell for cell, n in owner_at.items() if n == owner] for owner in range(4)]
    return Picture.of_cells([(cells, n, str(n)) for n, cells in enumerate(groups) if cells])


def paths(svg: str) -> list[list[list[Point]]]:
    """The lines of each path; a closed one ends where it begins."""
    root = ElementTree.fromstring(svg)
    found = []
    for path in root.iter(f"{NAMESPACE}path"):
        assert set(path.attrib) == {"d"}
        lines = []
        for part in path.attrib["d"].split("M")[1:]:
            spots = [tuple(map(float, spot.split())) for spot in part.rstrip("Z").split("L")]
            line = [(x, y) for x, y in spots]
            lines.append([*line, line[0]] if part.endswith("Z") else line)
        found.append(lines)
    return found


def length(lines: list[list[Point]]) -> float:
    return sum(dist(a, b) for line in lines for a, b in pairwise(line))


def area(lines: list[list[Point]]) -> float:
    """What the loops enclose; y runs down."""
    return sum((bx * ay - ax * by) / 2 for line in lines for (ax, ay), (bx, by) in pairwise(line))


@given(owners)
def test_a_path_for_each_patch(owner_at: dict[tuple[int, int], int]) -> None:
    picture = picture_of(owner_at)
    found = paths(outlines(picture, cell=10))
    assert len(found) == len(picture.patches)
    for lines, patch in zip(found, picture.patches, strict=True):
        assert area(lines) == 100 * len(patch.cells)
        assert all(line[0] == line[-1] for line in lines)


@given(owners)
def test_every_edge_once(owner_at: dict[tuple[int, int], int]) -> None:
    picture = picture_of(owner_at)
    lines = [
        line for path in paths(outlines(picture, cell=1, shared="once", margin=0)) for line in path
    ]
    mesh = mesh_of(picture)
    left, _, _, top = picture.box
    wanted = {
        frozenset(mesh.corners[corner] for corner in edge)
        for boundary in mesh.boundaries
        for edge in boundary
    }
    drawn = []
    for line in lines:
        for (ax, ay), (bx, by) in pairwise(line):
            # Between two bends a line runs over unit edges.
            steps = round(dist((ax, ay), (bx, by)))
            spots = [
                (left + ax + (bx - ax) * n / steps, top - ay - (by - ay) * n / steps)
                for n in range(steps + 1)
            ]
            drawn += [frozenset(edge) for edge in pairwise(spots)]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == wanted


def test_millimeters_and_nothing_filled() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    svg = outlines(Picture.of_cells([(ring, 0, "ring")], title="a <ring>"), cell=12.5, margin=2)
    root = ElementTree.fromstring(svg)
    assert (root.attrib["width"], root.attrib["height"]) == ("41.5mm", "41.5mm")
    assert root.attrib["viewBox"] == "0 0 41.5 41.5"
    assert root.findtext(f"{NAMESPACE}title") == "a <ring>"
    assert root[1].attrib["fill"] == "none"
    ((outer, inner),) = paths(svg)
    assert area([outer, inner]) == 8 * 12.5**2
    assert len(inner) == 5


def test_any_polygons() -> None:
    upper = ((0.0, 0.0), (1.0, 0.0), (0.5, 0.75))
    lower = ((0.0, 0.0), (0.5, -0.75), (1.0, 0.0))
    picture = Picture((Patch((upper,)), Patch((lower,))))
    twice, once = (
        length([line for path in paths(outlines(picture, cell=4, shared=how)) for line in path])
        for how in ("twice", "once")
    )
    assert twice - once == pytest.approx(4)


@pytest.mark.parametrize(
    ("cell", "margin", "shared", "message"),
    [
        (0, 1, "once", "cell is a number of millimeters, 0.1 to 10000"),
        (float("nan"), 1, "once", "cell is a number"),
        (True, 1, "once", "cell is a number"),
        (1, -1, "once", "margin is a number of millimeters, 0 to 10000"),
        (1, 1, "thrice", "shared is 'twice' or 'once'"),
    ],
)
def test_what_is_refused(cell: float, margin: float, shared: str, message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        outlines(Picture.of_cells([([(0, 0)], 0, "")]), cell=cell, margin=margin, shared=shared)


def test_only_pictures_have_outlines() -> None:
    with pytest.raises(BadPicture, match="outlines are those of a Picture, not of type str"):
        outlines("**", cell=8)  # type: ignore[arg-type]
