"""`combien sudoku`: many sudokus at once."""
