"""Published counts of some puzzles, reproduced by two independent engines."""

from combien import count
from combien.puzzles import Langford, Latin, Mates, Queens, Sudoku

COUNTED = [
    ("queens of 8 x 8, A000170", Queens(8)),
    ("queens of 10 x 10, A000170", Queens(10)),
    ("queens on a torus of 11 x 11, A007705", Queens(11, torus=True)),
    ("sudokus of 4 x 4, A107739", Sudoku((0,) * 16)),
    ("Latin squares of 5 x 5, A002860", Latin(5)),
    ("reduced ones of 6 x 6, A000315", Latin(6, reduced=True)),
    ("mates of a cyclic square of 6 x 6", Mates(6)),
    ("transversals of one of 9 x 9, A006717", Mates(9, transversal=True)),
    ("Langford's lines of 8 pairs, 2 x A014552", Langford(8)),
    ("Skolem's lines of 9 pairs, A004075", Langford(9, skolem=True)),
]

for title, puzzle in COUNTED:
    searched, swept = count(puzzle, engine="bits"), count(puzzle, engine="frontier")
    print(f"{title:<42}{searched:>8}  {'and' if searched == swept else 'but'} {swept}")

print()
print(f"{'queens of 8 x 8 up to symmetry, A002562':<42}{count(Queens(8), up_to='all'):>8}")
print(f"{'sudokus of 6 x 6, by E. Pettersen':<42}{count(Sudoku((0,) * 36), engine='frontier'):>8}")
