#!/usr/bin/env bash
# Debian's toulbar2 reads a negated variable of an OPB file, ~x2, as a new variable of that name.
#
# Guess:   ~x2 is 1 - x2, as the format of the competitions says, or an error message.
# Seen:    ~x2 is a third variable, unrelated to x2 and free of charge: the optimum is 2 instead of 3.
#          A constraint 0 >= 1, written with a coefficient of 0, counts as satisfied.
#          clasp reads both as meant.  (pytoulbar2 1.4.0.1 refuses the file.)
# Version: toulbar2 1.1.1+dfsg-1, clasp 3.3.5-4.2 (Debian 12).
# Source:  the format of the pseudo-Boolean competitions; with x2 = 0, x1 of cost 3 remains.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for program in toulbar2 clasp; do
  command -v $program >/dev/null || { echo "apt-get install $program" >&2; exit 2; }
done
toulbar2 --help 2>&1 | grep -o 'version : [0-9.]*' | head -1 || true

cat >negated.opb <<'E'
* #variable= 2 #constraint= 2
min: +3 x1 +2 x2 ;
+1 x1 +1 x2 >= 1 ;
+1 ~x2 >= 1 ;
E
cat >zero.opb <<'E'
* #variable= 2 #constraint= 2
min: +3 x1 +2 x2 ;
+1 x1 +1 x2 >= 1 ;
+0 x1 >= 1 ;
E
for name in negated zero; do
  echo "$name: toulbar2 $(toulbar2 $name.opb | grep -o '^Optimum: [0-9]*' || echo 'no optimum')," \
    "clasp $(clasp --outf=1 $name.opb | grep '^[os] ' | tr '\n' ' ' || true)"
done >seen
cat seen
[ "$(sed 's/ *$//' seen)" = "negated: toulbar2 Optimum: 2, clasp o 3 s OPTIMUM FOUND
zero: toulbar2 Optimum: 2, clasp s UNSATISFIABLE" ] || { echo "this has changed" >&2; exit 1; }
