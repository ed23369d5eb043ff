#!/usr/bin/env bash
# exact-cover: get_all_solutions gives the empty tuple where a solution takes every row.
#
# Guess:   get_all_solutions of a matrix with one solution gives the rows of get_exact_cover.
# Seen:    the rows of a solution are padded with -1, and the padding is cut off from the right.  Where
#          there is none, as in the identity matrix, everything is cut off: the set is {()}, while
#          get_exact_cover returns [0 1 2] and get_solution_count 1.  With a fourth row all is well.
#          The fork exact-multiset-cover is right.
# Version: exact-cover 1.5.0, exact-multiset-cover 1.5.1, numpy 2.4.6 (PyPI).
# Source:  the definition of an exact cover: the three unit rows are the only one.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q exact-cover==1.5.0 exact-multiset-cover==1.5.1 numpy==2.4.6

v/bin/python - >seen <<'E'
import exact_multiset_cover
import numpy
from exact_cover import get_all_solutions, get_exact_cover, get_solution_count

unit = numpy.eye(3, dtype=int)
more = numpy.vstack([unit, [[1, 1, 0]]])
for name, matrix in [("unit rows", unit), ("one more", more)]:
    every = sorted(tuple(map(int, rows)) for rows in get_all_solutions(matrix))
    print(f"{name}: one {get_exact_cover(matrix)}, count {get_solution_count(matrix)}, all {every}")
print("multiset:", [tuple(map(int, r)) for r in exact_multiset_cover.get_all_solutions(unit)])
E
cat seen
[ "$(cat seen)" = "unit rows: one [0 1 2], count 1, all [()]
one more: one [2 0 1], count 2, all [(2, 0, 1), (2, 3)]
multiset: [(0, 1, 2)]" ] || { echo "this has changed" >&2; exit 1; }
