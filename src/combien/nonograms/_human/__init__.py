"""Solving as a person does: hints, difficulty, and a game in the terminal."""
