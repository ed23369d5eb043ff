NAME        
OBJSENSE
  MAX
ROWS
 N  Obj     
 G  c0      
 L  c1      
 E  c2      
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x0        Obj       1
    x0        c2        2
    x1        Obj       3
    x1        c0        -3
    x1        c1        -3
    x1        c2        2
    x2        Obj       5
    x2        c2        2
    x3        Obj       0
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     c0        -3
    RHS_V     c2        2
BOUNDS
 FX BOUND     x0        0
 BV BOUND     x1      
 BV BOUND     x2      
 BV BOUND     x3      
ENDATA
