"""One line and its clue: the possible places of its blocks, its fillings, and its automaton.

A set of places is one Python integer, with bit p for place p.  A place is possible if it is
reachable both from the left and from the right; spreading over cells that may be white is one
addition, whose carries run along them.  With the possible places known, the enumeration of fillings
has few dead ends.

The state of the automaton is how much of the clue is placed, cell by cell.  The clue is represented
by the cells that it needs: its blocks, and a white cell between two blocks of the same color.  The
state is the number of these cells placed so far.  A white cell of the line places the next one if
that is a gap, and otherwise none; further cells of a blotted block place none.  So the value of a
cell and the state before it determine the state after it, and each filling of the line is one path
through the automaton.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from itertools import accumulate, chain
from math import comb
from operator import itemgetter
from typing import NamedTuple

from combien.nonograms._clue import BLOTTED, UNKNOWN, WHITE, Clue, least_length

_LENGTH = itemgetter(0)


def places(clue: Clue, cells: bytes) -> list[int] | None:
    """Return the set of places where each block can begin, or None if the clue does not fit.

    >>> from combien.nonograms import Block
    >>> clue = (Block(2), Block(1))
    >>> [list(bits_of(p)) for p in places(clue, bytes([2, 2, 2, 2, 2]))]
    [[0, 1], [3, 4]]
    >>> places(clue, bytes([2, 0, 2, 2, 2])) is None
    True

    Each place occurs in some placement of all blocks.
    Cost: for each block a few operations on integers with one bit per cell.
    """
    from_left = _reached(clue, cells)
    if from_left is None:
        return None
    from_right = _reached(clue[::-1], cells[::-1])
    assert from_right is not None
    length = len(cells)
    found = []
    for block, left, right in zip(clue, from_left, reversed(from_right), strict=True):
        # A block at p is, in the reversed line, a block at length - p - size.
        found.append(left & _mirrored(right, length - block.length))
    return found


def _reached(clue: Clue, cells: bytes) -> list[int] | None:
    """Return the places of each block reachable from the left, or None if the clue does not fit."""
    white = _may_be(cells, WHITE)
    runs: dict[tuple[int, int], int] = {}
    begun = []
    here = _filled(1, white)
    for number, block in enumerate(clue):
        if block not in runs:
            runs[block] = _runs(_may_be(cells, block.color), block.length)
        here &= runs[block]
        begun.append(here)
        here <<= block.length
        if number + 1 < len(clue) and clue[number + 1].color == block.color:
            here = (here & white) << 1
        here = _filled(here, white)
    return begun if here >> len(cells) & 1 else None


def _filled(places: int, white: int) -> int:
    """Return these places and all places reachable from them over cells that may be white."""
    return ((white + (places & white)) ^ white) | places


def _may_be(cells: bytes, value: int) -> int:
    """Return the set of cells that may have this value."""
    return int(cells[::-1].translate(_digits(value)), 2)


@cache
def _digits(value: int) -> bytes:
    """Return a translation table: digit 1 for a cell that may have this value, otherwise 0."""
    return bytes(48 + (v in (value, UNKNOWN)) for v in range(256))


def _runs(cells: int, length: int) -> int:
    """Return the places where runs of `length` cells of the set begin."""
    have = 1
    while have < length:
        step = min(have, length - have)
        cells &= cells >> step
        have += step
    return cells


def _mirrored(places: int, last: int) -> int:
    """Return the reversed set: place p becomes `last` - p."""
    return int(f"{places:0{last + 1}b}"[::-1], 2)


def bits_of(places: int) -> Iterator[int]:
    """Yield the places of a set in increasing order.

    >>> list(bits_of(0b1101))
    [0, 2, 3]
    """
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


def first_places(clue: Sequence[tuple[int, int]]) -> list[int]:
    """Return the place of each block when all blocks are as far left as possible.

    >>> first_places([(2, 1), (1, 1), (3, 4)])
    [0, 3, 4]
    """
    found = []
    place = 0
    for number, (length, color) in enumerate(clue):
        found.append(place)
        place += length
        place += number + 1 < len(clue) and clue[number + 1][1] == color
    return found


def fillings(clue: Clue, cells: bytes) -> Iterator[tuple[int, ...]]:
    """Yield the fillings of a line as the places of its blocks, in lexicographic order.

    >>> from combien.nonograms import Block
    >>> list(fillings((Block(2), Block(1)), bytes([2] * 5)))
    [(0, 3), (0, 4), (1, 4)]

    `cells` are the known values, as in `Board`.
    Cost: a few microseconds, and about one microsecond per block of each filling.
    """
    possible = places(clue, cells)
    if possible is None:
        return
    if not clue:
        yield ()
        return
    # Places for the first block: a block may not leave a colored cell uncovered to its left.
    first = _gap_end(cells, 0)
    chosen: list[int] = []
    waiting = [bits_of(possible[0] & _below(first + 1))]
    while waiting:
        place = next(waiting[-1], None)
        if place is None:
            waiting.pop()
            if chosen:
                chosen.pop()
            continue
        block = len(waiting) - 1
        end = place + clue[block].length
        if block + 1 == len(clue):
            if _gap_end(cells, end) == len(cells):
                yield (*chosen, place)
            continue
        begin = end
        if clue[block + 1].color == clue[block].color:
            if cells[end] not in (WHITE, UNKNOWN):
                continue
            begin = end + 1
        room = _below(_gap_end(cells, end) + 1) & ~_below(begin)
        chosen.append(place)
        waiting.append(bits_of(possible[block + 1] & room))


def _gap_end(cells: bytes, begin: int) -> int:
    """Return the first cell from `begin` on that cannot be white, or the length."""
    return next(
        (place for place in range(begin, len(cells)) if cells[place] not in (WHITE, UNKNOWN)),
        len(cells),
    )


def _below(place: int) -> int:
    return (1 << place) - 1


def filling_count(clue: Clue, cells: bytes) -> int:
    """Return the number of fillings of a line.

    >>> from combien.nonograms import Block
    >>> filling_count((Block(2), Block(1)), bytes([2] * 5))
    3
    >>> filling_count((Block(1),) * 20, bytes([2] * 45))
    230230

    If no cell is known, this is the binomial coefficient of k + slack over k for k blocks, where
    slack is the number of cells that the clue does not need.
    """
    slack = len(cells) - least_length(clue)
    if slack < 0:
        return 0
    if cells.count(UNKNOWN) == len(cells):
        return comb(len(clue) + slack, len(clue))
    possible = places(clue, cells)
    if possible is None:
        return 0
    return _counted(clue, cells, possible, slack)


def _counted(clue: Clue, cells: bytes, possible: Sequence[int], slack: int) -> int:
    """Count the fillings by dynamic programming over the blocks and their shifts to the right."""
    first = [*first_places(clue), len(cells) - slack]
    white = [cell in (WHITE, UNKNOWN) for cell in cells]
    before = [0] * (slack + 1)
    for block in range(len(clue) + 1):
        ways, here = 0, []
        for shift in range(slack + 1):
            place = first[block] + shift
            if shift and not white[place - 1]:
                ways = 0
            ways += before[shift] if block else shift == 0
            here.append(ways)
        if block == len(clue):
            break
        end = first[block] + clue[block].length
        gap = first[block + 1] - end
        before = [
            ways
            if possible[block] >> (first[block] + shift) & 1 and (not gap or white[end + shift])
            else 0
            for shift, ways in enumerate(here)
        ]
    return here[-1]


def cells_of(clue: Clue, begins: Sequence[int], length: int) -> bytes:
    """Return the cells of a line whose blocks begin at these places.

    >>> from combien.nonograms import Block
    >>> cells_of((Block(2), Block(1)), (0, 4), 5)
    b'\\x01\\x01\\x00\\x00\\x01'
    """
    cells = bytearray(length)
    for block, begin in zip(clue, begins, strict=True):
        cells[begin : begin + block.length] = bytes([block.color]) * block.length
    return bytes(cells)


class Step(NamedTuple):
    """A transition: the value of a cell, and the states before and after it."""

    value: int
    before: int
    after: int


def steps(clue: Clue, cells: bytes) -> list[list[Step]]:
    """Return, for each cell of a line, the transitions that occur in some filling.

    >>> from combien.nonograms import Block
    >>> for cell in steps((Block(1), Block(1)), bytes([2] * 4)):
    ...     print([tuple(step) for step in cell])
    [(0, 0, 0), (1, 0, 1)]
    [(0, 1, 2), (1, 0, 1)]
    [(0, 1, 2), (0, 2, 2), (1, 2, 3)]
    [(0, 3, 3), (1, 2, 3)]

    `cells` are the known values, as in `Board`.  If the clue does not fit, the lists are empty.
    Cost: a microsecond per transition, and a few operations on integers with one bit per cell that
    the clue needs.
    """
    automaton = ClueAutomaton(clue)
    reached = [1]
    for cell in cells:
        reached.append(automaton.after(reached[-1], automaton.values(cell)))
    left = reached.pop() & automaton.ends
    found: list[list[Step]] = []
    for cell, here in zip(reversed(cells), reversed(reached), strict=True):
        taken = automaton.between(here, cell, left)
        found.append(taken)
        left = reduce(lambda bits, step: bits | 1 << step.before, taken, 0)
    return found[::-1]


class ClueAutomaton:
    """The automaton of a clue; sets of states are integers with one bit per state.

    It begins in state 0; `ends` are the states of a complete line.

    >>> from combien.nonograms import Block
    >>> automaton = ClueAutomaton((Block(1), Block(1)))
    >>> bin(automaton.after(0b11, [WHITE])), bin(automaton.before(automaton.ends, [1]))
    ('0b101', '0b100')
    """

    def __init__(self, clue: Clue) -> None:
        needed: list[int] = []
        # For each value, the states in which a cell of this value advances by 0 (`_stay`), by 1
        # (`_next`), or by 2 (`_skip`, past the optional white cell after a blotted block).
        self._stay: dict[int, int] = {WHITE: 0}
        self._skip: dict[int, int] = {}
        for number, (length, color) in enumerate(clue):
            if number and clue[number - 1].color == color:
                needed.append(WHITE)
            elif number and clue[number - 1].length == BLOTTED:
                # The optional white cell ends the blotted block before it.
                self._skip[color] = self._skip.get(color, 0) | 1 << len(needed)
                needed.append(WHITE)
            self._stay[WHITE] |= 1 << len(needed)
            needed += [color] * (length or 1)
            if length == BLOTTED:
                self._stay[color] = self._stay.get(color, 0) | 1 << len(needed)
        self.ends = 1 << len(needed)
        if clue and clue[-1].length == BLOTTED:
            needed.append(WHITE)
            self.ends |= 1 << len(needed)
        self._stay[WHITE] |= 1 << len(needed)
        self._next: dict[int, int] = {WHITE: 0}
        for place, value in enumerate(needed):
            self._next[value] = self._next.get(value, 0) | 1 << place

    def after(self, states: int, values: Iterable[int]) -> int:
        """Return the states reachable from these states by a cell with one of these values."""
        found = 0
        for value in values:
            found |= states & self._stay.get(value, 0)
            found |= (states & self._next.get(value, 0)) << 1
            found |= (states & self._skip.get(value, 0)) << 2
        return found

    def before(self, states: int, values: Iterable[int]) -> int:
        """Return the states from which a cell with one of these values leads to these states."""
        found = 0
        for value in values:
            found |= states & self._stay.get(value, 0)
            found |= states >> 1 & self._next.get(value, 0)
            found |= states >> 2 & self._skip.get(value, 0)
        return found

    def between(self, before: int, cell: int, after: int) -> list[Step]:
        """Return the transitions of a cell between two sets of states, sorted by value."""
        found = []
        for value in self.values(cell):
            moves = []
            for laid, here in enumerate((self._stay, self._next, self._skip)):
                possible = before & here.get(value, 0) & after >> laid
                moves += [Step(value, b, b + laid) for b in bits_of(possible)]
            found += sorted(moves)
        return found

    def values(self, cell: int) -> list[int]:
        """Return the values of the clue that a cell can have, given what is known of it."""
        if cell == UNKNOWN:
            return sorted(self._next)
        return [cell] if cell in self._next else []


# For the core -------------------------------------------------------------------------------------


def in_numbers(clues: Sequence[Clue], values: bytes) -> tuple[array[int], array[int], array[int]]:
    """Return the first block of each clue, and the lengths and letters of all blocks.

    >>> from combien.nonograms import Block
    >>> in_numbers([(Block(1), Block(1, 3)), ()], bytes([0, 1, 3]))
    (array('i', [0, 2, 2]), array('i', [1, 1]), array('i', [1, 2]))

    The letter of a color is its index in `values`.
    """
    blocks = list(chain.from_iterable(clues))
    starts = array("i", list(accumulate(map(len, clues), initial=0)))
    lengths = array("i", list(map(_LENGTH, blocks)))
    if len(values) == 2:
        return starts, lengths, array("i", [1]) * len(blocks)
    letter = {value: place for place, value in enumerate(values)}
    return starts, lengths, array("i", [letter[block.color] for block in blocks])
