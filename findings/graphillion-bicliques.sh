#!/usr/bin/env bash
# Graphillion: bicliques(2, 3) gives the complete bipartite graphs K(2,2).
#
# Guess:   bicliques(a, b) gives the subgraphs K(a,b), or refuses a != b, as its docstring says that
#          a == b must hold.
# Seen:    b is never used: bicliques(2, 3) and bicliques(2, 9) of K(3,3) are its nine K(2,2);
#          there are six K(2,3), and no K(2,9).  The arguments are not in order either: (3, 2) gives
#          K(3,3).  steiner_cycles([v]) has one member too many, the graph without edges.
# Version: graphillion 2.1 (PyPI).
# Source:  docstrings of GraphSet.bicliques and steiner_cycles ("a cycle that contains all vertices in
#          terminals"); in K(3,3) two of three vertices can be chosen in 3 ways on either side.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q graphillion==2.1

v/bin/python - >seen <<'E'
from graphillion import GraphSet

GraphSet.set_universe([(u, v) for u in (1, 2, 3) for v in (4, 5, 6)])
for a, b in [(2, 2), (2, 3), (2, 9), (3, 2)]:
    found = list(GraphSet.bicliques(a, b))
    print(f"K({a},{b}):", len(found), "with", {len(graph) for graph in found}, "edges")
GraphSet.set_universe([(1, 2), (2, 3), (1, 3)])
for terminals in ([1], [1, 2]):
    print("cycles through", terminals, sorted(map(len, GraphSet.steiner_cycles(terminals))))
E
cat seen
[ "$(cat seen)" = "K(2,2): 9 with {4} edges
K(2,3): 9 with {4} edges
K(2,9): 9 with {4} edges
K(3,2): 1 with {9} edges
cycles through [1] [0, 3]
cycles through [1, 2] [3]" ] || { echo "this has changed" >&2; exit 1; }
