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
    x0        Obj       -2
    x0        c0        2
    x0        c1        2
    x0        c2        1
    x1        Obj       -4
    x2        c0        2
    x2        c1        2
    x3        Obj       8
    x3        c2        1
    x4        Obj       3
    x4        c0        2
    x4        c1        2
    x4        c2        1
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     c0        4
    RHS_V     c1        6
    RHS_V     c2        1
BOUNDS
 FX BOUND     x0        1
 BV BOUND     x1      
 BV BOUND     x2      
 BV BOUND     x3      
 BV BOUND     x4      
ENDATA
