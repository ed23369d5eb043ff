"""Boards with numbers in their margins, as SVG and text."""
