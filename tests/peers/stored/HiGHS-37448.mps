NAME        
ROWS
 N  Obj     
 L  x[1]    
 G  c2      
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x.1       Obj       7
    x.1       x[1]      1
    st        Obj       -8
    st        x[1]      1
    st        c2        1
    x3        c2        1
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     Obj       8
    RHS_V     x[1]      2
    RHS_V     c2        1
RANGES
    RANGE     x[1]      1
BOUNDS
 FX BOUND     x.1       0
 BV BOUND     st      
 BV BOUND     x3      
ENDATA
