#!/usr/bin/env bash
# py-sudoku: the puzzles it makes have several solutions, and are all the same in one process.
#
# Guess:   a generated sudoku has one solution, and two calls give two puzzles.
# Seen:    difficulty(0.6) empties 60 % of the cells of a full grid, whatever remains: of the puzzles
#          of the seeds 0 to 9, none has one solution, as its own has_multiple_solutions says.  The
#          "random" seed is drawn once, when the module is loaded (a default argument), so
#          Sudoku(3).difficulty(0.6) gives one puzzle however often it is called.
# Version: py-sudoku 2.0.0 (PyPI).
# Source:  docstring of Sudoku (the seed "defaults to a random seed"); backtracking found two solutions
#          or more for the seeds 0 to 19.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv v
v/bin/pip install -q py-sudoku==2.0.0

v/bin/python - >seen <<'E'
from sudoku import Sudoku

several = sum(Sudoku(3, seed=seed).difficulty(0.6).has_multiple_solutions() for seed in range(10))
print("of ten puzzles, with several solutions:", several)
boards = {str(Sudoku(3).difficulty(0.6).board) for _ in range(5)}
print("of five puzzles, distinct:", len(boards))
E
cat seen
[ "$(cat seen)" = "of ten puzzles, with several solutions: 10
of five puzzles, distinct: 1" ] || { echo "this has changed" >&2; exit 1; }
