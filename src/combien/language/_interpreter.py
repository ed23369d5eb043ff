"""Run the commands of a script in order and write the answers.

The output has the format of combine (El Sibaie and Filliatre), so that existing programs can read
it: `p : (DLX) 520 solutions`, with the engine in parentheses.  All errors that can be detected
in advance are raised before the first line is written (see `_check`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

from combien._questions import Solutions
from combien._wording import counted, printable
from combien.drawing._picture import Picture
from combien.engines._protocol import Budget, Engine, Reporter
from combien.errors import (
    BadInput,
    BadPicture,
    BadProblem,
    BadScript,
    BadTiling,
    CannotAnswer,
    CannotWrite,
    MissingExtra,
)
from combien.geometry._region import art
from combien.language._check import BEST, Order, check
from combien.language._equal_size import NAME as EQUAL_SIZE
from combien.language._files import MARK, Permissions, Writer, gather
from combien.language._solver import ScriptSolver
from combien.language._source import Span
from combien.language._syntax import (
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
    UpTo,
)
from combien.tilings._arrangement import Arrangement
from combien.tilings._tile import Tile

if TYPE_CHECKING:
    from combien.language._models import TilingModel

# About 2 GB of text.
MOST_CLAUSES = 100_000_000


class Interpreter:
    """Runs scripts, writing answers to `out` and warnings to `err`."""

    def __init__(
        self,
        *,
        out: TextIO,
        err: TextIO,
        engine: str | Engine | None,
        budget: Budget,
        report: Reporter | None,
        debug: bool,
        stats: bool,
        permissions: Permissions,
    ) -> None:
        self._out = out
        self._err = err
        self._switches = {"debug": debug, "timing": False}
        self._stats = stats
        self._permissions = permissions
        self._writer = Writer("", permissions)
        self._solver = ScriptSolver(
            engine=engine,
            budget=budget,
            report=report,
            permissions=permissions,
            warn=self._remark,
        )

    def run(self, script: Script) -> None:
        """Run a script to its end, or to `exit`."""
        meaning = check(gather(script, self._permissions), warn=self._remark)
        self._writer = Writer(script.source.file, self._permissions)
        for order in meaning.orders:
            self._require_allowed(order)
        for order in meaning.orders:
            self._execute(order)
            self._out.flush()
        if self._stats:
            for engine, work in self._solver.work.items():
                self._line(f"{engine.upper()} : {_counters(work)}")

    def _require_allowed(self, order: Order) -> None:
        """Refuse an order that is not allowed, before any order runs."""
        command = order.command
        if isinstance(command, SolveCommand | AllCommand | CountCommand):
            self._solver.require_allowed(command.algorithm)
        file, kind = (command.svg, "svg") if isinstance(command, SolveCommand) else (None, "")
        if isinstance(command, DimacsCommand):
            file, kind = command.file, "dimacs"
        if file is not None:
            with _shown_at(file.span):
                self._writer.require_writable(file.text, kind=kind)

    def _execute(self, order: Order) -> None:
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
                case CountCommand(algorithm, up_to=up_to):
                    self._count(problem, algorithm, up_to)
                case SolveCommand(Algorithm(name=name, command=None), _, svg) if name == BEST:
                    self._best(problem, svg)
                case SolveCommand(algorithm, _, svg):
                    self._solve(problem, algorithm, svg)
                case AllCommand(algorithm, up_to=up_to):
                    self._all(problem, algorithm, up_to)
                case DimacsCommand(_, file):
                    self._dimacs(problem, file)
        except (BadTiling, BadProblem, BadPicture, CannotAnswer, MissingExtra) as error:
            raise command.span.fault(str(error)) from error
        except BadInput as error:
            if isinstance(error, BadScript):
                raise
            # A model without symmetries cannot be counted up to them.
            raise command.span.fault(str(error)) from error
        self._solver.renew()  # Each command has its own limits.

    # The commands ---------------------------------------------------------------------------------

    def _print(self, problem: TilingModel) -> None:
        cells, tiles = len(problem.board), len(problem.tiles)
        self._line(f"{problem.name} : {counted(cells, 'cell')}, {counted(tiles, 'tile')}")
        self._line(art(problem.board))
        for number, tile in enumerate(problem.tiles):
            self._line(described(number, tile))
            self._line(art(tile.region))
        self._line("")

    def _count(self, problem: TilingModel, algorithm: Algorithm, up_to: UpTo) -> None:
        self._show_size(problem)
        found = self._solver.count(problem, algorithm, up_to=up_to)
        # combine has another format for algorithms that are not based on exact covers.
        apart = algorithm.name == EQUAL_SIZE
        if apart:
            self._line(f'problem "{problem.name}" has {found.count} solutions')
        else:
            self._line(f"{problem.name} : ({found.engine.upper()}) {found.count} solutions")
        self._show_work(problem, found.work)
        if self._switches["timing"]:
            name = "" if apart else f"{problem.name} "
            self._line(f"{name}solutions counted in {found.seconds:.6f}s")

    def _solve(self, problem: TilingModel, algorithm: Algorithm, svg: Text | None) -> None:
        self._show_size(problem)
        started = perf_counter()
        tiling, walk = self._solver.walk(problem, algorithm, every=False)
        seconds = perf_counter() - started
        self._show_walk(problem, walk)
        if tiling is None:
            self._line(f'problem "{problem.name}" has no solution')
            return
        if self._switches["timing"]:
            self._line(f'"{problem.name}" solved in {seconds:.6f}s')
        self._show_tiling(tiling, problem, svg)

    def _best(self, problem: TilingModel, svg: Text | None) -> None:
        self._show_size(problem)
        found = self._solver.cheapest(problem)
        if found is None:
            self._line(f'problem "{problem.name}" has no solution')
            return
        self._line(f"{problem.name} : cost {found.cost}, the least")
        self._show_tiling(found.solution, problem, svg)

    def _show_tiling(self, tiling: Arrangement, problem: TilingModel, svg: Text | None) -> None:
        if svg is None:
            self._line(f"{tiling}\n")
        else:
            self._write(svg, [_picture(tiling, problem.name).svg()], kind="svg")
            self._line(f'SVG written in file "{printable(svg.text)}"')

    def _all(self, problem: TilingModel, algorithm: Algorithm, up_to: UpTo) -> None:
        self._show_size(problem)
        started = perf_counter()
        tiling, walk = self._solver.walk(problem, algorithm, every=True, up_to=up_to)
        found = 0
        while tiling is not None:
            found += 1
            self._line(f"{tiling}\n")
            self._out.flush()
            tiling = next(walk, None)
        self._line(f'{found} solutions found for problem "{problem.name}"')
        self._show_walk(problem, walk)
        if self._switches["timing"]:
            self._line(f'"{problem.name}" solved in {perf_counter() - started:.6f}s')

    def _dimacs(self, problem: TilingModel, file: Text) -> None:
        from combien.sat._encode import encode  # Start-up: only for dimacs.
        from combien.sat.dimacs import lines as dimacs_lines  # Start-up: only for dimacs.

        cover = problem.problem()
        encoding = encode(cover, "pairwise")
        if encoding.clause_count > MOST_CLAUSES:
            raise CannotAnswer(
                f"the pairwise encoding has {encoding.clause_count:,} clauses, more than "
                f"{MOST_CLAUSES:,}; use the command combien encode with a shorter encoding"
            )
        sizes = f"{cover.item_count} items, {cover.option_count} options"
        comments = [MARK, problem.name, sizes] if problem.name else [MARK, sizes]
        self._write(file, dimacs_lines(encoding, comments=comments), kind="dimacs")
        self._line(f'DIMACS written in file "{printable(file.text)}"')

    # Helpers --------------------------------------------------------------------------------------

    def _show_size(self, problem: TilingModel) -> None:
        if self._switches["debug"]:
            cover = problem.problem()
            secondary = cover.item_count - cover.primary_count
            extra = f" ({secondary} secondary)" if secondary else ""
            self._line(
                f"{problem.name} : {cover.item_count} items{extra}, {cover.option_count} options"
            )

    def _show_work(self, problem: TilingModel, work: Mapping[str, int]) -> None:
        if self._switches["debug"]:
            self._line(f"{problem.name} : {_counters(work)}")

    def _show_walk(self, problem: TilingModel, walk: Solutions[Arrangement]) -> None:
        self._solver.note(walk.engine, walk.work)
        self._show_work(problem, walk.work)

    def _write(self, file: Text, lines: Iterable[str], *, kind: str) -> None:
        with _shown_at(file.span):
            self._writer.write(file.text, lines, kind=kind)

    def _line(self, text: str) -> None:
        self._out.write(f"{text}\n")

    def _remark(self, text: str) -> None:
        self._err.write(f"{printable(text)}\n")


@contextmanager
def _shown_at(span: Span) -> Iterator[None]:
    """Context manager that adds the position in the script to errors about a file."""
    try:
        yield
    except BadScript:
        raise
    except BadInput as error:
        raise span.fault(str(error)) from None
    except CannotWrite as error:
        raise CannotWrite(str(span.fault(str(error)))) from None


def _counters(work: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in work.items())


def _picture(tiling: Arrangement, title: str) -> Picture:
    """Return the picture of a tiling; for a solid, an isometric view and its layers."""
    layers = tiling.picture(title=title)
    if tiling.board.dimension < 3:
        return layers
    from combien.drawing._renderers.sheet import sheet  # Start-up: only for drawing.
    from combien.tilings._isometric import isometric  # Start-up: only for drawing.

    return sheet([isometric(tiling), layers], across=2, title=title)


def described(number: int, tile: Tile) -> str:
    """Describe a tile in one line."""
    named = f" ({tile.name})" if tile.name else ""
    turned = counted(len(tile.orientations), "orientation")
    return f"tile {number}{named}, {_often(*tile.times)}, {turned}"


def _often(low: int, high: int | None) -> str:
    """Describe how often a tile is used."""
    if high is None:
        return f"at least {low} times" if low else "any number"
    if low == high:
        return "exactly once" if low == 1 else f"exactly {low} times"
    if not low:
        return "at most once" if high == 1 else f"at most {high} times"
    return f"{low} to {high} times"
