"""Dancing links in readable Python, with a trace of each step and the search tree."""
