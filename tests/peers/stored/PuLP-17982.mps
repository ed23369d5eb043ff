*SENSE:Maximize
NAME          model
ROWS
 N  OBJ
 G  c1
 L  c1_up
 E  c2
COLUMNS
    MARK      'MARKER'                 'INTORG'
    x1        c1         2.000000000000e+00
    x1        c1_up      2.000000000000e+00
    x1        c2         1.000000000000e+00
    x1        OBJ       -2.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    x2        OBJ       -4.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    x3        c1         2.000000000000e+00
    x3        c1_up      2.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    x4        c2         1.000000000000e+00
    x4        OBJ        8.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    x5        c1         2.000000000000e+00
    x5        c1_up      2.000000000000e+00
    x5        c2         1.000000000000e+00
    x5        OBJ        3.000000000000e+00
    MARK      'MARKER'                 'INTEND'
RHS
    RHS       c1         4.000000000000e+00
    RHS       c1_up      6.000000000000e+00
    RHS       c2         1.000000000000e+00
BOUNDS
 FX BND       x1         1.000000000000e+00
 BV BND       x2      
 BV BND       x3      
 BV BND       x4      
 BV BND       x5      
ENDATA
