"""Counts that merge equal states: sweeps, tree decompositions and memos, with what they cost."""
