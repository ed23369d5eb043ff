"""The engine that reduces a problem to SAT."""
