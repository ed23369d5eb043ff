#!/usr/bin/env bash
# The solver ACE of PyCSP3 proves an "optimum" that violates its only constraint, nValues = 2.
#
# Guess:   the solution of the reference solver of XCSP3 satisfies the constraints.
# Seen:    with three variables 0..2 and exactly two distinct values, ACE counts 19 solutions, the
#          last one (2,2,2) with one value; there are 18.  Maximizing the sum, it says OPTIMUM 6 for
#          (2,2,2); the best is 5.  With x0 = x1 = x2 added, it finds a solution where none exists.
#          nValues with le, ge and ne, and eq with 1 or 3, are right.
# Version: pycsp3 2.6.1 (PyPI) with its ACE 2.6; OpenJDK 17 (Debian 12).
# Source:  XCSP3 specification, nValues; all 27 assignments are tried below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v java >/dev/null || { echo "apt-get install default-jre-headless" >&2; exit 2; }
python3 -m venv v
v/bin/pip install -q pycsp3==2.6.1

cat >model.py <<'E'
from itertools import product

from pycsp3 import *

two = [a for a in product(range(3), repeat=3) if len(set(a)) == 2]
print("true:", len(two), "solutions, best", max(map(sum, two)))

x = VarArray(size=3, dom=range(3))
satisfy(NValues(x) == 2)
print("ACE:", solve(sols=ALL), n_solutions(), "solutions, last", values(x))
clear()
x = VarArray(size=3, dom=range(3))
satisfy(NValues(x) == 2)
maximize(Sum(x))
print("ACE:", solve(), bound(), values(x))
clear()
x = VarArray(size=3, dom=range(3))
satisfy(NValues(x) == 2, x[0] == x[1], x[1] == x[2])
print("ACE:", solve(), values(x))
E
v/bin/python model.py >seen
cat seen
[ "$(cat seen)" = "true: 18 solutions, best 5
ACE: SAT 19 solutions, last [2, 2, 2]
ACE: OPTIMUM 6 [2, 2, 2]
ACE: SAT [0, 0, 0]" ] || { echo "this has changed" >&2; exit 1; }
