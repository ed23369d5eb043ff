"""Search by dancing links and bit sets: counts, walks, restarts, shares of a tree, estimates."""
