"""What the type checker of a user sees: the types of the installed package, without Any.

mypy looks at the package where it is installed, or for an editable install at a wheel without the
core; never at the source tree, in which a file may lie that no wheel contains.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest

pytest.importorskip("mypy", reason='types are checked by mypy: pip install ".[test]"')

ROOT = Path(__file__).parent.parent

# What each question gives, by the type of the model; `assert_type` allows no Any.
RIGHT = '''
from collections.abc import Hashable
from decimal import Decimal
from fractions import Fraction
from typing import Any, assert_type

import combien
from combien import aio
from combien import (
    Answer, BadInput, Best, BestProgress, Budget, ByKind, CannotAnswer, Cell, CombienError, Engine,
    Estimate, Explanation, Family, Group, Model, Nonogram, Orbits, OutOfBudget, Packing,
    PackingProblem,
    Paint, Picture, Placement, Prepared, Priced, Problem, ProblemGroup, Progress, Region, Solution,
    Solutions, Symmetric, Tile, Tiling, TilingProblem, Times,
)
from combien.nonograms import Board, Verdict
from combien.nonograms import solve as solve_nonogram
from combien.puzzles import puzzle_named
from combien.puzzles._board import Chessboard
from combien.puzzles._queens import Queens

domino = Tile("**", symmetries="all", times="any", name="domino")
board = TilingProblem(Region.box(8, 8) - Region([(0, 0), (7, 7)]), [domino])
cover = Problem.from_options([["a", "b"], ["c"]], costs=[1, 2])
packing = PackingProblem(board, holes=(0, 2), paints={0: Paint(cells={(0, 0): "black"})})
picture = Nonogram([[2], [1]], [[1], [2]])
half = Symmetric(board, "rotations")


def told(progress: Progress) -> None:
    print(progress.engine, progress.fraction)


assert_type(combien.count(board, up_to="all", report=told), int)
assert_type(combien.count(half), int)


async def waiting() -> None:
    assert_type(await aio.to_thread(combien.count, board, seconds=1), int)
    assert_type(await aio.to_thread(combien.solve, picture), Board | None)
    async for tiling in aio.iterate(combien.solutions, board):
        assert_type(tiling, Tiling)


assert_type(combien.exists(board), bool)
assert_type(combien.solve(board), Tiling | None)
assert_type(combien.solve(half), Tiling | None)
assert_type(combien.solve(cover), Solution | None)
assert_type(combien.solve(packing), Packing | None)
assert_type(combien.solve(picture), Board | None)
assert_type(combien.solve(Queens(8)), Chessboard | None)
assert_type(combien.solutions(board, limit=3), Solutions[Tiling])
assert_type(combien.solutions(cover), Solutions[Solution])
assert_type(combien.solutions(packing), Solutions[Packing])
for tiling in combien.solutions(board, up_to="rotations"):
    assert_type(tiling, Tiling)
    assert_type(tiling.placements, tuple[Placement, ...])
    assert_type(tiling.at((0, 1)).tile, Tile)
    assert_type(tiling.picture(), Picture)
for chessboard in combien.solutions(Queens(6)):
    assert_type(chessboard, Chessboard)
for cells in combien.solutions(picture):
    assert_type(cells, Board)
for solution in combien.solutions(cover):
    assert_type(solution, Solution)
    assert_type(cover.names(solution), tuple[Hashable, ...])
# The costs of a problem may be fractions: an int where they are whole.
assert_type(combien.best(board, k=2), Best[Tiling, int | Any])
assert_type(combien.best(board, k=2)[0], Priced[Tiling, int | Any])
assert_type(combien.best(cover, costs=[0.5, 1], then=[[1, 2]]), Best[Solution, float])
assert_type(combien.best(cover, costs=[Decimal(1)] * 2).bound, Decimal | None)
assert_type(combien.best(cover, costs=[Fraction(1)] * 2)[0].cost, Fraction)
assert_type(combien.best(cover, partial=True, seconds=1).gap, float | None)
assert_type(combien.best(cover)[0].cost, int | Any)
cheapest: int = combien.best(cover)[0].cost
assert_type(combien.best(cover)[0].solution, Solution)
assert_type(combien.sample(board, 3, seed=1), list[Tiling])
assert_type(combien.answer(board), Answer[Tiling])
assert_type(combien.answer(board, "solutions").solutions, tuple[Tiling, ...])
assert_type(combien.answer(cover).count, int | None)
assert_type(combien.marginals(board), list[int])
assert_type(combien.count_by_size(board), list[int])
assert_type(combien.count_by(board), ByKind)
assert_type(combien.count_by_total(board, [0, 1]), dict[int, int])
assert_type(combien.family(board), Family)
assert_type(combien.orbits(board), Orbits)
assert_type(combien.orbits(board).group, ProblemGroup)
assert_type(combien.estimate(board), Estimate)
assert_type(combien.explain(board), Explanation[Tiling])
assert_type(combien.explain(board).solution, Tiling | None)
assert_type(combien.explain(board).picture, Picture | None)
assert_type(combien.shares(board, parts=2), list[str])
assert_type(Prepared(board).solutions(limit=2), list[Tiling])
assert_type(Prepared(Queens(8)).solutions([3]), list[Chessboard])
assert_type(solve_nonogram(picture), Verdict)
assert_type(combien.verify(cover, [0, 1]), None)
assert_type(PackingProblem(board, forced=[(0, Region.box(2, 1))]), PackingProblem)
assert_type(board.symmetries(up_to="all"), ProblemGroup)
assert_type(puzzle_named("queens").about.title, str)
assert_type(Region.box(2, 2).low, Cell)


def good_enough(progress: BestProgress[Tiling, int]) -> bool:
    assert_type(progress.incumbent, Tiling | None)
    assert_type(progress.bound, int | None)
    return progress.gap is not None and progress.gap < 0.05


combien.best(board, report=good_enough, gap=0.01)
combien.best(board, report=told)


class Doubled:
    """A model of the user's own."""

    def problem(self) -> Problem:
        return cover

    def read(self, solution: Solution) -> list[float]:
        return [2.0 * option for option in solution]


own: Model[list[float]] = Doubled()
assert_type(combien.solve(Doubled()), list[float] | None)
assert_type(next(combien.solutions(own)), list[float])


def bounded(model: Model[Tiling], engine: str | Engine, times: Times) -> int | None:
    try:
        return combien.count(model, engine=engine, seconds=1.5)
    except OutOfBudget as stop:
        assert_type(stop.known, dict[str, int])
        assert_type(stop.position, str)
        return stop.known.get("at_least")
    except (CannotAnswer, BadInput) as error:
        raise CombienError(str(error)) from error


Budget(nodes=10, seconds=0.5)
group: Group = domino.symmetries
'''

# Each line holds one mistake; were something Any, mypy would let it pass.
WRONG = """\
import combien
from combien import Problem, Region, Tile, TilingProblem
from combien.puzzles._queens import Queens
board = TilingProblem(Region.box(8, 8), [Tile("**")])
combien.count(board).upper()
combien.solve(board).placements
combien.solve(Queens(4)).no_such_name
combien.count("**")
combien.count(board, second=1)
combien.count(board, seconds="1")
Tile("**", symmetries="some")
Tile("**", times=2.5)
TilingProblem("**", Tile("**"))
Problem.from_options([1, 2])
Problem.from_indices([[0]], items="1")
combien.no_such_name
combien.answer(board, "number")
next(combien.solutions(board)).holes
combien.explain(board).solution.holes
"""
FIRST_MISTAKE = 5


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment whose packages are combien, as a user gets it, and nothing else."""
    environment = tmp_path_factory.mktemp("environment")
    venv.create(environment, symlinks=True, with_pip=False)
    (packages,) = environment.glob("lib/python*/site-packages")
    installed = distribution("combien")
    files = [path for path in installed.files or () if path.parts[0] == "combien"]
    if any(path.name == "__init__.py" for path in files):
        for path in files:
            if path.suffix in (".py", ".pyi", ".typed"):
                (packages / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(installed.locate_file(path)), packages / path)
    else:
        reason = "combien is installed without its files, and nothing here can build a wheel"
        pytest.importorskip("scikit_build_core", reason=f'{reason}: pip install ".[test]"')
        wheels = tmp_path_factory.mktemp("wheels")
        program = (
            "import sys; from scikit_build_core.build import build_wheel; "
            "build_wheel(sys.argv[1], {'wheel.cmake': 'false', 'wheel.py-api': 'py3'})"
        )
        command = [sys.executable, "-c", program, str(wheels)]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        (wheel,) = wheels.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(packages)
    return packages


def checked(site: Path, folder: Path, program: str) -> list[str]:
    """The errors of strict mypy in a program that uses the installed package."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    python = site.parents[2] / "bin" / "python"
    done = subprocess.run(
        [
            *(
                sys.executable,
                "-m",
                "mypy",
                "--strict",
                "--no-error-summary",
                "--hide-error-context",
            ),
            *("--no-pretty", "--python-executable", str(python)),
            *("--cache-dir", str(site.parent / "cache"), "program.py"),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if ": error:" in line]


def test_the_wheel_is_marked_as_typed(site: Path) -> None:
    for name in ("py.typed", "_native.pyi", "__init__.py", "puzzles/_queens.py"):
        assert (site / "combien" / name).is_file(), name


def test_the_types_that_users_see(site: Path, tmp_path: Path) -> None:
    assert checked(site, tmp_path, RIGHT) == []


def test_mistakes_are_found(site: Path, tmp_path: Path) -> None:
    found = {int(line.split(":")[1]) for line in checked(site, tmp_path, WRONG)}
    assert found == set(range(FIRST_MISTAKE, len(WRONG.splitlines()) + 1))
