#!/usr/bin/env bash
# CPMpy reads CNF files that it wrote itself as MaxSAT, without any constraint.
#
# Guess:   what write_dimacs writes, load_dimacs reads back as the same model.
# Seen:    write_dimacs writes no header unless asked to, and load_dimacs takes a file without a header
#          for a WCNF file if no clause begins with a negative literal: the first literal becomes
#          a weight.  "1 2 0" is then a wish of weight 1 for x2.  The model that is read back has no
#          constraint, so it admits what the written one forbids.  The order of the literals decides:
#          y | ~x comes back as a wish, ~x | y as a clause.
# Version: cpmpy 1.1.1, ortools 9.15.6755, pindakaas 0.6.1 (PyPI).
# Source:  docstring of cpmpy.tools.io.dimacs: the parser infers the header's numbers, and the SAT
#          competition prefers files without a header.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q cpmpy==1.1.1 ortools==9.15.6755 pindakaas==0.6.1

seen=$(v/bin/python -W ignore - <<'E'
import cpmpy
from cpmpy.tools.io.dimacs import load_dimacs, write_dimacs

x, y, z = cpmpy.boolvar(shape=3)
for model in [cpmpy.Model(x | y, y | z), cpmpy.Model(y | ~x), cpmpy.Model(~x | y)]:
    text = write_dimacs(model)
    again = load_dimacs(text)
    wishes = "with" if again.has_objective() else "without"
    print(f"{text!r}: {len(again.constraints)} constraints, {wishes} objective")
E
)
printf '%s\n' "$seen"
[ "$seen" = "'1 2 0\\n2 3 0\\n': 0 constraints, with objective
'1 -2 0\\n': 0 constraints, with objective
'-1 2 0\\n': 1 constraints, without objective" ] || { echo "this has changed" >&2; exit 1; }
