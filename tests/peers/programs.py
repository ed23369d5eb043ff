"""The other programs: how each writes a model, and what each finds in a file.

`python -m tests.peers.programs write HiGHS` takes jobs from its standard input, as JSON, and prints
a line of JSON for each.  Each program has a process of its own: some crash, hang or print, and some
cannot be loaded beside each other.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.peers.models import NONE, Model, random_model

# The CPU time of a program for a file.
SECONDS = 6


class Refused(Exception):
    """The program does not write this model, or does not read this file."""


def _sum(x: Sequence[Any], factors: Mapping[int, float]) -> Any:
    return sum(factor * x[at] for at, factor in factors.items())


def _goal(model: Model, x: Sequence[Any]) -> Any:
    total = _sum(x, {at: cost for at, cost in enumerate(model.costs) if cost})
    return total + model.constant if model.constant else total


def _fill(
    model: Model,
    variable: Callable[[str, int, int], Any],
    constrain: Callable[[Any, str], object],
    optimize: Callable[[Any], object],
    interval: Callable[[Any, int, int], Any] | None = None,
) -> None:
    """Write a model in Python's expressions; without `interval`, such a row becomes two."""
    x = [variable(name, *ends) for name, ends in zip(model.names, model.bounds, strict=True)]
    for row in model.rows:
        total, name, low, high = _sum(x, row.terms), row.name, row.low, row.high
        if low is not None and low == high:
            constrain(total == low, name)
        elif low is not None and high is not None and interval:
            constrain(interval(total, low, high), name)
        else:
            if low is not None:
                constrain(total >= low, name)
            if high is not None:
                constrain(total <= high, name if low is None else name + "_up")
    if any(model.costs) or model.constant:
        optimize(_goal(model, x))


def _found(status: object, optimal: object, infeasible: object, value: Callable[[], Any]) -> Any:
    if status == optimal:
        return float(value() or 0)
    if status == infeasible:
        return NONE
    raise Refused(f"status {status}")


# Python packages that write, and most of them read, LP and MPS -----------------------------------


def write_highs(model: Model, path: str) -> None:
    hp: Any = import_module("highspy")
    solver = hp.Highs()
    solver.setOptionValue("output_flag", False)
    for at, name in enumerate(model.names):
        solver.addCol(model.costs[at], *model.bounds[at], 0, [], [])
        solver.changeColIntegrality(at, hp.HighsVarType.kInteger)
        solver.passColName(at, name)
    for at, row in enumerate(model.rows):
        low = -hp.kHighsInf if row.low is None else row.low
        high = hp.kHighsInf if row.high is None else row.high
        solver.addRow(low, high, len(row.terms), [*row.terms], [*row.terms.values()])
        solver.passRowName(at, row.name)
    solver.changeObjectiveOffset(model.constant)
    if model.maximize:
        solver.changeObjectiveSense(hp.ObjSense.kMaximize)
    if solver.writeModel(path) == hp.HighsStatus.kError:
        raise Refused("writeModel: kError")


def read_highs(path: str) -> Any:
    hp: Any = import_module("highspy")
    solver = hp.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    if solver.readModel(path) == hp.HighsStatus.kError:
        raise Refused("readModel: kError")
    solver.run()
    kinds, status = hp.HighsModelStatus, solver.getModelStatus()
    status = kinds.kOptimal if status == kinds.kModelEmpty else status
    return _found(status, kinds.kOptimal, kinds.kInfeasible, solver.getObjectiveValue)


def write_scip(model: Model, path: str) -> None:
    import pyscipopt

    scip = pyscipopt.Model()
    scip.hideOutput()
    _fill(
        model,
        lambda name, low, high: scip.addVar(name, "B", low, high),
        scip.addCons,
        lambda goal: scip.setObjective(goal, "maximize" if model.maximize else "minimize"),
        lambda total, low, high: low <= (total <= high),
    )
    scip.writeProblem(path, verbose=False)


def read_scip(path: str) -> Any:
    import pyscipopt

    scip = pyscipopt.Model()
    scip.hideOutput()
    scip.readProblem(path)
    scip.optimize()
    return _found(scip.getStatus(), "optimal", "infeasible", scip.getObjVal)


def write_gurobi(model: Model, path: str) -> None:
    gp: Any = import_module("gurobipy")
    with gp.Env(params={"OutputFlag": 0}) as env, gp.Model(env=env) as m:
        _fill(
            model,
            lambda name, low, high: m.addVar(low, high, vtype="B", name=name),
            m.addConstr,
            lambda goal: m.setObjective(goal, -1 if model.maximize else 1),
            lambda total, low, high: total == [low, high],
        )
        m.write(path)


def read_gurobi(path: str) -> Any:
    gp: Any = import_module("gurobipy")
    with gp.Env(params={"OutputFlag": 0, "Threads": 1}) as env, gp.read(path, env) as m:
        m.optimize()
        return _found(m.Status, gp.GRB.OPTIMAL, gp.GRB.INFEASIBLE, lambda: m.ObjVal)


def write_glpk(model: Model, path: str) -> None:
    import swiglpk as glp

    glp.glp_term_out(glp.GLP_OFF)
    p = glp.glp_create_prob()
    glp.glp_set_obj_dir(p, glp.GLP_MAX if model.maximize else glp.GLP_MIN)
    glp.glp_set_obj_coef(p, 0, model.constant)
    glp.glp_add_cols(p, len(model.names))
    glp.glp_add_rows(p, len(model.rows))
    for at, (name, (low, high)) in enumerate(zip(model.names, model.bounds, strict=True), 1):
        glp.glp_set_col_name(p, at, name)
        glp.glp_set_col_kind(p, at, glp.GLP_BV)
        glp.glp_set_col_bnds(p, at, glp.GLP_FX if low == high else glp.GLP_DB, low, high)
        glp.glp_set_obj_coef(p, at, model.costs[at - 1])
    for at, row in enumerate(model.rows, 1):
        kind = glp.GLP_DB if row.two_sided else glp.GLP_LO if row.high is None else glp.GLP_UP
        kind = glp.GLP_FX if row.low == row.high else kind
        glp.glp_set_row_name(p, at, row.name)
        glp.glp_set_row_bnds(p, at, kind, row.low or 0, row.high or 0)
        columns, factors = glp.intArray(len(row.terms) + 1), glp.doubleArray(len(row.terms) + 1)
        for k, (column, factor) in enumerate(row.terms.items(), 1):
            columns[k], factors[k] = column + 1, factor
        glp.glp_set_mat_row(p, at, len(row.terms), columns, factors)
    if (
        glp.glp_write_lp(p, None, path)
        if path.endswith("lp")
        else glp.glp_write_mps(p, glp.GLP_MPS_FILE, None, path)
    ):
        raise Refused("glp_write fails")


def read_glpk(path: str) -> Any:
    import swiglpk as glp

    glp.glp_term_out(glp.GLP_OFF)
    p = glp.glp_create_prob()
    forms = (glp.GLP_MPS_FILE, glp.GLP_MPS_DECK)
    if (
        glp.glp_read_lp(p, None, path)
        if path.endswith("lp")
        else all(glp.glp_read_mps(p, form, None, path) for form in forms)
    ):
        raise Refused("glp_read fails")
    options = glp.glp_iocp()
    glp.glp_init_iocp(options)
    options.presolve = glp.GLP_ON
    failed = glp.glp_intopt(p, options)
    # A bound that contradicts another.
    none = failed in (glp.GLP_ENOPFS, glp.GLP_EBOUND) or glp.glp_mip_status(p) == glp.GLP_NOFEAS
    status = glp.GLP_NOFEAS if none else failed or glp.glp_mip_status(p)
    return _found(status, glp.GLP_OPT, glp.GLP_NOFEAS, lambda: glp.glp_mip_obj_val(p))


def write_ortools(model: Model, path: str) -> None:
    from ortools.linear_solver.python import model_builder

    m = model_builder.Model()
    _fill(
        model,
        lambda name, low, high: m.new_int_var(low, high, name),
        m.add,
        m.maximize if model.maximize else m.minimize,
        lambda total, low, high: model_builder.BoundedLinearExpression(total, low, high),
    )
    text = m.export_to_mps_string() if path.endswith("mps") else m.export_to_lp_string()
    Path(path).write_text(text)


def read_ortools(path: str) -> Any:
    from ortools.linear_solver.python import model_builder

    m = model_builder.Model()
    if not (m.import_from_mps_file if path.endswith("mps") else m.import_from_lp_file)(path):
        raise Refused("import returns False")
    solver = model_builder.Solver("SCIP")
    status = solver.solve(m).name
    return _found(status, "OPTIMAL", "INFEASIBLE", lambda: solver.objective_value)


def write_pyomo(model: Model, path: str) -> None:
    import pyomo.environ as pyo

    m = pyo.ConcreteModel()

    def variable(name: str, low: int, high: int) -> Any:
        m.add_component(name, one := pyo.Var(domain=pyo.Binary, bounds=(low, high)))
        if low == high and len(model.rows) % 2:
            one.fix(low)
        return one

    def optimize(goal: Any) -> None:
        sense = pyo.maximize if model.maximize else pyo.minimize
        m.add_component("goal", pyo.Objective(expr=goal, sense=sense))

    _fill(
        model,
        variable,
        lambda row, name: m.add_component(name, pyo.Constraint(expr=row)),
        optimize,
        lambda total, low, high: (low, total, high),
    )
    if path.endswith("mps") and not hasattr(m, "goal"):  # Its MPS needs one.
        optimize(0)
    m.write(path, io_options={"symbolic_solver_labels": True})


def write_linopy(model: Model, path: str) -> None:
    import linopy

    m = linopy.Model()

    def variable(name: str, low: int, high: int) -> Any:
        one = m.add_variables(binary=True, name=name)
        one.update(lower=low, upper=high)
        return one

    _fill(
        replace(model, constant=0),  # It has none.
        variable,
        lambda row, name: m.add_constraints(row, name=name),
        lambda goal: m.add_objective(1 * goal, sense="max" if model.maximize else "min"),
    )
    m.to_file(Path(path))


def write_pulp(model: Model, path: str) -> None:
    import pulp

    m = pulp.LpProblem("model", pulp.LpMaximize if model.maximize else pulp.LpMinimize)

    def variable(name: str, low: int, high: int) -> Any:
        one = pulp.LpVariable(name, cat="Binary")
        one.bounds(low, high)
        return one

    _fill(model, variable, m.addConstraint, lambda goal: m.setObjective(pulp.lpSum([goal])))
    (m.writeMPS if path.endswith("mps") else m.writeLP)(path)


def read_pulp(path: str) -> Any:
    import pulp

    _, m = pulp.LpProblem.fromMPS(path)
    status = pulp.LpStatus[m.solve(pulp.PULP_CBC_CMD(msg=False))]
    return _found(status, "Optimal", "Infeasible", lambda: pulp.value(m.objective))


def write_mip(model: Model, path: str) -> None:
    import mip

    m = mip.Model(sense=mip.MAXIMIZE if model.maximize else mip.MINIMIZE, solver_name=mip.CBC)
    _fill(
        model,
        lambda name, low, high: m.add_var(name, low, high, var_type="B"),
        m.add_constr,
        lambda goal: setattr(m, "objective", mip.xsum([goal])),
    )
    m.write(path)
    if (packed := Path(path + ".mps.gz")).exists():
        Path(path).write_bytes(gzip.decompress(packed.read_bytes()))


def read_mip(path: str) -> Any:
    import mip

    m = mip.Model(solver_name=mip.CBC)
    m.verbose = 0
    m.read(path)
    return _found(m.optimize().name, "OPTIMAL", "INFEASIBLE", lambda: m.objective_value)


# Clauses, pseudo-Boolean constraints, XCSP3 ------------------------------------------------------


def write_pysat(model: Model, path: str) -> None:
    from pysat.formula import WCNFPlus

    formula = WCNFPlus()
    formula.extend(list(model.clauses()))
    for at, weight in enumerate(model.weights(), 1):
        if weight:
            formula.append([at if weight < 0 else -at], weight=abs(weight))
    if path.endswith("opb"):
        with open(path, "w") as file:
            formula.to_alien(file)
    else:  # RC2 reads both forms, the others only the old one.
        formula.to_file(path, format="legacy" if len(model.rows) % 2 else "mse22")


def read_rc2(path: str) -> Any:
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    with RC2(WCNF(from_file=path)) as solver:
        return NONE if solver.compute() is None else float(solver.cost)


def write_pycsp3(model: Model, path: str) -> None:
    sys.argv = ["model"]
    import pycsp3 as p

    p.clear()

    def variable(name: str, low: int, high: int) -> Any:
        # Half of those that are fixed are so by a constraint.
        by_domain = name[-1] in "13579"
        one = p.Var(dom={low, high} if by_domain else {0, 1}, id=name)
        if low == high and not by_domain:
            p.satisfy(one == low)
        return one

    _fill(
        replace(model, constant=model.constant if any(model.costs) else 0),
        variable,
        lambda row, name: p.satisfy(row),
        p.maximize if model.maximize else p.minimize,
        lambda total, low, high: total in range(low, high + 1),
    )
    p.compile(path, verbose=0)


def read_ace(path: str) -> Any:
    spec = find_spec("pycsp3")
    (jar,) = Path(str(spec and spec.origin)).parent.glob("solvers/ace/ACE*.jar")
    # For a file with an objective, -s=all lists only solutions that are better and better.
    text = _output("java", "-jar", str(jar), path, "-s=all", "-npc")
    if "s UNSATISFIABLE" in text:
        return {"best": NONE, "count": 0}
    if costs := re.findall(r"<instantiation[^>]* cost='(-?\d+)'", text):
        return float(costs[-1])
    found = re.search(r"d FOUND SOLUTIONS +(\d+)", text)
    if found is None:
        raise Refused(_reason(text))
    return {"best": 0.0, "count": int(found[1])}


# Programs of Debian ------------------------------------------------------------------------------


def _output(*command: str) -> str:
    limit = partial(resource.setrlimit, resource.RLIMIT_CPU, (SECONDS, SECONDS))
    # Python-MIP installs another `cbc` beside Python, which reads some files differently.
    own = str(Path(sys.executable).parent)
    path = os.pathsep.join(one for one in os.get_exec_path() if one != own)
    done = subprocess.run(
        command,
        capture_output=True,
        preexec_fn=limit,
        timeout=60,
        check=False,
        env={**os.environ, "PATH": path},
    )
    if done.returncode < 0:
        raise Refused(f"crashed: signal {-done.returncode}")
    return (done.stdout + done.stderr).decode(errors="replace")


def _reason(text: str) -> str:
    errors = [line for line in text.split("\n") if "error" in line.lower()]
    return [*text.strip().split("\n"), *errors][-1][:80]


@dataclass(frozen=True)
class Printed:
    """A command that prints the optimum of a file, last of all values, or that there is none.

    `plain` is what it prints if there is no objective.  `every` are options to list or count all
    solutions, and `count` is the number that it prints then, or what it prints for each.
    """

    command: str
    value: str
    none: str
    plain: str = "no such text"
    every: str = ""
    count: str = ""

    def __call__(self, path: str) -> Any:
        words = self.command.format(path).split()
        text = _output(*words)
        if re.search(self.none, text):
            return {"best": NONE, "count": 0}
        values = re.findall(self.value, text, re.M)
        if not values and self.plain not in text:
            raise Refused(_reason(text))
        best = float(values[-1]) if values else 0.0
        if not self.every or (values and self.count == self.plain):
            return best
        solutions = re.findall(self.count, _output(*words, *self.every.split()))
        return {"best": best, "count": int(solutions[0]) if "(" in self.count else len(solutions)}


# combien itself ----------------------------------------------------------------------------------


def read_combien(path: str) -> Any:
    from tests.cli.commands import combien

    count = combien("count", path)
    if not count.out:
        raise Refused(count.printed)
    best = combien("best", path, "--json")
    found = json.loads(best.out)["best"] if best.out else []
    value = float(found[0]["cost"]) if found else NONE if best.out else f"refused: {best.printed}"
    return {"best": value, "count": int(count.out)}


def write_combien(model: Model, path: str) -> None:
    """Convert what HiGHS writes, as MPS."""
    from tests.cli.commands import combien

    write_highs(model, source := path + ".source.mps")
    converted = combien("convert", source, path)
    if converted.code:
        raise Refused(converted.printed)


# The table ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Program:
    """What a program needs, itself first, the formats that it writes and reads, and how."""

    needs: str
    writes: str = ""
    write: Callable[[Model, str], None] | None = None
    reads: str = ""
    read: Callable[[str], Any] | None = None


SAT, UNSAT = "s SATISFIABLE", "s UNSATISFIABLE"
CBC = Printed(
    command="cbc {} -solve -quit",
    value=r"^(?:Objective value:|Optimal objective) +(\S+)",
    none="Problem (?:proven|is) infeasible",
)
LP_SOLVE = Printed("lp_solve -S3 -fmps {}", r"function: +(\S+)", "problem is infeasible")
CLASP = Printed(
    "clasp {}", r"^o (-?\d+)", UNSAT, SAT, "--opt-mode=ignore -q 0", r"c Models +: (\d+)"
)
TOULBAR2 = Printed("toulbar2 {}", r"^Optimum: (\S+)", "No solution")
MINISAT = Printed("minisat+ {}", r"solution: (-?\d+)", UNSAT, SAT)
MINIZINC = Printed(
    command="minizinc --solver gecode --output-mode json --output-objective {}",
    value=r'"_objective" : (-?\d+)',
    none="=UNSATISFIABLE=",
    plain="-" * 10,
    every="-a --output-mode item",
    count="-" * 10,
)
OURS = "combien"
PROGRAMS = {
    OURS: Program("", "lp mps opb wcnf mzn", write_combien, "lp mps opb wcnf xml", read_combien),
    "HiGHS": Program("highspy", "lp mps", write_highs, "lp mps", read_highs),
    "SCIP": Program("pyscipopt", "lp mps opb", write_scip, "lp mps opb", read_scip),
    "Gurobi": Program("gurobipy", "lp mps", write_gurobi, "lp mps", read_gurobi),
    "CBC": Program("coinor-cbc", reads="lp mps", read=CBC),
    "GLPK": Program("swiglpk", "lp mps", write_glpk, "lp mps", read_glpk),
    "lp_solve": Program("lp-solve", reads="mps", read=LP_SOLVE),
    "OR-tools": Program("ortools", "lp mps", write_ortools, "lp mps", read_ortools),
    "Python-MIP": Program("mip", "lp mps", write_mip, "lp mps", read_mip),
    "PuLP": Program("pulp", "lp mps", write_pulp, "mps", read_pulp),
    "Pyomo": Program("pyomo", "lp mps", write_pyomo),
    "linopy": Program("linopy", "lp mps", write_linopy),
    "python-sat": Program("python-sat", "opb wcnf", write_pysat),
    "RC2": Program("python-sat", reads="wcnf", read=read_rc2),
    "clasp": Program("clasp", reads="opb wcnf", read=CLASP),
    "toulbar2": Program("toulbar2", reads="opb wcnf", read=TOULBAR2),
    "minisat+": Program("minisat+", reads="opb", read=MINISAT),
    "pycsp3": Program("pycsp3", "xml", write_pycsp3),
    "ACE": Program("pycsp3 default-jre-headless", reads="xml", read=read_ace),
    "MiniZinc": Program("minizinc", reads="mzn", read=MINIZINC),
}


def main() -> None:
    """Do the jobs, and print the results where nothing that a program prints can come between."""
    action, name = sys.argv[1:]
    jobs = json.load(sys.stdin)
    with os.fdopen(os.dup(1), "w") as results, open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        for job in jobs:
            # The end of the process, if a program does not return.
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            results.write(json.dumps(_done(PROGRAMS[name], action, job)) + "\n")
            results.flush()


def _done(program: Program, action: str, job: Any) -> Any:
    try:
        if action == "read" and program.read:
            found = program.read(job)
            return {"best": found} if isinstance(found, float | str) else found
        seed, kind, path = job
        if program.write:
            program.write(random_model(seed, kind), path)
        return "" if Path(path).exists() else "refused: no file"
    except Refused as error:
        return str(error) if str(error).startswith("crashed") else f"refused: {error}"
    except Exception as error:  # Whatever a program raises is how it refuses.
        return f"refused: {type(error).__name__}: {error}"[:300]


if __name__ == "__main__":
    main()
