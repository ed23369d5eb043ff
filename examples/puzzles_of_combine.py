"""The example puzzles of combine: `color`, `backslide` and `pyth`."""

import combien
from combien.puzzles import puzzle_named

Coloring, Edges, Hooks = map(puzzle_named, ("coloring", "edges", "hooks"))

planar = Coloring("planar:16x7", colors=4)
print(f"a planar graph of 16 nodes in four colors, one of {combien.count(planar)} ways:")
print(combien.solve(planar))

squares = Edges("fixed:2", board="4x4", turn=False)
print(f"\n16 squares with edges of two colors, one of {combien.count(squares)} ways:")
print(combien.solve(squares))

for legs in ((3, 4), (6, 8), (5, 12)):
    hooks = Hooks(*legs)
    print(f"\nthe hooks of {legs[0]} and {legs[1]} in the square of {hooks.side}:")
    print(combien.solve(hooks))
