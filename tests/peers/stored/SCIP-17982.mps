* SCIP STATISTICS
*   Problem name     : model
*   Variables        : 5 (5 binary, 0 integer, 0 implicit integer, 0 continuous)
*   Constraints      : 2
NAME          model
OBJSENSE
  MAX
ROWS
 N  Obj 
 L  c1 
 E  c2 
COLUMNS
    INTSTART  'MARKER'                            'INTORG'                           
    x1        Obj                             -2  c2                               1 
    x1        c1                               2 
    x2        Obj                             -4 
    x3        Obj                              0  c1                               2 
    x4        c2                               1  Obj                              8 
    x5        c1                               2  Obj                              3 
    x5        c2                               1 
    INTEND    'MARKER'                            'INTEND'                           
RHS
    RHS       c1                               6  c2                               1 
    RHS       Obj                             -4 
RANGES
    RANGE     c1                               2 
BOUNDS
 LO Bound     x1                               1 
 UP Bound     x1                               1 
 BV Bound     x2                                 
 BV Bound     x3                                 
 BV Bound     x4                                 
 BV Bound     x5                                 
ENDATA