"""Pieces laid out on the bed of a printer, on as many plates as needed.

Each piece lies on its lowest side.  Their bounding boxes are put on the first plate with room, the
largest first, where their upper side is lowest and then as far to the left as possible; what is
filled is known by its skyline, so holes below others stay empty (Jylanki: A thousand ways to pack
the bin, 2010).  The largest box is the one of the greatest area, or of the longest side, whatever
needs fewer plates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from combien._base.checks import check_bool
from combien.drawing._palette import Palette, palette_named
from combien.drawing._renderers.stl import binary_file
from combien.errors import BadPicture
from combien.geometry._lattice import SQUARE
from combien.printing._mesh import Mesh, check_mesh_sizes, solid_mesh
from combien.printing._pieces import Piece, Printable, check_text, pieces_of
from combien.printing._split import Cut, split_piece
from combien.printing._threemf import TURNS, Body, Turn, cost_of, model_file, moved, turned

_MOST_CELLS = 20_000
_MOST_BODIES = 5000
_LARGEST = 10_000.0
_SMALL = 1e-6
Size = tuple[float, float]


@dataclass(frozen=True)
class Plate:
    """What is printed at once, in its places on the bed.

    Each of the `bodies`, which are pieces, parts of pieces and pins, has a `name`, the number of
    its `color`, and a `mesh`.
    """

    bodies: tuple[Body, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bodies."""
        return tuple(body.name for body in self.bodies)

    def stl(self) -> bytes:
        """Return the plate as STL, in millimeters."""
        return binary_file(
            [
                [(at[a], at[b], at[c]) for a, b, c in body.mesh.triangles]
                for body in self.bodies
                for at in [body.mesh.vertices]
            ]
        )

    def threemf(self, *, palette: Palette | str = "default", title: str = "") -> bytes:
        """Return the plate as 3MF, with names and colors."""
        return model_file(self.bodies, palette_named(palette), check_text("title", title))

    def __str__(self) -> str:
        """Return the names; equal ones are counted."""
        times = Counter(self.names)
        return ", ".join(f"{times[name]} x {name}" if times[name] > 1 else name for name in times)


@dataclass(frozen=True)
class PrintLayout:
    """The plates, and how large pieces were cut into parts."""

    plates: tuple[Plate, ...]
    cuts: tuple[Cut, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return values for JSON."""
        return {
            "plates": [list(plate.names) for plate in self.plates],
            "cuts": [
                {"piece": cut.name, "cut_into": cut.parts, "pins": cut.pins, "loose": cut.loose}
                for cut in self.cuts
            ],
        }

    def __str__(self) -> str:
        """Return a line for each plate and each cut."""
        lines = [f"plate {number}: {plate}" for number, plate in enumerate(self.plates, 1)]
        return "\n".join([*lines, *map(str, self.cuts)])


def print_layout(
    pieces: Printable,
    bed: Size,
    *,
    size: float = 10.0,
    tolerance: float = 0.1,
    bevel: float = 0.0,
    hollow: float | None = None,
    drain: float | None = None,
    height: float | None = None,
    gap: float = 5.0,
    split: bool = False,
) -> PrintLayout:
    """Return pieces laid out on plates for a printer whose bed is this wide and deep.

    >>> from combien import Region
    >>> bars = [Region.box(1, 1, 4)] * 3
    >>> print(print_layout(bars, (50, 30), size=10))
    plate 1: piece 1, piece 2
    plate 2: piece 3
    >>> print(print_layout(bars[:1], (30, 30), size=10, split=True))
    plate 1: piece 1 (part 1 of 2), piece 1 (part 2 of 2), pin
    piece 1 is cut into 2 parts, joined by 1 pin of 3.8 x 3.8 x 4.8 mm

    All lengths are in millimeters; `size` to `height` are those of `solid_mesh`, and `gap` is the
    distance between two bodies.  Each piece lies on its lowest side, and then with the least
    overhang.  With `split`, pieces of cubes or squares that do not fit are cut between cells into
    parts, which are joined by loose pins in square sockets.  Where a face is too small for them,
    there is no pin, and the layout has a line that says so.

    Raises `BadPicture` for a piece that does not fit on the bed, and for what `solid_mesh` refuses.
    Cost: about 2 ms per cell.
    """
    given = pieces_of(pieces)
    split = check_bool("split", split, error=BadPicture)
    width, depth = _bed(bed)
    if isinstance(gap, bool) or not isinstance(gap, (int, float)) or not 0 <= gap <= 1000:
        raise BadPicture("gap is a number of millimeters, 0 to 1000")
    check_mesh_sizes(size, tolerance, bevel, hollow, height, drain)
    if sum(len(piece.region) for piece in given) > _MOST_CELLS:
        raise BadPicture(f"more than {_MOST_CELLS} cells: print a part of them")
    plain = None if height is None else 10.0 * height / size
    # Equal pieces have equal meshes.
    known: dict[object, Mesh | None] = {}
    bodies: list[Body] = []
    cuts: list[Cut] = []
    for piece in given:
        shape = piece.region.at_origin()
        if shape not in known:
            mesh = solid_mesh(
                shape,
                size=size,
                tolerance=tolerance,
                bevel=bevel,
                hollow=hollow,
                drain=drain,
                height=height,
            )
            known[shape] = _lying(mesh, solid_mesh(shape, height=plain), (width, depth))
        whole = known[shape]
        if whole is not None:
            bodies.append(Body(piece.name, piece.color, whole))
            continue
        if not split:
            raise BadPicture(
                f"{_sides(piece, size, height)} does not fit on a bed of {width:g} x {depth:g} mm: "
                "print smaller cells, use a larger bed, or split it"
            )
        if hollow is not None:
            raise BadPicture("hollow pieces are not split: print solid ones, or smaller cells")
        cut = _cut(
            piece,
            (width, depth),
            plain=plain,
            size=size,
            tolerance=tolerance,
            bevel=bevel,
            height=height,
        )
        bodies += cut[0]
        cuts.append(cut[1])
        if len(bodies) > _MOST_BODIES:
            raise BadPicture(f"more than {_MOST_BODIES} parts: use a larger bed")
    return PrintLayout(tuple(_plates(bodies, (width, depth), gap)), tuple(cuts))


def _bed(bed: object) -> Size:
    sides = bed if isinstance(bed, (tuple, list)) and len(bed) == 2 else ()
    sound = [
        float(side)
        for side in sides
        if isinstance(side, (int, float)) and not isinstance(side, bool) and 1 <= side <= _LARGEST
    ]
    if len(sound) != 2:
        raise BadPicture(
            f"bed is a width and a depth in millimeters, 1 to {_LARGEST:.0f}, as in (220, 220)"
        )
    return sound[0], sound[1]


def _sides(piece: Piece, size: float, height: float | None) -> str:
    low, high = solid_mesh(piece.region.at_origin(), size=size, height=height).box
    sides = " x ".join(f"{b - a:.4g}" for a, b in zip(low, high, strict=True))
    return f"{piece.name} is {sides} mm, which"


def _lying(mesh: Mesh, plain: Mesh, bed: Size) -> Mesh | None:
    """Return a mesh on its lowest side, or None if it does not fit on the bed.

    `plain` is the same piece without bevels and voids, which would count as overhangs.
    """

    def height_first(turn: Turn) -> tuple[float, float, float]:
        hanging, tall, standing = cost_of(turned(plain, turn))
        return tall, hanging, standing

    laid = turned(mesh, min(TURNS, key=height_first))
    (x, y, z), high = laid.box
    if not _fits((high[0] - x, high[1] - y), bed):
        return None
    return moved(laid, (-x, -y, -z))


def _fits(sides: Sequence[float], bed: Size) -> bool:
    """Return whether the two longest sides fit on the bed."""
    *_, shorter, longer = sorted(sides)
    return shorter <= min(bed) + _SMALL and longer <= max(bed) + _SMALL


def _cut(
    piece: Piece,
    bed: Size,
    *,
    plain: float | None,
    size: float,
    tolerance: float,
    bevel: float,
    height: float | None,
) -> tuple[list[Body], Cut]:
    """Return the parts of a piece and their pins, and how it was cut."""
    region = piece.region.at_origin()
    if region.lattice != SQUARE:
        raise BadPicture(
            f"{_sides(piece, size, height)} does not fit on the bed, and only pieces of cubes and "
            "squares can be split: print smaller cells, or use a larger bed"
        )
    # The sides of a piece of squares, or of a line of them, that are not counted in cells.
    thick = [size, height or size / 2][region.dimension - 1 :]
    cell = max([size, *thick])
    if cell > min(bed):
        raise BadPicture(
            f"a cell of {cell:g} mm does not fit on a bed of {bed[0]:g} x {bed[1]:g} mm: print "
            "smaller cells, or use a larger bed"
        )

    parts, pin, report = split_piece(
        region,
        lambda lengths: _fits([*thick, *(length * size for length in lengths)], bed),
        int((max(bed) + _SMALL) / size),
        name=piece.name,
        size=size,
        tolerance=tolerance,
        bevel=bevel,
        height=height,
    )
    bodies = []
    for number, (part, mesh) in enumerate(parts, 1):
        laid = _lying(mesh, solid_mesh(part, height=plain), bed)
        assert laid is not None
        name = f"{piece.name} (part {number} of {len(parts)})"
        bodies.append(Body(name, piece.color, laid))
    if pin is not None:
        bodies += [Body("pin", piece.color, pin)] * report.pins
    return bodies, report


def _plates(bodies: Sequence[Body], bed: Size, gap: float) -> list[Plate]:
    """Return the plates, each with its bodies in the order in which they are given."""
    boxes = [body.mesh.box[1][:2] for body in bodies]
    plates = []
    for places in packed(boxes, bed, gap):
        laid = []
        for number, (x, y), sideways in places:
            name, color, mesh = bodies[number]
            if sideways:
                _, (_, deep, _) = mesh.box
                spots = tuple((deep - b, a, c) for a, b, c in mesh.vertices)
                mesh = Mesh(spots, mesh.triangles)
            laid.append((number, Body(name, color, moved(mesh, (x, y, 0.0)))))
        plates.append(Plate(tuple(body for _, body in sorted(laid, key=lambda one: one[0]))))
    return plates


# A body by number, its place on the bed, and whether it is turned by a quarter.
Place = tuple[int, Size, bool]


def packed(boxes: Sequence[Size], bed: Size, gap: float) -> list[list[Place]]:
    """Return the places of boxes on plates.

    >>> packed([(60, 20)] * 3, (90, 60), 5)
    [[(0, (0.0, 0.0), False), (1, (0.0, 25.0), False), (2, (65.0, 0.0), True)]]
    """
    # With the gap as a part of each box, boxes may touch.
    width, depth = bed[0] + gap + 2 * _SMALL, bed[1] + gap + 2 * _SMALL
    grown = [(wide + gap, deep + gap) for wide, deep in boxes]
    orders: list[Callable[[int], tuple[float, ...]]] = [
        lambda number: (-grown[number][0] * grown[number][1], number),
        lambda number: (-max(grown[number]), -min(grown[number]), number),
    ]
    layouts = []
    for order in orders:
        skylines: list[_Skyline] = []
        plates: list[list[Place]] = []
        for number in sorted(range(len(boxes)), key=order):
            for at in range(len(plates) + 1):
                if at == len(plates):
                    skylines.append(_Skyline(width, depth))
                    plates.append([])
                spot = skylines[at].put(grown[number])
                if spot is not None:
                    plates[at].append((number, *spot))
                    break
            else:
                raise AssertionError("each box fits on a bed")
        layouts.append(plates)
    return min(layouts, key=len)


class _Skyline:
    """How far up a plate is filled: steps from left to right, each with its left end and height."""

    def __init__(self, width: float, depth: float) -> None:
        self._width, self._depth = width, depth
        self._steps: list[Size] = [(0.0, 0.0)]

    def put(self, box: Size) -> tuple[Size, bool] | None:
        """Put a box where its upper side is lowest, and then as far to the left as possible.

        Return its place and whether it was turned, or None if there is no room.
        """
        best: tuple[float, float, bool, float, float] | None = None
        for sideways, (wide, deep) in ((False, box), (True, box[::-1])):
            for at, (x, _) in enumerate(self._steps):
                if x + wide > self._width:
                    break
                y = max(up for left, up in self._steps[at:] if left < x + wide - _SMALL)
                if y + deep <= self._depth:
                    found = (y + deep, x, sideways, y, wide)
                    best = found if best is None else min(best, found)
        if best is None:
            return None
        top, x, sideways, y, wide = best
        # What is right of the box is as high as the last step below it.
        last = [up for left, up in self._steps if left <= x + wide + _SMALL][-1]
        kept = [step for step in self._steps if not x - _SMALL <= step[0] <= x + wide + _SMALL]
        self._steps = sorted([*kept, (x, top), (x + wide, last)])
        return (x, y), sideways
