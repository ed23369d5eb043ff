"""The engine that counts by a sweep over the items."""
