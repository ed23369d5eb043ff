"""All solutions as one decision diagram: compiled by a sweep, and restricted by constraints."""
