"""Figure 2 of the paper on combine, next to our times, measured while the site is built.

The exact values (solutions, sizes) are in the session of the page, which the tests run.  Times and
memory depend on the machine that builds the site, so they are only on the site.
"""

from __future__ import annotations

import subprocess
import sys

# Seconds by DLX, seconds by ZDD, and memory in MB: from the paper, on a machine of 2012.
PAPER = {
    4: ("0.00", "0.00", "3.88"),
    5: ("0.00", "0.00", "5.81"),
    6: ("0.00", "0.02", "7.75"),
    7: ("0.00", "0.03", "13.56"),
    8: ("0.00", "0.45", "45.48"),
    9: ("0.00", "0.76", "64.85"),
    10: ("0.02", "3.56", "221.03"),
    11: ("0.07", "14.57", "697.39"),
    12: ("0.35", "-", "> 2000"),
}

WHAT = "DLX (s)", "ZDD (s)", "memory (MB)"

# A separate process for each size, as memory only grows.
QUESTION = """
import resource, sys, time
import combien
from combien.puzzles import Queens
def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
combien.answer(Queens(4), engine="zdd")  # So that everything is loaded.
problem, before, times = Queens(int(sys.argv[1])).problem(), memory(), []
for engine in ("dlx", "zdd"):
    begun = time.process_time()
    answer = combien.answer(problem, engine=engine)
    times.append(f"{time.process_time() - begun:.4f}")
print(answer.count, *times, f"{(memory() - before) / 1024:.1f}")
"""


def table() -> str:
    """Return the table as Markdown."""
    heads = ["n", "solutions", *(f"{what}, {who}" for what in WHAT for who in ("paper", "here"))]
    lines = [f"| {' | '.join(heads)} |", "|---:" * len(heads) + "|"]
    for n, (dlx, zdd, megabytes) in PAPER.items():
        command = [sys.executable, "-c", QUESTION, str(n)]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        count, *ours = output.split()
        cells = (n, count, dlx, ours[0], zdd, ours[1], megabytes, ours[2])
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)
