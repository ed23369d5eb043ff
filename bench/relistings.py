"""Measure how much the listing of a problem matters: `python bench/relistings.py`.

The planner's problems (`bench/prices.py`), by another seed, are listed ten times in random order,
items and options.  The table has the fewest and the most transitions of the engine `frontier`, and
the least and the most CPU milliseconds of `auto`, each the better of two runs; counts must agree.
What needs more than the seconds given is left out, and named below.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from math import exp, log
from pathlib import Path
from statistics import mean
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import combien  # noqa: E402
from bench.kinds import RECORDED, instances  # noqa: E402
from combien import Problem  # noqa: E402
from combien.cover._shuffle import shuffled  # noqa: E402
from combien.errors import CombienError  # noqa: E402

SEED, PROBLEMS, LISTINGS = 3, 60, 10
# Shorter counts are mostly opening, so that one listing is as good as another.
SHORTEST = 1.0


def counted(problem: Problem, engine: str, seconds: float) -> tuple[int, int, float] | None:
    """Return the count, the transitions and CPU milliseconds; None if it was not finished."""
    times = []
    for _ in range(2):
        began = process_time()
        try:
            answer = combien.answer(problem, engine=engine, threads=1, seconds=seconds)
        except CombienError:
            return None
        times.append(1e3 * (process_time() - began))
        if answer.status == "stopped":
            return None
        if times[0] > 1e3 * seconds / 4:
            break
    return answer.count or 0, answer.work.get("transitions", 0), min(times)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--problems", type=int, default=PROBLEMS)
    parser.add_argument("--listings", type=int, default=LISTINGS)
    parser.add_argument("--seconds", type=float, default=5.0)
    arguments = parser.parse_args()
    ratios: dict[str, list[float]] = defaultdict(list)
    left_out = []
    print("| problem | transitions | ratio | `auto`, ms | ratio |\n| --- | --- | --- | --- | --- |")
    for name, problem in instances(arguments.seed, arguments.problems, RECORDED):
        cells, counts = [], set()
        for engine, column in (("frontier", 1), ("auto", 2)):
            found = [
                counted(shuffled(problem, seed=seed)[0], engine, arguments.seconds)
                for seed in range(arguments.listings)
            ]
            done = [each for each in found if each is not None]
            if len(done) < len(found):
                left_out.append(f"{name} by {engine} ({len(found) - len(done)} listings)")
                cells += ["", ""]
                continue
            counts |= {each[0] for each in done}
            costs = [each[column] for each in done]
            least, most = min(costs), max(costs)
            ratio = max(most, SHORTEST) / max(least, SHORTEST)
            ratios[engine].append(ratio)
            shown = (f"{cost:,.1f}" if column == 2 else f"{cost:,}" for cost in (least, most))
            cells += [" to ".join(shown), f"{ratio:.2f}"]
        if len(counts) > 1:
            print(f"{name}: the counts differ: {counts}", file=sys.stderr)
            return 70
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    for engine, each in ratios.items():
        middle = exp(mean(map(log, each)))
        above = sum(ratio > 2 for ratio in each)
        worst = f"worst {max(each):.2f}, {above} above 2"
        print(f"\n{engine}: {len(each)} problems, geometric mean {middle:.2f}, {worst}")
    print(f"\nNot finished: {', '.join(left_out) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
