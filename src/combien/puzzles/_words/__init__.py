"""Puzzles of words and letters."""
