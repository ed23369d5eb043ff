"""The programs that solve nonograms, one function each.

Each takes the clues of the rows and of the columns, and returns the boards that it found: one, or,
for a verdict, two if there are several.  `GaveUp` is raised by line solvers for boards that they
cannot finish.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from bench.nonogram_boards import Cells

__all__ = ["PROGRAMS", "GaveUp", "Program"]

Lines = list[list[int]]


class GaveUp(Exception):
    """The program cannot finish this board."""


@dataclass(frozen=True)
class Program:
    """A program and its kind of answer.

    `verdict`: it determines whether there are several solutions, and does not only find one.
    `plain`: it is pure Python, with nothing to load at the first hard board.
    """

    boards: Callable[[Lines, Lines], list[Cells]]
    verdict: bool = False
    plain: bool = False


def combien(rows: Lines, columns: Lines) -> list[Cells]:
    """Run combien, which determines whether there is one solution or several."""
    from combien.nonograms import Nonogram, solve

    boards = solve(Nonogram(rows, columns)).boards
    return [[list(board.row(i)) for i in range(board.height)] for board in boards]


def puzzlekit(rows: Lines, columns: Lines) -> list[Cells]:
    """Run the nonograms of puzzlekit, by OR-tools, on one thread: one solution."""
    import puzzlekit as program

    made = program.solve(
        {
            "num_rows": len(rows),
            "num_cols": len(columns),
            "rows": [[str(n) for n in clue] for clue in rows],
            "cols": [[str(n) for n in clue] for clue in columns],
        },
        "nonogram",
        solver_options={"time_limit_sec": 1e6, "num_search_workers": 1},
    )
    found = made.solution_data["solution_grid"]
    return [[[int(found[i][j] == "x") for j in range(len(columns))] for i in range(len(rows))]]


def puzzlekit_verdict(rows: Lines, columns: Lines) -> list[Cells]:
    """Run its model again with a clause that forbids the first solution, which it cannot itself."""
    from ortools.sat.python import cp_model
    from puzzlekit.solvers.nonogram import NonogramSolver

    made = NonogramSolver(
        len(rows),
        len(columns),
        [[str(n) for n in clue] for clue in rows],
        [[str(n) for n in clue] for clue in columns],
    )
    made._add_constr()
    made.solver.parameters.num_workers = 1
    found: list[Cells] = []
    while len(found) < 2 and made.solver.Solve(made.model) != cp_model.INFEASIBLE:
        cells = [[int(made.solver.Value(cell)) for cell in row] for row in made.board_vars]
        found.append(cells)
        flat = [cell for row in made.board_vars for cell in row]
        values = [value for row in cells for value in row]
        made.model.AddBoolOr([~c if v else c for c, v in zip(flat, values, strict=True)])
    return found


def multi_puzzle_solver(rows: Lines, columns: Lines) -> list[Cells]:
    """Run the nonograms of multi-puzzle-solver, by OR-tools: solutions until the second one."""
    from puzzle_solver.core.utils import get_pos
    from puzzle_solver.core.utils_ortools import SingleSolution, generic_solve_all
    from puzzle_solver.puzzles.nonograms.nonograms import Board

    def read(board: Any, engine: Any) -> Any:
        return SingleSolution({pos: engine.value(v) for pos, v in board.model_vars.items()})

    found = generic_solve_all(Board(columns, rows), read, max_solutions=2, verbose=False)
    return [
        [[one.assignment[get_pos(x=j, y=i)] for j in range(len(columns))] for i in range(len(rows))]
        for one in found
    ]


def ortools_automaton(rows: Lines, columns: Lines) -> list[Cells]:
    """Run CP-SAT of OR-tools with one automaton per line, on one thread: one solution."""
    model, cells = automata(rows, columns)
    return by_ortools(model, cells)


def ortools_automaton_verdict(rows: Lines, columns: Lines) -> list[Cells]:
    """Run the same model again with a clause that forbids the first solution."""
    model, cells = automata(rows, columns)
    first = by_ortools(model, cells)
    for found in first:
        values = [value for line in found for value in line]
        flat = [cell for line in cells for cell in line]
        model.add_bool_or([~c if v else c for c, v in zip(flat, values, strict=True)])
    return first + by_ortools(model, cells)


def automata(rows: Lines, columns: Lines) -> tuple[Any, list[list[Any]]]:
    """Return a model with one automaton per line, and its cells."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [[model.new_bool_var("") for _ in columns] for _ in rows]

    def constrain(line: list[Any], clue: list[int]) -> None:
        state, arcs = 0, [(0, 0, 0)]
        for number, length in enumerate(clue):
            for _ in range(length):
                arcs.append((state, 1, state + 1))
                state += 1
            if number + 1 < len(clue):
                arcs.append((state, 0, state + 1))
                state += 1
            arcs.append((state, 0, state))
        model.add_automaton(line, 0, [state], sorted(set(arcs)))

    for line, clue in zip(cells, rows, strict=True):
        constrain(line, clue)
    for column, clue in zip(zip(*cells, strict=True), columns, strict=True):
        constrain(list(column), clue)
    return model, cells


def by_ortools(model: Any, cells: list[list[Any]]) -> list[Cells]:
    """Return the solution that CP-SAT finds on one thread, or an empty list."""
    from ortools.sat.python import cp_model

    engine = cp_model.CpSolver()
    engine.parameters.num_workers = 1
    if engine.solve(model) == cp_model.INFEASIBLE:
        return []
    return [[[int(engine.value(cell)) for cell in row] for row in cells]]


def by_pysat(name: str, rows: Lines, columns: Lines) -> list[Cells]:
    """Run a solver of python-sat on our order encoding, until the second solution or the proof."""
    from combien.nonograms import Nonogram
    from combien.nonograms._solving.encodings import OrderEncoding

    formula = OrderEncoding(Nonogram(rows, columns))
    found: list[Cells] = []
    solvers: Any = import_module("pysat.solvers")
    with solvers.Solver(name, bootstrap_with=map(list, formula)) as engine:
        while len(found) < 2 and engine.solve():
            board = formula.read(engine.get_model())
            found.append([list(board.row(i)) for i in range(board.height)])
            engine.add_clause(list(formula.other(board)))
    return found


def by_our_solver(rows: Lines, columns: Lines) -> list[Cells]:
    """Run our solver alone on the same clauses: no line solving, no probing, no beliefs."""
    from combien.nonograms import Nonogram
    from combien.nonograms._solving.encodings import OrderEncoding, load_order
    from combien.sat._solver import BuiltinSolver, Outcome

    formula = OrderEncoding(Nonogram(rows, columns))
    solver = BuiltinSolver()
    for _ in load_order(formula, solver):
        pass
    found: list[Cells] = []
    while len(found) < 2:
        solver.ask()
        if solver.run(2**62, 1e9) is not Outcome.SATISFIABLE:
            break
        board = formula.read(solver.model())
        found.append([list(board.row(i)) for i in range(board.height)])
        solver.exclude_model()
    return found


def picross_solver(rows: Lines, columns: Lines) -> list[Cells]:
    """Run picross-solver, line solving and guesses in Python: one solution."""
    import numpy as np
    from picross_solver.picross_solver import solve

    cells = np.full((len(rows), len(columns)), -1)
    if not solve(rows, columns, cells):
        raise GaveUp
    found: Cells = cells.tolist()
    return [found]


def nonogram(rows: Lines, columns: Lines) -> list[Cells]:
    """Run the optimized method of the command "nonogram", in Python: one solution.

    It uses line solving and guesses.  By default it would stop guessing after 100 cells and call
    Gurobi, which is not free; here it continues.
    """
    import numpy as np
    from nonogram.src.core.solveurs.dynamic_optimized_programming import solve

    cells = solve(rows, columns, np.zeros((len(rows), len(columns)), dtype=int), max_call=0)[0]
    return [(cells == 1).astype(int).tolist()]


def nonogram_solver(rows: Lines, columns: Lines) -> list[Cells]:
    """Run nonogram-solver, partial line solving in Python: one solution, or it gives up."""
    from nonogram_solver.nonogram import Nonogram
    from nonogram_solver.solver import solve

    board = Nonogram()
    board.n_rows, board.n_cols = len(rows), len(columns)
    board.rows_constraints, board.cols_constraints = rows, columns
    board.solution_list = []
    solved, state = solve(board)
    if not solved:
        raise GaveUp
    return [state.puzzle_state.astype(int).tolist()]


def nonogram_cracker(rows: Lines, columns: Lines) -> list[Cells]:
    """Run nonogram-cracker, line solving in Python: one solution, or it gives up."""
    from nonogram_cracker import solve

    made = solve({"name": "board", "rows": rows, "cols": columns})
    if not made["is_solved"]:
        raise GaveUp(made["error"])
    return [[[int(cell == "█") for cell in row] for row in made["solution"]]]


PROGRAMS = {
    "combien": Program(combien, verdict=True),
    "puzzlekit": Program(puzzlekit),
    "puzzlekit-verdict": Program(puzzlekit_verdict, verdict=True),
    "multi-puzzle-solver": Program(multi_puzzle_solver, verdict=True),
    "minisat": Program(partial(by_pysat, "minisat22"), verdict=True),
    "cadical": Program(partial(by_pysat, "cadical153"), verdict=True),
    **{
        f"pysat:{name}": Program(partial(by_pysat, name), verdict=True)
        for name in ("minisat-gh", "glucose3", "glucose42", "maplesat", "maplecm", "cadical195")
    },
    "our solver": Program(by_our_solver, verdict=True),
    "ortools-automaton": Program(ortools_automaton),
    "ortools-automaton-verdict": Program(ortools_automaton_verdict, verdict=True),
    "picross-solver": Program(picross_solver, plain=True),
    "nonogram": Program(nonogram, plain=True),
    "nonogram-solver": Program(nonogram_solver, plain=True),
    "nonogram-cracker": Program(nonogram_cracker, plain=True),
}
