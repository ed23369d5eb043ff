"""Runs a script: gives its orders, one after the other, and writes the answers.

The lines are those of combine (El Sibaie and Filliatre), so that programs that read them go on
working: `p : (DLX) 520 solutions`.  The name in parentheses is that of the engine that answered.
Everything that can be refused is refused before the first line is written (see `check`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from time import perf_counter
from typing import TextIO

from combien.drawing.picture import Picture
from combien.engines.protocol import Budget, Engine, Reporter
from combien.engines.sat import Sat
from combien.errors import (
    BadInput,
    BadPicture,
    BadProblem,
    BadScript,
    BadTiling,
    CannotAnswer,
    CannotWrite,
    MissingExtra,
    OutOfBudget,
)
from combien.geometry.art import art
from combien.language.check import ALGORITHMS, Order, check
from combien.language.include import gather
from combien.language.permissions import MARK, Permissions, Writer
from combien.language.source import Span
from combien.language.syntax import (
    Algorithm,
    AllCommand,
    CountCommand,
    DimacsCommand,
    PrintCommand,
    Script,
    SolveCommand,
    Switch,
    Text,
    TheAnswer,
)
from combien.questions import Solutions, answer, first, solutions
from combien.sat.dimacs import lines as dimacs_lines
from combien.sat.encode import encode
from combien.tilings.tile import Tile
from combien.tilings.tiling import Tiling, TilingProblem
from combien.wording import counted, printable

__all__ = ["Interpreter"]

# About 2 GB of text.
MOST_CLAUSES = 100_000_000


class Interpreter:
    """Runs scripts, writing answers to `out` and remarks to `err`."""

    def __init__(
        self,
        *,
        out: TextIO,
        err: TextIO,
        engine: str | None,
        budget: Budget,
        report: Reporter | None,
        debug: bool,
        permissions: Permissions,
    ) -> None:
        self._out = out
        self._err = err
        self._engine = engine
        self._budget = budget
        self._report = report
        self._switches = {"debug": debug, "timing": False}
        self._permissions = permissions
        self._writer = Writer("", permissions)

    def run(self, script: Script) -> None:
        """Runs a script from its beginning to its end, or to `exit`."""
        meaning = check(gather(script, self._permissions), warn=self._remark)
        self._writer = Writer(script.source.file, self._permissions)
        for order in meaning.orders:
            self._require_allowed(order)
        for order in meaning.orders:
            self._obey(order)
            self._out.flush()

    def _require_allowed(self, order: Order) -> None:
        """Refuses what is not allowed before the first question is asked."""
        command = order.command
        if isinstance(command, SolveCommand | AllCommand | CountCommand) and not self._engine:
            # That a solver is not installed is said at its turn: what comes before is answered.
            with suppress(MissingExtra):
                self._command(command.algorithm)
        file = command.svg if isinstance(command, SolveCommand) else None
        if isinstance(command, DimacsCommand):
            file = command.file
        if file is not None:
            with _shown_at(file.span):
                self._writer.require_writable(file.text)

    def _command(self, algorithm: Algorithm) -> str:
        """The command of the SAT solver to run; empty for python-sat."""
        command = algorithm.command
        if command is None or not command.text:
            return ""
        try:
            return self._permissions.command(command.text)
        except BadInput as error:
            raise command.span.fault(str(error)) from error

    def _obey(self, order: Order) -> None:
        command, problem = order.command, order.problem
        match command:
            case Switch(what, on):
                self._switches[what] = on
            case TheAnswer():
                self._line("42")
        if problem is None:
            return
        try:
            match command:
                case PrintCommand():
                    self._print(problem)
                case CountCommand(algorithm):
                    self._count(problem, algorithm)
                case SolveCommand(algorithm, _, svg):
                    self._solve(problem, algorithm, svg)
                case AllCommand(algorithm):
                    self._all(problem, algorithm)
                case DimacsCommand(_, file):
                    self._dimacs(problem, file)
        except (BadTiling, BadProblem, BadPicture, CannotAnswer, MissingExtra) as error:
            raise command.span.fault(str(error)) from error

    # The commands ---------------------------------------------------------------------------------

    def _print(self, problem: TilingProblem) -> None:
        cells, tiles = len(problem.board), len(problem.tiles)
        self._line(f"{problem.name} : {counted(cells, 'cell')}, {counted(tiles, 'tile')}")
        self._line(art(problem.board))
        for number, tile in enumerate(problem.tiles):
            self._line(_described(number, tile))
            self._line(art(tile.region))
        self._line("")

    def _count(self, problem: TilingProblem, algorithm: Algorithm) -> None:
        engine = self._answering(algorithm)
        self._tell_size(problem)
        found = answer(
            problem,
            "count",
            engine=engine,
            nodes=self._budget.nodes,
            seconds=self._budget.seconds,
            bytes=self._budget.bytes,
            report=self._report,
        )
        if found.count is None:
            raise OutOfBudget(found.why, known=found.known, position=found.position)
        self._line(f"{problem.name} : ({found.engine.upper()}) {found.count} solutions")
        self._tell_work(problem, found.work)
        if self._switches["timing"]:
            self._line(f"{problem.name} solutions counted in {found.seconds:.6f}s")

    def _solve(self, problem: TilingProblem, algorithm: Algorithm, svg: Text | None) -> None:
        engine = self._answering(algorithm)
        self._tell_size(problem)
        started = perf_counter()
        walk = first(
            problem,
            engine=engine,
            nodes=self._budget.nodes,
            seconds=self._budget.seconds,
            bytes=self._budget.bytes,
            report=self._report,
        )
        tiling = next(walk, None)
        seconds = perf_counter() - started
        self._tell_work(problem, walk.work)
        if tiling is None:
            self._line(f'problem "{problem.name}" has no solution')
            return
        if self._switches["timing"]:
            self._line(f'"{problem.name}" solved in {seconds:.6f}s')
        if svg is None:
            self._line(f"{tiling}\n")
        else:
            # The mark is the second line: what is written again is known by it.
            drawing = _picture(tiling, problem.name).svg()
            self._write(svg, [drawing.replace("\n", f"\n<!-- {MARK} -->\n", 1)])
            self._line(f'SVG written in file "{printable(svg.text)}"')

    def _all(self, problem: TilingProblem, algorithm: Algorithm) -> None:
        engine = self._answering(algorithm)
        self._tell_size(problem)
        started = perf_counter()
        walk = self._solutions(problem, engine)
        found = 0
        for tiling in walk:
            found += 1
            self._line(f"{tiling}\n")
            self._out.flush()
        self._line(f'{found} solutions found for problem "{problem.name}"')
        self._tell_work(problem, walk.work)
        if self._switches["timing"]:
            self._line(f'"{problem.name}" solved in {perf_counter() - started:.6f}s')

    def _dimacs(self, problem: TilingProblem, file: Text) -> None:
        cover = problem.problem()
        encoding = encode(cover, "pairwise")
        if encoding.clause_count > MOST_CLAUSES:
            raise CannotAnswer(
                f"these would be {encoding.clause_count:,} clauses: at most {MOST_CLAUSES:,} are "
                "written, as every two options of an item make one; the command combien encode "
                "has shorter ways to say it"
            )
        sizes = f"{cover.item_count} items, {cover.option_count} options"
        comments = [MARK, problem.name, sizes] if problem.name else [MARK, sizes]
        self._write(file, dimacs_lines(encoding, comments=comments))
        self._line(f'DIMACS written in file "{printable(file.text)}"')

    # What they share ------------------------------------------------------------------------------

    def _answering(self, algorithm: Algorithm) -> str | Engine:
        """The engine that answers."""
        if self._engine is not None:
            return self._engine
        if algorithm.command is None:
            return ALGORITHMS[algorithm.name]
        try:
            return Sat(solver=self._command(algorithm))
        except (BadInput, MissingExtra) as error:
            raise algorithm.command.span.fault(str(error)) from error

    def _solutions(self, problem: TilingProblem, engine: str | Engine) -> Solutions[Tiling]:
        return solutions(
            problem,
            engine=engine,
            nodes=self._budget.nodes,
            seconds=self._budget.seconds,
            bytes=self._budget.bytes,
            report=self._report,
        )

    def _tell_size(self, problem: TilingProblem) -> None:
        if self._switches["debug"]:
            cover = problem.problem()
            secondary = cover.item_count - cover.primary_count
            extra = f" ({secondary} secondary)" if secondary else ""
            self._line(
                f"{problem.name} : {cover.item_count} items{extra}, {cover.option_count} options"
            )

    def _tell_work(self, problem: TilingProblem, work: Mapping[str, int]) -> None:
        if self._switches["debug"]:
            counters = ", ".join(f"{name} {value}" for name, value in work.items())
            self._line(f"{problem.name} : {counters}")

    def _write(self, file: Text, lines: Iterable[str]) -> None:
        with _shown_at(file.span):
            self._writer.write(file.text, lines)

    def _line(self, text: str) -> None:
        self._out.write(f"{text}\n")

    def _remark(self, text: str) -> None:
        self._err.write(f"{printable(text)}\n")


@contextmanager
def _shown_at(span: Span) -> Iterator[None]:
    """A context whose errors about a file show the place in the script that names the file."""
    try:
        yield
    except BadScript:
        raise
    except BadInput as error:
        raise span.fault(str(error)) from None
    except CannotWrite as error:
        raise CannotWrite(str(span.fault(str(error)))) from None


def _picture(tiling: Tiling, title: str) -> Picture:
    """A tiling as a picture; a solid as one sees it, and its layers beside it."""
    layers = tiling.picture(title=title)
    if tiling.board.dimension < 3:
        return layers
    from combien.drawing.sheet import sheet
    from combien.tilings.isometric import isometric

    return sheet([isometric(tiling), layers], across=2, title=title)


def _described(number: int, tile: Tile) -> str:
    named = f" ({tile.name})" if tile.name else ""
    often = {(1, 1): "exactly once", (0, 1): "at most once"}.get(
        (tile.times[0], tile.times[1] or 0), "any number"
    )
    return f"tile {number}{named}, {often}, {counted(len(tile.orientations), 'orientation')}"
