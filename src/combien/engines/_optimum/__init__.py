"""The cheapest solutions: branch and bound, prices, HiGHS, CP-SAT, and proofs of optima."""
