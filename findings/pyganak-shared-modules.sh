#!/usr/bin/env bash
# Uninstalling the model counter pyganak deletes pycryptosat and pyapproxmc.
#
# Guess:   three packages of one group, each with its own module: installing or removing one leaves
#          the others alone, and pip reports a conflict.
# Seen:    the wheel of pyganak also holds pycryptosat.*.so and pyapproxmc.*.so at the top level, and
#          pyapproxmc's holds pycryptosat.*.so.  Installed later, pyganak replaces both (they say
#          5.18.0 and 4.4.1 now, though pip still lists 5.17.0 and 4.4.0).  Uninstalled, it takes both
#          with it; pip lists them still, and `pip check` finds no broken requirement.
# Version: pyganak 2.9.0, pyapproxmc 4.4.0, pycryptosat 5.17.0 (PyPI), CPython 3.11 on x86-64 Linux.
# Source:  the file lists of the wheels (pip show -f).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
ask() {
  v/bin/python -c "import pycryptosat; print('pycryptosat', pycryptosat.__version__)" 2>&1 | tail -n 1 || true
  v/bin/python -c "import pyapproxmc; print('pyapproxmc', pyapproxmc.VERSION)" 2>&1 | tail -n 1 || true
}
{
  v/bin/pip install -q pyapproxmc==4.4.0
  v/bin/pip install -q pycryptosat==5.17.0
  ask
  v/bin/pip install -q pyganak==2.9.0
  ask
  v/bin/pip uninstall -q -y pyganak
  ask
  v/bin/pip list 2>/dev/null | grep -E '^py(crypto|approx)' | tr -s ' '
  v/bin/pip check
} >seen
cat seen
[ "$(cat seen)" = "pycryptosat 5.17.0
pyapproxmc 4.4.0
pycryptosat 5.18.0
pyapproxmc 4.4.1
ModuleNotFoundError: No module named 'pycryptosat'
ModuleNotFoundError: No module named 'pyapproxmc'
pyapproxmc 4.4.0
pycryptosat 5.17.0
No broken requirements found." ] || { echo "this has changed" >&2; exit 1; }
