#!/usr/bin/env bash
# CPMpy reads the hard clauses of an old WCNF file as soft ones, of the weight TOP.
#
# Guess:   load_wcnf knows that a clause of weight TOP in `p wcnf VARIABLES CLAUSES TOP` is hard;
#          write_dimacs(..., p_header=True) writes just this form.
# Seen:    TOP is not looked at.  An infeasible model, written and read back, has the "optimum" TOP.
#          An empty soft clause, which costs its weight, is counted as minus its weight: -2 instead of 8.
# Version: cpmpy 1.1.1, ortools 9.15.6755, pindakaas 0.6.1 (PyPI).
# Source:  rules of the MaxSAT Evaluation up to 2021; x and not x cannot both hold.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q cpmpy==1.1.1 ortools==9.15.6755 pindakaas==0.6.1

seen=$(v/bin/python -W ignore - <<'E'
import cpmpy
from cpmpy.tools.io.dimacs import write_dimacs
from cpmpy.tools.io.wcnf import load_wcnf

x, y = cpmpy.boolvar(shape=2)
model = cpmpy.Model([x | y, x | ~y, ~x | y, ~x | ~y], minimize=3 * x + 4 * y)
print("written: feasible", model.solve())
text = write_dimacs(model, p_header=True)
print(text.splitlines()[0])
again = load_wcnf(text)
print("read: feasible", again.solve(), "cost", again.objective_value())
empty = load_wcnf("h 1 0\n3 -1 0\n5 0\n")
print("empty soft clause: feasible", empty.solve(), "cost", empty.objective_value())
E
)
printf '%s\n' "$seen"
[ "$seen" = "written: feasible False
p wcnf 2 6 8
read: feasible True cost 8
empty soft clause: feasible True cost -2" ] || { echo "this has changed" >&2; exit 1; }
