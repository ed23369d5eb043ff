#!/usr/bin/env bash
# Counts that are floats: a triangle has 2.9999999999999996 spanning trees in networkx.
#
# Guess:   a method named count or number_of returns an integer; Python's are of any size.
# Seen:    networkx computes number_of_spanning_trees by a float determinant: int() of it is 2 for the
#          triangle, 99999999 for the complete graph of 10 vertices, and from 15 vertices on digits
#          are wrong.  (Which n fall below may depend on the linear algebra library.)  In dd, one
#          method of three classes: dd.cudd.BDD.count returns floats, so 2^70 - 1 is 2^70;
#          dd.autoref.BDD.count and dd.cudd_zdd.ZDD.count return exact integers.
# Version: networkx 3.6.1, dd 0.6.0, numpy 2.4.6, scipy 1.17.1 (PyPI).
# Source:  Cayley's formula n^(n-2); a disjunction of 70 variables has all assignments but one.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q networkx==3.6.1 dd==0.6.0 numpy==2.4.6 scipy==1.17.1

v/bin/python -W ignore - <<'E'
import networkx
from dd import autoref, cudd, cudd_zdd

wrong = []
for n in range(3, 21):
    trees, exact = networkx.number_of_spanning_trees(networkx.complete_graph(n)), n ** (n - 2)
    if int(trees) != exact:
        wrong.append(n)
        print(n, trees, int(trees), exact)
counts = []
for kind in (cudd.BDD(), autoref.BDD(), cudd_zdd.ZDD()):
    names = [f"x{i}" for i in range(70)]
    kind.declare(*names)
    counts.append(kind.count(kind.add_expr(r" \/ ".join(names))))
    print(type(kind).__module__, repr(counts[-1]))
same = (
    isinstance(trees, float) and wrong
    and isinstance(counts[0], float) and counts[0] == 2**70 and counts[1:] == [2**70 - 1] * 2
)
raise SystemExit(None if same else "this has changed")
E
