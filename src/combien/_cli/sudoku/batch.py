"""Solve many sudokus with one exact cover problem per size.

All lines share the tables that map characters to options and options to characters.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from combien._base.clock import anew
from combien._base.records import dataclass, replace
from combien._cli._shared.options import SCHEMA, CommonOptions
from combien.errors import BadInput, OutOfBudget
from combien.puzzles._sudoku.text import EMPTY, SYMBOLS, bare, drawn_lines, written

if TYPE_CHECKING:
    from combien._questions import Prepared
    from combien.cover._elements import Solution
    from combien.puzzles._sudoku.sudoku import Sudoku
    from combien.puzzles._sudoku.text import Written

__all__ = ["MEANING", "Outcome", "Sudokus"]

MEANING = {
    "one": "with one solution",
    "solved": "solved",
    "several": "with several solutions",
    "none": "without a solution",
    "stopped": "stopped by a limit",
    "bad": "that cannot be read",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result for a sudoku.

    `status` is a key of `MEANING`; `solutions` are written in the form of the input.
    """

    number: int
    status: str
    solutions: tuple[str, ...] = ()
    nodes: int = 0
    error: str = ""
    alone: bool = True

    def text(self, *, rate: bool) -> str:
        """Return the result as a line, or as drawings followed by an empty line."""
        found = self.solutions or ("none" if self.status == "none" else "?",)
        rated = [str(self.nodes)] * (rate and self.status not in ("bad", "stopped"))
        if self.alone or not self.solutions:
            return " ".join([*found, *rated]) + "\n"
        rated = [f"nodes {nodes}" for nodes in rated]
        return "\n\n".join([*found, *rated]) + "\n\n"

    def json(self) -> str:
        """Return the result as a JSON object on a line."""
        content: dict[str, object] = {"schema": SCHEMA, "line": self.number, "status": self.status}
        if self.error:
            content["error"] = self.error
        else:
            content |= {"solutions": self.solutions, "nodes": self.nodes}
        return json.dumps(content) + "\n"


class Sudokus:
    """Solver of sudokus with the same rules and any size.

    >>> from combien import Budget
    >>> sudokus = Sudokus(CommonOptions("auto", Budget(), False, False))
    >>> lines = ["1....2..3......4", "11..............", "1...............", "12"]
    >>> [outcome.status for outcome in sudokus.answers(lines)]
    ['one', 'none', 'several', 'bad']
    """

    def __init__(
        self, common: CommonOptions, *, x: bool = False, box: str = "", limit: int = 2
    ) -> None:
        budget = replace(common.budget, seconds=anew(common.budget.seconds))
        self._common = replace(common, budget=budget)
        self._x = x
        self._box = box
        self._limit = limit
        self._tables: dict[int, _Table] = {}

    @property
    def engine(self) -> str:
        """The name of the engine."""
        return self._common.engine

    def answers(self, lines: Iterable[str]) -> Iterator[Outcome]:
        """Iterate over the results for the sudokus of these lines, in order."""
        return map(self._answer, written(lines))

    def _answer(self, one: Written) -> Outcome:
        try:
            if one.whole:
                return self._answer_whole(one)
            table = self._table_for(one.text)
            given = table.options_of(one.text)
            found = self._ask(table.prepared, given)
        except OutOfBudget as stop:
            return Outcome(one.number, "stopped", error=str(stop), alone=one.alone)
        except BadInput as error:
            return Outcome(one.number, "bad", error=str(error), alone=one.alone)
        texts = tuple([table.text(solution, alone=one.alone) for solution in found])
        nodes = table.prepared.work["nodes"]
        return Outcome(one.number, self._status(found), texts, nodes, alone=one.alone)

    def _answer_whole(self, one: Written) -> Outcome:
        """Solve a sudoku whose text has more than its cells, such as regions or cages."""
        from combien._questions import Prepared  # Start-up: not for --help.
        from combien.puzzles._sudoku.sudoku import Sudoku  # Start-up: not for --help.

        puzzle = Sudoku.parse(one.text)
        puzzle = replace(puzzle, x=puzzle.x or self._x, box=self._box or puzzle.box)
        prepared = Prepared(puzzle.problem(), engine=self._common.engine)
        found = self._ask(prepared, ())
        texts = tuple(str(puzzle.read(solution)) for solution in found)
        return Outcome(one.number, self._status(found), texts, prepared.work["nodes"], alone=False)

    def _ask(self, prepared: Prepared[Solution], given: Iterable[int]) -> list[Solution]:
        budget = self._common.budget
        return prepared.solutions(given, limit=self._limit, budget=budget)

    def _status(self, found: Sequence[Solution]) -> str:
        if self._limit == 1:
            return "solved" if found else "none"
        return ("none", "one", "several")[len(found)]

    def _table_for(self, text: str) -> _Table:
        """Return the table for the size of a text.  Raises `BadPuzzle`."""
        # A text of 36 or 81 characters has a cell for each; other texts are parsed.
        cells = len(text) if len(text) in (36, 81) else len(bare(text))
        if cells not in self._tables:
            from combien.puzzles._sudoku.sudoku import Sudoku  # Start-up: not for --help.

            rules = Sudoku((0,) * cells, x=self._x, box=self._box)
            self._tables[cells] = _Table(rules, self._common.engine)
        return self._tables[cells]


class _Table:
    """The exact cover of one size, with tables from characters to options and back."""

    def __init__(self, rules: Sudoku, engine: str) -> None:
        from combien._questions import Prepared  # Start-up: not for --help.

        self.prepared = Prepared(rules.problem(), engine=engine)
        self._rules = rules
        self._size = size = rules.size
        digits = SYMBOLS[: min(size, 9)]
        self._options = [
            {symbol: size * place + value for value, symbol in enumerate(digits)}
            | dict.fromkeys(EMPTY, -1)
            for place in range(size * size)
        ]
        self._symbols = SYMBOLS[:size] * (size * size)

    def options_of(self, text: str) -> list[int]:
        """Return the options of the givens.  Raises `BadPuzzle`."""
        if len(text) == len(self._options):
            try:
                # The common case, in one pass: a digit or an empty symbol for each cell.
                return [
                    option
                    for known, symbol in zip(self._options, text, strict=True)
                    if (option := known[symbol]) >= 0
                ]
            except KeyError:
                pass
        return replace(self._rules, givens=bare(text)).options_given()

    def text(self, solution: Solution, *, alone: bool) -> str:
        """Return a solution as a line or drawn."""
        if alone:
            return "".join(map(self._symbols.__getitem__, solution))
        digits = [option % self._size + 1 for option in solution]
        return drawn_lines(digits, box=self._rules.box_size)
