"""A nonogram as clauses that follow an automaton along each line; also with blotted clues.

A line is read cell by cell, and its *state* is the part of the clue placed so far.  There is a
variable for each cell and color, and for each state possible before a cell a variable that means
"at least this state"; clauses restrict the transitions by the color of the cell.  A blotted block
is a state with a loop, so hidden lengths need no further variables.
(The encoding of a *regular* constraint: Bacchus, "GAC via unit propagation", 2007.)
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from combien._base.records import dataclass
from combien.errors import BadNonogram
from combien.nonograms._board import Board
from combien.nonograms._encodings.clue_automaton import Step, steps
from combien.nonograms._encodings.formula import CellFormula
from combien.nonograms._lines import Line, cell_name, lines_of
from combien.nonograms._nonogram import BLACK, UNKNOWN, WHITE, Nonogram
from combien.sat._cnf import Clause

__all__ = ["AutomatonEncoding"]


# "The state is at least s": a variable, or a constant.
Threshold = int | bool


class AutomatonEncoding(CellFormula):
    """The clauses of a nonogram, with the states of its lines as variables.

    >>> formula = AutomatonEncoding(Nonogram([[None], [1]], [[2], [1]]))
    >>> formula.variable_count, formula.clause_count
    (8, 31)
    >>> formula.name(1), formula.name(5)
    ('row 1, column 1', 'row 1, 1 or more of its clue is laid before cell 2')
    >>> print(formula.read([1, 2, 3, -4]))
    ##
    #.

    Cells known in `known` have no variables.  Models correspond one to one to the solutions that
    agree with `known`.  Cost: a few microseconds per clause; a line of n cells whose clue needs m
    cells has at most about 16 n m clauses.
    """

    def __init__(self, nonogram: Nonogram, known: Board | None = None) -> None:
        known = known or Board.unknown(nonogram.height, nonogram.width)
        # The cells of a white board still have variables.
        self._colors = nonogram.colors or (BLACK,)
        meanings: list[tuple[int, int]] = []
        # For each unknown cell, the variable of each color.
        self._variables: dict[int, dict[int, int]] = {}
        for place, value in enumerate(known.cells):
            if value == UNKNOWN:
                self._variables[place] = {}
                for color in self._colors:
                    meanings.append((place, color))
                    self._variables[place][color] = len(meanings)
        super().__init__(nonogram, known, meanings)
        self.variable_count = len(meanings)
        self._lines: list[tuple[Line, list[list[Step]], list[_States]]] = []
        for line in lines_of(nonogram):
            taken = steps(line.clue, line.cells(self.known.cells))
            self._lines.append((line, taken, [self._states(found) for found in _between(taken)]))

    def _states(self, possible: set[int]) -> _States:
        """Return the states of a boundary, with new variables."""
        found = _States(tuple(sorted(possible)), self.variable_count + 1)
        self.variable_count += max(0, len(possible) - 1)
        return found

    def __iter__(self) -> Iterator[Clause]:
        """Generate the clauses."""
        for variables in self._variables.values():
            yield from ((-one, -other) for one, other in combinations(variables.values(), 2))
        for line, taken, boundaries in self._lines:
            if not all(taken):
                yield ()
                continue
            for states in boundaries:
                yield from states.chain()
            for place, here, before, after in zip(
                line.places, taken, boundaries, boundaries[1:], strict=False
            ):
                yield from self._cell(place, here, before, after)

    def _cell(
        self, place: int, here: Sequence[Step], before: _States, after: _States
    ) -> Iterator[Clause]:
        """Yield the clauses between a cell, the state before it and the state after it."""
        for value in (WHITE, *self._colors):
            cell = self._is(place, value)
            if cell is None:
                continue
            denied = tuple(-literal for literal in cell)
            forward: dict[int, list[int]] = {state: [] for state in before.values}
            backward: dict[int, list[int]] = {state: [] for state in after.values}
            for step in here:
                if step.value == value:
                    forward[step.before].append(step.after)
                    backward[step.after].append(step.before)
            for states, moves, others in ((before, forward, after), (after, backward, before)):
                for state, reached in moves.items():
                    unless = denied + states.denial(state)
                    if not reached:
                        yield unless
                        continue
                    yield from _clause(unless, others.at_least(min(reached)))
                    yield from _clause(unless, _negated(others.at_least(max(reached) + 1)))

    def _is(self, place: int, value: int) -> tuple[int, ...] | None:
        """Return literals whose conjunction means this value; None if the cell has another."""
        known = self.known.cells[place]
        if known != UNKNOWN:
            return () if known == value else None
        variables = self._variables[place]
        if value == WHITE:
            return tuple(-variable for variable in variables.values())
        return (variables[value],)

    def name(self, variable: int) -> str:
        """Return the meaning of a variable."""
        if variable <= len(self._meanings):
            place, color = self._meanings[variable - 1]
            several = len(self._colors) > 1
            what = f" is {self.nonogram.ink(color).name}" if several else ""
            return cell_name(place, self.nonogram.width) + what
        return self._state_names[variable]

    @cached_property
    def _state_names(self) -> dict[int, str]:
        return {
            variable: f"{line}, {state} or more of its clue is laid before cell {number}"
            for line, _, boundaries in self._lines
            for number, states in enumerate(boundaries, 1)
            for variable, state in enumerate(states.values[1:], states.first)
        }

    def literals(self, place: int, value: int) -> tuple[int, ...]:
        """Return literals whose conjunction means that a cell, numbered row by row, has this value.

        Raises `BadNonogram` for a value that the cell cannot have.
        """
        found = self._is(place, value) if value in (WHITE, *self._colors) else None
        if found is None:
            cell = cell_name(place, self.nonogram.width)
            raise BadNonogram(f"{cell} cannot be of color {value}")
        return found

    def other(self, board: Board) -> Clause:
        """Return the clause that forbids this board and no other.

        With hidden lengths, the black cells of one solution may be a subset of those of another, so
        white cells are part of the clause too.
        """
        clause: list[int] = []
        for place, variables in self._variables.items():
            value = board.cells[place]
            if value == WHITE:
                clause.extend(variables.values())
            else:
                clause.append(-variables[value])
        return tuple(clause)


@dataclass(frozen=True, slots=True)
class _States:
    """The possible states at a boundary between cells, in increasing order.

    Variable `first` means "the second of these states or more", the next one "the third or more",
    ...
    """

    values: tuple[int, ...]
    first: int

    def chain(self) -> Iterator[Clause]:
        """Yield the clauses by which "at least this state" implies the same of all lower states."""
        last = self.first + len(self.values) - 1
        yield from ((-variable - 1, variable) for variable in range(self.first, last - 1))

    def at_least(self, state: int) -> Threshold:
        """Return the literal or constant for "the state is at least this one"."""
        place = bisect_left(self.values, state)
        if place == 0:
            return True
        return self.first + place - 1 if place < len(self.values) else False

    def denial(self, state: int) -> Clause:
        """Return the clause "not this state", to be joined with others."""
        place = bisect_left(self.values, state)
        below = (1 - self.first - place,) if place else ()
        above = (self.first + place,) if place + 1 < len(self.values) else ()
        return below + above


def _between(taken: list[list[Step]]) -> list[set[int]]:
    """Return the states that are possible at each boundary of a line."""
    return [{step.before for step in here} for here in taken] + [{step.after for step in taken[-1]}]


def _clause(literals: Clause, more: Threshold) -> Iterator[Clause]:
    """Yield the clause of `literals` and `more`, unless it is always true."""
    if more is not True:
        yield literals if more is False else (*literals, more)


def _negated(threshold: Threshold) -> Threshold:
    return not threshold if isinstance(threshold, bool) else -threshold
