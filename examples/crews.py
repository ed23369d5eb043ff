"""Read a set partitioning problem from an MPS file, and list its solutions, cheapest first."""

from pathlib import Path

import combien
from combien.cover.formats import read, write

text = (Path(__file__).parent / "crews.mps").read_text(encoding="utf-8")
problem = read(text, format="mps")
print(problem, "with", combien.count(problem), "solutions")
for cost, solution in combien.best(problem, k=10):
    print(f"{cost:5}  {' '.join(problem.names(solution))}")

# Other solvers read it as LP.
print("\n".join(write(problem, format="lp").splitlines()[:6]))
