"""Classic tiling problems with their numbers of solutions and the published sources.

Counts are of all solutions.  If the published count is up to symmetry, the source gives it and the
factor, which is the number of symmetries of the board (less for symmetric solutions, as noted).
Each count is reproduced by two engines of different kinds in `tests/tilings/test_classics.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from combien._base.checks import did_you_mean
from combien.errors import BadTiling
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._region import Region
from combien.geometry._wrapped import klein_bottle, moebius_strip, torus
from combien.tilings import boards, catalogue
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

__all__ = ["CLASSICS", "Classic", "classic"]


@dataclass(frozen=True, slots=True)
class Classic:
    """A named problem: its constructor, its number of solutions, and the source.

    >>> scott = classic("pentominoes on Scott's board")
    >>> scott.count, scott.problem()
    (520, <TilingProblem "pentominoes on Scott's board": 60 cells, 12 tiles>)
    """

    name: str
    board: Callable[[], Region]
    tiles: Callable[[], tuple[Tile, ...]]
    count: int
    source: str

    def problem(self) -> TilingProblem:
        """Return a new tiling problem."""
        return TilingProblem(self.board(), self.tiles(), name=self.name)


def classic(name: str) -> Classic:
    """Return the classic problem with this name.

    >>> classic("Soma cube").count
    11520

    Raises `BadTiling` for an unknown name, with the most similar one.
    """
    for found in CLASSICS:
        if isinstance(name, str) and found.name == name:
            return found
    names = [known.name for known in CLASSICS]
    hint = did_you_mean(name[:60], names) if isinstance(name, str) else ""
    raise BadTiling(f"there is no classic problem of this name{hint}: see classics.CLASSICS")


def _box(*size: int) -> Callable[[], Region]:
    return lambda: Region.box(*size)


def _dominoes() -> tuple[Tile, ...]:
    return (Tile("**", symmetries="all", times="any", name="domino"),)


def _ys() -> tuple[Tile, ...]:
    return (Tile("****\n.*..", symmetries="all", times="any", name="Y"),)


def _lozenges() -> tuple[Tile, ...]:
    region = Region.from_art("**", lattice=TRIANGLES)
    return (Tile(region, symmetries="all", times="any", name="lozenge"),)


def _one_sided() -> tuple[Tile, ...]:
    return catalogue.pentominoes(one_sided=True)


def _small_hexes() -> tuple[Tile, ...]:
    return catalogue.trihexes() + catalogue.tetrahexes()


def _bedlam_from_one_side() -> tuple[Tile, ...]:
    first, *others = catalogue.bedlam()
    return Tile(first.region, name=first.name), *others


def _slothouber() -> tuple[Tile, ...]:
    return (
        Tile(Region.box(1, 2, 2), symmetries="rotations", times=6, name="1x2x2"),
        Tile(Region.box(1, 1, 1), times=3, name="1x1x1"),
    )


def _clipped() -> Region:
    whole = Region.box(10, 3, lattice=HEXAGONS)
    return whole - Region([(0, 0, 0), (9, 2, -11)], lattice=HEXAGONS)


_HASELGROVE = "C. B. and J. Haselgrove (1960)"
_GOODGER = "D. Goodger, Polyform Puzzler"
_KASTELEYN = "P. W. Kasteleyn (1961), H. N. V. Temperley and M. E. Fisher (1961)"

CLASSICS = (
    Classic(
        "pentominoes on 3x20", _box(20, 3), catalogue.pentominoes, 8, f"{_HASELGROVE}, 2 times 4"
    ),
    Classic(
        "pentominoes on 4x15",
        _box(15, 4),
        catalogue.pentominoes,
        1472,
        f"{_HASELGROVE}, 368 times 4",
    ),
    Classic(
        "pentominoes on 5x12",
        _box(12, 5),
        catalogue.pentominoes,
        4040,
        f"{_HASELGROVE}, 1010 times 4",
    ),
    Classic(
        "pentominoes on 6x10",
        _box(10, 6),
        catalogue.pentominoes,
        9356,
        f"{_HASELGROVE}, 2339 times 4",
    ),
    Classic(
        "pentominoes on Scott's board",
        boards.scott,
        catalogue.pentominoes,
        520,
        "D. Scott (1958), 65 times 8",
    ),
    Classic(
        "pentominoes on a chessboard without corners",
        boards.chessboard_without_corners,
        catalogue.pentominoes,
        17360,
        f"{_GOODGER}, 2170 times 8",
    ),
    Classic(
        "one-sided pentominoes on 3x30",
        _box(30, 3),
        _one_sided,
        184,
        f"{_GOODGER}, 46 times 4",
    ),
    Classic(
        "solid pentominoes in 2x3x10",
        _box(10, 3, 2),
        catalogue.solid_pentominoes,
        96,
        "C. J. Bouwkamp (1969), 12 times 8",
    ),
    Classic(
        "solid pentominoes in 2x5x6",
        _box(6, 5, 2),
        catalogue.solid_pentominoes,
        2112,
        "C. J. Bouwkamp (1969), 264 times 8",
    ),
    Classic(
        "solid pentominoes in 3x4x5",
        _box(5, 4, 3),
        catalogue.solid_pentominoes,
        31520,
        "C. J. Bouwkamp (1969), 3940 times 8",
    ),
    Classic(
        "Soma cube",
        _box(3, 3, 3),
        catalogue.soma,
        11520,
        "J. H. Conway and M. J. T. Guy (1961), 240 times 48",
    ),
    Classic(
        "Bedlam cube, its first tile not turned",
        _box(4, 4, 4),
        _bedlam_from_one_side,
        19186,
        "S. Kurowski: up to the 24 rotations, and the first tile has 24 orientations",
    ),
    Classic(
        "Slothouber and Graatsma's cube",
        _box(3, 3, 3),
        _slothouber,
        8,
        "J. Slothouber and W. Graatsma (1970): one up to symmetry, and it has 6 of the 48 itself",
    ),
    Classic(
        "Conway's box",
        _box(5, 5, 5),
        catalogue.conway,
        27456,
        "no count is published that we know of; two programs written apart agree on this one",
    ),
    Classic(
        "Y pentominoes on 10x15",
        _box(15, 10),
        _ys,
        8954,
        "no count is published that we know of; several programs agree on this one",
    ),
    Classic(
        "Y pentominoes on 15x15",
        _box(15, 15),
        _ys,
        1696,
        "the documentation of Sage (module tiling), where it is computed",
    ),
    Classic("dominoes on a chessboard", _box(8, 8), _dominoes, 12988816, _KASTELEYN),
    Classic(
        "dominoes on a mutilated chessboard",
        boards.mutilated_chessboard,
        _dominoes,
        0,
        "M. Black (1946)",
    ),
    Classic(
        "dominoes on an Aztec diamond of order 6",
        lambda: boards.aztec_diamond(6),
        _dominoes,
        2**21,
        "N. Elkies, G. Kuperberg, M. Larsen and J. Propp (1992)",
    ),
    Classic("dominoes on a torus of 6x6", lambda: torus(6, 6), _dominoes, 90176, "OEIS A335586"),
    Classic(
        "dominoes on a Moebius strip of 6x6",
        lambda: moebius_strip(6, 6),
        _dominoes,
        17753,
        "W. T. Lu and F. Y. Wu (1999), OEIS A103997",
    ),
    Classic(
        "dominoes on a Klein bottle of 4x4",
        lambda: klein_bottle(4, 4),
        _dominoes,
        196,
        "W. T. Lu and F. Y. Wu (1999), by their formula",
    ),
    Classic(
        "lozenges in a hexagon of side 4",
        lambda: boards.hexagon(4, 4, 4),
        _lozenges,
        232848,
        "P. A. MacMahon (1916), plane partitions",
    ),
    Classic(
        "hexiamonds in 3x12",
        lambda: Region.box(12, 3, lattice=TRIANGLES),
        catalogue.hexiamonds,
        0,
        _GOODGER,
    ),
    Classic(
        "hexiamonds in 4x9",
        lambda: Region.box(9, 4, lattice=TRIANGLES),
        catalogue.hexiamonds,
        148,
        f"{_GOODGER}, 74 times 2",
    ),
    Classic(
        "hexiamonds in a rhombus",
        lambda: Region.box(6, 6, lattice=TRIANGLES),
        catalogue.hexiamonds,
        624,
        f"{_GOODGER}, 156 times 4",
    ),
    Classic(
        "tetrahexes in 4x7",
        lambda: Region.box(7, 4, lattice=HEXAGONS),
        catalogue.tetrahexes,
        18,
        f"{_GOODGER}, 9 times 2",
    ),
    Classic(
        "tetrahexes in 3x10 without two corners",
        _clipped,
        catalogue.tetrahexes,
        8,
        f"{_GOODGER}, 2 times 4",
    ),
    Classic(
        "small polyhexes in a honeycomb of side 4",
        lambda: boards.honeycomb(4),
        _small_hexes,
        147480,
        f"{_GOODGER}, 12290 times 12",
    ),
)
