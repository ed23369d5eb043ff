"""Burrs: bars that cross each other in a fixed way, each a piece without some of its cells.

Cells of one bar alone are always there, so that a burr looks the same from outside.  Cells that
bars share belong to one of them, or are empty.  So an assembly is a set of shared cells, a *mask*,
for each place of a bar.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from operator import or_

from combien._base.budget import Spending
from combien._base.checks import check_int, check_list
from combien._base.records import dataclass
from combien._questions.ask import solutions
from combien.cover._problem import Problem
from combien.design._pieces import Bounds, cut_pieces
from combien.errors import BadTiling
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tile import Tile, Times
from combien.tilings._tiling import TilingProblem

# The shared cells that belong to the bar of each place.
Masks = tuple[int, ...]
LONGEST = 100


@dataclass(frozen=True, slots=True)
class Burr:
    """The places of the bars of a burr, which overlap.

    >>> burr = Burr.six()
    >>> len(burr.places), len(burr.board), len(burr.shared)
    (6, 104, 32)
    >>> len(burr.pieces()), len(burr.pieces(rules=["notchable"]))
    (837, 59)

    Places are regions of cubes, equal up to rotation, such as boards or longer bars.
    Raises `BadTiling` for others.
    """

    places: tuple[Region, ...]

    def __post_init__(self) -> None:
        places = check_list("places", self.places, error=BadTiling)
        if len(places) < 2 or not all(
            isinstance(place, Region) and place.lattice == SQUARE and place.dimension == 3
            for place in places
        ):
            raise BadTiling("places: expected two or more regions of cubes")
        turned = places[0].orientations(SQUARE.rotations(3))
        for number, place in enumerate(places):
            if place.at_origin() not in turned:
                raise BadTiling(f"place {number} is not a rotation of place 0")
        object.__setattr__(self, "places", tuple(places))

    @classmethod
    def six(cls, length: int = 6) -> Burr:
        """Return the six-piece burr: two bars of 2 x 2 cubes in each direction.

        >>> Burr.six(8).places[0].size
        (8, 2, 2)

        Longer bars have the same shared cells.  Raises `BadTiling` for a length that is odd or not
        from 6 to 100.
        """
        length = check_int("length", length)
        if length % 2 or not 6 <= length <= LONGEST:
            raise BadTiling(f"length={length}: expected an even number from 6 to {LONGEST}")
        low = 3 - length // 2
        return cls(
            (
                *(Region.box(length, 2, 2).shift(low, 2, z) for z in (1, 3)),
                *(Region.box(2, length, 2).shift(x, low, 2) for x in (1, 3)),
                *(Region.box(2, 2, length).shift(2, y, low) for y in (1, 3)),
            )
        )

    @property
    def board(self) -> Region:
        """The cells of all places."""
        return reduce(or_, self.places)

    @property
    def shared(self) -> Region:
        """The cells of two or more places."""
        once = twice = Region([], dimension=3)
        for place in self.places:
            once, twice = once | place, twice | once & place
        return twice

    def pieces(
        self, *, rules: Iterable[str] = (), cells: int | Bounds = (1, None)
    ) -> tuple[Tile, ...]:
        """Return all pieces of the burr: a bar without some of its shared cells, up to rotation.

        >>> [tile.name for tile in Burr.six().pieces(rules=["notchable"], cells=(20, None))]
        ['1', '18', '35', '52', '86', '103', '256', '792', '824', '856', '871', '888']

        Rules and numbers are those of `cut_pieces`.  For six bars, the cells have the order of
        Cutler and von Känel, and the numbers are those that burrs are published with.
        """
        bar = self.places[0]
        order = sorted(bar & self.shared, key=lambda cell: (-cell[2], cell[1], cell[0]))
        return cut_pieces(bar, order, rules=rules, cells=cells)

    def problem(
        self, pieces: Iterable[Tile], *, holes: Times = "any", name: str = "burr"
    ) -> TilingProblem | PackingProblem:
        """Return the problem to assemble pieces, each as often as its `times`.

        >>> pieces = {tile.name: tile for tile in Burr.six().pieces()}
        >>> six = [pieces[number] for number in "88 512 768 922 1008".split()]
        >>> six[4] = Tile(six[4].region, symmetries="rotations", times=2, name="1008")
        >>> import combien
        >>> combien.count(Burr.six().problem(six), up_to="rotations")
        10

        `holes` is the number of shared cells that stay empty, or its bounds; 0 is a solid burr.
        """
        base = TilingProblem(self.board, pieces, name=name)
        if holes == 0:
            return base
        return PackingProblem(base, optional=self.shared, holes=holes)


def with_times(tile: Tile, times: Times) -> Tile:
    """Return a tile with another number of uses."""
    return Tile(tile.region, symmetries=tile.symmetries, times=times, name=tile.name)


class Fits:
    """The ways to put pieces at the places of a burr, as masks, and the assemblies of some."""

    def __init__(self, burr: Burr, pieces: Sequence[Tile], *, solid: bool) -> None:
        shared = burr.shared
        self._cells = shared.cells
        self._bits = {cell: 1 << bit for bit, cell in enumerate(self._cells)}
        self._solid = solid
        # The pieces by place and mask, in the order of the pieces, and where they are.
        self.fits: list[dict[int, int]] = [{} for _ in burr.places]
        self._regions: list[dict[int, Region]] = [{} for _ in burr.places]
        places = [(place, place - shared, place.size) for place in burr.places]
        for number, tile in enumerate(pieces):
            for region in tile.region.orientations(SQUARE.rotations(3)):
                size = region.size
                for at, (place, own, room) in enumerate(places):
                    for image in _within(region, size, place, room):
                        if own <= image:
                            mask = sum(self._bits.get(cell, 0) for cell in image)
                            self.fits[at][mask] = number
                            self._regions[at][mask] = image
        self._group = list(self._symmetries(burr))
        # Whether rotations map the first place to all others.
        self._alike = len({places[0] for places, _ in self._group}) == len(burr.places)

    def _symmetries(self, burr: Burr) -> Iterator[tuple[list[int], list[list[int]]]]:
        """Yield the rotations: the place that each place gets, and tables of images of masks.

        A mask is moved byte by byte.
        """
        where = {place: at for at, place in enumerate(burr.places)}
        low = burr.board.low
        for symmetry in SQUARE.rotations(3):
            vector = tuple(map(int.__sub__, low, burr.board.moved(symmetry).low))
            moved = [place.moved(symmetry).shift(*vector) for place in burr.places]
            if not all(place in where for place in moved):
                continue
            goes = [
                self._bits[tuple(map(int.__add__, symmetry(cell), vector))] for cell in self._cells
            ]
            tables = [
                [
                    sum(one for bit, one in enumerate(goes[first : first + 8]) if byte >> bit & 1)
                    for byte in range(256)
                ]
                for first in range(0, len(goes), 8)
            ]
            yield [where[place] for place in moved], tables

    def canonical(self, masks: Masks) -> Masks:
        """Return the least image of an assembly under the rotations."""
        best = masks
        for places, tables in self._group:
            image = [0] * len(masks)
            for at, mask in zip(places, masks, strict=True):
                for table in tables:
                    image[at] |= table[mask & 255]
                    mask >>= 8
            best = min(best, tuple(image))
        return best

    def regions(self, masks: Masks) -> list[Region]:
        """Return the pieces of an assembly at their places."""
        return [regions[mask] for regions, mask in zip(self._regions, masks, strict=True)]

    def pieces_of(self, masks: Masks) -> tuple[int, ...]:
        """Return the numbers of the pieces of an assembly, in order."""
        return tuple(sorted(fits[mask] for fits, mask in zip(self.fits, masks, strict=True)))

    def assemblies(
        self, times: Mapping[int, tuple[int, int]], spending: Spending, *, first: int | None = None
    ) -> Iterator[Masks]:
        """Yield all assemblies in which each piece has a number of uses within bounds.

        Of those that are equal up to rotation, several may come.  If rotations map each place to
        each other, only those with the piece `first` at the first place.
        """
        builder = Problem.builder()
        places = len(self.fits)
        for at in range(places):
            builder.item(("place", at))
        for bit in range(len(self._cells)):
            builder.item(1 << bit, secondary=not self._solid)
        bounded = {number: pair for number, pair in times.items() if pair != (0, places)}
        for number, bounds in bounded.items():
            builder.item(("piece", number), bounds=bounds)
        chosen = [
            (at, mask)
            for at, fits in enumerate(self.fits)
            for mask, number in fits.items()
            if number in times and (at or not self._alike or first in (None, number))
        ]
        bits = [1 << bit for bit in range(len(self._cells))]
        builder.gather(
            [
                ("place", at),
                *(("piece", number) for number in [self.fits[at][mask]] if number in bounded),
                *(bit for bit in bits if mask & bit),
            ]
            for at, mask in chosen
        )
        walk = solutions(builder.build(), engine="bits", budget=spending.left)
        try:
            for solution in walk:
                yield tuple(mask for _, mask in sorted(chosen[option] for option in solution))
        finally:
            spending.spend(walk.work.get("nodes", 0))


def _within(
    region: Region, size: Sequence[int], place: Region, room: Sequence[int]
) -> Iterator[Region]:
    """Yield the translations of a region at the origin that are within a place, by their sizes."""
    lengths = (most - own + 1 for most, own in zip(room, size, strict=True))
    for vector in product(*map(range, lengths)):
        image = region.shift(*map(int.__add__, place.low, vector))
        if image <= place:
            yield image
