*SENSE:Maximize
NAME          model
ROWS
 N  OBJ
 G  c1
 L  c1_up
 E  c2
COLUMNS
    MARK      'MARKER'                 'INTORG'
    x1        c2         2.000000000000e+00
    x1        OBJ        1.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    x2        c1        -3.000000000000e+00
    x2        c1_up     -3.000000000000e+00
    x2        c2         2.000000000000e+00
    x2        OBJ        3.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    x3        c2         2.000000000000e+00
    x3        OBJ        5.000000000000e+00
    MARK      'MARKER'                 'INTEND'
RHS
    RHS       c1        -3.000000000000e+00
    RHS       c1_up      0.000000000000e+00
    RHS       c2         2.000000000000e+00
BOUNDS
 FX BND       x1         0.000000000000e+00
 BV BND       x2      
 BV BND       x3      
ENDATA
