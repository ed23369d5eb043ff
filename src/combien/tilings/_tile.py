"""A tile: its shape, its allowed orientations, and how many times it is used.

A tile is translated to the origin when it is created, so blank space around its drawing does not
matter.  By default it is used exactly once, in the given orientation.
"""

from __future__ import annotations

from typing import Literal

from combien._base.checks import as_int, did_you_mean
from combien._base.checks import check_int as expected_whole
from combien._base.displayed import Displayed
from combien._wording import counted, printable
from combien.errors import BadTiling
from combien.geometry._region import Region
from combien.geometry._symmetry import Group, Symmetry

Symmetries = Literal["none", "rotations", "all"] | Group
Times = int | tuple[int, int | None] | Literal["any"]

SYMMETRIES = ("none", "rotations", "all")
# Engines store the number of uses in 32 bits.
_MOST_TIMES = 2**31 - 1


class Tile(Displayed):
    """A tile, made from a region or a drawing.

    >>> Tile("**", symmetries="all", times="any")
    <Tile: 2 cells, 2 orientations, any number>
    >>> Tile(Region.box(2, 2, 1), name="plate")
    <Tile 'plate': 4 cells, 1 orientation, exactly 1>

    `symmetries` gives the allowed symmetries: "none", "rotations" (4 in the plane, 24 in space;
    6 for hexagons and triangles), "all" (with reflections: 8, 48; 12), or a `Group`.  `times` is
    the number of times it is used:

        times=1         exactly once (the default); times=3 is exactly three times
        times=(0, 1)    at most once; times=(0, 4) at most four times
        times=(2, 5)    twice to five times
        times=(2, None) at least twice
        times="any"     any number of times, including zero

    Tiles of equal shape are distinct: exchanging them gives a different solution.
    Raises `BadTiling` for an empty tile or an invalid argument.
    """

    __slots__ = ("_name", "_orientations", "_region", "_symmetries", "_times")

    def __init__(
        self,
        region: Region | str,
        *,
        symmetries: Symmetries = "none",
        times: Times = 1,
        name: str = "",
    ) -> None:
        if isinstance(region, str):
            region = Region.from_art(region)
        if not isinstance(region, Region):
            raise BadTiling(
                "region: expected a Region or a drawing, not a value of type "
                f"{type(region).__name__}"
            )
        if not region:
            raise BadTiling("an empty tile: draw at least one '*'")
        if not isinstance(name, str):
            raise BadTiling(f"name: expected a string, not a value of type {type(name).__name__}")
        if region.lattice.cover != region.lattice:
            raise BadTiling(
                f"a tile of {region.lattice.name}: only boards wrap around; make the tile of "
                f"{region.lattice.cover.name}"
            )
        self._region = region.at_origin()
        self._symmetries = _group(symmetries, region)
        self._times = _bounds(times)
        self._name = name
        self._orientations: tuple[Region, ...] = ()

    @property
    def region(self) -> Region:
        """The cells of the tile, at the origin."""
        return self._region

    @property
    def symmetries(self) -> Group:
        """The group of allowed symmetries."""
        return self._symmetries

    @property
    def times(self) -> tuple[int, int | None]:
        """The minimum and maximum number of uses; the maximum is None if unbounded.

        >>> Tile("*").times, Tile("*", times="any").times
        ((1, 1), (0, None))
        """
        return self._times

    @property
    def name(self) -> str:
        """The name of the tile, or an empty string."""
        return self._name

    @property
    def orientations(self) -> tuple[Region, ...]:
        """The distinct orientations, at the origin; the original comes first.

        >>> [region.size for region in Tile("***", symmetries="all").orientations]
        [(3, 1), (1, 3)]
        """
        if not self._orientations:
            self._orientations = self._region.orientations(self._symmetries)
        return self._orientations

    @property
    def quotient(self) -> tuple[Symmetry, ...]:
        """One symmetry for each orientation, in the same order.

        >>> [one.name for one in Tile("***", symmetries="all").quotient]
        ['Id', 'Rot90']

        This is the quotient of the tile's group by the stabilizer of its cells.
        """
        return self._symmetries.quotient(self._region.stabilizer(self._symmetries))

    def called(self, number: int) -> str:
        """Return a label for the tile, given its number in a problem.

        >>> Tile("**", name="I").called(0), Tile("**").called(1)
        ('tile 0 (I)', 'tile 1')
        """
        number = expected_whole("number", number, most=_MOST_TIMES)
        return f"tile {number} ({printable(self._name)})" if self._name else f"tile {number}"

    def __len__(self) -> int:
        return len(self._region)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Tile) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        named = f" {self._name!r}" if self._name else ""
        cells, turns = counted(len(self), "cell"), counted(len(self.orientations), "orientation")
        return f"<Tile{named}: {cells}, {turns}, {self._often()}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, self._key()

    def _key(self) -> tuple[Region, Group, tuple[int, int | None], str]:
        return self._region, self._symmetries, self._times, self._name

    def _often(self) -> str:
        low, high = self._times
        if high is None:
            return f"at least {low}" if low else "any number"
        if low == high:
            return f"exactly {low}"
        return f"{low} to {high}" if low else f"at most {high}"


def _restored(region: Region, symmetries: Group, times: Times, name: str) -> Tile:
    """Rebuild a tile from its pickled parts."""
    return Tile(region, symmetries=symmetries, times=times, name=name)


def _group(symmetries: object, region: Region) -> Group:
    lattice, dimension = region.lattice, region.dimension
    if isinstance(symmetries, Group):
        if symmetries.dimension != dimension:
            raise BadTiling(
                f"a tile of dimension {dimension} cannot be transformed by symmetries of dimension "
                f"{symmetries.dimension}"
            )
        if not all(map(lattice.keeps, symmetries)):
            raise BadTiling(f"these are not all symmetries of the {lattice.name}")
        return symmetries
    if not isinstance(symmetries, str):
        symmetries = ""
    if symmetries == "none":
        return Group.trivial(dimension)
    if symmetries in ("rotations", "all"):
        return lattice.all(dimension) if symmetries == "all" else lattice.rotations(dimension)
    hint = did_you_mean(symmetries[:40], SYMMETRIES) if isinstance(symmetries, str) else ""
    raise BadTiling(f"symmetries: expected 'none', 'rotations', 'all' or a Group{hint}")


def _bounds(times: object) -> tuple[int, int | None]:
    if isinstance(times, str) and times == "any":
        return 0, None
    given = times if isinstance(times, tuple) and len(times) == 2 else (times, times)
    low, high = map(as_int, given)
    if low is None or (high is None and given[1] is not None):
        hint = did_you_mean(times[:40], ["any"]) if isinstance(times, str) else ""
        raise BadTiling(
            f"times: expected a whole number, a pair such as (0, 1) or (2, None), or 'any'{hint}"
        )
    most = low if high is None else high
    if most == 0 and high is not None:
        raise BadTiling("times must not be 0: omit the tile")
    if not 0 <= low <= most <= _MOST_TIMES:
        raise BadTiling(
            "times=(low, high) needs 0 <= low <= high, and numbers below 2147483648; "
            "for 'at least' write (low, None)"
        )
    return low, high
