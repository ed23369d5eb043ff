"""New terms of integer sequences: the definition of each as a model (docs/records.md)."""
