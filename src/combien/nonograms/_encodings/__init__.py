"""Encodings of a nonogram as clauses and as an exact cover."""
