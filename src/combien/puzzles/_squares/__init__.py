"""Puzzles of pieces on boards: squares, edges, triangles, dominoes, cubes."""
