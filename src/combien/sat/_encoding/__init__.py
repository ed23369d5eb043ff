"""The encodings of exact cover and of cardinality constraints as clauses."""
