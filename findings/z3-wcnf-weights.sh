#!/usr/bin/env bash
# Z3 reads the weights of a WCNF file modulo 2^32.
#
# Guess:   Z3 has exact integers, so a weight of any size in a WCNF file is exact, or refused.
# Seen:    of each weight the lower 32 bits are kept.  A cost of 4294967301 is reported as 5.  In the
#          old form the top weight is cut as well: with a top of 9000000000 (kept: 410065408), the
#          soft weights 4000000000 and 4000000001 become hard, and a file with a model is "unsat".
#          OPB files of the same reader keep coefficients of any size.
# Version: z3-solver 5.4.1.0 (PyPI), Optimize.from_file.
# Source:  rules of the MaxSAT Evaluation (weights below 2^63); checked by trying all assignments.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q z3-solver==5.4.1.0

cat >new.wcnf <<'E'
h 1 2 0
4294967301 -1 0
4294967302 -2 0
E
cat >old.wcnf <<'E'
p wcnf 2 3 9000000000
9000000000 1 2 0
4000000000 -1 0
4000000001 -2 0
E
cat >same.opb <<'E'
* #variable= 2 #constraint= 1
min: +4294967301 x1 +4294967302 x2 ;
+1 x1 +1 x2 >= 1 ;
E
seen=$(v/bin/python - <<'E'
import z3

for name, least in [("new.wcnf", 4294967301), ("old.wcnf", 4000000000), ("same.opb", 4294967301)]:
    problem = z3.Optimize()
    problem.from_file(name)
    answer = problem.check()
    cost = problem.model().eval(problem.objectives()[0]) if answer == z3.sat else "none"
    print(f"{name}: {answer}, cost {cost}; true {least}")
E
)
printf '%s\n' "$seen"
[ "$seen" = "new.wcnf: sat, cost 5; true 4294967301
old.wcnf: unsat, cost none; true 4000000000
same.opb: sat, cost 4294967301; true 4294967301" ] || { echo "this has changed" >&2; exit 1; }
