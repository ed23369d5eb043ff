"""The commands for those who design puzzles."""
