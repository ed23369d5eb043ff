"""The domino tilings of a small board as a family: counts, marginals and random samples."""

import combien

BOARD = combien.Region.from_art("""
.****.
******
******
.****.
""")
domino = combien.Tile("**", symmetries="all", times="any")
problem = combien.TilingProblem(BOARD, [domino])

tilings = combien.family(problem, names=problem.placements)
print(f"{tilings.count} tilings in {tilings.nodes} nodes")

# A placement is horizontal if its region is one cell high.
across = tilings.count_by(lambda placement: placement.region.high[1] == placement.region.low[1])
place = across.kinds.index(True)
for numbers, count in sorted(across.counts.items(), key=lambda entry: entry[0][place]):
    print(f"{count} of them with {numbers[place]} dominoes across")

likely = max(tilings.marginals().items(), key=lambda entry: entry[1])
print(f"in most, {likely[1]}, there is a domino on", *likely[0].region)

for tiling in combien.sample(problem, 2, seed=7):
    print(f"\n{tiling}")
