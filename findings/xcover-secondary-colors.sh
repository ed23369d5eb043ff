#!/usr/bin/env bash
# xcover: name the secondary items of a colored problem instead of the primary ones: no solution.
#
# Guess:   `primary` or `secondary` may be left out, and is then inferred, as the docstring says; both
#          ways describe one problem.
# Seen:    with colored=True, all colored names of the options ("x:A", "y:B") become primary items
#          too, which no option covers, so the iterator is empty: a wrong "none", without a message.
#          With the primary items, or with both, Knuth's example has its solution.
# Version: xcover 0.2.6, numpy 2.4.6 (PyPI).
# Source:  docstring of xcover.covers; Knuth, TAOCP 7.2.2.1, the example of algorithm C.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q xcover==0.2.6 numpy==2.4.6

v/bin/python -W ignore - >seen <<'E'
import xcover

options = ["p q x y:A", "p r x:A y", "p x:B", "q x:A", "r y:B"]
first, second = ["p", "q", "r"], ["x", "y"]
for given in ({"primary": first, "secondary": second}, {"primary": first}, {"secondary": second}):
    found = xcover.covers([option.split() for option in options], colored=True, **given)
    print(*given, [sorted(map(int, chosen)) for chosen in found])
E
cat seen
[ "$(cat seen)" = "primary secondary [[1, 3]]
primary [[1, 3]]
secondary []" ] || { echo "this has changed" >&2; exit 1; }
