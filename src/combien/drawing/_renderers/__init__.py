"""Renderers of a `Picture`: text, SVG, PNG, STL, outlines to cut, contact sheets."""
