"""Combinatorial designs and sequences: Latin squares, Steiner systems, rulers, partitions."""
