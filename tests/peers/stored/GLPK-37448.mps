* Problem:
* Class:      MIP
* Rows:       2
* Columns:    3 (3 integer, 2 binary)
* Non-zeros:  4
* Format:     Free MPS
*
NAME
ROWS
 N R0000000
 E x[1]
 G c2
COLUMNS
 M0000001 'MARKER' 'INTORG'
 x.1 R0000000 7 x[1] 1
 st R0000000 -8 c2 1
 st x[1] 1
 x3 c2 1
 M0000002 'MARKER' 'INTEND'
RHS
 RHS1 R0000000 -8 x[1] 1
 RHS1 c2 1
RANGES
 RNG1 x[1] 1
BOUNDS
 FX BND1 x.1 0
 UP BND1 st 1
 UP BND1 x3 1
ENDATA
