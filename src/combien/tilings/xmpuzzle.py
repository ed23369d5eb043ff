"""Puzzles of BurrTools (`.xmpuzzle`), on all its grids.

The file is XML, usually compressed by gzip.  Its voxel spaces are strings with a character for each
place, x running fastest, then y, then z: `#` is a cell, `_` an empty place, and `+` (in boards
only) a cell that may stay empty; a number behind it is a color.  A problem has the board, the
number of uses of each tile, and the colors that go together.  BurrTools rotates tiles and never
reflects them, and so does this module.

Grids: cubes, triangular prisms, spheres, rhombic tetrahedra, tetrahedra and octahedra; their voxels
are the places in text of the lattices `SQUARE`, `PRISMS`, `SPHERES`, `RHOMBIC_TETRAHEDRA` and
`TETRAHEDRA_OCTAHEDRA`.  A file of prisms whose spaces all have one layer is read as triangles of
the plane, where turning a prism over is a reflection.  Flat pieces of spheres can be turned to
their mirror images, too.  The format is described in the library documentation of BurrTools
(Andreas Röver).
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from combien.cover.formats._xml_tree import Element, parsed
from combien.errors import BadFormat
from combien.geometry._hexagons import TRIANGLES
from combien.geometry._lattice import SQUARE
from combien.geometry._prisms import PRISMS
from combien.tilings._packing_problem import Packing, PackingProblem
from combien.tilings._tiling import Tiling, TilingProblem
from combien.tilings._xmpuzzle_assemblies import StoredSeparation, separation_of, stored_assemblies
from combien.tilings._xmpuzzle_shapes import (
    GRIDS,
    Grid,
    ReadProblem,
    Shapes,
    grid_named,
    read_colors,
    read_problem,
)
from combien.tilings._xmpuzzle_writer import Facts, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.tilings.disassembly import Disassembly, Survey

__all__ = ["PuzzleFile", "StoredProblem", "StoredSeparation", "load", "read", "write"]

_MOST_BYTES = 64_000_000
_MOST_NUMBER = 999_999_999
_MOST_COMMENT = 1_000_000
_GZIP = b"\x1f\x8b"
# The state of a problem whose assemblies were all found.
_FINISHED = "2"


@dataclass(frozen=True, slots=True)
class StoredProblem:
    """A problem of a file, with what BurrTools stored about it.

    `assemblies` and `solutions` are the numbers that it found (assemblies that it could take
    apart), and `seconds` the time that it took; None if they are not stored.  `stored` are the
    assemblies in the file, which may be fewer, and `separations` how each comes apart, or None.
    `groups` has the groups of each tile: pieces of one group need not come apart.  `weights` has
    the weight of each tile: of two parts, BurrTools moves the lighter one.  `numbers` are those of
    the stored assemblies among all, from 1, or 0 if unknown, and `finished` is whether all were
    found.
    """

    problem: TilingProblem | PackingProblem
    assemblies: int | None
    solutions: int | None
    seconds: int | None
    groups: tuple[tuple[int, ...], ...]
    stored: tuple[Tiling | Packing, ...]
    separations: tuple[StoredSeparation | None, ...] = ()
    weights: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    finished: bool = True

    def with_found(
        self,
        found: Mapping[int, tuple[Tiling | Packing, Disassembly]],
        survey: Survey,
        *,
        finished: bool = True,
    ) -> StoredProblem:
        """Return the same problem with other assemblies: by number, each with its disassembly.

        >>> from combien import Region, Tile, solutions
        >>> from combien.tilings.disassembly import disassemble, survey
        >>> dot = Tile(Region.box(1, 1, 1), symmetries="rotations", times=2)
        >>> row = TilingProblem(Region.box(2, 1, 1), [dot], name="row")
        >>> one, *_ = every = list(solutions(row))
        >>> empty = StoredProblem(row, None, None, None, (), ())
        >>> full = empty.with_found({1: (one, disassemble(one))}, survey(every))
        >>> again = load(write({"row": full}, comment="two dots")).problems["row"]
        >>> again.assemblies, again.solutions, [each.level for each in again.separations]
        (1, 1, [(1,)])

        `survey` has the numbers of all assemblies, which may be more than those to store.
        """
        return replace(
            self,
            assemblies=survey.assemblies,
            solutions=survey.apart,
            seconds=None,
            stored=tuple(assembly for assembly, _ in found.values()),
            separations=tuple(separation_of(one) for _, one in found.values()),
            numbers=tuple(found),
            finished=finished,
        )


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """A file: the name of its grid, its problems by name, in their order, and its comment."""

    grid: str
    problems: Mapping[str, StoredProblem]
    comment: str


def read(data: bytes) -> dict[str, TilingProblem | PackingProblem]:
    """Return the problems of a file, by name, in their order.

    >>> dots = b'<voxel x="2" y="1" z="1" type="0">##</voxel><voxel x="1" y="1" z="1">#</voxel>'
    >>> asked = b'<shapes><shape id="1" count="2"/></shapes><result id="0"/>'
    >>> puzzle = b'<puzzle version="2"><gridType type="0"/><shapes>%s</shapes><problems><problem>%s'
    >>> read(puzzle % (dots, asked) + b"</problem></problems></puzzle>")
    {'problem 1': <TilingProblem 'problem 1': 2 cells, 1 tile>}

    Copies of a tile are identical: exchanging them gives the same solution.  Symmetric solutions
    are all counted; BurrTools keeps one of them, as `count(problem, up_to="all")` does, or
    `up_to="rotations"` if it keeps mirror images.  A problem with cells that may stay empty, or
    with colors on its tiles, is a `PackingProblem`.
    Raises `BadFormat` with the line for an invalid file, a document type, more than 64 MB of
    uncompressed data, and a shape of more than 500,000 places.
    """
    found, _, _ = _read(data)
    return {name: one.problem for name, one in found.items()}


def load(data: bytes) -> PuzzleFile:
    """Return the problems of a file with what BurrTools stored: counts, time and assemblies.

    >>> dots = b'<voxel x="2" y="1" z="1" type="0">##</voxel><voxel x="1" y="1" z="1">#</voxel>'
    >>> asked = b'<shapes><shape id="1" count="2"/></shapes><result id="0"/>'
    >>> found = b'<solutions><solution><assembly>0 0 0 0 1 0 0 5</assembly></solution></solutions>'
    >>> puzzle = b'<puzzle version="2"><gridType type="0"/><shapes>%s</shapes><problems>%s'
    >>> problem = b'<problem assemblies="1" time="0">%s%s</problem></problems></puzzle>'
    >>> file = load(puzzle % (dots, problem) % (asked, found))
    >>> one = file.problems["problem 1"]
    >>> one.assemblies, one.solutions, [str(assembly) for assembly in one.stored]
    (1, None, ['ab'])

    Each assembly is checked: its pieces lie on the board and do not overlap.  So is how it comes
    apart: pieces do not overlap in any stored position.
    Raises `BadFormat`, as `read` does, and for an assembly that does not fit its problem.
    """
    found, root, grid = _read(data)
    problems = {name: _stored(one, grid) for name, one in found.items()}
    return PuzzleFile(grid.name, problems, _comment(root))


@dataclass(frozen=True, slots=True)
class Said:
    """What a file says about a problem without its stored assemblies.

    `groups` has the first group of each tile that has one; group 0 is none.  `assemblies` and
    `solutions` are the numbers that BurrTools found, or None; `finished` is whether it had found
    all, and `movable` whether it can take pieces of this grid apart.  `tile_groups` and `weights`
    are as in `StoredProblem`, and `comment` is that of the file.
    """

    groups: Mapping[int, int]
    assemblies: int | None
    solutions: int | None
    finished: bool
    movable: bool
    tile_groups: tuple[tuple[int, ...], ...] = ()
    weights: tuple[int, ...] = ()
    comment: str = ""


def read_with_facts(
    data: bytes,
) -> tuple[dict[str, TilingProblem | PackingProblem], dict[str, Said]]:
    """Return the problems by name, as `read` does, and what the file says about each.

    >>> shapes = b'<voxel x="1" y="1" z="1">#</voxel><voxel x="2" y="1" z="1">##</voxel>'
    >>> used = b'<shapes><shape id="0" group="2"/><shape id="0"/></shapes><result id="1"/>'
    >>> puzzle = b'<puzzle version="2"><gridType type="0"/><shapes>%s</shapes><problems>%s%s'
    >>> end = b"</problem></problems></puzzle>"
    >>> _, said = read_with_facts(puzzle % (shapes, b'<problem assemblies="2">', used) + end)
    >>> said["problem 1"].groups, said["problem 1"].assemblies, said["problem 1"].solutions
    ({0: 2}, 2, None)

    Raises `BadFormat`, as `read` does.
    """
    found, root, grid = _read(data)
    problems = {name: one.problem for name, one in found.items()}
    comment = _comment(root)
    return problems, {name: _said(one, grid, comment) for name, one in found.items()}


def write(
    problem: TilingProblem
    | PackingProblem
    | Mapping[str, TilingProblem | PackingProblem | StoredProblem]
    | PuzzleFile,
    *,
    comment: str = "",
) -> bytes:
    """Return a problem, or several by name, as a compressed file; equal ones give equal bytes.

    >>> from combien import Region, Tile
    >>> bar = Tile(Region.box(2, 1, 1), symmetries="rotations", times="any", name="bar")
    >>> problem = TilingProblem(Region.box(2, 2, 1), [bar], name="bars")
    >>> read(write(problem))
    {'bars': <TilingProblem 'bars': 4 cells, 1 tile>}

    The tiles of each problem are numbered in their order, and its board comes after them; names of
    tiles are kept, and colors such as "#8034bb".  A `StoredProblem` is written with all that is
    stored, and a `PuzzleFile` with its comment, too; assemblies of spheres in which a flat piece is
    turned to its mirror image are left out with a `FormatWarning`.
    Raises `BadFormat` for other lattices, tiles that are not used with all rotations (24 of cubes
    and other cubic grids, 12 of prisms; all symmetries in the plane and for flat pieces of spheres,
    which can be turned over), and constraints other than empty cells, their greatest number and
    colors of cells.
    """
    given: object = problem
    if isinstance(problem, PuzzleFile):
        comment = comment or problem.comment
        given = problem.problems
    if isinstance(problem, (TilingProblem, PackingProblem)):
        given = {problem.name: problem}
    if not isinstance(given, Mapping) or not all(
        isinstance(name, str) and isinstance(one, (TilingProblem, PackingProblem, StoredProblem))
        for name, one in given.items()
    ):
        raise BadFormat(
            "a TilingProblem or PackingProblem is written in the xmpuzzle format, or a dict of "
            f"them by name, or a PuzzleFile, not {type(problem).__name__}"
        )
    facts = {name: _facts(one) for name, one in given.items() if isinstance(one, StoredProblem)}
    problems = {
        name: one.problem if isinstance(one, StoredProblem) else one for name, one in given.items()
    }
    if not isinstance(comment, str) or len(comment) > _MOST_COMMENT:
        raise BadFormat(f"comment: expected a text of at most {_MOST_COMMENT} characters")
    packed = gzip.compress(text_of(problems, comment, facts).encode(), mtime=0)
    # Python before 3.13 names the operating system here; 255 is an unknown one.
    return packed[:9] + b"\xff" + packed[10:]


def _read(data: bytes) -> tuple[dict[str, ReadProblem], Element, Grid]:
    """Return the problems by name, the root, and the grid."""
    root = parsed(_unpacked(data))
    if root.name != "puzzle":
        raise root.bad(f"expected <puzzle>, not <{root.name[:40]}>")
    if root.attributes.get("version") != "2":
        raise root.bad('expected version="2" of the format')
    spaces = root.one("shapes").all("voxel")
    kind = root.one("gridType").number("type", most=_MOST_NUMBER)
    flat = all(space.attributes.get("z") == "1" for space in spaces)
    grid = grid_named(kind, flat=flat)
    if grid is None:
        names = ", ".join(f"{known.number} ({known.name})" for known in GRIDS)
        raise root.one("gridType").bad(f"there is no grid of type {kind}: the types are {names}")
    colors = read_colors(root)
    shapes = Shapes(spaces, grid, colors)
    found: dict[str, ReadProblem] = {}
    for number, element in enumerate(root.one("problems").all("problem"), 1):
        name = element.attributes.get("name", "").strip() or f"problem {number}"
        if name in found:
            name = f"{name} ({number})"
        found[name] = read_problem(element, name, shapes, colors)
    return found, root, grid


def _comment(root: Element) -> str:
    comment = "\n".join(child.text for child in root.all("comment"))
    if len(comment) > _MOST_COMMENT:
        raise root.bad(f"a comment of more than {_MOST_COMMENT} characters, which is the limit")
    return comment


def _said(one: ReadProblem, grid: Grid, comment: str) -> Said:
    return Said(
        {number: groups[0] for number, groups in enumerate(_tile_groups(one)) if any(groups[:1])},
        _number(one, "assemblies"),
        _number(one, "solutions"),
        _finished(one),
        grid.lattice in (SQUARE, PRISMS, TRIANGLES),
        _tile_groups(one),
        _weights(one),
        comment,
    )


def _finished(one: ReadProblem) -> bool:
    return one.element.attributes.get("state") in (None, _FINISHED)


def _number(one: ReadProblem, name: str) -> int | None:
    """Return a number that BurrTools stored with a problem."""
    if name not in one.element.attributes:
        return None
    return one.element.number(name, most=_MOST_NUMBER)


def _stored(one: ReadProblem, grid: Grid) -> StoredProblem:
    assemblies, solutions, seconds = (
        _number(one, name) for name in ("assemblies", "solutions", "time")
    )
    found = tuple(stored_assemblies(one, grid))
    return StoredProblem(
        one.problem,
        assemblies,
        solutions,
        seconds,
        _tile_groups(one),
        tuple(assembly for assembly, _, _ in found),
        tuple(separation for _, separation, _ in found),
        _weights(one),
        tuple(number for _, _, number in found),
        _finished(one),
    )


def _weights(one: ReadProblem) -> tuple[int, ...]:
    return tuple(use.shape.weight for use in one.uses if use.tile is not None)


def _tile_groups(one: ReadProblem) -> tuple[tuple[int, ...], ...]:
    return tuple(use.groups for use in one.uses if use.tile is not None)


def _facts(one: StoredProblem) -> Facts:
    numbers = {"assemblies": one.assemblies, "solutions": one.solutions, "time": one.seconds}
    return Facts(
        numbers, one.groups, one.weights, one.stored, one.separations, one.numbers, one.finished
    )


def _unpacked(data: bytes) -> bytes:
    """Return the XML of a file, decompressed at most up to the limit."""
    if not isinstance(data, bytes):
        raise BadFormat(f"expected bytes, not a value of type {type(data).__name__}")
    if data.startswith(_GZIP):
        unpacking = zlib.decompressobj(wbits=31)
        try:
            data = unpacking.decompress(data, _MOST_BYTES + 1)
        except zlib.error as error:
            raise BadFormat(f"this compressed file is damaged: {error}") from None
        if len(data) <= _MOST_BYTES and not unpacking.eof:
            raise BadFormat("this compressed file is damaged: it is truncated")
    if len(data) > _MOST_BYTES:
        raise BadFormat(f"more than {_MOST_BYTES // 10**6} MB of XML, which is the limit")
    return data
