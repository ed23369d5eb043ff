#!/usr/bin/env bash
# A sum that must not be in a range: ACE takes "notin" for "in", and Choco for no constraint.
#
# Guess:   `Sum(x) not in range(1, 3)` in PyCSP3 gives the same answer with both solvers it ships.
# Seen:    the file says (notin,1..2), as it should.  Of 16 assignments of four binary variables, 6
#          comply.  ACE lists the 10 others; its example is (1,0,1,0), of sum 2.  Choco lists 22
#          solutions: all 16 assignments, and the 6 that comply once more.  cosoco lists the 6.
# Version: pycsp3 2.6.1 with its ACE 2.6 and choco-parsers 4.10.15-beta, cosoco 2.6.1 (PyPI);
#          OpenJDK 17 (Debian 12).
# Source:  XCSP3 specification, conditions; all 16 assignments are tried below.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v java >/dev/null || { echo "apt-get install default-jre-headless" >&2; exit 2; }
python3 -m venv v
v/bin/pip install -q pycsp3==2.6.1 cosoco==2.6.1

cat >model.py <<'E'
from pycsp3 import *

x = VarArray(size=4, dom={0, 1})
satisfy(Sum(x) not in range(1, 3))
E
v/bin/python model.py -output=model.xml >/dev/null
solvers=$(echo v/lib/python3*/site-packages/pycsp3/solvers)
{
  grep -o '(notin.*)' model.xml
  python3 -c "
from itertools import product
print('true', sum(sum(a) not in range(1, 3) for a in product([0, 1], repeat=4)))"
  java -jar "$solvers"/ace/ACE*.jar model.xml -s=all | sed 's/\x1b\[[0-9]*m//g' |
    grep -oE 'FOUND SOLUTIONS +[0-9]+|<values>.*</values>' | sed 's/^/ACE /'
  java -cp "$solvers"/choco/choco-parsers*.jar org.chocosolver.parser.xcsp.ChocoXCSP model.xml -a >choco
  sed -n 's/^d FOUND/Choco FOUND/p' choco
  echo "Choco, distinct: $(grep -c . <<<"$(grep '<values>' choco | sort -u)")"
  v/bin/cosoco model.xml -nbsols=100 | grep -o 'N_SOLUTIONS.*' | sed 's/^/cosoco /'
} >seen
cat seen
[ "$(tr -s ' ' <seen)" = "(notin,1..2)
true 6
ACE <values> 1 0 1 0 </values>
ACE FOUND SOLUTIONS 10
Choco FOUND SOLUTIONS 22
Choco, distinct: 16
cosoco N_SOLUTIONS 6" ] || { echo "this has changed" >&2; exit 1; }
