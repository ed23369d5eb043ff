"""Nonograms as a page to play on, in one file."""

__all__ = ["GAME"]

# The files of the game, which the page of `combien web` has, too.
GAME = ("rules.js", "game.js", "game.css")
