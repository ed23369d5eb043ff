"""Why a board has no tiling, as a person would say and draw it: areas, colorings, marked cells."""
