"""Plane groups: symbols, centers, axes and orbits, against examples made by hand."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.errors import BadTiling
from combien.geometry import CAIRO, HALFCAIRO, HEXAGONS, SQUARE, TRIANGLES, Group, Symmetry
from combien.geometry._cell import Cell
from combien.geometry._lattice import Lattice
from combien.plane._groups import PlaneGroup, plane_groups

Motion = tuple[Symmetry, Cell]
Periods = tuple[Cell, Cell]

THIRD = Symmetry((3, 1, 2))
SIXTH = Symmetry((-2, -3, -1))
LONG, SHORT = Symmetry((2, 1, 3)), Symmetry((-2, -1, -3))
WIDE = ((4, 0), (0, 4))
RHOMBIC = ((2, 2), (2, -2))
HEXAGONAL = ((3, 0, -3), (0, 3, -3))
TURNED = ((1, 1, -2), (2, -1, -1))

# Periods, and generators as a symmetry and a translation.
SQUARES: list[tuple[str, Periods, list[tuple[str, Cell]]]] = [
    ("p1", WIDE, []),
    ("p2", WIDE, [("Rot180", (1, 0))]),
    ("pm", WIDE, [("VertRefl", (1, 0))]),
    ("pm", RHOMBIC, [("Diag1Refl", (0, 0))]),
    ("pg", WIDE, [("VertRefl", (0, 2))]),
    ("pg", RHOMBIC, [("Diag1Refl", (1, 1))]),
    ("cm", WIDE, [("Diag1Refl", (0, 0))]),
    ("cm", RHOMBIC, [("VertRefl", (0, 0))]),
    ("pmm", WIDE, [("VertRefl", (0, 0)), ("HorizRefl", (0, 0))]),
    ("pmg", WIDE, [("VertRefl", (0, 0)), ("HorizRefl", (2, 0))]),
    ("pgg", WIDE, [("VertRefl", (2, 2)), ("HorizRefl", (2, 2))]),
    ("cmm", WIDE, [("Diag1Refl", (0, 0)), ("Diag2Refl", (0, 0))]),
    ("cmm", RHOMBIC, [("VertRefl", (0, 0)), ("HorizRefl", (0, 0))]),
    ("p4", WIDE, [("Rot90", (0, 0))]),
    ("p4m", WIDE, [("Rot90", (0, 0)), ("VertRefl", (0, 0))]),
    ("p4g", WIDE, [("Rot90", (0, 0)), ("VertRefl", (2, 2))]),
]
SIXES: list[tuple[str, Periods, list[Symmetry]]] = [
    ("p3", HEXAGONAL, [THIRD]),
    ("p3m1", HEXAGONAL, [THIRD, LONG]),
    ("p31m", HEXAGONAL, [THIRD, SHORT]),
    ("p3m1", TURNED, [THIRD, SHORT]),
    ("p31m", TURNED, [THIRD, LONG]),
    ("p6", HEXAGONAL, [SIXTH]),
    ("p6m", HEXAGONAL, [SIXTH, LONG]),
    ("cm", HEXAGONAL, [LONG]),
    ("cm", HEXAGONAL, [SHORT]),
    ("cmm", HEXAGONAL, [LONG, SHORT]),
]
_BOTH = ("p1", "p2", "pm", "pg", "cm", "pmm", "pmg", "pgg", "cmm")
ALL_BUT_FOURS = (*_BOTH, "p3", "p3m1", "p31m", "p6", "p6m")
ALL_BUT_SIXES = (*_BOTH, "p4", "p4m", "p4g")


def plus(one: Cell, other: Cell) -> Cell:
    return tuple(map(int.__add__, one, other))


def times(one: Motion, other: Motion) -> Motion:
    """Return the motion that is `other` and then `one`."""
    both = one[0] @ other[0]
    start = (0,) * len(one[1])
    end = plus(one[0](plus(other[0](start), other[1])), one[1])
    return both, tuple(map(int.__sub__, end, both(start)))


def generated(lattice: Lattice, periods: Periods, generators: list[Motion]) -> PlaneGroup:
    size = len(periods[0])
    found: dict[Symmetry, Cell] = {Symmetry.identity(size): (0,) * size}
    queue = list(found.items())
    for motion in queue:
        for generator in generators:
            symmetry, vector = times(generator, motion)
            if symmetry not in found:
                found[symmetry] = vector
                queue.append((symmetry, vector))
    return PlaneGroup(lattice, periods, tuple(found.items()))


def on_squares(periods: Periods, generators: list[tuple[str, Cell]]) -> PlaneGroup:
    return generated(SQUARE, periods, [(Symmetry.named(name), by) for name, by in generators])


def on_sixes(lattice: Lattice, periods: Periods, generators: list[Symmetry]) -> PlaneGroup:
    return generated(lattice, periods, [(one, (0, 0, 0)) for one in generators])


@pytest.mark.parametrize(("symbol", "periods", "generators"), SQUARES)
def test_types_on_squares(
    symbol: str, periods: Periods, generators: list[tuple[str, Cell]]
) -> None:
    group = on_squares(periods, generators)
    assert group.symbol == slow_symbol(group) == symbol


@pytest.mark.parametrize(("symbol", "periods", "generators"), SIXES)
@pytest.mark.parametrize("lattice", [HEXAGONS, TRIANGLES])
def test_types_on_hexagons_and_triangles(
    lattice: Lattice, symbol: str, periods: Periods, generators: list[Symmetry]
) -> None:
    if lattice == TRIANGLES:  # Where the translations are even.
        periods = plus(periods[0], periods[0]), plus(periods[1], periods[1])
    group = on_sixes(lattice, periods, generators)
    assert group.symbol == slow_symbol(group) == symbol


def translated(group: PlaneGroup, motion: Motion, reach: int) -> Iterator[Motion]:
    p, q = group.periods
    for i, j in product(range(-reach, reach + 1), repeat=2):
        by = tuple(i * x + j * y for x, y in zip(p, q, strict=True))
        yield motion[0], plus(motion[1], by)


def is_mirror(motion: Motion) -> bool:
    return times(motion, motion) == (motion[0] @ motion[0], (0,) * len(motion[1]))


def slow_symbol(group: PlaneGroup) -> str:
    """Return the symbol, by the motions of a few periods and how they compose."""
    turns = [motion for motion in group.motions if motion[0] in rotations(group)]
    flips = [motion for motion in group.motions if motion[0] not in rotations(group)]
    if not flips:
        return f"p{len(turns)}"
    mirrors = [m for flip in flips for m in translated(group, flip, 6) if is_mirror(m)]
    directions = {symmetry for symmetry, _ in mirrors}
    if len(turns) == 1:
        return ("cm" if has_glides(group, flips) else "pm") if mirrors else "pg"
    if len(turns) == 2:
        return ("pgg", "pmg", "cmm" if has_glides(group, flips) else "pmm")[len(directions)]
    if len(turns) == 6:
        return "p6m"
    # A mirror through its center inverts a rotation.
    quarter_or_third = next(turn for turn in turns if turn[0].order == len(turns))
    through = [
        any(times(times(m, turn), times(m, turn)) == still(group) for m in mirrors)
        for turn in translated(group, quarter_or_third, 1)
    ]
    if len(turns) == 4:
        return "p4m" if any(through) else "p4g"
    return "p3m1" if all(through) else "p31m"


def still(group: PlaneGroup) -> Motion:
    size = len(group.periods[0])
    return Symmetry.identity(size), (0,) * size


def rotations(group: PlaneGroup) -> Group:
    return group.lattice.rotations(len(group.periods[0]))


def has_glides(group: PlaneGroup, flips: list[Motion]) -> bool:
    """Return whether some motion is a glide on an axis that is not a mirror."""
    return any(
        not any(is_mirror(times(glide, by)) for by in along(group, glide[0]))
        for flip in flips
        for glide in translated(group, flip, 1)
    )


def along(group: PlaneGroup, flip: Symmetry) -> list[Motion]:
    """Return some translations that the reflection fixes."""
    return [by for by in translated(group, still(group), 8) if flip.turned(by[1]) == by[1]]


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONS, TRIANGLES, CAIRO])
@pytest.mark.parametrize("index", range(1, 5))
def test_symbols_of_all_groups(lattice: Lattice, index: int) -> None:
    for group in plane_groups(lattice, index):
        assert group.symbol == slow_symbol(group)


@pytest.mark.parametrize(
    ("lattice", "types"),
    [
        (SQUARE, ALL_BUT_SIXES),
        (HALFCAIRO, ALL_BUT_SIXES),
        (HEXAGONS, ALL_BUT_FOURS),
        (TRIANGLES, ALL_BUT_FOURS),
        # In p4g there are no mirrors through centers of quarter turns.
        (CAIRO, [one for one in ALL_BUT_SIXES if one != "p4m"]),
    ],
)
def test_all_types_of_a_lattice_are_listed(lattice: Lattice, types: tuple[str, ...]) -> None:
    listed = {group.symbol for index in range(1, 5) for group in plane_groups(lattice, index)}
    assert listed == set(types)


@pytest.mark.parametrize("index", [*range(1, 13), 60])
def test_sublattices(index: int) -> None:
    divisors = sum(d for d in range(1, index + 1) if index % d == 0)
    for lattice in (SQUARE, HEXAGONS):
        symbols = Counter(group.symbol for group in plane_groups(lattice, index))
        assert symbols["p1"] == divisors


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONS, TRIANGLES, CAIRO])
def test_group_axioms(lattice: Lattice) -> None:
    for group in plane_groups(lattice, 6) + plane_groups(lattice, 4):
        vectors = dict(group.motions)
        assert group.motions[0] == still(group)
        cells = group.cells()
        for one, other in product(group.motions, repeat=2):
            symmetry, vector = times(one, other)
            for cell in cells:
                expected = group.reduced(plus(symmetry(cell), vectors[symmetry]))
                assert group.reduced(plus(symmetry(cell), vector)) == expected


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONS, TRIANGLES, CAIRO])
def test_orbits_are_a_partition(lattice: Lattice) -> None:
    for group in plane_groups(lattice, 4):
        cells = group.cells()
        assert len(cells) == 4 * len(list(lattice.box((1, 1))))
        orbits = {group.orbit(cell) for cell in cells}
        assert sorted(cell for orbit in orbits for cell in orbit) == list(cells)


@given(st.data())
def test_conjugation_keeps_the_symbol(data: st.DataObject) -> None:
    lattices: list[Lattice] = [SQUARE, HEXAGONS, CAIRO]
    lattice = data.draw(st.sampled_from(lattices))
    group = data.draw(st.sampled_from(plane_groups(lattice, data.draw(st.integers(1, 12)))))
    size = len(group.periods[0])
    symmetry = data.draw(st.sampled_from(lattice.all(size).elements))
    x, y = data.draw(st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
    by: Cell = (x, y) if size == 2 else (x, y, -x - y)
    if lattice == CAIRO:
        by = (4 * x, 4 * y)
    _, off = times((symmetry, by), (symmetry.inverse, (0,) * size))
    back = symmetry.inverse, tuple(-number for number in symmetry.inverse.turned(off))
    assert times((symmetry, by), back) == still(group)
    motions = tuple(times(times((symmetry, by), one), back) for one in group.motions)
    p, q = group.periods
    moved = PlaneGroup(lattice, (symmetry.turned(q), symmetry.turned(p)), motions)
    assert moved.symbol == group.symbol
    assert sorted(c.order for c in moved.centers) == sorted(c.order for c in group.centers)
    assert len(moved.mirrors) == len(group.mirrors)


# By order, as in the International Tables, and axes of a primitive period.
FIGURES: dict[str, tuple[list[int], int, int]] = {
    "p1": ([], 0, 0),
    "p2": ([2, 2, 2, 2], 0, 0),
    "pm": ([], 2, 0),
    "pg": ([], 0, 2),
    "cm": ([], 1, 1),
    "pmm": ([2, 2, 2, 2], 4, 0),
    "pmg": ([2, 2, 2, 2], 2, 2),
    "pgg": ([2, 2, 2, 2], 0, 4),
    "cmm": ([2, 2, 2, 2], 2, 2),
    "p4": ([2, 2, 4, 4], 0, 0),
    "p3": ([3, 3, 3], 0, 0),
    "p6": ([2, 2, 2, 3, 3, 6], 0, 0),
}


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONS, CAIRO])
def test_numbers_of_centers_and_axes(lattice: Lattice) -> None:
    for group in plane_groups(lattice, 4):
        if group.symbol in FIGURES:
            orders = sorted(center.order for center in group.centers)
            assert (orders, len(group.mirrors), len(group.glides)) == FIGURES[group.symbol]


def test_points_of_the_drawing() -> None:
    group = on_squares(WIDE, [("VertRefl", (0, 0)), ("HorizRefl", (2, 0))])
    assert {axis.start[0] % 4 for axis in group.mirrors} == {0.5, 2.5}
    assert {axis.start[1] % 4 for axis in group.glides} == {0.5, 2.5}
    assert {axis.glide for axis in group.glides} == {2.0}
    assert {(x % 4, y % 4) for x, y in (center.at for center in group.centers)} == set(
        product((1.5, 3.5), (0.5, 2.5))
    )


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONS, CAIRO, HALFCAIRO])
def test_groups_of_index_two_against_all_subgroups(lattice: Lattice) -> None:
    """Modulo twice the translations, all groups are finite: list them by adding generators."""
    first = next(iter(lattice.box((1, 1))))
    steps = [tuple(map(int.__sub__, lattice.along(first, k, 1), first)) for k in (0, 1)]
    zero = tuple(number - number for number in first)
    whole = PlaneGroup(lattice, (plus(steps[0], steps[0]), plus(steps[1], steps[1])), ())

    def reduced(motion: Motion) -> Motion:
        return motion[0], tuple(
            map(int.__sub__, whole.reduced(plus(first, motion[1])), whole.reduced(first))
        )

    shifts = [zero, steps[0], steps[1], plus(*steps)]
    unmoved = Symmetry.identity(len(zero))
    elements = [
        reduced((symmetry, shift)) for symmetry in lattice.all(len(zero)) for shift in shifts
    ]
    number = {motion: place for place, motion in enumerate(elements)}
    table = [[number[reduced(times(one, other))] for other in elements] for one in elements]
    inverse = [row.index(0) for row in table]

    def generated_by(generators: tuple[int, ...]) -> frozenset[int]:
        group = {0: None}
        fresh = [0]
        for one in fresh:
            new = [place for place in (table[one][k] for k in generators) if place not in group]
            group.update(dict.fromkeys(new))
            fresh += new
        return frozenset(group)

    subgroups: dict[frozenset[int], tuple[int, ...]] = {frozenset([0]): ()}
    queue = list(subgroups)
    for group in queue:
        for element in set(range(len(elements))) - group:
            generators = (*subgroups[group], element)
            if (larger := generated_by(generators)) not in subgroups:
                subgroups[larger] = generators
                queue.append(larger)

    def conjugates(group: frozenset[int], by: list[int]) -> frozenset[frozenset[int]]:
        return frozenset(
            frozenset(table[table[motion][one]][inverse[motion]] for one in group) for motion in by
        )

    translations = [place for place, (symmetry, _) in enumerate(elements) if symmetry == unmoved]
    of_index_two = [group for group in subgroups if len(group.intersection(translations)) == 2]
    listed = plane_groups(lattice, 2)
    points = {frozenset(symmetry for symmetry, _ in group.motions) for group in listed}
    classes = {
        conjugates(group, translations)
        for group in of_index_two
        if frozenset(elements[place][0] for place in group) in points
    }
    assert len(listed) == len(classes)
    # Every other one is conjugate to one of these.
    known = {group for one in classes for group in one}
    everything = list(range(len(elements)))
    assert all(conjugates(group, everything) & known for group in of_index_two)


def test_the_whole_group_of_half_pentagons() -> None:
    """It is p4g: quarter turns about the corner of four halves, mirrors along the cuts."""
    (group,) = (one for one in plane_groups(CAIRO, 1) if len(one.motions) == 8)
    assert group.symbol == slow_symbol(group) == "p4g"
    assert group.orbit((1, 0)) == group.cells()
    assert {(*center.at, center.order) for center in group.centers} == {
        (0, 0, 4),
        (0.5, 0.5, 4),
        (0, 0.5, 2),
        (0.5, 0, 2),
    }
    for axis in group.mirrors:
        (a, b), (c, d) = axis.start, axis.end
        assert abs(c - a) == abs(d - b)
        assert (a + b if (c - a) * (d - b) < 0 else a - b) % 1 == 0.5


@given(st.integers(1, 6), st.data())
def test_motions_of_a_group_move_the_drawing(index: int, data: st.DataObject) -> None:
    """Centers stay where they are under some motion, and mirrors, too."""
    group = data.draw(st.sampled_from(plane_groups(CAIRO, index)))
    motions = [motion for one in group.motions[1:] for motion in translated(group, one, 9)]

    def fixes(motion: Motion, point: tuple[float, float]) -> bool:
        symmetry, vector = motion
        x, y = symmetry.turned(tuple(4 * number for number in point))
        shift = plus(symmetry.shift, vector)
        return (x + shift[0], y + shift[1]) == pytest.approx([4 * point[0], 4 * point[1]])

    for center in group.centers:
        assert any(m[0] in rotations(group) and fixes(m, center.at) for m in motions)
    for axis in group.mirrors:
        assert any(fixes(m, axis.start) and fixes(m, axis.end) for m in motions)


def test_pictures() -> None:
    for lattice in (SQUARE, HEXAGONS, TRIANGLES, CAIRO):
        for group in plane_groups(lattice, 3):
            picture = group.picture()
            assert picture.title == group.symbol
            assert "<svg" in picture.svg()


@pytest.mark.parametrize("index", [0, -1, 61, True, "4"])
def test_bad_index(index: Any) -> None:
    with pytest.raises(BadTiling, match="from 1 to 60"):
        plane_groups(SQUARE, index)


def test_bad_periods() -> None:
    parallel = PlaneGroup(SQUARE, ((1, 0), (2, 0)), ((Symmetry.named("Id"), (0, 0)),))
    with pytest.raises(BadTiling, match="not independent"):
        parallel.reduced((0, 0))
    skew = PlaneGroup(SQUARE, ((2, 0), (0, 1)), ((Symmetry.named("Rot90"), (0, 0)),))
    with pytest.raises(BadTiling, match="does not preserve"):
        _ = skew.symbol
