"""A machine that looks for wrong numbers: random problems, and every way to the same number.

    python -m tests.hunt --minutes 30 --seed 7 --kind covers --out found

It draws problems of each kind in `kinds.py` and asks every way to their numbers: engines, lists,
remainders, limits, positions, threads, runs that are killed, and slow definitions.  What disagrees,
raises an error that is not of this package, crashes or does not end is made smaller and printed
with its seed; with `--out` it is also written as a test, a file for pytest.  The same seed and
number of `--cases` give the same problems.

Adding a kind is a generator and its ways in one file, and an entry in `kinds.py`.  A case is a JSON
value, so that it can be printed, shrunk and stored whatever it describes.
"""
