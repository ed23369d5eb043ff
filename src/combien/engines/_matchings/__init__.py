"""Perfect matchings of graphs on surfaces: counted by Pfaffians, and drawn at random."""
