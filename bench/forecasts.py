"""Measure how often the forecast of a run is right: `python bench/forecasts.py`.

The shares of each search are counted once.  Then they are put into a hundred random orders, as runs
with other seeds would, and the interval is compared with the total when 5 %, 10 % and 25 % of the
nodes are visited.  The table has the number of orders with an interval, the number of them in which
it contained the total, and the median of its upper over its lower end.
"""

from __future__ import annotations

import argparse
import sys
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.problems import of_bench  # noqa: E402
from combien._base.budget import FOREVER  # noqa: E402
from combien.engines import searcher_named  # noqa: E402
from combien.engines._search.splitting import split  # noqa: E402
from combien.running._coordinator import FIRST_SHARES, forecast  # noqa: E402
from combien.running._runners import Task, work  # noqa: E402

NAMES = (
    "pentominoes-6x10", "pentominoes-5x12", "pentominoes-4x15", "scott", "soma", "conway-5x5x5",
    "queens-13", "langford-12", "sudoku-22", "random-sparse", "random-dense", "y-pentomino-10x15",
    "latin-5",
)  # fmt: skip
PARTS = (0.05, 0.1, 0.25)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="the searches")
    parser.add_argument("--orders", type=int, default=100)
    arguments = parser.parse_args()
    print("| search | " + " | ".join(f"{part:.0%}: shown, right, width" for part in PARTS) + " |")
    print("| --- |" + " --- |" * len(PARTS))
    for name in arguments.names or NAMES:
        problem = of_bench(name)
        positions, _ = split(problem, searcher_named("bits", problem), parts=FIRST_SHARES)
        task = Task("bits", tuple(enumerate(positions)), FOREVER)
        nodes = [worked.nodes for worked in work(problem, task)]
        cells = [_measured(nodes, part, arguments.orders) for part in PARTS]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    return 0


def _measured(nodes: list[int], part: float, orders: int) -> str:
    total, widths, right = sum(nodes), [], 0
    for seed in range(orders):
        order = Random(seed).sample(nodes, len(nodes))
        done = sum(visited < part * total for visited in accumulate(order)) + 1
        found = forecast([(each, place < done) for place, each in enumerate(order)])
        if found.high is not None:
            widths.append(found.high / found.low)
            right += found.low <= total <= found.high
    return f"{len(widths)}, {right}, {median(widths):.2f}" if widths else "0"


if __name__ == "__main__":
    sys.exit(main())
