NAME          combien
OBJSENSE
    MAX
ROWS
 N  cost
 G  c1
 E  c2
 G  variable,x4
COLUMNS
    MARKER    'MARKER'  'INTORG'
    x2        cost      3
    x2        c1        1
    x2        c2        1
    x3        cost      5
    x3        c2        1
    x4        variable,x4  1
    MARKER    'MARKER'  'INTEND'
    constant  cost      -6
RHS
    RHS       c2        1
RANGES
    RANGE     c1        1
    RANGE     variable,x4  1
BOUNDS
 BV BND       x2
 BV BND       x3
 BV BND       x4
 FX BND       constant  1
ENDATA
