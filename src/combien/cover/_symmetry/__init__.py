"""Symmetries of a problem: their group, its subgroups, and the invariant solutions."""
