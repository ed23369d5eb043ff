"""Search trees, as text and SVG."""
