* Problem:
* Class:      MIP
* Rows:       2
* Columns:    5 (5 integer, 4 binary)
* Non-zeros:  6
* Format:     Free MPS
*
NAME
ROWS
 N R0000000
 E c1
 E c2
COLUMNS
 M0000001 'MARKER' 'INTORG'
 x1 R0000000 -2 c2 1
 x1 c1 2
 x2 R0000000 -4
 x3 c1 2
 x4 R0000000 8 c2 1
 x5 R0000000 3 c2 1
 x5 c1 2
 M0000002 'MARKER' 'INTEND'
RHS
 RHS1 R0000000 4 c1 4
 RHS1 c2 1
RANGES
 RNG1 c1 2
BOUNDS
 FX BND1 x1 1
 UP BND1 x2 1
 UP BND1 x3 1
 UP BND1 x4 1
 UP BND1 x5 1
ENDATA
