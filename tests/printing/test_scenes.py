"""Scenes: the nearest face is visible, exploded pieces are apart, states are checked."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Region, Tile, Tiling, TilingProblem, solve
from combien.errors import BadInput, BadPicture
from combien.geometry import PRISMS
from combien.geometry._lattice import SQUARE
from combien.language import problems
from combien.printing import Animation, Scene, State
from combien.printing._hidden import Painted, Seen, back_to_front, clear_of
from combien.printing._poses import between, placed
from combien.printing._scene import image_of
from combien.printing._surface import Spot, dot, faces, normal
from combien.tilings.disassembly import disassemble
from tests.cli.commands import combien

SOMA = Path(__file__).parents[2] / "examples" / "soma.cmb"


def tiled(problem: TilingProblem) -> Tiling:
    """The first tiling."""
    tiling = solve(problem)
    assert tiling is not None
    return tiling


def soma() -> Tiling:
    """The Soma cube."""
    problem = problems(str(SOMA))["soma_cube"]
    assert isinstance(problem, TilingProblem)
    return tiled(problem)


def nearest(cells: Mapping[tuple[float, float, float], int], at: Spot, to_viewer: Spot) -> int:
    """The cube that a ray from the viewer meets first: the slow definition; -1 for none."""
    best, seen = float("-inf"), -1
    for low, number in cells.items():
        enter, leave = float("-inf"), float("inf")
        for axis in range(3):
            ends = sorted((low[axis] + side - at[axis]) / to_viewer[axis] for side in (0.0, 1.0))
            enter, leave = max(enter, ends[0]), min(leave, ends[1])
        if enter < leave - 1e-9 and leave > best:
            best, seen = leave, number
    return seen


def grazes(cells: Iterable[tuple[float, float, float]], at: Spot, to_viewer: Spot) -> bool:
    """Whether the ray touches an edge or a corner of a cube, where either answer is right."""
    for low in cells:
        ends = [
            sorted((low[axis] + side - at[axis]) / to_viewer[axis] for side in (0.0, 1.0))
            for axis in range(3)
        ]
        if abs(max(enter for enter, _ in ends) - min(leave for _, leave in ends)) < 1e-6:
            return True
    return False


@settings(max_examples=40)
@given(
    st.dictionaries(
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)),
        st.integers(0, 3),
        min_size=1,
        max_size=12,
    ),
    st.tuples(*[st.sampled_from([-0.9, -0.35, 0.25, 0.6])] * 2, st.sampled_from([0.3, 0.8])),
    st.lists(st.tuples(*[st.floats(-2, 5)] * 3), min_size=5, max_size=5),
    st.booleans(),
)
def test_the_nearest_face_is_painted_last(
    cubes: dict[tuple[int, int, int], int],
    to_viewer: Spot,
    spots: list[Spot],
    shifted: bool,
) -> None:
    # Pieces are moved apart along x, by less than a cube, so that planes do not coincide.
    cells = {(x + i * 3.37 * shifted, y + i * 0.25, z + 0.0): i for (x, y, z), i in cubes.items()}
    if len(cells) < len(cubes) or not shifted:
        cells = {(float(x), float(y), float(z)): i for (x, y, z), i in cubes.items()}
    polygons = []
    for (x, y, z), piece in cells.items():
        for face in faces((0, 0, 0), SQUARE):
            corners = tuple((a + x, b + y, c + z) for a, b, c in face)
            polygons.append(Painted(corners, normal(corners), (True,) * 4, piece))
    painted = list(back_to_front(polygons, to_viewer))
    for at in spots:
        if grazes(cells, at, to_viewer):
            continue
        top = -1
        for one in painted:
            if covers(one, at, to_viewer):
                top = one.piece
        assert top == nearest(cells, at, to_viewer)


def covers(one: Painted, at: Spot, to_viewer: Spot) -> bool:
    """Whether a polygon is on the line of sight through a point."""
    corner = one.corners[0]
    away = corner[0] - at[0], corner[1] - at[1], corner[2] - at[2]
    far = dot(one.normal, away) / dot(one.normal, to_viewer)
    hit = [a + far * v for a, v in zip(at, to_viewer, strict=True)]
    for place, b in enumerate(one.corners):
        a = one.corners[place - 1]
        u = [q - p for p, q in zip(a, b, strict=True)]
        v = [q - p for p, q in zip(a, hit, strict=True)]
        across = (
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        )
        if dot(across, one.normal) < 0:
            return False
    return True


def shadows(scene: Scene, state: Mapping[int, Spot]) -> dict[int, list[list[tuple[float, float]]]]:
    """The visible faces of each piece in the plane of the picture."""
    right, up, _ = scene._axes(scene._azimuth)
    found: dict[int, list[list[tuple[float, float]]]] = {}
    for piece, by in state.items():
        for one in scene._polygons[piece]:
            corners = [(a + by[0], b + by[1], c + by[2]) for a, b, c in one.corners]
            found.setdefault(piece, []).append([(dot(s, right), dot(s, up)) for s in corners])
    return found


@pytest.mark.parametrize("azimuth", [-45, 20, 160])
def test_exploded_pieces_hide_nothing(azimuth: float) -> None:
    scene = Scene(soma(), azimuth=azimuth)
    state = scene.exploded(gap=0.3)
    shown = shadows(scene, state)
    for one, other in combinations(shown, 2):
        assert clear_of(shown[one], shown[other], 0.0)
    assert state == scene.exploded(gap=0.3)


def test_boxes_of_exploded_pieces_are_disjoint() -> None:
    tiling = soma()
    state = Scene(tiling).exploded(by="boxes", gap=0.5)
    boxes = []
    for at, placement in enumerate(tiling.placements):
        low = [min(c[a] for c in placement.region) + state[at][a] for a in range(3)]
        high = [max(c[a] for c in placement.region) + state[at][a] + 1 for a in range(3)]
        boxes.append((low, high))
    for (low, high), (other, top) in combinations(boxes, 2):
        assert max(max(low[a] - top[a], other[a] - high[a]) for a in range(3)) >= 0.499


def test_pictures_are_well_formed_and_reproducible() -> None:
    scene = Scene(soma(), labels=True)
    states: list[State] = [scene.assembled, scene.exploded(), {0: (0, 0, 1)}]
    for text in (scene.svg(), scene.steps(states, across=2), scene.motion(states, frames=2).svg()):
        root = ET.fromstring(text)
        assert root.tag.endswith("svg")
        assert not re.search('script|href="[^#]|nan|inf', text)
    assert scene.steps(states) == Scene(soma(), labels=True).steps(iter(states))
    # A name for each piece: a border and ink.
    exploded = scene.svg(scene.exploded())
    assert exploded.count("stroke-opacity") == 7


def test_each_frame_has_its_time() -> None:
    film = Scene(soma()).turntable(frames=4)
    text = film.svg(frame_seconds=0.5)
    times = re.findall(r'dur="(\S+)s".* values="(\S+)" keyTimes="(\S+)"', text)
    assert times == [
        ("2", "visible;hidden", "0;0.25"),
        ("2", "hidden;visible;hidden", "0;0.25;0.5"),
        ("2", "hidden;visible;hidden", "0;0.5;0.75"),
        ("2", "hidden;visible", "0;0.75"),
    ]
    assert len(set(film.frames)) == 4
    # A square turned by a quarter has the same outline, so all frames have one size.
    assert len({film.frame(at).split("\n")[0] for at in range(4)}) == 1


TURN = (0, -1, 0, 3, 1, 0, 0, 1, 0, 0, 1, 2)
SLANTED = (0.6, -0.8, 0, 1, 0.8, 0.6, 0, 0, 0, 0, 1, 0)


def test_pieces_turn_about_a_line() -> None:
    """Half way, the distance from the axis is the same, and so is the way along it."""
    start = (0.0, 0.0, 0.0)
    half = between(start, TURN, 0.5)
    # The axis of x, y -> 3 - y, 1 + x is at (1, 2), and it rises by 2.
    for x, y in ((1.0, 2.0), (4.0, 2.0), (0.0, 0.0)):
        u, v, w = placed((x, y, 0.0), half)
        assert (u - 1) ** 2 + (v - 2) ** 2 == pytest.approx((x - 1) ** 2 + (y - 2) ** 2)
        assert w == pytest.approx(1)
    assert placed((4.0, 2.0, 0.0), half)[1] == pytest.approx(2 + 3 / 2**0.5)
    for a, b in (
        (start, TURN),
        (TURN, SLANTED),
        (SLANTED, start),
        (TURN, (0, -1, 0, 5, *TURN[4:])),
    ):
        for share, end in ((0.0, a), (1.0, b)):
            for spot in ((0.0, 0.0, 0.0), (1.0, 2.0, 3.0)):
                assert placed(spot, between(a, b, share)) == pytest.approx(placed(spot, end))


def test_a_turned_cube_looks_the_same() -> None:
    scene = Scene(soma())
    # About the axis of the cube of 3 x 3 x 3: of one color, its outline is that of the cube.
    rows = (0, -1, 0, 3, 1, 0, 0, 0, 0, 0, 1, 0)
    turned = scene.svg(dict.fromkeys(range(7), rows))
    assert turned.split("\n")[0] == scene.svg().split("\n")[0]
    assert turned != scene.svg()


@pytest.mark.parametrize("rows", [(0,) * 12, (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0), (1,) * 12])
def test_a_matrix_that_is_not_a_rotation(rows: tuple[int, ...]) -> None:
    with pytest.raises(BadPicture, match="not a rotation"):
        Scene(soma()).svg({0: rows})


@pytest.mark.needs(".[pictures]")
def test_animations_as_gif_and_png() -> None:
    image: Any = pytest.importorskip("PIL.Image")
    scene = Scene(soma())
    film = scene.motion([scene.assembled, scene.exploded()], frames=3, pause=0)
    for data in (film.gif(width=80), film.apng(width=80)):
        with image.open(io.BytesIO(data)) as read:
            assert read.n_frames == len(film) == 4
            assert read.width == 80
            assert read.info["loop"] == 0
    assert film.gif(width=80) == film.gif(width=80)


def test_prisms_move_by_translations_of_their_lattice() -> None:
    bar = Tile(Region([(1, 1, -1, 0)], lattice=PRISMS), symmetries="all", times="any")
    scene = Scene(tiled(TilingProblem(Region.box(1, 1, 2, lattice=PRISMS), [bar])))
    moved = scene._checked({0: (2, 0, -2, 0), 1: (0, 0, 0, 2)})
    assert moved[0] == pytest.approx((1, 0, 0))
    assert moved[1] == pytest.approx((0, 0, 2))
    assert len(scene.exploded()) == 4
    with pytest.raises(BadPicture, match="is not a translation of prisms"):
        scene.svg({0: (1, 0, 0, 0)})


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (3, "a state is a dict"),
        ({}, "a state without pieces"),
        ({9: (0, 0, 0)}, "a state has no piece 9: there are 7"),
        ({0: 3}, "piece 0: a displacement is three numbers"),
        ({0: (0, 0)}, "a displacement is three numbers"),
        ({0: (0, 0, float("nan"))}, "a displacement is three numbers"),
        ({0: (0, 0, 1e9)}, "at most 10000 from 0"),
    ],
)
def test_states_that_are_refused(state: Any, message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        Scene(soma()).svg(state)


def test_what_is_refused() -> None:
    flat: Any = tiled(TilingProblem("**", [Tile("**")]))
    with pytest.raises(BadPicture, match="a scene is of a solid"):
        Scene(flat)
    with pytest.raises(BadPicture, match="a Tiling or Packing is drawn"):
        Scene(flat.board)
    for name, value in (("azimuth", "x"), ("elevation", 90), ("size", 0)):
        with pytest.raises(BadPicture, match=f"{name} is a number from"):
            Scene(soma(), **{name: value})  # type: ignore[arg-type]
    scene: Any = Scene(soma())
    with pytest.raises(BadPicture, match="by is 'projection' or 'boxes'"):
        scene.exploded(by="hand")
    with pytest.raises(BadPicture, match="gap is a number of cells"):
        scene.exploded(gap=-1)
    with pytest.raises(BadPicture, match="more than 500 frames"):
        scene.motion([scene.assembled] * 100)
    with pytest.raises(BadPicture, match="give 1 to 500 states"):
        scene.steps([])
    film = Animation(("<g/>",), width=10, height=10)
    with pytest.raises(BadInput, match="number=1: expected a whole number from 0 to 0"):
        film.frame(1)
    with pytest.raises(BadPicture, match=r"a number from 0\.02 to 60"):
        film.svg(frame_seconds=0)


@pytest.mark.needs(".[pictures]")
def test_from_the_command_line(tmp_path: Path) -> None:
    path, image = tmp_path / "a.svg", tmp_path / "a.png"
    words = ("solve", SOMA, "--view", "exploded", "--labels")
    assert combien(*words, "--svg", path, "--png", image).code == 0
    scene = Scene(soma(), labels=True)
    assert path.read_text("utf-8") == scene.svg(scene.exploded(), title="soma_cube")
    assert image.read_bytes()[1:4] == b"PNG"
    refused = combien(*words, "--sheet", path)
    assert refused.code == 2
    assert "not for --sheet" in refused.printed


@pytest.mark.needs(".[pictures]")
def test_frames_share_shapes_and_look_the_same() -> None:
    pixels = pytest.importorskip("PIL.Image")
    chops = pytest.importorskip("PIL.ImageChops")
    scene = Scene(soma(), labels=True)
    film = scene.motion([scene.assembled, {0: (0, 0, 2), 1: (0, 0, 0)}], frames=4)
    assert "<use" not in scene.svg()
    # A single picture has all of its shapes, those within others too.
    for at in range(len(film)):
        frame = film.frame(at)
        used = set(re.findall(r'href="#(s[0-9]+)"', frame))
        assert used == set(re.findall(r'<g id="(s[0-9]+)"', frame))
    assert len(film.svg()) < len(film) * len(scene.svg()) / 3
    drawings = [scene._drawing(scene.assembled, scene._azimuth)] * 2
    plain, one = (scene._laid(drawings, "", shared=shared) for shared in (False, True))
    # Shapes are rounded to hundredths of a pixel in other places.
    near, far = (
        pixels.open(io.BytesIO(image_of(film.frame(0), width=300))).convert("L")
        for film in (one, plain)
    )
    different = chops.difference(near, far).point(lambda value: 255 * (value > 40))
    assert different.histogram()[255] <= 20


def test_the_steps_of_a_disassembly_are_drawn_as_they_are() -> None:
    problem = next(iter(problems("example:turn.cmb").values()))
    assembly = solve(problem)
    assert isinstance(assembly, Tiling)
    found = disassemble(assembly, rotations=True)
    states = [state for _, state in found.steps()]
    scene = Scene(assembly)
    assert scene.steps(found.steps()) == scene.steps(states)
    assert scene.motion(found.steps(), frames=2) == scene.motion(states, frames=2)


def inside(spot: tuple[float, float], polygon: list[tuple[float, float]]) -> bool:
    """Whether a point is in a convex polygon, whose corners are clockwise where y is down."""
    (x, y), before = spot, polygon[-1]
    for corner in polygon:
        ax, ay = before
        if (corner[0] - ax) * (y - ay) - (corner[1] - ay) * (x - ax) > 1e-9:
            return False
        before = corner
    return True


@given(
    st.lists(
        st.tuples(*[st.integers(-9, 9)] * 2, *[st.integers(1, 12)] * 2, st.booleans()), max_size=12
    ),
    st.lists(st.tuples(*[st.integers(-40, 60)] * 2), min_size=1, max_size=8),
    st.sampled_from([0.7, 3.0, 50.0]),
)
def test_what_is_seen_is_the_last_that_was_painted(
    boxes: list[tuple[int, int, int, int, bool]], spots: list[tuple[int, int]], side: float
) -> None:
    shown = []
    for piece, (x, y, wide, high, cut) in enumerate(boxes):
        corners = [(x, y), (x, y + high), (x + wide, y + high), (x + wide, y)]
        shown.append(([(float(a), float(b)) for a, b in corners[cut:]], piece))
    seen = Seen(shown, side)
    for spot in [(x / 4, y / 4) for x, y in spots]:
        over = [piece for polygon, piece in shown if inside(spot, polygon)]
        assert seen.piece_at(spot) == (over[-1] if over else -1)
