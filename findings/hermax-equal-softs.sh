#!/usr/bin/env bash
# Nine MaxSAT engines of hermax agree on a wrong optimum: equal soft clauses count once.
#
# Guess:   a soft clause that stands twice in a WCNF counts twice, and if one engine erred, nine
#          independent ones (RC2, EvalMaxSAT, Open-WBO, UWrMaxSAT, ...) would not all agree.
# Seen:    all share one front door, which keeps one weight for each literal: the last one.  With
#          weights 3, 3 and 4 they choose x1 and report 3; x1 costs 6, and x2 costs 4.  add_soft_unit,
#          called twice, does the same.  python-sat's own RC2 finds 4.
# Version: hermax 1.2.10, python-sat 1.9.dev24 (PyPI).
# Source:  rules of the MaxSAT Evaluation (the cost is the sum over the violated clauses).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q hermax==1.2.10 python-sat==1.9.dev24

seen=$(v/bin/python - <<'E'
from itertools import product

from hermax import incremental, non_incremental
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

formula = WCNF()
formula.append([1, 2])
for literal, weight in [(-1, 3), (-1, 3), (-2, 4)]:
    formula.append([literal], weight=weight)
print("true", min(6 * x + 4 * y for x, y in product([0, 1], repeat=2) if x or y))
with RC2(formula) as engine:
    print("python-sat RC2", engine.compute(), engine.cost)
for module, names in [
    (non_incremental, "RC2 EvalMaxSAT CASHWMaxSAT WMaxCDCL CGSS OpenWBO"),
    (incremental, "UWrMaxSAT Aperture CoreTrail"),
]:
    for name in names.split():
        engine = getattr(module, name)(formula)
        engine.solve()
        print("hermax", name, engine.get_model(), engine.get_cost())
E
)
printf '%s\n' "$seen"
[ "$(grep -c '^hermax [A-Za-z0-9]* \[1, -2\] 3$' <<<"$seen")" = 9 ] &&
  grep -qx 'true 4' <<<"$seen" && grep -qx 'python-sat RC2 \[-1, 2\] 4' <<<"$seen" ||
  { echo "this has changed" >&2; exit 1; }
