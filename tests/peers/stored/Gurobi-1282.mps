NAME 
OBJSENSE MAX
ROWS
 N  OBJ
 E  c1      
 E  c2      
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        OBJ       1
    x1        c2        2
    x2        OBJ       3
    x2        c1        -3
    x2        c2        2
    x3        OBJ       5
    x3        c2        2
    x4        OBJ       0
    MARKER    'MARKER'                 'INTEND'
    Rgc1      c1        1
RHS
    RHS1      OBJ       6
    RHS1      c2        2
BOUNDS
 FX BND1      x1        0
 BV BND1      x1      
 BV BND1      x2      
 BV BND1      x3      
 BV BND1      x4      
 UP BND1      Rgc1      3
ENDATA
