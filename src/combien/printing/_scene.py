"""Pictures of a solid from any side: with its pieces moved, step by step, and animated.

A *state* of an assembly is the displacement of each piece: a mapping from the number of the piece
(its place in `arrangement.placements`) to a vector.  A piece that is not in the mapping has been
taken away.  A sequence of states describes how an assembly comes apart, or is put together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import cos, isfinite, radians, sin
from typing import Any
from zlib import crc32

from combien._base.checks import check_int, check_list
from combien.drawing._markup import CAP_HEIGHT, lettering, number, opening, path
from combien.drawing._palette import Palette, mixed, palette_named
from combien.drawing._renderers.png import image
from combien.errors import BadPicture
from combien.geometry._lattice import SQUARE
from combien.printing._animation import Animation
from combien.printing._hidden import Painted, back_to_front, clear_of, explode
from combien.printing._pieces import check_text
from combien.printing._surface import (
    Spot,
    center,
    cross,
    dot,
    faces,
    is_flat,
    require_solid,
    surface_of,
)
from combien.tilings._arrangement import Arrangement

State = Mapping[int, Sequence[float]]
Point = tuple[float, float]
# An element of a picture; and where it can be shared, the same around the origin, and its place.
Element = tuple[str, str, Point]
Drawing = tuple[list[Element], tuple[float, float, float, float]]

_MOST_CELLS = 5000
_MOST_FRAMES = 500
_FARTHEST = 10_000.0
_MARGIN, _ROOM = 0.4, 0.8
# The usual number of elements in a run that frames may share.
_RUN = 8


class Scene:
    """A solid tiling or packing, seen from one side, for pictures and animations.

    >>> from combien.language import problems
    >>> import combien
    >>> scene = Scene(combien.solve(problems("example:soma.cmb")["soma_cube"]))
    >>> scene.svg()[:4], scene.svg(scene.exploded(), title="Soma, exploded")[:4]
    ('<svg', '<svg')
    >>> len(scene.turntable(frames=12))
    12

    `azimuth` and `elevation` are where the viewer is, in degrees: the default looks as `isometric`
    does, z up and x and y to the right.  `size` is the width of a cell in pixels; `labels` draws
    the names of the tiles, or the numbers of the pieces, from 1; `palette` is a `Palette` or its
    name.

    Raises `BadPicture` for boards that are not solids, and more than 5000 cells.  Cost: about 1 ms
    per cell and picture.
    """

    def __init__(
        self,
        arrangement: Arrangement,
        *,
        azimuth: float = -45.0,
        elevation: float = 30.0,
        size: float = 36.0,
        labels: bool = False,
        palette: Palette | str = "default",
    ) -> None:
        if not isinstance(arrangement, Arrangement):
            raise BadPicture(f"a Tiling or Packing is drawn, not a {type(arrangement).__name__}")
        board = arrangement.board
        require_solid(board)
        if is_flat(board.lattice, board.dimension):
            raise BadPicture("a scene is of a solid: tiling.picture() draws the plane")
        if len(board) > _MOST_CELLS:
            raise BadPicture(f"more than {_MOST_CELLS} cells: draw a part of them")
        if not arrangement.placements:
            raise BadPicture("there are no pieces to draw")
        for name, value, least, most in (
            ("azimuth", azimuth, -360, 360),
            ("elevation", elevation, 0, 89),
            ("size", size, 1, 1000),
        ):
            sound = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not sound or not least <= value <= most:
                raise BadPicture(f"{name} is a number from {least} to {most}")
        if type(labels) is not bool:
            raise BadPicture("labels is True or False")
        self._lattice = board.lattice
        self._size = float(size)
        self._colors = palette_named(palette)
        self._azimuth, self._elevation = float(azimuth), float(elevation)
        self._names = [""] * len(arrangement)
        if labels:
            self._names = [
                placement.tile.name[:12] or str(at + 1)
                for at, placement in enumerate(arrangement.placements)
            ]
        self._kinds = [placement.number for placement in arrangement.placements]
        self._cells = [placement.region.cells for placement in arrangement.placements]
        self._polygons = [self._surface(at) for at in range(len(self._cells))]
        spots = [spot for group in self._polygons for one in group for spot in one.corners]
        x, y, z = (
            (min(s[axis] for s in spots) + max(s[axis] for s in spots)) / 2 for axis in range(3)
        )
        self._middle: Spot = x, y, z

    @property
    def assembled(self) -> dict[int, Spot]:
        """The state in which every piece is in its place."""
        return dict.fromkeys(range(len(self._cells)), (0.0, 0.0, 0.0))

    def exploded(self, *, by: str = "projection", gap: float = 0.4) -> dict[int, Spot]:
        """Return the state in which the pieces are moved apart, each by a small distance.

        With `by="projection"`, no piece hides a part of another one, as seen from here; with
        "boxes", their bounding boxes are disjoint.  `gap` is the least distance of projections or
        boxes, in cells.  Raises `BadPicture`.  Cost: 0.1 s for the Soma cube.
        """
        if not isinstance(by, str) or by not in ("projection", "boxes"):
            raise BadPicture("by is 'projection' or 'boxes': what is moved apart")
        if isinstance(gap, bool) or not isinstance(gap, (int, float)) or not 0 <= gap <= 100:
            raise BadPicture("gap is a number of cells, 0 to 100")
        spots = [[spot for one in group for spot in one.corners] for group in self._polygons]
        middles = [_middle(group) for group in spots]
        right, up, _ = self._axes(self._azimuth)
        hulls = [
            [
                _hull(
                    [(dot(s, right), dot(s, up)) for face in faces(c, self._lattice) for s in face]
                )
                for c in cells
            ]
            for cells in self._cells
        ]
        boxes = [
            [(min(s[a] for s in group), max(s[a] for s in group)) for a in range(3)]
            for group in spots
        ]

        def shadows_clear(piece: int, moved: Spot, placed: Sequence[tuple[int, Spot]]) -> bool:
            dx, dy = dot(moved, right), dot(moved, up)
            for other, by_other in placed:
                ex, ey = dx - dot(by_other, right), dy - dot(by_other, up)
                mine = [[(x + ex, y + ey) for x, y in hull] for hull in hulls[piece]]
                if not clear_of(mine, hulls[other], gap):
                    return False
            return True

        def boxes_clear(piece: int, moved: Spot, placed: Sequence[tuple[int, Spot]]) -> bool:
            return all(
                any(
                    boxes[piece][a][0] + moved[a] - boxes[other][a][1] - by_other[a] >= gap - 1e-6
                    or boxes[other][a][0] + by_other[a] - boxes[piece][a][1] - moved[a]
                    >= gap - 1e-6
                    for a in range(3)
                )
                for other, by_other in placed
            )

        clear = shadows_clear if by == "projection" else boxes_clear
        return dict(enumerate(explode(middles, self._directions(), clear)))

    def svg(self, state: State | None = None, *, title: str = "") -> str:
        """Return a picture of a state as SVG; by default, of the assembly.

        Vectors are in edge lengths along x, y and z, or have the coordinates of the lattice.
        Raises `BadPicture` for invalid states.
        """
        shown = self.assembled if state is None else self._checked(state)
        title = check_text("title", title)
        return self._frames([self._drawing(shown, self._azimuth)], title)[0]

    def steps(self, states: Iterable[State], *, across: int | None = None, title: str = "") -> str:
        """Return a strip of numbered pictures, one for each state, as SVG.

        `across` is the number of pictures in a row; by default, all are in one row if they are at
        most 6.
        """
        title = check_text("title", title)
        drawings = [self._drawing(state, self._azimuth) for state in self._all(states)]
        if across is None:
            across = min(len(drawings), 6)
        across = check_int("across", across, least=1, most=_MOST_FRAMES)
        boxes = [box for _, box in drawings]
        wide = max(box[2] - box[0] for box in boxes) + _ROOM * self._size
        high = max(box[3] - box[1] for box in boxes) + 1.4 * self._size
        parts = []
        for at, (lines, box) in enumerate(drawings):
            row, place = divmod(at, across)
            x = place * wide + (wide - box[0] - box[2]) / 2
            y = row * high + (high + 0.7 * self._size - box[1] - box[3]) / 2
            parts.append(f'<g transform="translate({number(x)} {number(y)})">')
            parts += (text for text, _, _ in lines)
            parts.append("</g>")
            # In the upper left corner, clear of the picture.
            left, base = place * wide + 0.5 * self._size, row * high + 0.9 * self._size
            parts += _written(str(at + 1), left, base, 0.5 * self._size, self._colors)
        rows = -(-len(drawings) // across)
        head = opening(
            number(wide * min(across, len(drawings))),
            number(high * rows),
            title=title or f"{len(drawings)} steps",
            paper=None if self._colors.transparent else self._colors.paper,
        )
        return "\n".join([*head, *parts, "</svg>\n"])

    def motion(
        self, states: Iterable[State], *, frames: int = 8, pause: int = 4, title: str = ""
    ) -> Animation:
        """Return an animation of the way from each state to the next one.

        `frames` is the number of pictures for each step, and `pause` how often a state is repeated
        when it is reached.  A piece that is taken away vanishes at the next state.
        """
        title = check_text("title", title)
        frames = check_int("frames", frames, least=1, most=_MOST_FRAMES)
        pause = check_int("pause", pause, least=0, most=_MOST_FRAMES)
        given = self._all(states)
        if len(given) * (frames + pause) > _MOST_FRAMES:
            raise BadPicture(f"more than {_MOST_FRAMES} frames: give fewer states or frames")
        shown: list[dict[int, Spot]] = []
        for at, state in enumerate(given):
            shown += [state] * (1 + pause)
            if at + 1 < len(given):
                after = given[at + 1]
                for step in range(1, frames):
                    share = step / frames
                    # Slow at both ends.
                    share = share * share * (3 - 2 * share)
                    shown.append(
                        {
                            piece: _between(moved, after.get(piece, moved), share)
                            for piece, moved in state.items()
                        }
                    )
        return self._animated([(state, self._azimuth) for state in shown], title)

    def turntable(
        self, state: State | None = None, *, frames: int = 36, title: str = ""
    ) -> Animation:
        """Return an animation of a full turn around the vertical axis."""
        title = check_text("title", title)
        frames = check_int("frames", frames, least=2, most=_MOST_FRAMES)
        shown = self.assembled if state is None else self._checked(state)
        turns = [self._azimuth - 360 * at / frames for at in range(frames)]
        return self._animated([(shown, turn) for turn in turns], title)

    # What follows computes in cells, and draws in pixels with y down.

    def _surface(self, piece: int) -> list[Painted]:
        surface = surface_of([faces(cell, self._lattice) for cell in self._cells[piece]])
        return [
            Painted(
                tuple(surface.spots[corner] for corner in face),
                surface.normals[at],
                tuple(surface.bend((at, place)) != 0 for place in range(len(face))),
                piece,
            )
            for at, face in enumerate(surface.faces)
        ]

    def _axes(self, azimuth: float) -> tuple[Spot, Spot, Spot]:
        """Return the directions to the right, up, and to the viewer."""
        turn, rise = radians(azimuth), radians(self._elevation)
        to_viewer = cos(rise) * cos(turn), cos(rise) * sin(turn), sin(rise)
        right = -sin(turn), cos(turn), 0.0
        return right, cross(to_viewer, right), to_viewer

    def _directions(self) -> list[Spot]:
        """Return the directions to the neighbors of cells, and their opposites."""
        found: dict[Spot, None] = {}
        for cell in {self._lattice.kind(c): c for cells in self._cells for c in cells}.values():
            a = center(cell, self._lattice)
            for other in self._lattice.neighbors(cell):
                b = center(other, self._lattice)
                way = b[0] - a[0], b[1] - a[1], b[2] - a[2]
                length = dot(way, way) ** 0.5
                for sign in (1, -1):
                    x, y, z = (round(sign * value / length, 6) + 0.0 for value in way)
                    found[x, y, z] = None
        # Up first, then down, and then around.
        return sorted(found, key=lambda way: (-abs(way[2]), -way[2], way))

    def _all(self, states: Iterable[State]) -> list[dict[int, Spot]]:
        given = check_list("states", states, error=BadPicture)
        if not 0 < len(given) <= _MOST_FRAMES:
            raise BadPicture(f"give 1 to {_MOST_FRAMES} states")
        return [self._checked(state) for state in given]

    def _checked(self, state: object) -> dict[int, Spot]:
        """Return a state with displacements in space."""
        if not isinstance(state, Mapping):
            raise BadPicture(
                "a state is a dict from numbers of pieces to vectors, "
                f"not of type {type(state).__name__}"
            )
        moved: dict[int, Spot] = {}
        for piece in state:
            if type(piece) is not int or not 0 <= piece < len(self._cells):
                raise BadPicture(
                    f"a state has no piece {piece!r:.40}: there are {len(self._cells)}"
                )
            moved[piece] = self._vector(state[piece], piece)
        if not moved:
            raise BadPicture("a state without pieces: give at least one")
        return dict(sorted(moved.items()))

    def _vector(self, given: object, piece: int) -> Spot:
        axes = 3 if self._lattice == SQUARE else self._lattice.axes or 3
        try:
            vector: tuple[Any, ...] = tuple(given)  # type: ignore[arg-type]
            sound = len(vector) in (3, axes) and all(
                isinstance(v, (int, float)) and isfinite(v) and abs(v) <= _FARTHEST for v in vector
            )
        except TypeError:
            sound = False
        if not sound:
            raise BadPicture(
                f"piece {piece}: a displacement is three numbers, or one for each of the {axes} "
                f"coordinates of a cell, at most {_FARTHEST:g} from 0"
            )
        if len(vector) == 3:
            return float(vector[0]), float(vector[1]), float(vector[2])
        cell = self._cells[piece][0]
        try:
            after = tuple(map(int.__add__, cell, vector))
        except TypeError:
            after = ()
        lattice = self._lattice
        if not after or not lattice.has(after) or lattice.kind(after) != lattice.kind(cell):
            raise BadPicture(
                f"piece {piece}: {vector!r:.60} is not a translation of {lattice.name}"
            )
        a, b = center(cell, lattice), center(after, lattice)
        return b[0] - a[0], b[1] - a[1], b[2] - a[2]

    def _drawing(self, state: Mapping[int, Spot], azimuth: float) -> Drawing:
        """Return the elements of a picture and its box, in pixels around the middle."""
        right, up, to_viewer = self._axes(azimuth)
        polygons = []
        for piece, by in state.items():
            for one in self._polygons[piece]:
                corners = tuple(_sum(corner, by) for corner in one.corners)
                polygons.append(one._replace(corners=corners))
        light = tuple(
            0.7 * u - 0.4 * r + 0.6 * v for u, r, v in zip(up, right, to_viewer, strict=True)
        )
        painted = list(back_to_front(polygons, to_viewer))
        lines: list[Element] = []
        shown: list[tuple[list[Point], int]] = []
        for one in painted:
            flat = [self._flat(corner, right, up) for corner in one.corners]
            shown.append((flat, one.piece))
            bright = dot(one.normal, (light[0], light[1], light[2]))
            fill = _shaded(self._colors.fill(self._kinds[one.piece]), bright)
            x, y = flat[0]
            near = [(corner[0] - x, corner[1] - y) for corner in flat]
            text, shape = (self._face(spots, fill, one.drawn) for spots in (flat, near))
            lines.append((text, shape, (x, y)))
        for piece in state:
            if self._names[piece]:
                lines += self._label(piece, polygons, shown, (right, up, to_viewer))
        xs = [x for flat, _ in shown for x, _ in flat]
        ys = [y for flat, _ in shown for _, y in flat]
        return lines, (min(xs), min(ys), max(xs), max(ys))

    def _face(self, flat: Sequence[Point], fill: str, drawn: Sequence[bool]) -> str:
        """Return a face as SVG, with those of its edges that are drawn."""
        points = "L".join(f"{number(x)} {number(y)}" for x, y in flat)
        # A line in its own color closes the seam to the next part of the same face.
        lines = [f'<path d="M{points}Z" fill="{fill}" stroke="{fill}" stroke-width="0.6"/>']
        edges = "".join(
            f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"
            for a, b, edge in zip(flat, [*flat[1:], flat[0]], drawn, strict=True)
            if edge
        )
        if edges:
            lines.append(
                f'<path d="{edges}" fill="none" stroke="{self._colors.ink}" '
                f'stroke-width="{number(self._size / 24)}" stroke-linecap="round"/>'
            )
        return "\n".join(lines)

    def _flat(self, spot: Spot, right: Spot, up: Spot) -> Point:
        away = _sum(spot, self._middle, -1)
        return dot(away, right) * self._size, -dot(away, up) * self._size

    def _label(
        self,
        piece: int,
        polygons: Sequence[Painted],
        shown: Sequence[tuple[list[Point], int]],
        axes: tuple[Spot, Spot, Spot],
    ) -> list[Element]:
        """Return the name of a piece, on a face whose middle is visible."""
        right, up, to_viewer = axes
        best: tuple[float, Point] | None = None
        for one in polygons:
            facing = dot(one.normal, to_viewer)
            if one.piece != piece or facing < 0.1:
                continue
            x, y = self._flat(_middle(one.corners), right, up)
            # Where a name is written, all around must be visible, too.
            near = 0.16 * self._size
            spots = [(x, y), (x - near, y), (x + near, y), (x, y - near), (x, y + near)]
            if all(_top(spot, shown) == piece for spot in spots):
                score = facing + 0.2 * one.normal[2] - 1e-6 * y
                if best is None or score > best[0] + 1e-9:
                    best = score, (x, y)
        if best is None:
            return []
        x, y = best[1]
        name = self._names[piece]
        high = (0.4 if len(name) < 3 else 0.8 / len(name)) * self._size
        _, width = lettering(name)
        left = -width * high / CAP_HEIGHT / 2
        text, shape = (
            "\n".join(_written(name, x + left, y + high / 2, high, self._colors))
            for x, y in (best[1], (0.0, 0.0))
        )
        return [(text, shape, best[1])]

    def _frames(self, drawings: Sequence[Drawing], title: str) -> list[str]:
        """Return pictures of one size."""
        animation = self._laid(drawings, title, shared=False)
        return [animation.frame(at) for at in range(len(drawings))]

    def _animated(self, shown: Sequence[tuple[Mapping[int, Spot], float]], title: str) -> Animation:
        known: dict[object, Drawing] = {}
        drawings = []
        for state, azimuth in shown:
            key = tuple(state.items()), azimuth
            if key not in known:
                known[key] = self._drawing(state, azimuth)
            drawings.append(known[key])
        return self._laid(drawings, title, shared=True)

    def _laid(self, drawings: Sequence[Drawing], title: str, *, shared: bool) -> Animation:
        boxes = [box for _, box in drawings]
        room = _MARGIN * self._size
        left, top = min(b[0] for b in boxes) - room, min(b[1] for b in boxes) - room
        wide, high = max(b[2] for b in boxes) + room - left, max(b[3] for b in boxes) + room - top
        place = f'<g transform="translate({number(-left)} {number(-top)})">'
        shapes: list[str] = []
        frames = [[text for text, _, _ in elements] for elements, _ in drawings]
        if shared:
            frames, shapes = _with_shared([elements for elements, _ in drawings])
        return Animation(
            tuple("\n".join([place, *lines, "</g>"]) for lines in frames),
            width=wide,
            height=high,
            title=title or f"{len(self._cells)} pieces",
            paper="" if self._colors.transparent else self._colors.paper,
            shapes=tuple(shapes),
        )


def image_of(svg: str, *, width: int = 800) -> bytes:
    """Return a picture of a scene as PNG, `width` pixels wide, on white paper."""
    found = re.search(r'width="([0-9.]+)" height="([0-9.]+)"', svg)
    assert found is not None
    paper = svg.replace(
        "</title>", '</title>\n<rect width="100%" height="100%" fill="#ffffff"/>', 1
    )
    return image(paper, width=width, across=float(found[1]), down=float(found[2]))


def _with_shared(frames: Sequence[Sequence[Element]]) -> tuple[list[list[str]], list[str]]:
    """Return frames that refer to the shapes that they share, and these shapes.

    A face that is only moved has the same shape in all frames.  What does not move is the same in
    many frames, in long runs of elements, which are cut where a checksum says.
    """
    numbers: dict[str, int] = {}

    def used(shape: str, at: Point = (0.0, 0.0)) -> str:
        place = f' x="{number(at[0])}" y="{number(at[1])}"' if any(at) else ""
        return f'<use href="#s{numbers.setdefault(shape, len(numbers))}"{place}/>'

    cut: list[list[str]] = []
    for elements in frames:
        runs: list[list[str]] = [[]]
        for text, shape, at in elements:
            line = used(shape, at) if shape else text
            runs[-1].append(line)
            if not crc32(line.encode()) % _RUN:
                runs.append([])
        cut.append(["\n".join(run) for run in runs if run])
    times = Counter(run for runs in cut for run in set(runs))
    return [
        [used(run) if times[run] > 1 and "\n" in run else run for run in runs] for runs in cut
    ], list(numbers)


def _written(text: str, left: float, base: float, high: float, colors: Palette) -> list[str]:
    """Return text as strokes in ink, with a border in the color of paper."""
    strokes, _ = lettering(text)
    scale = high / CAP_HEIGHT
    data = path(strokes, left, base, scale)
    common = f'<path d="{data}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
    thin, thick = number(high / 6), number(high / 2)
    return [
        f'{common} stroke="{colors.paper}" stroke-width="{thick}" stroke-opacity="0.7"/>',
        f'{common} stroke="{colors.ink}" stroke-width="{thin}"/>',
    ]


def _shaded(color: str, bright: float) -> str:
    """Return a color as it looks on a face: lighter where more light falls on it."""
    if bright > 0.6:
        return mixed(color, "#ffffff", min(60, round((bright - 0.6) * 90)))
    return mixed(color, "#000000", min(60, round((0.6 - bright) * 42)))


def _top(spot: Point, shown: Sequence[tuple[list[Point], int]]) -> int:
    """Return the piece that is seen at a point, or -1."""
    x, y = spot
    for polygon, piece in reversed(shown):
        inside = True
        for at, (bx, by) in enumerate(polygon):
            ax, ay = polygon[at - 1]
            # Clockwise in numbers, as y is down.
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                inside = False
                break
        if inside:
            return piece
    return -1


def _hull(points: Sequence[Point]) -> list[Point]:
    """Return the convex hull, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    chains = []
    for run in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for x, y in run:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                    break
                chain.pop()
            chain.append((x, y))
        chains.append(chain[:-1])
    return chains[0] + chains[1]


def _middle(spots: Sequence[Spot]) -> Spot:
    x, y, z = (sum(spot[axis] for spot in spots) / len(spots) for axis in range(3))
    return x, y, z


def _between(a: Spot, b: Spot, share: float) -> Spot:
    return _sum(_sum(a, a, -share), b, share)


def _sum(a: Spot, b: Spot, times: float = 1.0) -> Spot:
    return a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]
