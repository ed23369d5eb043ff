NAME          combien
OBJSENSE
    MAX
ROWS
 N  cost
 G  c1
 E  c2
 E  variable,x1
 G  variable,x2
COLUMNS
    MARKER    'MARKER'  'INTORG'
    x1        cost      -2
    x1        c1        1
    x1        c2        1
    x1        variable,x1  1
    x2        cost      -4
    x2        variable,x2  1
    x3        c1        1
    x4        cost      8
    x4        c2        1
    x5        cost      3
    x5        c1        1
    x5        c2        1
    MARKER    'MARKER'  'INTEND'
    constant  cost      4
RHS
    RHS       c1        2
    RHS       c2        1
    RHS       variable,x1  1
RANGES
    RANGE     c1        1
    RANGE     variable,x2  1
BOUNDS
 BV BND       x1
 BV BND       x2
 BV BND       x3
 BV BND       x4
 BV BND       x5
 FX BND       constant  1
ENDATA
