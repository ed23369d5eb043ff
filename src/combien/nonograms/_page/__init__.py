"""A nonogram as a page to play on, in one file."""
