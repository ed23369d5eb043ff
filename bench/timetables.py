"""The cheapest timetables and rosters: `combien.best`, HiGHS and CP-SAT called directly.

    python bench/timetables.py
    python bench/timetables.py rosters [FIRST [LAST]]

Twenty timetables of 200 to 20,000 options, made from a seed.  A lecture takes a room in a slot; its
teacher and its group of students take part, and neither can be in two places at once.  Costs are
random wishes of teachers and the unused seats of rooms.  A hidden timetable is drawn first, so that
each problem has a solution.  All must find the same cost; times are the CPU seconds of the search,
the best of three, without building the problem.

Twenty rosters of 500 to 100,000 duties, made from a seed: each flight is in one of the duties that
are chosen, chains of up to eight flights of a day.  A duty costs its paid minutes and a hotel.
Times are the wall-clock seconds until the gap is one percent, in one thread, at most `LIMIT`, with
the gap that is reached; CP-SAT needs `pip install ortools`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from importlib import import_module
from math import inf
from statistics import geometric_mean
from time import perf_counter, process_time
from typing import Any
from unittest.mock import patch

import numpy as np
from scipy.sparse import csc_matrix

import combien
from combien import Problem

# Lectures, slots and rooms; the number of options is their product.
SIZES = [
    (8, 5, 5), (10, 5, 4), (12, 6, 3), (12, 6, 4), (15, 6, 4), (16, 7, 4), (20, 7, 4), (20, 10, 3),
    (24, 10, 3), (30, 10, 3), (30, 10, 4), (36, 10, 4), (40, 12, 4), (45, 15, 4), (50, 15, 5),
    (60, 15, 6), (70, 20, 6), (80, 20, 7), (90, 25, 7), (100, 25, 8),
]  # fmt: skip
SEED = 2026

# Flights and duties of rosters.
ROSTERS = [
    (40, 500), (60, 800), (80, 1500), (100, 2000), (100, 3000), (120, 4000), (120, 4700),
    (150, 6000), (150, 8000), (200, 10000), (200, 12000), (200, 15000), (250, 20000), (250, 25000),
    (300, 30000), (300, 40000), (350, 50000), (400, 60000), (400, 80000), (500, 100000),
]  # fmt: skip
GAP = 0.01
LIMIT = 60.0


def timetable(lectures: int, slots: int, rooms: int, seed: int) -> Problem:
    """Return a timetable that has a solution, as an exact cover problem with costs."""
    dice = random.Random(seed)
    teachers, groups = lectures // 4 + 1, lectures // 5 + 1
    places = [(slot, room) for slot in range(slots) for room in range(rooms)]
    busy: set[tuple[str, int, int]] = set()
    people = []
    for slot, _ in dice.sample(places, lectures):
        free = [
            [number for number in range(count) if (kind, slot, number) not in busy]
            for kind, count in (("teacher", teachers), ("group", groups))
        ]
        teacher, group = (dice.choice(some) if some else None for some in free)
        people.append((teacher, group))
        busy |= {("teacher", slot, teacher or 0), ("group", slot, group or 0)}
    builder = Problem.builder()
    for lecture in range(lectures):
        builder.item(("lecture", lecture))
    for kind, count in (("room", rooms), ("teacher", teachers), ("group", groups)):
        for slot in range(slots):
            for number in range(count):
                builder.item((kind, slot, number), secondary=True)
    for lecture, (teacher, group) in enumerate(people):
        wishes = [dice.randrange(100) for _ in range(slots)]
        unused = [dice.randrange(40) for _ in range(rooms)]
        for slot, room in places:
            with_whom = [("teacher", slot, teacher)] if teacher is not None else []
            with_whom += [("group", slot, group)] if group is not None else []
            cost = wishes[slot] + unused[room]
            builder.option(("lecture", lecture), ("room", slot, room), *with_whom, cost=cost)
    return builder.build()


def roster(flights: int, duties: int, seed: int) -> Problem:
    """Return the duties of a day: chains of flights, among them each single flight."""
    dice = random.Random(seed)
    cities = 3 + flights // 60
    legs = []
    for _ in range(flights):
        here, there = dice.sample(range(cities), 2)
        departure = dice.randrange(300, 1260)
        legs.append((here, there, departure, departure + dice.randrange(45, 150)))

    def cost(chain: list[int]) -> int:
        first, last = legs[chain[0]], legs[chain[-1]]
        flown = sum(legs[leg][3] - legs[leg][2] for leg in chain)
        hotel = 0 if first[0] == last[1] else 90
        return 120 + max(flown, (last[3] - first[2]) * 3 // 5) + hotel

    following = [
        [
            number
            for number, (city, _, departure, _) in enumerate(legs)
            if city == there and arrival + 25 <= departure <= arrival + 240
        ]
        for _, there, _, arrival in legs
    ]
    found = {frozenset([leg]): cost([leg]) for leg in range(flights)}
    for _ in range(20 * duties):
        chain = [dice.randrange(flights)]
        while len(chain) < 8 and len(found) < duties:
            begun = legs[chain[0]][2]
            after = [leg for leg in following[chain[-1]] if legs[leg][3] - begun <= 720]
            if not after:
                break
            chain.append(dice.choice(after))
            found.setdefault(frozenset(chain), cost(chain))
    return Problem.from_options(map(sorted, found), costs=list(found.values()))


def by_highs(problem: Problem) -> tuple[int, float]:
    """Return the least cost by HiGHS, and its CPU seconds."""
    begun = process_time()
    solver = solved_by_highs(problem, gap=0.0, limit=1e9)
    return round(solver.getInfo().objective_function_value), process_time() - begun


def solved_by_highs(problem: Problem, *, gap: float, limit: float) -> Any:
    """Return HiGHS after its run."""
    # By its name: it is untyped, and installed for benchmarks only.
    highspy = import_module("highspy")
    starts, entries, _ = problem.arrays()
    shape = (problem.item_count, problem.option_count)
    matrix = csc_matrix((np.ones(len(entries)), np.array(entries), np.array(starts)), shape).tocsr()
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = problem.option_count, problem.item_count
    lp.col_cost_ = np.array([problem.cost(o) for o in range(problem.option_count)], float)
    lp.col_lower_, lp.col_upper_ = np.zeros(lp.num_col_), np.ones(lp.num_col_)
    lp.row_lower_, lp.row_upper_ = (
        np.array(list(problem.primary_flags), float),
        np.ones(lp.num_row_),
    )
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_ = matrix.indptr, matrix.indices
    lp.a_matrix_.value_ = matrix.data
    lp.integrality_ = [highspy.HighsVarType.kInteger] * lp.num_col_
    solver = highspy.Highs()
    settings = {"output_flag": False, "mip_rel_gap": gap, "threads": 1, "time_limit": limit}
    for option, value in settings.items():
        solver.setOptionValue(option, value)
    solver.passModel(lp)
    solver.run()
    return solver


def gap_by_highs(problem: Problem) -> float:
    """Return the gap that HiGHS reaches."""
    info = solved_by_highs(problem, gap=GAP, limit=LIMIT).getInfo()
    return float(info.mip_gap)


def gap_by_cp_sat(problem: Problem) -> float:
    """Return the gap that CP-SAT reaches."""
    cp_model = import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(problem.option_count)]
    covering: list[list[Any]] = [[] for _ in range(problem.item_count)]
    for option, variable in enumerate(chosen):
        for item in problem.indices(option):
            covering[item].append(variable)
    for some in covering:
        model.add_exactly_one(some)
    model.minimize(sum(problem.cost(option) * one for option, one in enumerate(chosen)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.relative_gap_limit = GAP
    solver.parameters.max_time_in_seconds = LIMIT
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return inf
    return float((solver.objective_value - solver.best_objective_bound) / solver.objective_value)


def gap_by_best(problem: Problem) -> float:
    """Return the gap that `combien.best` reaches."""
    found = combien.best(problem, gap=GAP, seconds=LIMIT, partial=True)
    return inf if found.gap is None else found.gap


def rosters(first: int = 1, last: int = len(ROSTERS)) -> int:
    """Print a line for each roster: the seconds, and the gap where it is not reached."""
    ratios = []
    # So that nobody's seconds are those of an import.
    import_module("highspy")
    import_module("ortools.sat.python.cp_model")
    combien.best(Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3]), engine="milp")
    print("options       best      HiGHS     CP-SAT   (seconds, or the gap in percent)")
    for number in range(first - 1, last):
        problem = roster(*ROSTERS[number], seed=SEED + number)
        line, times = f"{problem.option_count:7}", []
        for solve in (gap_by_best, gap_by_highs, gap_by_cp_sat):
            begun = perf_counter()
            gap = solve(problem)
            times.append(perf_counter() - begun)
            reached = gap <= GAP
            line += f" {times[-1]:8.2f} s" if reached else f" {100 * gap:8.1f} %"
        ratios.append(times[0] / min(times[1:]))
        print(line, flush=True)
    print(f"best / the faster of the others: geometric mean {geometric_mean(ratios):.2f}")
    return 0


def by_own_methods(problem: Problem) -> tuple[int, float]:
    """Return the least cost by `combien.best` without HiGHS, and its CPU seconds."""
    with patch.dict(sys.modules, highspy=None):
        return by_best(problem)


def by_best(problem: Problem) -> tuple[int, float]:
    """Return the least cost by `combien.best`, and its CPU seconds."""
    begun = process_time()
    (best,) = combien.best(problem)
    return best.cost, process_time() - begun


def best_of(three: Iterable[tuple[int, float]]) -> tuple[int, float]:
    """Return the cost, which must be the same each time, and the shortest time."""
    costs, times = zip(*three, strict=True)
    assert len(set(costs)) == 1
    return costs[0], min(times)


def main() -> int:
    """Print a line for each timetable; the exit status is 1 if a cost differs."""
    ratios = []
    wrong = 0
    import_module("highspy")
    print("options    cost    best s  without HiGHS s   HiGHS s   HiGHS / best")
    for number, size in enumerate(SIZES):
        problem = timetable(*size, seed=SEED + number)
        cost, ours = best_of(by_best(problem) for _ in range(3))
        alone, own = best_of(by_own_methods(problem) for _ in range(3))
        other, highs = best_of(by_highs(problem) for _ in range(3))
        ratios.append(highs / ours)
        wrong += not cost == alone == other
        differs = "" if cost == alone == other else f"   without HiGHS: {alone}, HiGHS: {other}"
        print(f"{problem.option_count:7} {cost:7} {ours:9.4f} {own:16.4f} {highs:9.4f}", end="")
        print(f" {ratios[-1]:10.1f}{differs}")
    print(f"geometric mean {geometric_mean(ratios):.1f}, least {min(ratios):.2f}")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["rosters"]:
        sys.exit(rosters(*map(int, sys.argv[2:4])))
    sys.exit(main())
