"""Symmetries of a problem: their group, its subgroups, and the solutions that they leave alone."""
