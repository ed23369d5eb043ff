NAME          combien
ROWS
 N  cost
 G  x[1]
 G  c2
COLUMNS
    MARKER    'MARKER'  'INTORG'
    st        cost      -8
    st        x[1]      1
    st        c2        1
    x3        c2        1
    MARKER    'MARKER'  'INTEND'
    constant  cost      -8
RHS
    RHS       x[1]      1
    RHS       c2        1
RANGES
    RANGE     x[1]      1
    RANGE     c2        1
BOUNDS
 BV BND       st
 BV BND       x3
 FX BND       constant  1
ENDATA
