"""Why a cell is forced: few known cells that imply it.

A reason is a set of known cells that, together with the clues, imply a conclusion.  In one line it
is *minimal*: without any one of its cells, the rest no longer implies the conclusion.  It need not
be the smallest reason that exists.

It takes two sweeps over the automaton of the clue.  The first one goes from the right and finds the
states from which the line can still be completed against the conclusion, given all known cells.  No
such state can be reached from the left.  The second one goes from the left and drops each known
cell whose other values do not lead into such a state either; the states that it reaches grow with
each cell dropped.  A cell that is kept was needed although all cells to its right were still there,
so it is needed when some of those are dropped as well, which makes the reason minimal.  The same is
done from the other end, and the shorter reason is returned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from combien._wording import Statement
from combien.nonograms import _english
from combien.nonograms._clue import UNKNOWN, Clue, Line
from combien.nonograms._human.spread import LineLogic
from combien.nonograms._line import ClueAutomaton

# The values of each cell: as known, and if nothing were known of it.
Values = list[tuple[Set[int], Set[int]]]
# States of the automaton while all cells agree with the conclusion, and after one that does not.
States = tuple[int, int]


def forcing_cells(
    clue: Clue,
    cells: bytes,
    concluded: Mapping[int, int] | None,
    *,
    allowed: Sequence[Set[int]] | None = None,
) -> tuple[int, ...] | None:
    """Return a minimal set of known cells of a line that imply a conclusion.

    >>> from combien.nonograms import Block
    >>> clue, cells = (Block(2), Block(1)), bytes([0, 2, 1, 2, 2, 0, 2])
    >>> forcing_cells(clue, cells, {6: 0}), forcing_cells(clue, cells, {3: 1})
    (None, None)
    >>> forcing_cells(clue, bytes([0, 1, 2, 2, 2, 0, 2]), {2: 1, 3: 0})
    (0, 1)

    `cells` are the values of the cells, as in `Board`, and `concluded` maps positions to values,
    all of which are implied.  If it is None, the cells are found to contradict the clue.
    `allowed` are the values that each cell can have at all, by default those of the clue and white.
    Return None if the known cells do not imply the conclusion.
    Cost: about five microseconds per cell of the line.
    """
    sides = [
        _needed(clue, values, concluded)
        for clue, values, concluded in _both_ways(clue, _values(clue, cells, allowed), concluded)
    ]
    left, right = sides
    if left is None or right is None:
        return None
    mirrored = tuple(len(cells) - 1 - at for at in reversed(right))
    return min(left, mirrored, key=len)


def _values(clue: Clue, cells: bytes, allowed: Sequence[Set[int]] | None) -> Values:
    every = frozenset(ClueAutomaton(clue).values(UNKNOWN))
    return [
        (may, may) if cell == UNKNOWN else (frozenset([cell]), may | {cell})
        for cell, may in zip(cells, allowed or [every] * len(cells), strict=True)
    ]


def _both_ways(
    clue: Clue, values: Values, concluded: Mapping[int, int] | None
) -> list[tuple[Clue, Values, Mapping[int, int] | None]]:
    """Return the line and its mirror image."""
    last = len(values) - 1
    mirrored = concluded and {last - at: value for at, value in concluded.items()}
    return [(clue, values, concluded), (clue[::-1], values[::-1], mirrored)]


def _needed(
    clue: Clue, values: Values, concluded: Mapping[int, int] | None
) -> tuple[int, ...] | None:
    """Return the positions that the sweep from the left keeps, or None without an implication."""
    automaton = ClueAutomaton(clue)
    wanted = concluded or {}
    # A contradiction is a conclusion that has failed from the beginning.
    begin: States = (0, 1) if concluded is None else (1, 0)
    open_states: list[States] = [(0, automaton.ends)]
    for at in range(len(values) - 1, -1, -1):
        open_states.append(
            _before(automaton, open_states[-1], values[at][0], wanted.get(at, UNKNOWN))
        )
    open_states.reverse()
    if _meet(begin, open_states[0]):
        return None
    kept = []
    here = begin
    for at, (known, free) in enumerate(values):
        value = wanted.get(at, UNKNOWN)
        after = _after(automaton, here, free, value)
        if known != free and _meet(after, open_states[at + 1]):
            kept.append(at)
            after = _after(automaton, here, known, value)
        here = after
    return tuple(kept)


def _after(automaton: ClueAutomaton, states: States, values: Set[int], wanted: int) -> States:
    agree, differ = states
    after = automaton.after(differ, values)
    if wanted == UNKNOWN:
        return automaton.after(agree, values), after
    return (
        automaton.after(agree, values & {wanted}),
        after | automaton.after(agree, values - {wanted}),
    )


def _before(automaton: ClueAutomaton, states: States, values: Set[int], wanted: int) -> States:
    agree, differ = states
    before = automaton.before(differ, values)
    if wanted == UNKNOWN:
        return automaton.before(agree, values), before
    return (
        automaton.before(agree, values & {wanted}) | automaton.before(differ, values - {wanted}),
        before,
    )


def _meet(some: States, others: States) -> bool:
    return bool(some[0] & others[0] or some[1] & others[1])


class Trail:
    """Records the steps of line solving, to trace a conclusion back to the cells known before.

    >>> from combien.nonograms import Nonogram
    >>> logic = LineLogic(Nonogram([[2], [1]], [[1], [2]]))
    >>> trail = Trail(logic, bytes([2, 2, 0, 2]))
    >>> _ = logic.spread(bytes([2, 2, 0, 2]), note=trail.note)
    >>> trail.causes({3})
    {2}

    The cells traced to imply the conclusion.  Each step is explained by a minimal reason, but all
    of them together need not be minimal.
    """

    def __init__(self, logic: LineLogic, cells: bytes) -> None:
        self._logic = logic
        self._known = bytearray(cells)
        self._steps: list[tuple[Line, bytes, dict[int, int]]] = []

    def note(self, line: Line, solved: list[tuple[int, int]]) -> None:
        """Record the places and values that a line has found; see `LineLogic.spread`."""
        self._steps.append((line, line.cells(self._known), dict(solved)))
        for place, value in solved:
            self._known[place] = value

    def contradiction(self, line: Line) -> set[int]:
        """Return places known at the beginning that contradict the clue of this line at the end."""
        return self.causes(self._reason(line, line.cells(self._known), None))

    def causes(self, places: Set[int]) -> set[int]:
        """Return places known at the beginning that imply the values of these places at the end."""
        open_places = set(places)
        for line, own, solved in reversed(self._steps):
            if implied := open_places & solved.keys():
                wanted = {line.places.index(place): solved[place] for place in implied}
                open_places -= implied
                open_places |= self._reason(line, own, wanted)
        return open_places

    def _reason(self, line: Line, own: bytes, wanted: Mapping[int, int] | None) -> set[int]:
        found = forcing_cells(line.clue, own, wanted, allowed=self._logic.values(line))
        assert found is not None, f"{line} does not imply {wanted}"
        return {line.places[at] for at in found}


def stated_reason(
    reason: Sequence[tuple[int, int, int]],
    cells: Sequence[tuple[int, int, int]],
    names: Mapping[int, str],
) -> Statement:
    """Return a reason; `cells` are the cells of the hint, `names` the names of the colors.

    >>> names = {0: "white", 1: "black"}
    >>> because = stated_reason([(0, 1, 1), (0, 2, 1), (0, 5, 0)], [(0, 3, 0)], names)
    >>> _english.english(because)
    'because columns 2 to 3 are black and column 6 is white'
    >>> _english.english(stated_reason([(0, 1, 1), (2, 2, 0)], [(1, 1, 1)], names))
    'because row 1, column 2 is black and row 3, column 3 is white'
    >>> _english.english(stated_reason([], [(0, 0, 1)], names))
    'because of the clues alone'
    """
    if not reason:
        return Statement("because-clues")
    rows = {row for row, _, _ in [*reason, *cells]}
    columns = {column for _, column, _ in [*reason, *cells]}
    if len(rows) == 1:
        groups = [(0, "columns", [(column, value) for _, column, value in reason])]
    elif len(columns) == 1:
        groups = [(0, "rows", [(row, value) for row, _, value in reason])]
    else:
        groups = [
            (row + 1, "columns", [(column, v) for r, column, v in reason if r == row])
            for row in sorted({row for row, _, _ in reason})
        ]
    parts = []
    for row, kind, numbered in groups:
        # The values in the order in which they occur.
        for value in dict.fromkeys(value for _, value in numbered):
            chosen = [number for number, other in numbered if other == value]
            at = _english.span(kind, chosen)
            if row:
                at = Statement("row-columns", row=row, columns=at)
            color = _english.color(names[value])
            parts.append(Statement("colored", n=len(chosen), at=at, color=color))
    return Statement("because", parts=_english.listed(parts, "and"))
