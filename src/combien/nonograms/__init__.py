"""Nonograms: pictures told by the lengths of their blocks, line by line."""
