"""Pictures of a solid from any side: with its pieces moved, step by step, and animated.

A *state* of an assembly is the displacement of each piece: a mapping from the number of the piece
(its place in `arrangement.placements`) to a vector, or to the 12 numbers of a rotation and a
vector: three coefficients and a displacement for each coordinate.  A piece that is not in the
mapping has been taken away.  A sequence of states describes how an assembly comes apart, or is put
together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import cos, isfinite, radians, sin
from typing import Any

from combien._base.checks import check_int, check_list
from combien.drawing._markup import CAP_HEIGHT, lettering, number, opening, size_of
from combien.drawing._palette import Palette, mixed, palette_named
from combien.drawing._renderers.png import image
from combien.errors import BadPicture
from combien.geometry._lattice import SQUARE
from combien.printing._animation import Animation, Element, shared_frames
from combien.printing._arrows import Box, around, arrow_along, compass, way_of, written
from combien.printing._hidden import Painted, Seen, back_to_front, clear_of, explode, hull
from combien.printing._pieces import check_text, labels_of
from combien.printing._poses import SMALL, Pose, axes_of, between, placed, plus, turned
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
from combien.tilings.disassembly._result import Move, Rotation

State = Mapping[int, Sequence[float]]
# Also with a move before it, as `Disassembly.steps` has them.
States = Iterable[State | tuple[object, State]]
Point = tuple[float, float]
Drawing = tuple[list[Element], Box]

_MOST_CELLS = 5000
_MOST_FRAMES = 500
_FARTHEST = 10_000.0
_MARGIN, _ROOM = 0.4, 0.8
# Names are written on faces that are turned to the viewer at least this much.
_FACING = 0.1
# How much paper is mixed into the colors of pieces that stay, in percent.
_PALE = 65


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
    does, z up and x and y to the right.  `size` is the width of a cell in pixels; `labels=True`
    draws the names of the tiles, or the numbers of the pieces, from 1, and a list of texts these;
    `palette` is a `Palette` or its name.

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
        labels: bool | Sequence[str] = False,
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
        self._lattice = board.lattice
        self._size = float(size)
        self._colors = palette_named(palette)
        self._azimuth, self._elevation = float(azimuth), float(elevation)
        self._names = labels_of(arrangement, labels)
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
                hull(
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

    def svg(self, state: State | None = None, *, onward: States = (), title: str = "") -> str:
        """Return a picture of a state as SVG; by default, of the assembly.

        `onward` are the states that follow: the pieces that move to them keep their colors, the
        others are pale, and an arrow shows the way.  Vectors are in edge lengths along x, y and z,
        or have the coordinates of the lattice.  Raises `BadPicture` for invalid states.
        """
        shown = self.assembled if state is None else self._checked(state)
        title = check_text("title", title)
        after = [self._checked(one) for one in check_list("onward", onward, error=BadPicture)]
        drawing = self._drawing(shown, self._azimuth, after)
        return self._laid([drawing], title, shared=False).frame(0)

    def heading(self, move: Move | Rotation) -> str:
        """Return where pieces move, as the viewer sees it.  Raises `BadPicture` for another value.

        >>> from combien import Region, Tile, TilingProblem, solve
        >>> from combien.tilings.disassembly import Move, Rotation
        >>> scene = Scene(solve(TilingProblem(Region.box(1, 1, 1), [Tile(Region.box(1, 1, 1))])))
        >>> scene.heading(Move((0,), (0, 1, 0), 2)), scene.heading(Move((0,), (0, 0, 1), None))
        ('to the back right', 'up')
        >>> scene.heading(Rotation((0,), (0, 1), (0.5, 0.5), 1))
        'counterclockwise as seen from above'
        """
        if not isinstance(move, (Move, Rotation)) or max(move.pieces) >= len(self._cells):
            raise BadPicture("expected a Move or a Rotation of pieces of this scene")
        right, _, to_viewer = self._axes(self._azimuth)
        if isinstance(move, Move):
            x, y, z = self._vector(move.direction, move.pieces[0])[:3]
            vertical, side = compass((x, y, z), right)
            return " and ".join([vertical] * bool(vertical) + [f"to the {side}"] * bool(side))
        p, q = move.plane
        axis = 3 - p - q
        # From the first axis of the plane to the second: seen from the end of the third.
        left = (q - p) % 3 == 1
        x, y, z = (float(at == axis) for at in range(3))
        if dot((x, y, z), to_viewer) < 0:
            x, y, z, left = -x, -y, -z, not left
        vertical, side = compass((x, y, z), right)
        seen = "above" if vertical else f"the {side}"
        return f"{'counter' * left}clockwise as seen from {seen}"

    def steps(self, states: States, *, across: int | None = None, title: str = "") -> str:
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
            parts += written(str(at + 1), left, base, 0.5 * self._size, self._colors)
        rows = -(-len(drawings) // across)
        head = opening(
            number(wide * min(across, len(drawings))),
            number(high * rows),
            title=title or f"{len(drawings)} steps",
            paper=None if self._colors.transparent else self._colors.paper,
        )
        return "\n".join([*head, *parts, "</svg>\n"])

    def motion(
        self, states: States, *, frames: int = 8, pause: int = 4, title: str = ""
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
        shown: list[dict[int, Pose]] = []
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
                            piece: between(moved, after.get(piece, moved), share)
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

    def _all(self, states: States) -> list[dict[int, Pose]]:
        given = check_list("states", states, error=BadPicture)
        if not 0 < len(given) <= _MOST_FRAMES:
            raise BadPicture(f"give 1 to {_MOST_FRAMES} states")
        return [self._checked(state) for state in given]

    def _checked(self, state: object) -> dict[int, Pose]:
        """Return a state with displacements in space."""
        if isinstance(state, tuple) and len(state) == 2:
            # A move and the state before it.
            state = state[1]
        if not isinstance(state, Mapping):
            raise BadPicture(
                "a state is a dict from numbers of pieces to vectors, "
                f"not of type {type(state).__name__}"
            )
        moved: dict[int, Pose] = {}
        for piece in state:
            if type(piece) is not int or not 0 <= piece < len(self._cells):
                raise BadPicture(
                    f"a state has no piece {piece!r:.40}: there are {len(self._cells)}"
                )
            moved[piece] = self._vector(state[piece], piece)
        if not moved:
            raise BadPicture("a state without pieces: give at least one")
        return dict(sorted(moved.items()))

    def _vector(self, given: object, piece: int) -> Pose:
        axes = 3 if self._lattice == SQUARE else self._lattice.axes or 3
        try:
            vector: tuple[Any, ...] = tuple(given)  # type: ignore[arg-type]
            sound = len(vector) in (3, axes, 12) and all(
                isinstance(v, (int, float)) and isfinite(v) and abs(v) <= _FARTHEST for v in vector
            )
        except TypeError:
            sound = False
        if not sound:
            raise BadPicture(
                f"piece {piece}: a displacement is three numbers, or one for each of the {axes} "
                f"coordinates of a cell, or 12 with a rotation, at most {_FARTHEST:g} from 0"
            )
        if len(vector) == 12:
            pose = tuple(map(float, vector))
            x, y, z = axes_of(pose)
            right = all(abs(a - b) < SMALL for a, b in zip(cross(x, y), z, strict=True))
            if not right or max(abs(dot(x, x) - 1), abs(dot(y, y) - 1), abs(dot(x, y))) > SMALL:
                raise BadPicture(f"piece {piece}: the first three of each four are not a rotation")
            return pose
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

    def _drawing(
        self,
        state: Mapping[int, Pose],
        azimuth: float,
        after: Sequence[Mapping[int, Pose]] = (),
        *,
        shared: bool = False,
    ) -> Drawing:
        """Return the elements of a picture and its box, in pixels around the middle.

        `after` are states that follow: what moves is shown.  Frames have `shared` shapes.
        """
        moving = {
            piece: None
            for piece, pose in state.items()
            if any(one.get(piece, pose) != pose for one in after)
        }
        right, up, to_viewer = self._axes(azimuth)
        polygons = []
        for piece, by in state.items():
            for one in self._polygons[piece]:
                corners = tuple(placed(corner, by) for corner in one.corners)
                normal = turned(one.normal, by)
                polygons.append(one._replace(corners=corners, normal=normal))
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
            fill, ink = self._colors.fill(self._kinds[one.piece]), self._colors.ink
            if moving and one.piece not in moving:
                fill, ink = (mixed(color, self._colors.paper, _PALE) for color in (fill, ink))
            fill = _shaded(fill, bright)
            x, y = flat[0]
            near = [(corner[0] - x, corner[1] - y) for corner in flat] if shared else ()
            text = self._face(flat, fill, ink, one.drawn)
            lines.append((text, self._face(near, fill, ink, one.drawn) if near else "", (x, y)))
        seen = Seen(shown, self._size)
        boxes = []
        if moving:
            more, room = self._moving(moving, [state, *after], polygons, seen, azimuth)
            lines += more
            boxes = [room]
        facing: dict[int, list[Painted]] = {piece: [] for piece in state}
        for one in polygons:
            if dot(one.normal, to_viewer) >= _FACING:
                facing[one.piece].append(one)
        for piece in state:
            if self._names[piece]:
                axes = right, up, to_viewer
                lines += self._label(piece, facing[piece], seen, axes, shared=shared)
        xs = [x for flat, _ in shown for x, _ in flat]
        ys = [y for flat, _ in shown for _, y in flat]
        return lines, around([(min(xs), min(ys), max(xs), max(ys)), *boxes])

    def _face(self, flat: Sequence[Point], fill: str, ink: str, drawn: Sequence[bool]) -> str:
        """Return a face as SVG, filled unless there is no color, and the edges that are drawn."""
        spots = [f"{number(x)} {number(y)}" for x, y in flat]
        points = "L".join(spots)
        # A line in its own color closes the seam to the next part of the same face.
        shape = f'<path d="M{points}Z" fill="{fill}" stroke="{fill}" stroke-width="0.6"/>'
        lines = [shape] if fill else []
        edges = "".join(
            f"M{a}L{b}"
            for a, b, edge in zip(spots, [*spots[1:], spots[0]], drawn, strict=True)
            if edge
        )
        if edges:
            lines.append(
                f'<path d="{edges}" fill="none" stroke="{ink}" '
                f'stroke-width="{number(self._size / 24)}" stroke-linecap="round"/>'
            )
        return "\n".join(lines)

    def _moving(
        self,
        moving: Collection[int],
        states: Sequence[Mapping[int, Pose]],
        polygons: Sequence[Painted],
        seen: Seen,
        azimuth: float,
    ) -> tuple[list[Element], Box]:
        """Return an arrow that shows where pieces move, and its box; and outlines of hidden ones.

        A piece is hidden if no middle of a face is visible.
        """
        right, up, to_viewer = self._axes(azimuth)
        facing = [one for one in polygons if one.piece in moving]
        facing = [one for one in facing if dot(one.normal, to_viewer) > SMALL]
        visible = [
            (one.piece, middle)
            for one in facing
            for middle in [_middle(one.corners)]
            if seen.piece_at(self._flat(middle, right, up)) == one.piece
        ]
        hidden = set(moving).difference(piece for piece, _ in visible)
        outlines = [
            self._face(
                [self._flat(s, right, up) for s in one.corners], "", self._colors.ink, one.drawn
            )
            for one in facing
            if one.piece in hidden
        ]
        corners = {
            piece: [s for one in self._polygons[piece] for s in one.corners] for piece in moving
        }
        way = way_of(corners, states, [middle for _, middle in visible])
        flat = [self._flat(spot, right, up) for spot in way]
        arrow, room = arrow_along(flat, self._size, self._colors)
        return [(text, "", (0.0, 0.0)) for text in (*outlines, arrow) if text], room

    def _flat(self, spot: Spot, right: Spot, up: Spot) -> Point:
        away = plus(spot, self._middle, -1)
        return dot(away, right) * self._size, -dot(away, up) * self._size

    def _label(
        self,
        piece: int,
        facing: Sequence[Painted],
        seen: Seen,
        axes: tuple[Spot, Spot, Spot],
        *,
        shared: bool,
    ) -> list[Element]:
        """Return the name of a piece, on one of these faces, whose middle is visible."""
        right, up, to_viewer = axes
        best: tuple[float, Point] | None = None
        for one in facing:
            x, y = self._flat(_middle(one.corners), right, up)
            score = dot(one.normal, to_viewer) + 0.2 * one.normal[2] - 1e-6 * y
            if best is not None and score <= best[0] + 1e-9:
                continue
            # Where a name is written, all around must be visible, too.
            near = 0.16 * self._size
            spots = [(x, y), (x - near, y), (x + near, y), (x, y - near), (x, y + near)]
            if all(seen.piece_at(spot) == piece for spot in spots):
                best = score, (x, y)
        if best is None:
            return []
        x, y = best[1]
        name = self._names[piece]
        high = (0.4 if len(name) < 3 else 0.8 / len(name)) * self._size
        _, width = lettering(name)
        left = -width * high / CAP_HEIGHT / 2
        text, shape = (
            "\n".join(written(name, x + left, y + high / 2, high, self._colors)) if wanted else ""
            for (x, y), wanted in ((best[1], True), ((0.0, 0.0), shared))
        )
        return [(text, shape, best[1])]

    def _animated(self, shown: Sequence[tuple[Mapping[int, Pose], float]], title: str) -> Animation:
        known: dict[object, Drawing] = {}
        drawings = []
        for state, azimuth in shown:
            key = tuple(state.items()), azimuth
            if key not in known:
                known[key] = self._drawing(state, azimuth, shared=True)
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
            frames, shapes = shared_frames([elements for elements, _ in drawings])
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
    wide, high = size_of(svg)
    paper = svg.replace(
        "</title>", '</title>\n<rect width="100%" height="100%" fill="#ffffff"/>', 1
    )
    return image(paper, width=width, across=wide, down=high)


def _shaded(color: str, bright: float) -> str:
    """Return a color as it looks on a face: lighter where more light falls on it."""
    if bright > 0.6:
        return mixed(color, "#ffffff", min(60, round((bright - 0.6) * 90)))
    return mixed(color, "#000000", min(60, round((0.6 - bright) * 42)))


def _middle(spots: Sequence[Spot]) -> Spot:
    x, y, z = (sum(spot[axis] for spot in spots) / len(spots) for axis in range(3))
    return x, y, z
