#!/usr/bin/env bash
# The same MPS file is minimized by the CBC of PuLP and maximized by the CBC of Python-MIP.
#
# Guess:   two packages that bring CBC read one file alike, and the commands of CBC on the PATH stay
#          those of the system when a Python package is installed.
# Seen:    of a file with OBJSENSE, and MAX on the next line, CBC 2.10.3 in PuLP prints "Coin
#          ignores", takes nothing and reports an optimal solution of value 0; the development
#          version that Python-MIP 2 brings by cbcbox takes the better item, of value 3.  cbcbox
#          installs a command `cbc` beside Python, so that in an active environment programs that
#          call `cbc` get another sense of optimization than before (Debian's 2.10.8 minimizes).
# Version: pulp 3.3.2, mip 2.0.0, cbcbox 2.935 (PyPI).
# Source:  the section OBJSENSE as CPLEX, Gurobi, HiGHS, SCIP and Xpress read it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q pulp==3.3.2 mip==2.0.0 cbcbox==2.935

cat >packing.mps <<'E'
NAME          packing
OBJSENSE
    MAX
ROWS
 N  value
 L  room
COLUMNS
    MARKER    'MARKER'  'INTORG'
    a         value     2   room  1
    b         value     3   room  1
    MARKER    'MARKER'  'INTEND'
RHS
    RHS       room      1
BOUNDS
 UP BND       a         1
 UP BND       b         1
ENDATA
E
value() {
  "$2" packing.mps -solve -solution solution.txt -quit >log.txt 2>&1
  printf '%s: %s\n' "$1" "$(head -n 1 solution.txt)"
}
seen=$(
  value "PuLP's" "$(v/bin/python -c 'import pulp; print(pulp.PULP_CBC_CMD().path)')"
  value "cbc beside Python" v/bin/cbc
)
printf '%s\n' "$seen"
[ "$seen" = "PuLP's: Optimal - objective value 0.00000000
cbc beside Python: Optimal - objective value 3.00000000" ] || { echo "this has changed" >&2; exit 1; }
