"""Set operations on large families in a new manager: combien's diagrams against OxiDD's.

    python bench/algebra.py [--rounds 5] [--cases random dominoes] [--operations union intersection]

Each operation runs in a separate process, in a manager that contains the two operands and
nothing else, so that its tables and caches are cold.  OxiDD runs on one thread, and its tables are
allocated in advance.  Prints the medians of CPU seconds (user and system) and of page faults, and
the ratio of the seconds, combien over OxiDD; below 1, combien is faster.  Loading the operands is
not measured.  The numbers of sets and of nodes of the result must be equal in both programs.
"without" and "change" are of the first operand, with an element at two thirds of the order.
"""

from __future__ import annotations

import argparse
import json
import math
import operator
import resource
import subprocess
import sys
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from combien import Family, Universe
from combien.families._passes import Nodes

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.instances.floors import dominoes
from bench.instances.instance import Draw, Instance
from bench.instances.puzzles import queens
from bench.peers import uses
from bench.peers.conjunction import balanced, sorted_options

# An operation of two families and an element, in combien and in OxiDD.
Apply = Callable[[Any, Any, int], Any]
OPERATIONS: dict[str, tuple[Apply, Apply]] = {
    "union": (lambda f, g, _: f | g,) * 2,
    "intersection": (lambda f, g, _: f & g,) * 2,
    "difference": (lambda f, g, _: f - g,) * 2,
    "exclusive or": (lambda f, g, _: f ^ g,) * 2,
    "without": (lambda f, _, element: f.without(element), lambda f, _, v: f.subset0(v)),
    "change": (lambda f, _, element: f.change(element), lambda f, _, v: f.change(v)),
}
# The programs, and the capacity of OxiDD for nodes and for cached results.
PROGRAMS = ("combien", "oxidd")
NODES, RESULTS = 1 << 22, 1 << 21


# The operands -------------------------------------------------------------------------------------


def random_sets(sets: int, size: int, elements: int) -> tuple[Family, Family]:
    """Return two families of random sets, a third of which are in both."""
    draw = Draw(2026)
    drawn = [draw.some(size, elements) for _ in range(5 * sets // 3)]
    universe = Universe(range(elements))
    return Family(drawn[:sets], universe=universe), Family(drawn[-sets:], universe=universe)


def residues(elements: int, first: int, second: int) -> tuple[Family, Family]:
    """Return the sets whose sum is 0 for both of two moduli, with weights of their own.

    The operands are small, and their union has about a node for each pair of residues.
    """
    draw = Draw(2027)
    universe = Universe(range(elements))

    def of(modulus: int) -> Family:
        weights = [1 + draw.below(modulus - 1) for _ in range(elements)]

        def child(rest: int, element: int, take: bool) -> int:
            return (rest + weights[element]) % modulus if take else rest

        return Family.from_states(range(elements), 0, child, accept=lambda rest: rest == 0)

    return of(first).moved_to(universe), of(second).moved_to(universe)


def halves(instance: Instance) -> tuple[Family, Family]:
    """Return the sets of options that cover each item of the first half, and of the second half.

    The halves overlap by a few items, so that the families are not independent.
    """
    options = sorted_options(instance)
    universe = Universe(range(len(options)))
    families = []
    for item, used in enumerate(uses(instance, options)):
        one = Family([[number] for number in used], universe=universe)
        least = one if item < instance.primary else one | Family([[]], universe=universe)
        others = Family([[]], universe=universe)
        for number in sorted(set(range(len(options))) - set(used)):
            others |= others.join(Family([[number]], universe=universe))
        families.append(least.join(others))
    middle, shared = len(families) // 2, len(families) // 16
    first, second = families[: middle + shared], families[middle - shared :]
    return balanced(first, operator.and_), balanced(second, operator.and_)


CASES: dict[str, Callable[[], tuple[Family, Family]]] = {
    "random": lambda: random_sets(30_000, 14, 60),
    "random, dense": lambda: random_sets(60_000, 10, 24),
    "residues": lambda: residues(100, 67, 71),
    "dominoes": lambda: halves(dominoes(12)),
    "queens": lambda: halves(queens(9)),
}


def saved(families: Sequence[Family], folder: Path) -> None:
    """Write the nodes of each family into a folder."""
    for number, family in enumerate(families):
        nodes = family._take_nodes()
        for part, numbers in enumerate((nodes.variables, nodes.lo, nodes.hi)):
            (folder / f"{number}-{part}").write_bytes(numbers.tobytes())


def loaded(folder: Path, number: int) -> Nodes:
    """Return the nodes of a family in the folder."""
    parts = [array("I", (folder / f"{number}-{part}").read_bytes()) for part in range(3)]
    return Nodes(parts[0], parts[1], parts[2], len(parts[0]) - 1)


# One measurement ----------------------------------------------------------------------------------


def ours(operands: Sequence[Nodes], elements: int) -> list[Any]:
    """Return the operands in a new manager of combien."""
    universe = Universe(range(elements))
    return [Family._rebuilt(universe, nodes, range(elements)) for nodes in operands]


def theirs(operands: Sequence[Nodes], elements: int) -> list[Any]:
    """Return the operands in a new manager of OxiDD."""
    from oxidd.zbdd import ZBDDManager

    manager = ZBDDManager(NODES, RESULTS, 1)
    manager.add_vars(elements)
    variables = [manager.singleton(number) for number in range(elements)]
    families = []
    for nodes in operands:
        built = [manager.empty(), manager.base()]
        for variable, lo, hi in nodes:
            built.append(variables[variable].make_node(built[hi], built[lo]))
        families.append(built[-1])
    return families


def measure(program: str, operation: str, folder: Path, elements: int) -> dict[str, Any]:
    """Return what one operation took, in this process."""
    operands = [loaded(folder, number) for number in range(2)]
    f, g = (ours if program == "combien" else theirs)(operands, elements)
    apply = OPERATIONS[operation][PROGRAMS.index(program)]
    before = resource.getrusage(resource.RUSAGE_SELF)
    result = apply(f, g, elements * 2 // 3)
    after = resource.getrusage(resource.RUSAGE_SELF)
    if program == "combien":
        sets, nodes = result.count, result.nodes
    else:
        sets, nodes = int(result.sat_count(elements)), int(result.node_count()) - 2
    return {
        "user": after.ru_utime - before.ru_utime,
        "system": after.ru_stime - before.ru_stime,
        "faults": after.ru_minflt - before.ru_minflt,
        "result": [str(sets), nodes],
    }


def measured(program: str, operation: str, folder: Path, elements: int) -> dict[str, Any]:
    """Return what one operation took, in a new process."""
    words = [sys.executable, __file__, "--one", program, operation, str(folder), str(elements)]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# The table ----------------------------------------------------------------------------------------


def main() -> None:
    """Measure the operations, and print a line for each, and the geometric mean of the ratios."""
    parser = argparse.ArgumentParser(description="Set operations in a new manager, cold.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cases", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--operations", nargs="+", choices=OPERATIONS, default=list(OPERATIONS))
    parser.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.one:
        program, operation, folder, elements = words.one
        print(json.dumps(measure(program, operation, Path(folder), int(elements))))
        return
    print(f"{'':<32}{'nodes':>8}{'combien':>9}{'system':>8}{'faults':>7}", end="")
    print(f"{'OxiDD':>9}{'system':>8}{'faults':>7}{'ratio':>7}")
    ratios = []
    for case in words.cases:
        operands = CASES[case]()
        elements = len(operands[0].universe.elements)
        print(f"{case}: operands of {operands[0].nodes} and {operands[1].nodes} nodes", flush=True)
        with TemporaryDirectory() as name:
            saved(operands, Path(name))
            for operation in words.operations:
                ratios.append(compare(operation, Path(name), elements, words.rounds))
    print(f"geometric mean {math.prod(ratios) ** (1 / len(ratios)):.2f}")


def compare(operation: str, folder: Path, elements: int, rounds: int) -> float:
    """Measure an operation in both programs, in turns; print a line and return the ratio."""
    runs: dict[str, list[dict[str, Any]]] = {program: [] for program in PROGRAMS}
    for _ in range(rounds):
        for program in PROGRAMS:
            runs[program].append(measured(program, operation, folder, elements))
    results = {tuple(run["result"]) for some in runs.values() for run in some}
    if len(results) != 1:
        raise SystemExit(f"WRONG: the results of {operation} differ: {results}")
    print(f"  {operation:<30}{results.pop()[1]:>8}", end="")
    seconds: dict[str, float] = {}
    for program, some in runs.items():
        seconds[program] = median(run["user"] + run["system"] for run in some)
        system, faults = (median(run[name] for run in some) for name in ("system", "faults"))
        print(f"{seconds[program]:>9.4f}{system:>8.4f}{faults:>7.0f}", end="")
    ratio = seconds["combien"] / seconds["oxidd"]
    print(f"{ratio:>7.2f}", flush=True)
    return ratio


if __name__ == "__main__":
    main()
