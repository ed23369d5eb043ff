*SENSE:Minimize
NAME          model
ROWS
 N  OBJ
 G  x_1_
 L  x_1__up
 G  c2
COLUMNS
    MARK      'MARKER'                 'INTORG'
    st        x_1_       1.000000000000e+00
    st        x_1__up    1.000000000000e+00
    st        c2         1.000000000000e+00
    st        OBJ       -8.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    x.1       x_1_       1.000000000000e+00
    x.1       x_1__up    1.000000000000e+00
    x.1       OBJ        7.000000000000e+00
    MARK      'MARKER'                 'INTEND'
    MARK      'MARKER'                 'INTORG'
    x3        c2         1.000000000000e+00
    MARK      'MARKER'                 'INTEND'
RHS
    RHS       x_1_       1.000000000000e+00
    RHS       x_1__up    2.000000000000e+00
    RHS       c2         1.000000000000e+00
BOUNDS
 BV BND       st      
 FX BND       x.1        0.000000000000e+00
 BV BND       x3      
ENDATA
