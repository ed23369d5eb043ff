"""The cheapest timetables: `combien.best` with and without HiGHS, and HiGHS called directly.

    python bench/timetables.py

Twenty timetables of 200 to 20,000 options, made from a seed.  A lecture takes a room in a slot; its
teacher and its group of students take part, and neither can be in two places at once.  Costs are
random wishes of teachers and the unused seats of rooms.  A hidden timetable is drawn first, so that
each problem has a solution.  All must find the same cost; times are the CPU seconds of the search,
the best of three, without building the problem.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from importlib import import_module
from statistics import geometric_mean
from time import process_time
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


def by_highs(problem: Problem) -> tuple[int, float]:
    """Return the least cost by HiGHS, and its CPU seconds."""
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
    for option, value in (("output_flag", False), ("mip_rel_gap", 0.0), ("threads", 1)):
        solver.setOptionValue(option, value)
    solver.passModel(lp)
    begun = process_time()
    solver.run()
    return round(solver.getInfo().objective_function_value), process_time() - begun


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
    sys.exit(main())
