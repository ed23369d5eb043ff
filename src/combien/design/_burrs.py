"""Burrs: bars that cross each other in a fixed way, each a piece without some of its cells.

Cells of one bar alone are its own, and always covered, so that a burr looks the same from outside.
Cells that bars share belong to one of them, or are empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, product
from operator import mul, or_, sub

from combien._base.budget import Spending
from combien._base.checks import as_int, check_int, check_list, short_repr
from combien._questions.ask import solutions
from combien.cover._problem import Problem
from combien.cover._reduce import reduce as reduce_problem
from combien.design._pieces import Bounds, cut_pieces
from combien.errors import BadTiling
from combien.geometry._lattice import SQUARE
from combien.geometry._motions import motions
from combien.geometry._region import Region
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tile import Tile, Times
from combien.tilings._tiling import TilingProblem

# Placements, as bits of cells, in order.
Assembly = tuple[int, ...]
TURNS = SQUARE.rotations(3)
LONGEST = 100


@dataclass(frozen=True)
class Burr:
    """The places of the bars of a burr, which overlap.

    >>> burr = Burr.six()
    >>> len(burr.places), len(burr.board), len(burr.shared)
    (6, 104, 32)
    >>> len(burr.pieces()), len(burr.pieces(rules=["notchable"]))
    (837, 59)

    Places are regions of cubes that are equal up to rotation.  Raises `BadTiling` for others.
    """

    places: tuple[Region, ...]

    def __post_init__(self) -> None:
        places = check_list("places", self.places, error=BadTiling)
        if len(places) < 2 or not all(
            isinstance(place, Region) and place.lattice == SQUARE and place.dimension == 3
            for place in places
        ):
            raise BadTiling("places: expected two or more regions of cubes")
        turned = places[0].orientations(TURNS)
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
            raise BadTiling(
                f"length={short_repr(length)}: expected an even number from 6 to {LONGEST}"
            )
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
        """Return the pieces of the first place: a bar without some shared cells, up to rotation.

        >>> [tile.name for tile in Burr.six().pieces(rules=["notchable"], cells=(21, None))]
        ['1', '18', '35', '291']

        Rules and numbers are those of `cut_pieces`.  For six bars, the cells have the order of
        Cutler and von Känel, and the numbers are those that burrs are published with.  If rotations
        do not map the first place to all others, use `cut_pieces` for those.
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
        if as_int(holes) == 0:
            return base
        return PackingProblem(base, optional=self.shared, holes=holes)


class Placements:
    """Where pieces can be on the board of a burr, as bits of its cells, and the assemblies of some.

    A piece may lie anywhere on the board, also across places.  What the cells of one place alone
    exclude is removed: in most burrs, each piece is at one place, and covers all of these cells.
    """

    def __init__(self, burr: Burr, pieces: Sequence[Tile], *, solid: bool) -> None:
        board, shared = burr.board, burr.shared
        steps = board.size[1] * board.size[2], board.size[2], 1
        bits = {cell: 1 << _place(map(sub, cell, board.low), steps) for cell in board}
        everywhere = sum(bits.values())
        self._size = len(burr.places)
        self._bits = bits.values()
        # The pieces by placement, and where they are.
        self.piece: dict[int, int] = {}
        self._moves: dict[int, tuple[Region, tuple[int, ...]]] = {}
        self._regions: dict[int, Region] = {}
        for number, tile in enumerate(pieces):
            for region in tile.region.orientations(TURNS):
                cells = sum(1 << _place(cell, steps) for cell in region)
                room = map(sub, board.size, region.size)
                for vector in product(*(range(most + 1) for most in room)):
                    placement = cells << _place(vector, steps)
                    if not placement & ~everywhere:
                        if self.piece.setdefault(placement, number) != number:
                            raise BadTiling(
                                f"pieces {self.piece[placement]} and {number} are equal up to "
                                "rotation: give one of them"
                            )
                        self._moves[placement] = region, vector
        for number in set(range(len(pieces))).difference(self.piece.values()):
            raise BadTiling(f"{pieces[number].called(number)} does not fit into the burr")
        own = [bits[cell] for cell in board - shared]
        possible = _possible(own, self.piece)
        all_own = sum(own)
        self.piece = {p: number for p, number in self.piece.items() if p & all_own in possible}
        # One of each set of own cells that go together.
        alone: dict[tuple[int, ...], int] = {}
        one_of = {
            cell: alone.setdefault(tuple(p for p in possible if p & cell), cell) for cell in own
        }
        self.own = [*alone.values()]
        self._items = dict.fromkeys(self.own, False) | {bits[cell]: not solid for cell in shared}
        self._most_own = sum(self.own)
        # The placements that cover the same own cells.
        self.covering: dict[int, list[int]] = {}
        for placement in self.piece:
            self.covering.setdefault(placement & self._most_own, []).append(placement)
        numbers = {covered.bit_count() for covered in self.covering}
        # Whether an exact cover may have another number of pieces than the burr.
        self._counted = numbers != {1} or len(self.own) != self._size
        # The faster one needs an own cell in each placement.
        self._engine = "dlx" if 0 in numbers else "bits"
        self._motions = [
            {bits[cell]: bits[image] for cell, image in zip(board, goes, strict=True)}
            for _, goes in motions(board, TURNS)
            if all(
                image in shared for cell, image in zip(board, goes, strict=True) if cell in shared
            )
        ]
        self._images: dict[int, tuple[int, ...]] = {}
        # Whether some rotation puts each piece upon the first own cell.
        self._alike = 0 not in numbers and {*self.own} == {
            one_of[goes[cell]] for goes in self._motions for cell in self.own[:1]
        }

    def canonical(self, assembly: Assembly) -> Assembly:
        """Return the least image of an assembly under the rotations."""
        images = zip(*map(self._turned, assembly), strict=True)
        return min(tuple(sorted(image)) for image in images)

    def _turned(self, placement: int) -> tuple[int, ...]:
        if placement not in self._images:
            cells = [bit for bit in self._bits if placement & bit]
            self._images[placement] = tuple(
                sum(map(goes.__getitem__, cells)) for goes in self._motions
            )
        return self._images[placement]

    def like(self, placement: int) -> list[int]:
        """Return the placements that cover the same own cells as this one."""
        return self.covering[placement & self._most_own]

    def regions(self, assembly: Assembly) -> list[Region]:
        """Return the pieces of an assembly."""
        for placement in assembly:
            if placement not in self._regions:
                region, vector = self._moves[placement]
                self._regions[placement] = region.shift(*vector)
        return [self._regions[placement] for placement in assembly]

    def pieces_of(self, assembly: Assembly) -> tuple[int, ...]:
        """Return the numbers of the pieces of an assembly, in order."""
        return tuple(sorted(map(self.piece.__getitem__, assembly)))

    def assemblies(
        self, times: Mapping[int, tuple[int, int]], spending: Spending, *, first: int | None = None
    ) -> Iterator[Assembly]:
        """Yield all assemblies in which each piece has a number of uses within bounds.

        Of those that are equal up to rotation, several may come, and if `first` is a piece that
        all of them have, not all.
        """
        builder = Problem.builder()
        for cell, optional in self._items.items():
            builder.item(cell, secondary=optional)
        every: tuple[str, ...] = ("number",) if self._counted else ()
        for item in every:
            builder.item(item, bounds=(self._size, self._size))
        bounded = {number: pair for number, pair in times.items() if pair != (0, self._size)}
        for number, bounds in bounded.items():
            builder.item(("piece", number), bounds=bounds)
        # Other pieces are not upon the first own cell.
        closed = self.own[0] if self._alike and first is not None else 0
        chosen = [
            placement
            for placement, number in self.piece.items()
            if number in times and (number == first or not placement & closed)
        ]
        builder.gather(
            [
                *(cell for cell in self._items if placement & cell),
                *(("piece", number) for number in [self.piece[placement]] if number in bounded),
                *every,
            ]
            for placement in chosen
        )
        walk = solutions(builder.build(), engine=self._engine, budget=spending.left)
        try:
            for solution in walk:
                yield tuple(sorted(chosen[option] for option in solution))
        finally:
            spending.spend(walk.work.get("nodes", 0))


def _place(cell: Iterable[int], steps: Iterable[int]) -> int:
    return sum(map(mul, cell, steps))


def _possible(own: Sequence[int], placements: Iterable[int]) -> dict[int, None]:
    """Return which of these cells a placement may cover, without what no exact cover has."""
    every = sum(own)
    parts = [part for part in dict.fromkeys(p & every for p in placements) if part]
    builder = Problem.builder()
    for cell in own:
        builder.item(cell)
    builder.gather([cell for cell in own if part & cell] for part in parts)
    left = reduce_problem(builder.build())
    if left.impossible:
        return {}
    kept = [left.forced, *left.choices, *left.copies.values(), *left.numbers]
    return dict.fromkeys((*(parts[option] for option in chain(*kept)), 0))
