"""Sudokus one after another: what is laid out once, and what comes of each.

Between reading a line and writing its solution, nothing is made that another line could use: the
options that a character means are looked up, and so are the characters that options mean.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from combien._cli._shared.options import How
from combien._cli._shared.report import SCHEMA
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
    """What came of a sudoku: `status` is a key of `MEANING`, `solutions` are in its own form."""

    number: int
    status: str
    solutions: tuple[str, ...] = ()
    nodes: int = 0
    error: str = ""
    alone: bool = True

    def text(self, *, rate: bool) -> str:
        """What is written for a person: a line, or a drawing with an empty line behind."""
        found = self.solutions or ("none" if self.status == "none" else "?",)
        rated = [str(self.nodes)] * (rate and self.status not in ("bad", "stopped"))
        if self.alone or not self.solutions:
            return " ".join([*found, *rated]) + "\n"
        rated = [f"nodes {nodes}" for nodes in rated]
        return "\n\n".join([*found, *rated]) + "\n\n"

    def json(self) -> str:
        """The same as an object on a line."""
        said: dict[str, object] = {"schema": SCHEMA, "line": self.number, "status": self.status}
        if self.error:
            said["error"] = self.error
        else:
            said |= {"solutions": self.solutions, "nodes": self.nodes}
        return json.dumps(said) + "\n"


class Sudokus:
    """Answers sudokus of the same rules and of any size.

    >>> from combien import Budget
    >>> sudokus = Sudokus(How("auto", Budget(), False, False))
    >>> lines = ["1....2..3......4", "11..............", "1...............", "12"]
    >>> [outcome.status for outcome in sudokus.answers(lines)]
    ['one', 'none', 'several', 'bad']
    """

    def __init__(self, how: How, *, x: bool = False, box: str = "", limit: int = 2) -> None:
        self._how = how
        self._x = x
        self._box = box
        self._limit = limit
        self._laid: dict[int, _Laid] = {}

    @property
    def engine(self) -> str:
        """Who searches."""
        return self._how.engine

    def answers(self, lines: Iterable[str]) -> Iterator[Outcome]:
        """What comes of each sudoku of these lines, in order."""
        return map(self._answer, written(lines))

    def _answer(self, one: Written) -> Outcome:
        try:
            if one.whole:
                return self._answer_whole(one)
            laid = self._laid_for(one.text)
            given = laid.options_of(one.text)
            found = self._ask(laid.prepared, given)
        except OutOfBudget as stop:
            return Outcome(one.number, "stopped", error=str(stop), alone=one.alone)
        except BadInput as error:
            return Outcome(one.number, "bad", error=str(error), alone=one.alone)
        texts = tuple([laid.text(solution, alone=one.alone) for solution in found])
        nodes = laid.prepared.work["nodes"]
        return Outcome(one.number, self._status(found), texts, nodes, alone=one.alone)

    def _answer_whole(self, one: Written) -> Outcome:
        """The answer to a text that says more than its cells."""
        from combien._questions import Prepared
        from combien.puzzles._sudoku.sudoku import Sudoku

        asked = Sudoku.parse(one.text)
        asked = replace(asked, x=asked.x or self._x, box=self._box or asked.box)
        prepared = Prepared(asked.problem(), engine=self._how.engine)
        found = self._ask(prepared, ())
        texts = tuple(str(asked.read(solution)) for solution in found)
        return Outcome(one.number, self._status(found), texts, prepared.work["nodes"], alone=False)

    def _ask(self, prepared: Prepared[Solution], given: Iterable[int]) -> list[Solution]:
        budget = self._how.budget
        return prepared.solutions(
            given, limit=self._limit, nodes=budget.nodes, seconds=budget.seconds
        )

    def _status(self, found: Sequence[Solution]) -> str:
        if self._limit == 1:
            return "solved" if found else "none"
        return ("none", "one", "several")[len(found)]

    def _laid_for(self, text: str) -> _Laid:
        """The rules of the size that a text has.  Errors: `BadPuzzle`."""
        # A line of digits has its size written all over it; all else is read to the end for it.
        cells = len(text) if len(text) in (36, 81) else len(bare(text))
        if cells not in self._laid:
            from combien.puzzles._sudoku.sudoku import Sudoku

            rules = Sudoku((0,) * cells, x=self._x, box=self._box)
            self._laid[cells] = _Laid(rules, self._how.engine)
        return self._laid[cells]


class _Laid:
    """The rules of one size, laid out, with what characters and options mean."""

    def __init__(self, rules: Sudoku, engine: str) -> None:
        from combien._questions import Prepared

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
        """The options that are given.  Errors: `BadPuzzle`."""
        if len(text) == len(self._options):
            try:
                # The common case in one line: a digit or nothing for each cell.
                return [
                    option
                    for known, symbol in zip(self._options, text, strict=True)
                    if (option := known[symbol]) >= 0
                ]
            except KeyError:
                pass
        return replace(self._rules, givens=bare(text)).options_given()

    def text(self, solution: Solution, *, alone: bool) -> str:
        """A solution, on a line or drawn."""
        if alone:
            return "".join(map(self._symbols.__getitem__, solution))
        digits = [option % self._size + 1 for option in solution]
        return drawn_lines(digits, box=self._rules.box_size)
