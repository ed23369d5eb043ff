NAME 
ROWS
 N  OBJ
 E  x[1]    
 G  c2      
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x.1       OBJ       7
    x.1       x[1]      1
    st        OBJ       -8
    st        x[1]      1
    st        c2        1
    x3        c2        1
    MARKER    'MARKER'                 'INTEND'
    Rgx[1]    x[1]      1
RHS
    RHS1      OBJ       8
    RHS1      x[1]      2
    RHS1      c2        1
BOUNDS
 FX BND1      x.1       0
 BV BND1      x.1     
 BV BND1      st      
 BV BND1      x3      
 UP BND1      Rgx[1]    1
ENDATA
