"""Benchmarks of our engines and other programs: see README.md in this folder."""
