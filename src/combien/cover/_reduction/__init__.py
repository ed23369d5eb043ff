"""Reduction of a problem: what remains of it, the rules, and the way back."""
