"""Refined counts of strips: without fault lines, tatami, and by the number of each tile.

Fault lines are straight lines across the board that cut no tile.

A tiling of a strip of length n is a sequence of *primitive* ones, which have no fault line across
the strip.  So if A(x) counts all tilings, 1 - 1/A(x) counts the primitive ones.

For lines along a strip of rows, inclusion and exclusion: the tilings for which given lines are
fault lines are independent tilings of narrower strips, and those among them without fault lines
across are again counted by 1 - 1/B(x), where B has the products of their numbers.  *Fault-free*
tilings have no fault line in either direction (Graham, Fault-free tilings of rectangles, 1981).
The empty tiling has no fault lines: a(0) is 1.

In *tatami* tilings no four tiles meet at a point.  Four tiles meet at a corner of four cells if
these are of four different tiles; a tile in several parts is one tile.  The corners between two
slabs are looked at when the second one is filled: a state is what sticks out into the following
slabs, tile by tile, and at which corners of the last slab two cells are of one tile already.  There
are more states than for all tilings, and they are few enough for Python in strips of moderate
width.

The tilings by the number of each tile are a polynomial for each length, with a variable for each
tile: a sweep over the cells of the strip, whose states carry polynomials in place of numbers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from math import comb, prod

from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import check_int
from combien._base.displayed import Displayed
from combien._wording import printable
from combien.cover._elements import Solution
from combien.errors import CannotAnswer
from combien.families import ByKind
from combien.geometry._lattice import SQUARE
from combien.sequences._automaton import Automaton, Layout
from combien.sequences._direct import boards, compare
from combien.sequences._formula import GeneratingFunction, Recurrence
from combien.sequences._polynomials import combination
from combien.sequences._recurrence import (
    MOST_LENGTH,
    DerivedProof,
    check_seconds,
    prove_recurrence,
    shortest_recurrence,
)
from combien.sequences._strip import Strip
from combien.sequences._transfer import Row, StripAutomaton, reduced
from combien.tilings._tiling import TilingProblem

# All sets of lines along the strip are gone through.
_MOST_ROWS = 14


def primitive(terms: list[int]) -> list[int]:
    """Return the coefficients of 1 - 1/A, from those of A.

    >>> primitive([1, 1, 5, 11, 36, 95, 281])
    [0, 1, 4, 2, 3, 2, 3]
    """
    found = [0] * len(terms)
    for n in range(1, len(terms)):
        found[n] = terms[n] - sum(found[k] * terms[n - k] for k in range(1, n))
    return found


class PrimitiveSource:
    """The tilings of a strip without fault lines across it."""

    def __init__(self, strip: Strip) -> None:
        self._strip = strip
        self._automaton = Automaton(strip.layout)

    @property
    def name(self) -> str:
        """The strip and the condition."""
        return f"primitive {self._strip.title}"

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return the first terms."""
        self._automaton.build(meter)
        found = primitive(self._automaton.terms(count, meter))
        return [1, *found[1:]][:count]

    def formula(self, meter: Meter) -> tuple[Recurrence, DerivedProof]:
        """Return the recurrence of 2 - 1/A, with the proof of A."""
        recurrence, proof = prove_recurrence(self._automaton, meter)
        found = _without_lines(recurrence, empty=1)
        return found, DerivedProof(1, proof.states, found.start, found.order, 0)


class FaultFreeSource:
    """The tilings of a strip of rows without fault lines in either direction."""

    def __init__(self, strip: Strip) -> None:
        check_row(strip, "fault-free")
        if strip.layout.slots > _MOST_ROWS:
            raise CannotAnswer(f"fault-free tilings are counted in strips of {_MOST_ROWS} rows")
        self._strip = strip
        self._automata: dict[Layout, Automaton] = {}
        # How often strips of these kinds side by side come up, with the sign of the exclusion.
        self._cuts = Counter[tuple[Layout, ...]]()
        for parts in _cuts(strip.layout):
            self._cuts[tuple(sorted(parts, key=_layout_key))] += (-1) ** (len(parts) - 1)

    @property
    def name(self) -> str:
        """The strip and the condition."""
        return f"fault-free {self._strip.title}"

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return the first terms."""
        known = {layout: self._all(layout, count, meter) for layout in self._layouts()}
        total = [0] * count
        for parts, times in self._cuts.items():
            columns = zip(*(known[layout] for layout in parts), strict=True)
            without = primitive([prod(column) for column in columns])
            total = [one + times * other for one, other in zip(total, without, strict=True)]
        return [1, *total[1:]][:count]

    def formula(self, meter: Meter) -> tuple[Recurrence, DerivedProof] | None:
        """Return the shortest recurrence with its proof, or None if it may be too long."""
        known = {
            layout: prove_recurrence(self._automaton(layout), meter)
            for layout in self._layouts()
            if _has_tiles(layout)
        }
        parts = []
        for side_by_side, times in self._cuts.items():
            if all(layout in known for layout in side_by_side):
                recurrences = [known[layout][0] for layout in side_by_side]
                parts.append((_without_lines(_product(recurrences, meter)), times))
        # With the term for the empty tiling.
        bound = sum(part.start for part, _ in parts) + 1
        if bound > MOST_LENGTH:
            return None
        terms = [0] * (2 * bound)
        for part, times in parts:
            check_seconds(meter)
            terms = [one + times * other for one, other in zip(terms, part.terms(), strict=False)]
        recurrence = shortest_recurrence([1, *terms[1:]], bound, meter)
        states = sum(proof.states for _, proof in known.values())
        return recurrence, DerivedProof(len(known), states, bound, recurrence.order, len(terms))

    def _layouts(self) -> list[Layout]:
        return list(dict.fromkeys(layout for parts in self._cuts for layout in parts))

    def _automaton(self, layout: Layout) -> Automaton:
        return self._automata.setdefault(layout, Automaton(layout))

    def _all(self, layout: Layout, count: int, meter: Meter) -> list[int]:
        if not _has_tiles(layout):
            return ([1] + [0] * count)[:count]
        automaton = self._automaton(layout)
        automaton.build(meter)
        return automaton.terms(count, meter)


def _without_lines(recurrence: Recurrence, *, empty: int = 0) -> Recurrence:
    """Return the recurrence of 1 - 1/A, plus `empty` in the term of index 0."""
    function = recurrence.generating_function()
    above, below = function.numerator, function.denominator
    numerator = combination(above, below, factors=(1 + empty, -1))
    return GeneratingFunction(numerator, above).recurrence()


def _product(recurrences: list[Recurrence], meter: Meter) -> Recurrence:
    """Return the recurrence of the products of the terms."""
    if len(recurrences) == 1:
        return recurrences[0]
    # Products of m terms of one sequence of order d span at most this dimension.
    orders = [comb(one.order + times - 1, times) for one, times in Counter(recurrences).items()]
    bound = prod(orders) + max(one.start for one in recurrences)
    columns = zip(*(one.first(2 * bound) for one in recurrences), strict=True)
    return shortest_recurrence([prod(column) for column in columns], bound, meter)


def check_row(strip: Strip, what: str) -> None:
    """Raise `CannotAnswer` unless the cross-section is a row of squares, repeated across."""
    region = strip.cross_section
    flat = region.lattice == SQUARE and region.dimension == 2
    # A staircase has as many cells as it is wide, too.
    is_row = sorted(region.size) == [1, len(region)] and sorted(map(abs, strip.step)) == [0, 1]
    if not flat or not is_row:
        raise CannotAnswer(f"{what} tilings are counted in strips of rows of squares only")


def _cuts(layout: Layout) -> Iterator[list[Layout]]:
    """Yield the parts of the row for each set of lines along it."""
    for lines in range(1 << (layout.slots - 1)):
        ends = [slot + 1 for slot in range(layout.slots - 1) if lines >> slot & 1]
        ends.append(layout.slots)
        yield [_part(layout, low, high) for low, high in zip([0, *ends[:-1]], ends, strict=True)]


def _part(layout: Layout, low: int, high: int) -> Layout:
    """Return the strip of the slots from `low` to before `high`."""
    width = high - low

    def inside(cells: tuple[int, ...]) -> bool:
        return all(low <= cell % layout.slots < high for cell in cells)

    def moved(cells: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(cell // layout.slots * width + cell % layout.slots - low for cell in cells)

    return Layout(
        width,
        tuple(sorted(moved(cells) for cells in layout.placements if inside(cells))),
        tuple(sorted(moved(cells) for cells in layout.prisms if inside(cells))),
    )


def _has_tiles(layout: Layout) -> bool:
    return bool(layout.placements or layout.prisms)


def _layout_key(layout: Layout) -> tuple[object, ...]:
    return layout.slots, layout.placements, layout.prisms


# Tatami -------------------------------------------------------------------------------------------

# Which tile covers each cell of the following slabs, 0 for none, numbered as they come; and for
# each corner after the last slab whether a tile that covers one of the two cells before it covers
# another one of its cells.
_State = tuple[tuple[int, ...], tuple[bool, ...]]


class TatamiSource:
    """The tilings of a strip in which no four tiles meet."""

    def __init__(self, strip: Strip) -> None:
        check_row(strip, "tatami")
        layout = strip.layout
        if layout.prisms:
            raise CannotAnswer("tatami tilings are counted with tiles of limited length only")
        self._strip = strip
        self._rows = rows = layout.slots
        # The placements by their first cell; each begins in the first slab.
        self._beginning: list[list[tuple[int, ...]]] = [[] for _ in range(rows)]
        for cells in layout.placements:
            self._beginning[cells[0]].append(cells)
        self._slabs = max(cells[-1] for cells in layout.placements) // rows + 1
        # Before the first slab, no corner is inside of the board.
        start = ((0,) * (rows * (self._slabs - 1)), (True,) * (rows - 1))
        self._states: dict[_State, int] = {start: 0}
        self._matrix: list[Row] = []

    @property
    def name(self) -> str:
        """The strip and the condition."""
        return f"tatami {self._strip.title}"

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return the first terms, from the powers of the matrix."""
        self._build(meter)
        ends = [place for (cells, *_), place in self._states.items() if not any(cells)]
        vector = Counter({0: 1})
        found = []
        for _ in range(count):
            found.append(sum(vector[place] for place in ends))
            following = Counter[int]()
            for place, ways in vector.items():
                for to, times in self._matrix[place].items():
                    following[to] += ways * times
            vector = following
            self._check(meter)
        return found

    def formula(self, meter: Meter) -> tuple[Recurrence, DerivedProof] | None:
        """Return the shortest recurrence with its proof, or None if it may be too long."""
        self._build(meter)
        # The characteristic polynomial of the matrix has as many terms as there are states.
        states = len(self._states)
        if states > MOST_LENGTH:
            return None
        terms = self.terms(2 * states, meter)
        recurrence = shortest_recurrence(terms, states, meter)
        return recurrence, DerivedProof(1, states, states, recurrence.order, len(terms))

    def listed(self, meter: Meter) -> StripAutomaton:
        """Return the automaton as a value, with equal states merged; see `_tatami_name`."""
        self._build(meter)
        ends = [place for (cells, *_), place in self._states.items() if not any(cells)]
        return reduced(self._matrix, [_tatami_name(s, self._rows) for s in self._states], ends)

    def _build(self, meter: Meter) -> None:
        """Find the states, in the order in which they are reached, and their transitions."""
        states = list(self._states)
        while len(self._matrix) < len(states):
            row = Counter[int]()
            for reached in self._filled(states[len(self._matrix)]):
                if reached not in self._states:
                    self._states[reached] = len(states)
                    states.append(reached)
                row[self._states[reached]] += 1
            self._matrix.append(row)
            self._check(meter)

    def _check(self, meter: Meter) -> None:
        if meter.slice(len(self._matrix))[0] == 0:
            raise meter.stop({"states": len(self._states)})

    def _filled(self, state: _State) -> Iterator[_State]:
        """Yield the states after one more slab, for each way to fill it."""
        cells, safe = state
        window = [*cells, *[0] * self._rows]
        yield from self._fill(window, 0, max(cells, default=0) + 1, safe)

    def _fill(
        self, window: list[int], row: int, number: int, safe: tuple[bool, ...]
    ) -> Iterator[_State]:
        while row < self._rows and window[row]:
            row += 1
        if row == self._rows:
            now, following = window[: self._rows], window[self._rows :]
            pairs = list(pairwise(now))
            if all(known or one == other for known, (one, other) in zip(safe, pairs, strict=True)):
                # Without a following slab, no tile goes on.
                after = pairwise(following[: self._rows] or [0] * self._rows)
                yield (
                    _renumbered(following),
                    tuple(
                        one == other or one in beyond or other in beyond
                        for (one, other), beyond in zip(pairs, after, strict=True)
                    ),
                )
            return
        for cells in self._beginning[row]:
            if not any(window[cell] for cell in cells):
                for cell in cells:
                    window[cell] = number
                yield from self._fill(window, row, number + 1, safe)
                for cell in cells:
                    window[cell] = 0


def _tatami_name(state: _State, rows: int) -> str:
    """Return the tiles that stick out, as letters, and where four tiles may still not meet."""
    cells, safe = state
    text = "".join(chr(96 + tile) if tile else "." for tile in cells)
    slabs = [text[at : at + rows] for at in range(0, len(text), rows)] or ["." * rows]
    return "/".join([*slabs, "".join(".x"[not one] for one in safe)])


def _renumbered(window: list[int]) -> tuple[int, ...]:
    numbers = {0: 0}
    return tuple(numbers.setdefault(tile, len(numbers)) for tile in window)


# By the number of each tile -----------------------------------------------------------------------

# The number of each tile, and how many partial tilings have these numbers.
_Polynomial = Counter[tuple[int, ...]]


class TileCounts(Displayed):
    """The numbers of tilings of a strip with given numbers of each tile, from n = 0 on.

    >>> from combien import Strip, sequence
    >>> counts = sequence(Strip(2, tiles=["monomino", "domino"]), refine="tiles")
    >>> counts[3].counts
    {(0, 3): 3, (2, 2): 11, (4, 1): 7, (6, 0): 1}
    >>> counts.polynomial(3)
    'monomino^6 + 7*monomino^4*domino + 11*monomino^2*domino^2 + 3*domino^3'

    Iteration has no end.  When the budget of `sequence` ends, `OutOfBudget` is raised, and the
    terms that are known remain.
    """

    def __init__(
        self,
        strip: Strip,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        bytes: int | None = None,
        budget: Budget | None = None,
        report: Reporter | None = None,
    ) -> None:
        limits = budget_of(budget, nodes, seconds, bytes)
        if strip.layout.prisms:
            raise CannotAnswer("tiles are counted by kind if their length is limited")
        self._meter = Meter(limits, engine="strip", report=report, question="search")
        self._slots = strip.layout.slots
        self._names = tuple(tile.name or str(place) for place, tile in enumerate(strip.tiles))
        # For each slot, the placements that begin there, as bits, with the numbers of their tiles.
        self._beginning: list[list[tuple[int, int]]] = [[] for _ in range(self._slots)]
        for number, tile in enumerate(strip.tiles):
            for cells in strip.placements(tile):
                bits = sum(1 << cell for cell in cells)
                self._beginning[cells[0]].append((bits, number))
        nothing: _Polynomial = Counter({(0,) * len(self._names): 1})
        self._states: dict[int, _Polynomial] = {0: nothing}
        self._terms = [ByKind(self._names, dict(nothing))]
        self._steps = 0
        self._boards = boards(strip)
        self._direct = self._terms[:]

    @property
    def tiles(self) -> tuple[str, ...]:
        """The names of the tiles, or their numbers."""
        return self._names

    def first(self, count: int) -> list[ByKind]:
        """Return the first terms: tables from the numbers of each tile to the number of tilings."""
        count = check_int("count", count)
        while len(self._terms) < count:
            self._states = self._filled(self._states)
            self._terms.append(ByKind(self._names, dict(sorted(self._states[0].items()))))
            self._meter.progress(None, {"terms": len(self._terms)})
        for _ in range(count - len(self._direct)):
            if (direct := next(self._boards, None)) is None:
                break
            self._direct.append(self._by_kind(*direct))
        compare(f"the tilings by tile, {self!r}", self._terms, self._direct)
        return self._terms[:count]

    def __getitem__(self, n: int) -> ByKind:
        return self.first(check_int("n", n) + 1)[n]

    def __iter__(self) -> Iterator[ByKind]:
        n = 0
        while True:
            yield self[n]
            n += 1

    def polynomial(self, n: int) -> str:
        """Return the term as a polynomial in the names of the tiles."""
        terms = []
        for numbers, count in sorted(self[n].counts.items(), reverse=True):
            powers = [
                name if number == 1 else f"{name}^{number}"
                for name, number in zip(self._names, numbers, strict=True)
                if number
            ]
            if count > 1 or not powers:
                powers.insert(0, str(count))
            terms.append("*".join(powers))
        return printable(" + ".join(terms) or "0")

    def _by_kind(self, model: TilingProblem | None, tilings: list[Solution]) -> ByKind:
        """Return the numbers of tilings of a board, from a list of all."""
        if model is None:
            return ByKind(self._names, {})
        placements = model.placements
        tile = [placements.turn(option)[0] for option in range(model.problem().option_count)]
        found = Counter[tuple[int, ...]]()
        for tiling in tilings:
            used = [0] * len(self._names)
            for option in tiling:
                used[tile[option]] += 1
            found[tuple(used)] += 1
        return ByKind(self._names, dict(sorted(found.items())))

    def _filled(self, states: dict[int, _Polynomial]) -> dict[int, _Polynomial]:
        """Return the states after one more slab, slot by slot."""
        for slot in range(self._slots):
            following: defaultdict[int, _Polynomial] = defaultdict(Counter)
            for covered, polynomial in states.items():
                self._steps += 1
                if self._meter.slice(self._steps)[0] == 0:
                    raise self._meter.stop({"terms": len(self._terms)})
                if covered >> slot & 1:
                    following[covered].update(polynomial)
                    continue
                for bits, number in self._beginning[slot]:
                    if not covered & bits:
                        to = following[covered | bits]
                        for numbers, count in polynomial.items():
                            raised = numbers[number] + 1
                            to[(*numbers[:number], raised, *numbers[number + 1 :])] += count
            states = following
        after = {covered >> self._slots: polynomial for covered, polynomial in states.items()}
        after.setdefault(0, Counter())
        return after

    def __repr__(self) -> str:
        return printable(f"<TileCounts of {', '.join(self._names)}>")
