"""Long runs: their file, their workers and their forecast."""
