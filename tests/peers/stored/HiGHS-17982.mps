NAME        
OBJSENSE
  MAX
ROWS
 N  Obj     
 L  c1      
 E  c2      
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x1        Obj       -2
    x1        c1        2
    x1        c2        1
    x2        Obj       -4
    x3        c1        2
    x4        Obj       8
    x4        c2        1
    x5        Obj       3
    x5        c1        2
    x5        c2        1
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     Obj       -4
    RHS_V     c1        6
    RHS_V     c2        1
RANGES
    RANGE     c1        2
BOUNDS
 FX BOUND     x1        1
 BV BOUND     x2      
 BV BOUND     x3      
 BV BOUND     x4      
 BV BOUND     x5      
ENDATA
