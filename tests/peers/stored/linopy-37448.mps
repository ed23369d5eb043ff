NAME        
ROWS
 N  Obj     
 G  c0      
 L  c1      
 G  c2      
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x0        Obj       7
    x0        c0        1
    x0        c1        1
    x1        Obj       -8
    x1        c0        1
    x1        c1        1
    x1        c2        1
    x2        c2        1
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     c0        1
    RHS_V     c1        2
    RHS_V     c2        1
BOUNDS
 FX BOUND     x0        0
 BV BOUND     x1      
 BV BOUND     x2      
ENDATA
