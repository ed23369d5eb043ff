NAME        
OBJSENSE
  MAX
ROWS
 N  Obj     
 L  c1      
 E  c2      
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x1        Obj       1
    x1        c2        2
    x2        Obj       3
    x2        c1        -3
    x2        c2        2
    x3        Obj       5
    x3        c2        2
    x4        Obj       0
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     Obj       6
    RHS_V     c2        2
RANGES
    RANGE     c1        3
BOUNDS
 FX BOUND     x1        0
 BV BOUND     x2      
 BV BOUND     x3      
 BV BOUND     x4      
ENDATA
