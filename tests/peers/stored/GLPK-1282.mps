* Problem:
* Class:      MIP
* Rows:       2
* Columns:    4 (4 integer, 3 binary)
* Non-zeros:  4
* Format:     Free MPS
*
NAME
ROWS
 N R0000000
 E c1
 E c2
COLUMNS
 M0000001 'MARKER' 'INTORG'
 x1 R0000000 1 c2 2
 x2 R0000000 3 c2 2
 x2 c1 -3
 x3 R0000000 5 c2 2
 x4 c1 0 $ empty column
 M0000002 'MARKER' 'INTEND'
RHS
 RHS1 R0000000 -6 c1 -3
 RHS1 c2 2
RANGES
 RNG1 c1 3
BOUNDS
 FX BND1 x1 0
 UP BND1 x2 1
 UP BND1 x3 1
 UP BND1 x4 1
ENDATA
