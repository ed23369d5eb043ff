"""Puzzles on graphs: colorings and matchings."""
