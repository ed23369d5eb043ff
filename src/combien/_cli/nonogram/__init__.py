"""`combien nonogram`: a file for each command."""
