"""Exact cover as clauses, for SAT solvers: the reduction, the file formats, and proofs."""
