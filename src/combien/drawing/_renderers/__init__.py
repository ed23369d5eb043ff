"""Renderers of a `Picture`: text, SVG, PNG, STL, outlines for cutting, contact sheets."""
