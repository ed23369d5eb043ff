"""Searches: positions, shares, and counts by one thread or several."""
