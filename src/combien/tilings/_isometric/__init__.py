"""Isometric views of solids."""

from combien.tilings._isometric._cubes import isometric

__all__ = ["isometric"]
