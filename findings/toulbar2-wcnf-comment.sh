#!/usr/bin/env bash
# In toulbar2, a comment between the clauses of an old WCNF file ends the file, in silence.
#
# Guess:   a line that begins with c is skipped wherever it stands, as before the header.
# Seen:    in a file with `p wcnf`, the clauses after the comment are lost, hard ones too: the
#          "optimum" is 0 and violates the hard clause of x3.  The same lines in the new form (with
#          h, without a header) are read rightly.  Debian's toulbar2 1.1.1 reads 2 instead of 3.
# Version: pytoulbar2 1.4.0.1 (PyPI, with the solver inside).
# Source:  rules of the MaxSAT Evaluation (comments may be anywhere); all assignments tried by hand:
#          x3 must hold and x1 or x2, so 3 is the least cost.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q pytoulbar2==1.4.0.1

printf '%s\n' 'p wcnf 3 4 20' '20 1 2 0' 'c prices' '3 -1 0' '4 -2 0' '20 3 0' >comment.wcnf
grep -v '^c' comment.wcnf >plain.wcnf
printf '%s\n' 'h 1 2 0' 'c prices' '3 -1 0' '4 -2 0' 'h 3 0' >new.wcnf
for name in comment plain new; do
  v/bin/python -c "
import pytoulbar2
problem = pytoulbar2.CFN()
problem.Read('$name.wcnf')
print('$name:', *problem.Solve()[:2])" 2>&1 | grep "^$name:" || echo "$name: no answer"
done >seen
cat seen
[ "$(cat seen)" = "comment: [0, 1, 0] 0.0
plain: [1, 0, 1] 3.0
new: [1, 0, 1] 3.0" ] || { echo "this has changed" >&2; exit 1; }
