#!/usr/bin/env bash
# One circuit constraint of XCSP3, four readers, three counts.
#
# Guess:   `<circuit> x[] </circuit>` is one of the best known constraints: all readers agree.
# Seen:    values i at place i are loops, outside of the circuit.  On four places there are 6 circuits
#          of length 4, 8 of length 3 and 6 of length 2.  ACE and cosoco count these 20.  Choco counts
#          21, with all four places outside.  CPMpy counts 15: it takes the first place, where the
#          numbering starts, for a place on the circuit.  Only if each x[i] != i do all count 6.
# Version: pycsp3 2.6.1 with its ACE 2.6 and choco-parsers 4.10.15-beta, cosoco 2.6.1, cpmpy 1.1.1,
#          ortools 9.15.6755 (PyPI); OpenJDK 17 (Debian 12).
# Source:  XCSP3 specification, circuit; permutations of four places by their cycles.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v java >/dev/null || { echo "apt-get install default-jre-headless" >&2; exit 2; }
python3 -m venv v
v/bin/pip install -q pycsp3==2.6.1 cosoco==2.6.1 cpmpy==1.1.1 ortools==9.15.6755

cat >write.py <<'E'
loops = "".join(f"<intension> ne(x[{i}],{i}) </intension>" for i in range(4))
for name, more in [("circuit", ""), ("noloops", loops)]:
    with open(name + ".xml", "w") as file:
        file.write(f"""<instance format="XCSP3" type="CSP">
<variables> <array id="x" size="[4]"> 0..3 </array> </variables>
<constraints> <circuit> x[] </circuit> {more} </constraints>
</instance>""")
E
cat >read.py <<'E'
import sys
from cpmpy.tools.io.xcsp3 import load_xcsp3
print(load_xcsp3(sys.argv[1]).solveAll(solver="ortools"))
E
python3 write.py
solvers=$(echo v/lib/python3*/site-packages/pycsp3/solvers)
number() { grep -oE "$1 +[0-9]+" | grep -oE '[0-9]+$'; }
for name in circuit noloops; do
  echo "$name: ACE $(java -jar "$solvers"/ace/ACE*.jar $name.xml -s=all | sed 's/\x1b\[[0-9]*m//g' | number SOLUTIONS)," \
    "cosoco $(v/bin/cosoco $name.xml -nbsols=1000 2>/dev/null | number N_SOLUTIONS)," \
    "Choco $(java -cp "$solvers"/choco/choco-parsers*.jar org.chocosolver.parser.xcsp.ChocoXCSP $name.xml -a | number SOLUTIONS)," \
    "CPMpy $(v/bin/python -W ignore read.py $name.xml)"
done >seen
cat seen
[ "$(cat seen)" = "circuit: ACE 20, cosoco 20, Choco 21, CPMpy 15
noloops: ACE 6, cosoco 6, Choco 6, CPMpy 6" ] || { echo "this has changed" >&2; exit 1; }
