"""Taking assemblies of squares and cubes apart by translations and rotations.

A rotation turns some pieces together by 90, 180 or 270 degrees about a line through centers or
corners of cells, while the others stay.  Cells are solid, with sharp corners and without play, and
the axis does not move: a cell that comes within the corner of another one by any amount is in the
way.  The line crosses the bounding box of the pieces.

Cut each cell into four squares by the lines through the axis, at half the scale.  The square
[a, a+1] x [b, b+1] of the first quadrant fills, at radius r, the angles whose y*y is from
max(b*b, r*r - (a+1)**2) to min((b+1)**2, r*r - a*a).  While it turns to the next quadrant, it
crosses the square at (c, d) of its own quadrant if for some r the upper end of the latter is above
its lower end.  All four comparisons are linear in r*r, which leaves c <= a, b <= d, and that some
radii are common to both.  The quadrant in which it arrives is the same backwards.

A state is the cells of each piece, with the first one at rest.  While no piece can be removed, they
overlap along each axis, so there are finitely many states.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

from combien._base.budget import Meter
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.tilings.disassembly._result import Disassembly, Move, Pose, Rotation, moved

Cells = frozenset[Cell]
# The numbers of the cells of each piece.
State = tuple[int, ...]
# The axes of the plane, from the first to the second, and twice the center.
Turn = tuple[int, int, int, int]
# The places of the pieces that move, and how.
Step = tuple[tuple[int, ...], Cell, int] | tuple[tuple[int, ...], Turn, int]

# About this many bytes for a cell in a set, and for a state with its parent.
_CELL_BYTES, _STATE_BYTES = 100, 400
_MOST_QUARTERS = 3


@lru_cache(maxsize=65536)
def swept(x: int, y: int) -> frozenset[tuple[int, int]]:
    """Return the cells that a cell crosses in a quarter turn about 0, counterclockwise.

    Cells are given by twice their centers, which are both even (the axis is a center) or both odd.

    >>> sorted(swept(0, 0))
    [(-2, 0), (0, -2), (0, 0), (0, 2), (2, 0)]
    >>> sorted(swept(1, 1))
    [(-1, 1), (-1, 3), (1, 1), (1, 3)]
    """
    found: set[tuple[int, int]] = set()
    for left, low in product((x - 1, x), (y - 1, y)):
        # Turn the square into the first quadrant.
        a, b, quarters = left, low, 0
        while a < 0 or b < 0:
            a, b, quarters = b, -a - 1, quarters + 1
        reach = a + b + 3
        crossed = [(c, d) for c in range(a + 1) for d in range(b, reach) if _meet(a, b, c, d)]
        # Where it arrives: such squares, turned by a quarter, would cross it.
        crossed += [(-d - 1, c) for c in range(a, reach) for d in range(b + 1) if _meet(a, b, c, d)]
        for c, d in crossed:
            for _ in range(quarters):
                c, d = -d - 1, c
            # The cell of a square: centers have the parity of x.
            found.add((c + ((c - x) & 1), d + ((d - y) & 1)))
    return frozenset(found)


def _meet(a: int, b: int, c: int, d: int) -> bool:
    """Return whether two squares have a radius in common, inside both."""
    return (
        a * a + b * b < (c + 1) ** 2 + (d + 1) ** 2 and c * c + d * d < (a + 1) ** 2 + (b + 1) ** 2
    )


def turned(cell: Cell, turn: Turn) -> Cell:
    """Return a cell after a quarter turn."""
    p, q, x, y = turn
    result = list(cell)
    result[p] = (x + y) // 2 - cell[q]
    result[q] = (y - x) // 2 + cell[p]
    return tuple(result)


@dataclass(frozen=True, slots=True)
class _Found:
    """A first separation: the steps to it, and the places and direction of what is removed."""

    steps: tuple[Step, ...]
    states: tuple[State, ...]
    removed: tuple[int, ...]
    direction: Cell


class RotatingRemover:
    """Takes assemblies of squares or cubes apart with rotations, within one budget."""

    def __init__(self, like: Region, meter: Meter) -> None:
        if like.lattice != SQUARE or like.dimension not in (2, 3):
            raise BadTiling(
                "pieces are rotated on squares and cubes only, not on "
                f"{like.lattice.name} of {like.dimension} coordinates: use rotations=False"
            )
        self._axes = like.dimension
        self._meter = meter
        self._opened = self.searched = 0
        self._ways = [
            tuple(sign * (axis == other) for other in range(self._axes))
            for axis in range(self._axes)
            for sign in (1, -1)
        ]

    def take_apart(
        self, regions: Sequence[Region], groups: Sequence[Hashable | None]
    ) -> Disassembly:
        """Take checked pieces apart."""
        self._groups = groups
        self._cells: list[Cells] = []
        self._numbers: dict[Cells, int] = {}
        self._turns: dict[Turn, int] = {}
        self._turn_list: list[Turn] = []
        self._blocked: dict[tuple[int, int], tuple[int, int]] = {}
        self._gaps: dict[tuple[int, int], tuple[int | None, ...]] = {}
        self._boxes: dict[tuple[Cell, Cell], int] = {}
        self._weight = 0
        state = tuple(self._number(frozenset(region.cells)) for region in regions)
        unit = tuple(tuple(int(i == j) for j in range(self._axes)) for i in range(self._axes))
        still: Pose = (unit, (0,) * self._axes)
        return self._parted(tuple(range(len(regions))), state, [still] * len(regions))

    def _parted(self, pieces: tuple[int, ...], state: State, poses: Sequence[Pose]) -> Disassembly:
        if len(pieces) == 1:
            return Disassembly(pieces, True, turning=True)
        before = self.searched
        found = self._search(state)
        if found is None:
            labels = {self._groups[piece] for piece in pieces}
            stay = len(labels) == 1 and None not in labels
            return Disassembly(pieces, stay, searched=self.searched - before, turning=True)
        history, moves = [list(poses)], list[Move | Rotation]()
        for moving, how, amount in found.steps:
            after = list(history[-1])
            named = tuple(pieces[place] for place in moving)
            if len(how) == 4:
                p, q, x, y = how
                rotation = Rotation(named, (p, q), (x / 2, y / 2), amount)
                moves.append(rotation)
                for place, _ in product(moving, range(amount)):
                    after[place] = rotation.after_quarter(*after[place])
            else:
                moves.append(Move(named, how, amount))
                vector = tuple(amount * number for number in how)
                for place in moving:
                    after[place] = after[place][0], moved(after[place][1], vector)
            history.append(after)
        removed = set(found.removed)
        sides = [
            [place for place in range(len(pieces)) if (place in removed) == side]
            for side in (False, True)
        ]
        going, way = sides[1], found.direction
        if len(sides[0]) < len(going):
            going, way = sides[0], tuple(-number for number in way)
        moves.append(Move(tuple(pieces[place] for place in going), way, None))
        sides.sort(key=lambda side: (-len(side), side))
        parts = tuple(
            self._parted(
                tuple(pieces[place] for place in side),
                tuple(found.states[-1][place] for place in side),
                [history[-1][place] for place in side],
            )
            for side in sides
        )
        return Disassembly(
            pieces,
            all(part.comes_apart for part in parts),
            tuple(moves),
            tuple(tuple(vector for _, vector in each) for each in history),
            parts,
            self.searched - before,
            orientations=tuple(tuple(matrix for matrix, _ in each) for each in history),
            turning=True,
        )

    def _search(self, start: State) -> _Found | None:
        """Return a first separation of the fewest moves, with the fewest rotations among these."""
        parents: dict[State, tuple[State, Step] | None] = {start: None}
        self.searched += 1
        level = {start: 0}
        while level:
            exits = [
                (rotations, *way, state)
                for state, rotations in level.items()
                for way in self._removals(state)
            ]
            if exits:
                _, _, removed, direction, state = min(exits, key=lambda one: one[:2])
                return self._path(parents, state, removed, direction)
            after: dict[State, int] = {}
            for state, rotations in level.items():
                self._spend(len(parents))
                for step, new in self._moves(state):
                    number = rotations + (len(step[1]) == 4)
                    if new not in parents:
                        self.searched += 1
                    elif after.get(new, -1) <= number:
                        continue
                    after[new] = number
                    parents[new] = state, step
            level = after
        return None

    def _spend(self, states: int) -> None:
        known = {"states": self.searched}
        steps, _ = self._meter.slice(self._opened)
        if not steps:
            raise self._meter.stop(known)
        if states * _STATE_BYTES + self._weight * _CELL_BYTES > self._meter.bytes:
            raise self._meter.stop_for_bytes(known)
        self._opened += 1
        if self._meter.has_reporter:
            self._meter.progress(None, known)

    def _path(
        self,
        parents: dict[State, tuple[State, Step] | None],
        state: State,
        removed: tuple[int, ...],
        direction: Cell,
    ) -> _Found:
        steps, states = list[Step](), [state]
        while (parent := parents[state]) is not None:
            state, step = parent
            steps.append(step)
            states.append(state)
        return _Found(tuple(reversed(steps)), tuple(reversed(states)), removed, direction)

    # Moves.  The first piece is at rest: to move it is to move all others the opposite way.

    def _removals(self, state: State) -> Iterator[tuple[int, tuple[int, ...], Cell]]:
        """Yield the size of the smaller side, the places of what is removed, and a direction."""
        for at, way in enumerate(self._ways):
            gaps = self._all_gaps(state, at)
            for chosen in _closed([[gap is not None for gap in row] for row in gaps]):
                yield min(len(chosen), len(state) - len(chosen)), chosen, way

    def _moves(self, state: State) -> Iterator[tuple[Step, State]]:
        for at, way in enumerate(self._ways):
            gaps = self._all_gaps(state, at)
            for distance in range(1, max(gap or 0 for row in gaps for gap in row) + 1):
                hits = [[gap is not None and gap < distance for gap in row] for row in gaps]
                vector = tuple(distance * number for number in way)
                found = False
                for chosen in _closed(hits):
                    found = True
                    new = list(state)
                    for place in chosen:
                        cells = self._cells[state[place]]
                        new[place] = self._number(frozenset(moved(cell, vector) for cell in cells))
                    yield (chosen, way, distance), tuple(new)
                if not found:
                    break
        yield from self._rotations(state)

    def _rotations(self, state: State) -> Iterator[tuple[Step, State]]:
        wanted = self._box_turns(state)
        count = range(len(state))
        # The first piece does not move; nor does another one that it blocks.
        reach = [[wanted] * len(state)]
        for one in state[1:]:
            fixed = self._blocked_turns(one, state[0], wanted)
            loose = wanted & ~fixed
            reach.append([fixed, *(self._blocked_turns(one, other, loose) for other in state[1:])])
        for k, i in product(count, count):
            for j in count:
                reach[i][j] |= reach[i][k] & reach[k][j]
        free = 0
        for i in count[1:]:
            free |= wanted & ~reach[i][0]
        while free:
            bit = free & -free
            free ^= bit
            turn = self._turn_list[bit.bit_length() - 1]
            for chosen in _closed([[bool(mask & bit) for mask in row] for row in reach]):
                new = state
                for quarters in range(1, _MOST_QUARTERS + 1):
                    if quarters > 1 and self._hits(new, chosen, turn):
                        break
                    new = tuple(
                        self._number(frozenset(turned(cell, turn) for cell in self._cells[one]))
                        if place in chosen
                        else one
                        for place, one in enumerate(new)
                    )
                    yield (chosen, turn, quarters), new

    def _hits(self, state: State, chosen: tuple[int, ...], turn: Turn) -> bool:
        """Return whether a quarter turn of these pieces is blocked by the others."""
        others = [self._cells[one] for place, one in enumerate(state) if place not in chosen]
        resting = frozenset[Cell]().union(*others)
        return any(self._crosses(state[place], turn, resting) for place in chosen)

    # Tables, by the numbers of sets of cells.

    def _number(self, cells: Cells) -> int:
        number = self._numbers.setdefault(cells, len(self._cells))
        if number == len(self._cells):
            self._cells.append(cells)
            self._weight += len(cells)
        return number

    def _all_gaps(self, state: State, at: int) -> list[list[int | None]]:
        return [
            [None if one == other else self._gap(one, other)[at] for other in state]
            for one in state
        ]

    def _gap(self, one: int, other: int) -> tuple[int | None, ...]:
        """Return how far a piece moves in each direction until it hits the other one, or None."""
        found = self._gaps.get((one, other))
        if found is not None:
            return found
        gaps: list[int | None] = []
        for axis in range(self._axes):
            differences = [
                b[axis] - a[axis]
                for a in self._cells[one]
                for b in self._cells[other]
                if all(a[i] == b[i] for i in range(self._axes) if i != axis)
            ]
            gaps.append(min((d - 1 for d in differences if d > 0), default=None))
            gaps.append(min((-d - 1 for d in differences if d < 0), default=None))
        self._gaps[one, other] = tuple(gaps)
        self._weight += self._axes
        return tuple(gaps)

    def _box_turns(self, state: State) -> int:
        """Return a bit for each turn about a line that crosses the bounding box."""
        cells = [cell for one in state for cell in self._cells[one]]
        low, high = (tuple(map(best, zip(*cells, strict=True))) for best in (min, max))
        found = self._boxes.get((low, high))
        if found is None:
            found = 0
            for p, q in permutations(range(self._axes), 2):
                for x in range(2 * low[p] - 1, 2 * high[p] + 2):
                    for y in range(2 * low[q] - 1, 2 * high[q] + 2):
                        if (x - y) % 2 == 0:
                            found |= 1 << self._turn_number((p, q, x, y))
            self._boxes[low, high] = found
        return found

    def _turn_number(self, turn: Turn) -> int:
        number = self._turns.setdefault(turn, len(self._turn_list))
        if number == len(self._turn_list):
            self._turn_list.append(turn)
        return number

    def _blocked_turns(self, one: int, other: int, wanted: int) -> int:
        """Return the turns of a piece, of those that are wanted, that the other one blocks."""
        if one == other:
            return 0
        known, blocked = self._blocked.get((one, other), (0, 0))
        missing = wanted & ~known
        if missing:
            cells = self._cells[other]
            while missing:
                bit = missing & -missing
                missing ^= bit
                if self._crosses(one, self._turn_list[bit.bit_length() - 1], cells):
                    blocked |= bit
            self._blocked[one, other] = known | wanted, blocked
            self._weight += 1 + wanted.bit_length() // 400
        return blocked & wanted

    def _crosses(self, one: int, turn: Turn, other: Cells) -> bool:
        """Return whether a piece crosses some cells in a quarter turn."""
        p, q, x, y = turn
        for cell in self._cells[one]:
            crossed = list(cell)
            for u, v in swept(2 * cell[p] - x, 2 * cell[q] - y):
                crossed[p], crossed[q] = (u + x) // 2, (v + y) // 2
                if tuple(crossed) in other:
                    return True
        return False


def _closed(hits: Sequence[Sequence[bool]]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of places, without the first, that contain each place that a member hits."""
    count = len(hits)
    sets = {0: None}
    for place in range(1, count):
        inside, left = 1 << place, [place]
        while left:
            row = hits[left.pop()]
            for other in range(count):
                if row[other] and not inside >> other & 1:
                    inside |= 1 << other
                    left.append(other)
        if not inside & 1:
            sets |= {one | inside: None for one in sets}
    for one in sets:
        if one:
            yield tuple(place for place in range(count) if one >> place & 1)
