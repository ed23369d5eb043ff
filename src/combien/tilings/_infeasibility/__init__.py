"""Human-readable proofs that a board has no tiling: areas, colorings, marked cells."""
