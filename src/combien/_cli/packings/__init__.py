"""Commands about packing puzzles."""
