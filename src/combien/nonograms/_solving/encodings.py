"""The encodings of a nonogram as clauses whose first variables belong to cells.

There is a variable for each unknown cell and color; an encoding adds others.  The cells of a
solution determine them, so models and solutions correspond one to one.

In the *order encoding* a variable means "this block begins at this place or later".  Two of these
thresholds express that a block covers a cell, so no variables are needed for that.  A line of n
cells and k blocks takes about k * slack variables and O(n k) clauses of at most three literals,
where slack is the number of cells that the clue does not need.  Known cells make the formula
smaller, since a block has thresholds for its possible places only.  (Tamura, Taga, Kitagawa and
Banbara, "Compiling finite linear CSP into SAT", 2009.)

By *automata*, a line is read cell by cell, and its *state* is the part of the clue placed so far.
For each state possible before a cell a variable means "at least this state"; clauses restrict the
transitions by the color of the cell.  A blotted block is a state with a loop, so hidden lengths
need no further variables.  (The encoding of a *regular* constraint: Bacchus, "GAC via unit
propagation", 2007.)

Why both are kept: clause learning uses the order encoding, which has far fewer clauses, and the
automata for blotted clues, which it cannot express.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby, product

from combien import _native
from combien.errors import BadNonogram
from combien.nonograms._clue import BLACK, UNKNOWN, WHITE, Line, lines_of
from combien.nonograms._english import cell_name
from combien.nonograms._line import Step, steps
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solving.search import clues_in_numbers, letters_of, values_of
from combien.sat._cnf import Clause
from combien.sat._solver import BuiltinSolver


class CellFormula(ABC):
    """Clauses whose first variables belong to cells; each model is one solution.

    `_meanings` has the cell and the color of each of these variables, row by row.
    """

    keeps_count = True

    def __init__(self, nonogram: Nonogram, known: Board, meanings: list[tuple[int, int]]) -> None:
        self.nonogram = nonogram
        self.known = known
        self._meanings = meanings

    @abstractmethod
    def __iter__(self) -> Iterator[Clause]:
        """Generate the clauses."""

    @cached_property
    def _size(self) -> tuple[int, int]:
        lengths = [len(clause) for clause in self]
        return len(lengths), sum(lengths)

    @property
    def clause_count(self) -> int:
        """Return the number of clauses; iterates over them once."""
        return self._size[0]

    @property
    def literal_count(self) -> int:
        """Return the total number of literals."""
        return self._size[1]

    @property
    def cell_count(self) -> int:
        """Return the number of variables of cells."""
        return len(self._meanings)

    def read(self, model: Iterable[int]) -> Board:
        """Return the board of a model, or of its true cell literals."""
        cells = self._known_or_white()
        for literal in model:
            if 0 < literal <= len(self._meanings):
                place, color = self._meanings[literal - 1]
                cells[place] = color
        return Board(self.nonogram.height, self.nonogram.width, bytes(cells))

    def name(self, variable: int) -> str:
        """Return the meaning of a variable."""
        if variable > len(self._meanings):
            return self._further_name(variable)
        place, color = self._meanings[variable - 1]
        several = len(self.nonogram.colors) > 1
        what = f" is {self.nonogram.ink(color).name}" if several else ""
        return cell_name(place, self.nonogram.width) + what

    @abstractmethod
    def _further_name(self, variable: int) -> str:
        """Return the meaning of a variable that does not belong to a cell."""

    @cached_property
    def _variables(self) -> dict[int, dict[int, int]]:
        """For each unknown cell, the variable of each color that it can have."""
        found: dict[int, dict[int, int]] = {}
        for variable, (place, color) in enumerate(self._meanings, 1):
            found.setdefault(place, {})[color] = variable
        return found

    def literals(self, place: int, value: int) -> tuple[int, ...]:
        """Return literals whose conjunction means that a cell, numbered row by row, has this value.

        >>> formula = OrderEncoding(Nonogram([[1, (1, 3)]], [[1], [], [(1, 3)]]))
        >>> formula.literals(0, 1), formula.literals(0, 0), formula.literals(1, 0)
        ((1,), (-1,), ())

        There are no literals if the clues or the board already determine the value.
        Raises `BadNonogram` for a value that the cell cannot have.
        """
        here = self._variables.get(place, {})
        if value in here:
            return (here[value],)
        known = self.known.cells[place]
        if value != (WHITE if known == UNKNOWN else known):
            cell = cell_name(place, self.nonogram.width)
            raise BadNonogram(f"{cell} cannot be of color {value}")
        return tuple(-variable for variable in here.values())

    def other(self, board: Board) -> Clause:
        """Return a clause that excludes this solution and no other.

        >>> formula = OrderEncoding(Nonogram([[1], [1]], [[1], [1]]))
        >>> formula.other(Board.parse("#." + chr(10) + ".#"))
        (-1, -4)

        All solutions have the same number of cells of each color, so the colored cells suffice.
        """
        return tuple(
            -variable
            for variable, (place, color) in enumerate(self._meanings, 1)
            if board.cells[place] == color
        )

    def _known_or_white(self) -> bytearray:
        """Return the known cells; the others are white unless a variable is true."""
        return bytearray(self.known.cells.replace(bytes([UNKNOWN]), bytes([WHITE])))


# Lines passed to a solver at once: 10 ms where they have a thousand cells.
LINES_AT_ONCE = 32


class OrderEncoding(CellFormula):
    """The clauses of a nonogram, with thresholds of blocks as variables.

    >>> formula = OrderEncoding(Nonogram([[1], [1]], [[1], [1]]))
    >>> formula.variable_count, formula.clause_count
    (8, 16)
    >>> formula.name(1), formula.name(5)
    ('row 1, column 1', 'row 1, block 1 begins at 2 or later')
    >>> print(formula.read([1, -2, -3, 4, -5, 6, -7, 8]))
    #.
    .#

    Cells known in `known` have no variables.  Models correspond one to one to the solutions that
    agree with `known`.  Cost: about 0.1 microseconds per clause.
    """

    def __init__(self, nonogram: Nonogram, known: Board | None = None) -> None:
        nonogram.refuse_blots("the order encoding needs")
        known = known or Board.unknown(nonogram.height, nonogram.width)
        values = values_of(nonogram)
        self._core = _native.nonogram_order(
            nonogram.height,
            len(values),
            *clues_in_numbers(nonogram),
            letters_of(known, nonogram),
        )
        self.variable_count = self._core.variable_count
        meanings = [(place, values[letter]) for place, letter in self._core.meanings()]
        super().__init__(nonogram, known, meanings)

    def __iter__(self) -> Iterator[Clause]:
        """Generate the clauses."""
        yield from self._exclusions()
        for line in range(self.nonogram.height + self.nonogram.width):
            yield from self._core.clauses(line)

    def _exclusions(self) -> Iterator[Clause]:
        """Generate the clauses that no cell has two colors."""
        if len(self.nonogram.colors) > 1:
            for variables in self._variables.values():
                for one, other in combinations(variables.values(), 2):
                    yield (-other, -one)

    def _further_name(self, variable: int) -> str:
        return self._block_names[variable]

    @cached_property
    def _block_names(self) -> dict[int, str]:
        names = {}
        for line in lines_of(self.nonogram.rows, self.nonogram.columns):
            for number, (first, places) in enumerate(self._core.blocks(line.index), 1):
                for variable, place in enumerate(places[1:], first):
                    names[variable] = f"{line}, block {number} begins at {place + 1} or later"
        return names

    def board_of(self, literals: Iterable[int]) -> Board:
        """Return the known cells and those fixed by some literals; the others are unknown."""
        cells = self._known_or_white()
        given = set(literals)
        for variable, (place, _) in enumerate(self._meanings, 1):
            if -variable not in given:
                cells[place] = UNKNOWN
        for variable, (place, color) in enumerate(self._meanings, 1):
            if variable in given:
                cells[place] = color
        return Board(self.nonogram.height, self.nonogram.width, bytes(cells))

    def phases(self, board: Board) -> list[int]:
        """Return the literals of the cells, and of the blocks in lines that satisfy their clue.

        >>> formula = OrderEncoding(Nonogram([[1], [1]], [[1], [1]]))
        >>> formula.phases(Board.parse("#." + chr(10) + "#."))
        [1, -2, 3, -4, -5, -6]
        """
        found = [
            variable if board.cells[place] == color else -variable
            for variable, (place, color) in enumerate(self._meanings, 1)
        ]
        for line in lines_of(self.nonogram.rows, self.nonogram.columns):
            starts, clue = [], []
            place = 0
            for color, run in groupby(line.cells(board.cells)):
                length = len(list(run))
                if color != WHITE:
                    starts.append(place)
                    clue.append((length, color))
                place += length
            if clue != [tuple(block) for block in line.clue]:
                continue
            blocks = self._core.blocks(line.index)
            for start, (first, places) in zip(starts, blocks, strict=True):
                found += [
                    variable if begin <= start else -variable
                    for variable, begin in enumerate(places[1:], first)
                ]
        return found


def load_order(formula: OrderEncoding, solver: BuiltinSolver) -> Iterator[None]:
    """Pass the clauses to the built-in solver without Python objects, yielding after each portion.

    >>> solver = BuiltinSolver()
    >>> for _ in load_order(OrderEncoding(Nonogram([[1], [1]], [[1], [1]])), solver):
    ...     pass
    >>> sorted(solver.implied([1]), key=abs)
    [1, -2, -3, 4, -5, 6, -7, 8]
    """
    solver.add_all(formula._exclusions())
    for line in range(formula.nonogram.height + formula.nonogram.width):
        solver.machine.add_nonogram(formula._core, line)
        if line % LINES_AT_ONCE == 0:
            yield


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
        unknown = (place for place, value in enumerate(known.cells) if value == UNKNOWN)
        super().__init__(nonogram, known, [*product(unknown, self._colors)])
        self.variable_count = self.cell_count
        self._lines: list[tuple[Line, list[list[Step]], list[_States]]] = []
        for line in lines_of(nonogram.rows, nonogram.columns):
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

    def _further_name(self, variable: int) -> str:
        return self._state_names[variable]

    @cached_property
    def _state_names(self) -> dict[int, str]:
        return {
            variable: f"{line}, {state} or more of its clue is laid before cell {number}"
            for line, _, boundaries in self._lines
            for number, states in enumerate(boundaries, 1)
            for variable, state in enumerate(states.values[1:], states.first)
        }

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
