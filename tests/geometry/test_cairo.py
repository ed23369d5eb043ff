"""The lattices of the Cairo tiling, against the tiling itself, which is built from one pentagon.

The pentagon is turned about a corner, and moved; it is cut in two along its axis.  All that the
lattices say of cells, neighbors and symmetries is compared with polygons of the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import pytest

from combien import Region, Tile, TilingProblem, count, solutions
from combien.geometry import CAIRO, HALFCAIRO, Lattice, Symmetry, fixed, free, one_sided, torus
from combien.geometry._motions import motions as motions_of

Corner = tuple[float, float]
Polygon = frozenset[Corner]
# A motion of the drawing: (x, y) goes to (a x + b y + e, c x + d y + f).
Motion = tuple[int, int, int, int, float, float]

# In periods of the lattice.  The middle of its base and its top are on the axis.
PENTAGON = [(0, 0), (3 / 8, -1 / 8), (5 / 8, 1 / 8), (1 / 2, 1 / 2), (1 / 8, 3 / 8)]
MIDDLE, TOP = (1 / 2, 0), (1 / 8, 3 / 8)
NEAR = range(-2, 3)

# The eight matrices; reflections are followed by half a period in both directions.
MOTIONS: list[Motion] = [
    (a, b, c, d, (1 - a * d + b * c) / 4, (1 - a * d + b * c) / 4)
    for a, b, c, d in product((-1, 0, 1), repeat=4)
    if abs(a * d - b * c) == 1 and a * b == c * d == 0
]


def moved(motion: Motion, corner: Corner) -> Corner:
    a, b, c, d, e, f = motion
    return a * corner[0] + b * corner[1] + e, c * corner[0] + d * corner[1] + f


def image(motion: Motion, polygon: Polygon, by: tuple[int, int] = (0, 0)) -> Polygon:
    a, b, c, d, e, f = motion
    return frozenset(moved((a, b, c, d, e + by[0], f + by[1]), corner) for corner in polygon)


def pentagons(reach: Sequence[int]) -> set[Polygon]:
    turns = [motion for motion in MOTIONS if not motion[4]]
    return {image(turn, frozenset(PENTAGON), by) for turn in turns for by in product(reach, reach)}


def halves(reach: Sequence[int]) -> set[Polygon]:
    half = frozenset([(0.0, 0.0), PENTAGON[1], MIDDLE, TOP])
    return {image(motion, half, by) for motion in MOTIONS for by in product(reach, reach)}


def polygon(cell: tuple[int, ...], lattice: Lattice = CAIRO) -> Polygon:
    return frozenset(lattice.corners(cell))


def area(corners: Sequence[Corner]) -> float:
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairs) / 2


def cells(lattice: Lattice, reach: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for cell in lattice.box((1, 1)):
        for x, y in product(reach, reach):
            yield lattice.along(lattice.along(cell, 0, x), 1, y)


def contains(corners: Sequence[Corner], point: Corner) -> bool:
    """Whether a convex polygon has this point inside."""
    x, y = point
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return all((b[0] - a[0]) * (y - a[1]) > (b[1] - a[1]) * (x - a[0]) for a, b in pairs)


@pytest.mark.parametrize("lattice", [CAIRO, HALFCAIRO])
def test_cells_fill_the_plane_once(lattice: Lattice) -> None:
    assert sum(area(lattice.corners(cell)) for cell in lattice.box((1, 1))) == pytest.approx(1)
    drawn = [lattice.corners(cell) for cell in cells(lattice, NEAR)]
    steps = [(k + 0.37) / 23 for k in range(23)]
    assert all(
        sum(contains(corners, point) for corners in drawn) == 1 for point in product(steps, steps)
    )


def parts_of(pentagon: Polygon) -> list[tuple[int, ...]]:
    """The cells that a pentagon consists of."""
    middles = {((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in product(pentagon, repeat=2)}
    return [
        cell
        for cell in cells(CAIRO, NEAR)
        if polygon(cell) <= pentagon | middles and len(polygon(cell) & pentagon) == 3
    ]


def test_pentagons_are_cut_in_two() -> None:
    assert area(PENTAGON) == pytest.approx(1 / 4)
    assert {polygon(cell) for cell in cells(CAIRO, NEAR)} == halves(NEAR)
    found = [cell for pentagon in pentagons([0]) for cell in parts_of(pentagon)]
    assert len(found) == 2 * len(pentagons([0])) == 8
    assert sorted(map(CAIRO.kind, found)) == list(range(8))


def test_neighbors_share_a_side() -> None:
    owners = {polygon(cell): cell for cell in cells(CAIRO, NEAR)}
    for cell in CAIRO.box((1, 1)):
        shared = {other for part, other in owners.items() if len(part & polygon(cell)) == 2}
        assert shared == set(CAIRO.neighbors(cell))
        assert len(shared) == 4


def test_symmetries_are_those_of_the_tiling() -> None:
    """Each moves the polygons as one of the motions does, and there are no others."""
    found = set()
    for symmetry in CAIRO.all(2):
        x, y = (step / 4 for step in symmetry.shift)
        (a, c), (b, d) = symmetry.turned((1, 0)), symmetry.turned((0, 1))
        motion = (a, b, c, d, x, y)
        found.add(motion)
        for cell in cells(CAIRO, range(-1, 2)):
            assert polygon(symmetry(cell)) == image(motion, polygon(cell))
    assert found == set(MOTIONS)
    tiling = halves(range(-4, 5))
    for a, b, c, d, _, _ in MOTIONS:
        quarters = [
            (a, b, c, d, x / 8, y / 8)
            for x, y in product(range(8), repeat=2)
            if all(image((a, b, c, d, x / 8, y / 8), part) in tiling for part in halves([0]))
        ]
        assert quarters == [motion for motion in MOTIONS if motion[:4] == (a, b, c, d)]


def test_no_symmetry_without_its_shift() -> None:
    assert [symmetry.name for symmetry in CAIRO.all(2) if not symmetry.period] == [
        "Id",
        "Rot90",
        "Rot180",
        "Rot270",
    ]
    for name in ("VertRefl", "HorizRefl", "Diag1Refl", "Diag2Refl"):
        assert not CAIRO.keeps(Symmetry.named(name))


# Of the squares (A001168): at each corner of a half pentagon four of them meet, as squares do.
FIXED_POLYOMINOES = [1, 2, 6, 19, 63, 216]


def drawn_polyforms(lattice: Lattice, size: int) -> set[frozenset[Polygon]]:
    """The connected sets of polygons, one of each class of translates, by adding one at a time."""
    parts = {polygon(cell, lattice) for cell in cells(lattice, range(-2, size + 2))}
    sides = {part: [other for other in parts if len(part & other) == 2] for part in parts}
    found = {home([polygon(cell, lattice)]) for cell in lattice.box((1, 1))}
    for _ in range(size - 1):
        found = {
            home([*form, other])
            for form in found
            for part in form
            for other in sides[part]
            if other not in form
        }
    return found


def home(form: Iterable[Polygon]) -> frozenset[Polygon]:
    """Move polygons by whole periods, such that their least corners are between 0 and 1."""
    polygons = list(form)
    by = [-(min(corner[axis] for part in polygons for corner in part) // 1) for axis in (0, 1)]
    return frozenset(image((1, 0, 0, 1, by[0], by[1]), part) for part in polygons)


def classes(forms: Iterable[frozenset[Polygon]], motions: Sequence[Motion]) -> int:
    """How many classes there are of sets that the motions and translations exchange."""
    return len(
        {
            frozenset(home(image(motion, part) for part in form) for motion in motions)
            for form in forms
        }
    )


@pytest.mark.parametrize("lattice", [CAIRO, HALFCAIRO])
def test_polyforms_by_their_drawings(lattice: Lattice) -> None:
    motions = [one if lattice == CAIRO else (*one[:4], 0, 0) for one in MOTIONS]
    turns = [(a, b, c, d, e, f) for a, b, c, d, e, f in motions if a * d - b * c > 0]
    for size in range(1, 5):
        drawn = drawn_polyforms(lattice, size)
        assert sum(1 for _ in fixed(size, lattice=lattice)) == len(drawn)
        assert sum(1 for _ in one_sided(size, lattice=lattice)) == classes(drawn, turns)
        assert sum(1 for _ in free(size, lattice=lattice)) == classes(drawn, motions)


def test_half_pentagons_meet_like_squares() -> None:
    for size, number in enumerate(FIXED_POLYOMINOES, 1):
        assert sum(1 for _ in fixed(size, lattice=CAIRO)) == 8 * number


def test_a_half_pentagon_is_a_kite_and_a_triangle() -> None:
    """Those of the other lattice, reflected, turned by 45 degrees and divided by the root of 2."""

    def turned(cell: tuple[int, ...]) -> Polygon:
        points = [complex(0.5, 0.5) * complex(x, -y) for x, y in HALFCAIRO.corners(cell)]
        return frozenset((point.real, point.imag) for point in points)

    fine = {turned(cell) for cell in cells(HALFCAIRO, range(-4, 5))}
    kites = [part for part in fine if len(part) == 4]
    triangles = [part for part in fine if len(part) == 3]
    pairs = [(one, other) for one, other in product(kites, triangles) if len(one & other) == 2]
    for cell in CAIRO.box((1, 1)):
        own = polygon(cell)
        assert sum(own <= one | other for one, other in pairs) == 1


def test_a_patch_of_pentagons_is_covered_in_one_way() -> None:
    pair = Tile(Region([(1, 0), (2, 1)], lattice=CAIRO), symmetries="all", times="any")
    assert [len(pair.orientations), len(pair.symmetries)] == [4, 8]
    patch = Region(
        [cell for pentagon in pentagons([0, 1]) for cell in parts_of(pentagon)], lattice=CAIRO
    )
    assert len(patch) == 32
    assert count(TilingProblem(patch, [pair])) == 1
    assert count(TilingProblem(patch - Region(patch.cells[:1], lattice=CAIRO), [pair])) == 0
    assert count(TilingProblem(torus(2, 3, lattice=CAIRO), [pair])) == 1


def test_tilings_up_to_symmetry() -> None:
    """The orbits of the tilings, where each symmetry moves the polygons of the pieces."""
    board = Region.box(2, 2, lattice=CAIRO)
    free_pairs = [Tile(form, symmetries="all", times="any") for form in free(2, lattice=CAIRO)]
    for lattice_board in (board, torus(2, 1, lattice=CAIRO)):
        problem = TilingProblem(lattice_board, free_pairs)
        everything = list(solutions(problem))
        moves = [
            dict(zip(lattice_board, images, strict=True))
            for _, images in motions_of(lattice_board, CAIRO.all(2))
        ]
        orbits = set()
        for tiling in everything:
            pieces = [frozenset(placement.region) for placement in tiling.placements]
            orbits.add(
                frozenset(
                    frozenset(frozenset(map(goes.__getitem__, piece)) for piece in pieces)
                    for goes in moves
                )
            )
        assert 1 < len(orbits) < len(everything)
        assert count(problem, up_to="all") == len(orbits)
