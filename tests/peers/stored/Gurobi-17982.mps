NAME 
OBJSENSE MAX
ROWS
 N  OBJ
 E  c1      
 E  c2      
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        OBJ       -2
    x1        c1        2
    x1        c2        1
    x2        OBJ       -4
    x3        c1        2
    x4        OBJ       8
    x4        c2        1
    x5        OBJ       3
    x5        c1        2
    x5        c2        1
    MARKER    'MARKER'                 'INTEND'
    Rgc1      c1        1
RHS
    RHS1      OBJ       -4
    RHS1      c1        6
    RHS1      c2        1
BOUNDS
 FX BND1      x1        1
 BV BND1      x1      
 BV BND1      x2      
 BV BND1      x3      
 BV BND1      x4      
 BV BND1      x5      
 UP BND1      Rgc1      2
ENDATA
