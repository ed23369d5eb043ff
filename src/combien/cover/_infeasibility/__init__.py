"""Why a problem has no solution: reasons that are short, and can be checked without the search."""
