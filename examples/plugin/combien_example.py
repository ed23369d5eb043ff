"""Plug-ins for combien: one of each kind, to copy and to delete from.

Each object below is named by an entry point in pyproject.toml.  combien imports this module when a
user asks for one of them, so imports at the top cost nothing before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from combien import (
    BadFormat,
    Budget,
    Cell,
    CombienError,
    Group,
    Nonogram,
    Picture,
    Problem,
    Progress,
    Question,
    Reporter,
    Solution,
    Symmetry,
)
from combien.cover.formats import Format
from combien.engines import Count, Walk
from combien.geometry import SQUARE, Point
from combien.nonograms import Puzzle
from combien.nonograms.formats import Format as NonogramFormat
from combien.puzzles import About, Board, BySettings, once, setting
from combien.sat import Formula, Outcome

# A format of exact covers: `read` and `lines` -----------------------------------------------------


def read(text: str) -> Problem:
    """Return the problem of a text: a line of 0 and 1 for each option, a column for each item.

    >>> read("110\\n001\\n")
    <Problem: 3 items, 2 options>
    """
    options: list[list[int]] = []
    width = 0
    for number, line in enumerate(text.splitlines(), 1):
        width = width or len(line)
        if set(line) - {"0", "1"} or "1" not in line or len(line) != width:
            raise BadFormat(f"line {number}: expected {width} digits 0 or 1, and at least one 1")
        options.append([place for place, digit in enumerate(line) if digit == "1"])
    if not options:
        raise BadFormat("expected a line of 0 and 1 for each option")
    return Problem.from_indices(options, items=width)


def lines(problem: Problem) -> Iterator[str]:
    """Return the lines of a problem; refuse what they cannot express, before the first one."""
    if problem.primary_count < problem.item_count or problem.has_bounds or problem.has_costs:
        raise BadFormat("the rows format has primary items and nothing else: write dlx or json")
    if not problem.option_count:
        raise BadFormat("the rows format needs an option: write dlx or json")
    return _written(problem)


def _written(problem: Problem) -> Iterator[str]:
    for option in range(problem.option_count):
        digits = ["0"] * problem.item_count
        for item in problem.indices(option):
            digits[item] = "1"
        yield "".join(digits) + "\n"


ROWS = Format((".rows",), "a line of 0 and 1 for each option", module=__name__)


# A format of nonograms: the functions have a suffix, as two formats share this module -------------


def read_slash(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a file: the rows, then the columns, as 2/1.1 for two of them."""
    texts = content.decode("ascii", errors="replace").split()
    if len(texts) != 2:
        raise BadFormat("expected two words: the clues of the rows, and those of the columns")
    try:
        rows, columns = ([_clue(part) for part in text.split("/")] for text in texts)
    except ValueError:
        raise BadFormat("expected numbers, with . between those of a clue, as in 2/1.1") from None
    return [Puzzle(Nonogram(rows, columns))]


def _clue(text: str) -> list[int]:
    return [] if text == "0" else [int(word) for word in text.split(".")]


def write_slash(puzzles: Sequence[Puzzle]) -> bytes:
    """Return the file of a puzzle; combien has refused colors and several puzzles before."""
    nonogram = puzzles[0].nonogram
    words = [
        "/".join(".".join(str(block.length) for block in clue) or "0" for clue in clues)
        for clues in (nonogram.rows, nonogram.columns)
    ]
    return ("\n".join(words) + "\n").encode()


SLASH = NonogramFormat((".slash",), "clues in two lines", module=__name__, kind="_slash")


# A puzzle -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Skolem(BySettings):
    """Skolem sequences: the numbers 1 to n twice, the two k at distance k."""

    about: ClassVar[About] = About(
        name="skolem",
        title="Skolem sequences",
        summary="Write 1 to n twice so that the two k are k places apart.",
        source="OEIS A004075 (T. Skolem, 1957)",
        examples=("combien puzzle skolem 4", "combien puzzle skolem 8 --count"),
    )

    size: int = setting(4, "The largest number.", low=1, high=40, argument=True)

    @once
    def problem(self) -> Problem:
        """Return the problem: items k and ("place", p), options (k, p) for k at p and p + k."""
        numbers = range(1, self.size + 1)
        return Problem.from_options(
            {
                (k, p): [k, ("place", p), ("place", p + k)]
                for k in numbers
                for p in range(2 * self.size - k)
            },
            primary=[*numbers, *(("place", p) for p in range(2 * self.size))],
        )

    def read(self, solution: Solution) -> Board:
        """Return the sequence as a board of one row."""
        places = [""] * (2 * self.size)
        names: Any = self.problem().names(solution)
        for k, p in names:
            places[p] = places[p + k] = str(k)
        return Board.written([places])

    def check(self, reading: Board) -> bool:
        """Return whether the two k are k places apart, for each k."""
        (row,) = reading.lines
        places = {k: [p for p, text in enumerate(row) if text == str(k)] for k in map(int, row)}
        return sorted(places) == list(range(1, self.size + 1)) and all(
            len(two) == 2 and two[1] - two[0] == k for k, two in places.items()
        )


# A lattice ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Planks:
    """Squares that are drawn twice as wide as high, so that they have no quarter turns.

    What is not defined here is as in the square lattice; `combien.geometry.Lattice` documents all.
    """

    name: ClassVar[str] = "planks"
    axes: ClassVar[int] = 2
    directions: ClassVar[int] = 2

    def __getattr__(self, name: str) -> Any:
        return getattr(SQUARE, name)

    @property
    def cover(self) -> Planks:
        return self

    def rotations(self, dimension: int) -> Group:
        return Group.generated_by(Symmetry((-1, -2)))

    def all(self, dimension: int) -> Group:
        return Group.generated_by(Symmetry((-1, 2)), Symmetry((1, -2)))

    def keeps(self, symmetry: Symmetry) -> bool:
        return symmetry in self.all(2)

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        return tuple((2 * x, y) for x, y in SQUARE.corners(cell))


PLANKS = Planks()


# A renderer ---------------------------------------------------------------------------------------


def tikz(picture: Picture, *, shade: int = 30) -> str:
    """Return a picture of TikZ; `shade` is the percentage of gray of its tiles."""
    drawn = ["\\begin{tikzpicture}\n"]
    for patch in picture.patches:
        fill = "none" if patch.color is None else f"black!{shade}"
        for polygon in patch.polygons:
            corners = " -- ".join(f"({x:g},{y:g})" for x, y in polygon)
            drawn.append(f"  \\draw[fill={fill}] {corners} -- cycle;\n")
    return "".join([*drawn, "\\end{tikzpicture}\n"])


# An engine ----------------------------------------------------------------------------------------


class Remembering:
    """Count by search, and remember the count of each set of items that is left."""

    name = "remembering"

    def refusal(self, problem: Problem, question: Question) -> str:
        if question != "count":
            return "the remembering engine only counts: ask engine='dlx'"
        if problem.primary_count < problem.item_count or problem.has_bounds:
            return "the remembering engine wants items covered once: ask engine='auto'"
        return ""

    def count(
        self, problem: Problem, *, budget: Budget | None = None, report: Reporter | None = None
    ) -> Count:
        options = [frozenset(problem.indices(o)) for o in range(problem.option_count)]

        @cache
        def ways(left: frozenset[int]) -> int:
            if report is not None:
                report(Progress(self.name, None, {"remainders": ways.cache_info().currsize}))
            if not left:
                return 1
            fitting = [option for option in options if option <= left]
            item = min(left, key=lambda i: sum(i in option for option in fitting))
            return sum(ways(left - option) for option in fitting if item in option)

        found = ways(frozenset(range(problem.item_count)))
        work = {"remainders": ways.cache_info().currsize}
        return Count(found, work, self.name, "asked for")

    def solutions(self, problem: Problem, **limits: Any) -> Walk:
        raise CombienError(self.refusal(problem, "solutions"))


# A SAT solver and a model counter -----------------------------------------------------------------


class SplittingSolver:
    """Try both values of each variable in turn; a clause that is false ends a branch.

    `combien.sat.SatSolver` documents the methods.  A query runs in slices; `_path` is its state.
    """

    def __init__(self, formula: Formula, *, proof: bool = False, bytes: int | None = None) -> None:
        if proof:
            raise CombienError("the splitting solver writes no proofs: use python-sat")
        self._clauses = [tuple(clause) for clause in formula]
        self._variables = formula.variable_count
        self._assumptions: Sequence[int] = ()
        self._path: list[int] = []
        self.steps = 0

    @property
    def work(self) -> Mapping[str, int]:
        return {"nodes": self.steps}

    def add(self, clause: Sequence[int]) -> None:
        self._clauses.append(tuple(clause))
        self._variables = max([self._variables, *map(abs, clause)])

    def ask(self, assumptions: Sequence[int]) -> None:
        self._assumptions = tuple(assumptions)
        self._path = []

    def run(self, steps: int, seconds: float) -> Outcome:
        """Visit some nodes; a hundred are far below the seconds of a slice."""
        for _ in range(min(steps, 100)):
            self.steps += 1
            if not self._fails():
                if len(self._path) == self._variables:
                    return Outcome.SATISFIABLE
                self._path.append(-len(self._path) - 1)
                continue
            while self._path and self._path[-1] > 0:
                self._path.pop()
            if not self._path:
                return Outcome.UNSATISFIABLE
            self._path[-1] = -self._path[-1]
        return Outcome.OUT_OF_SLICE

    def _fails(self) -> bool:
        wrong = {-literal for literal in self._path}
        return bool(wrong.intersection(self._assumptions)) or any(
            wrong.issuperset(clause) for clause in self._clauses
        )

    def model(self) -> Iterable[int]:
        return self._path

    def core(self) -> Iterable[int]:
        return self._assumptions

    def stop(self) -> None:
        """Nothing runs between two slices."""

    def proof(self) -> Iterator[str]:
        return iter(())


def count_models(variables: int, clauses: list[list[int]]) -> int:
    """Return the number of models; combien calls it in a process of its own."""

    def ways(variable: int, left: list[list[int]]) -> int:
        if [] in left:
            return 0
        if variable > variables:
            return 1
        return sum(
            ways(variable + 1, [[x for x in c if x != -true] for c in left if true not in c])
            for true in (variable, -variable)
        )

    return ways(1, clauses)
