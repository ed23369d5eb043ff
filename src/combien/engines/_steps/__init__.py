"""Dancing links in readable Python, step by step: its events, as lines of text and as a tree."""
