"""The exact cover problem itself: items, options, solutions.  Nothing here solves anything."""
