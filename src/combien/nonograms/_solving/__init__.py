"""The solver: lines, probing, search, beliefs, clause learning, and their portfolio."""
