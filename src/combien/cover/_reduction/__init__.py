"""Reduction of a problem: the remaining problem, the rules, and the expansion of solutions."""
