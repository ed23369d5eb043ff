"""Proofs of unsatisfiability: reading, checking and writing them."""
