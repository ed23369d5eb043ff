#!/usr/bin/env bash
# The Walrus: a permanent of ones that is negative, and 35 tilings where there are 36.
#
# Guess:   perm and hafnian of an integer matrix are exact, or floats close to it: perm is n! for n by
#          n ones, and the hafnian of the graph of a 4 by 4 board is 36, its domino tilings.
# Seen:    the default method of perm ("bbfg") multiplies 64-bit integers that wrap, then divides: 17!
#          comes out as 74212451385344.0, a fifth of it, and 21! as -3063506796544.0, without warning.
#          The same matrix of floats is right to eight digits; method="ryser" is exact up to 20.
#          hafnian is an exact integer up to 4 vertices, and for 16 complex, some 1e-13 below 36: int()
#          of its real part is 35.
# Version: thewalrus 0.22.0, numpy 2.4.6 (PyPI).
# Source:  docstrings of thewalrus.perm and hafnian ("int or float or complex"); factorials.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q thewalrus==0.22.0 numpy==2.4.6

v/bin/python -W ignore - >seen <<'E'
from math import factorial

import numpy
from thewalrus import hafnian, perm

for n in (16, 17, 21):
    ones = numpy.ones((n, n), dtype=numpy.int64)
    close = abs(perm(ones.astype(float)) / factorial(n) - 1) < 1e-8
    print(n, factorial(n), "bbfg", perm(ones), "floats", "close" if close else "far", end=" ")
    print("ryser", perm(ones, method="ryser") if n < 21 else "-")
cells = [(x, y) for x in range(4) for y in range(4)]
board = numpy.array([[abs(a - c) + abs(b - d) == 1 for a, b in cells] for c, d in cells], dtype=int)
tilings = hafnian(board)
print("tilings", type(tilings).__name__, abs(tilings - 36) < 1e-9, tilings == 36)
E
cat seen
[ "$(cat seen)" = "16 20922789888000 bbfg 20922789888000.0 floats close ryser 20922789888000
17 355687428096000 bbfg 74212451385344.0 floats close ryser 355687428096000
21 51090942171709440000 bbfg -3063506796544.0 floats close ryser -
tilings complex True False" ] || { echo "this has changed" >&2; exit 1; }
