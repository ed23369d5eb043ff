* SCIP STATISTICS
*   Problem name     : model
*   Variables        : 4 (4 binary, 0 integer, 0 implicit integer, 0 continuous)
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
    x1        Obj                              1  c2                               2 
    x2        Obj                              3  c1                              -3 
    x2        c2                               2 
    x3        Obj                              5  c2                               2 
    x4        Obj                              0 
    INTEND    'MARKER'                            'INTEND'                           
RHS
    RHS       c1                               0  c2                               2 
    RHS       Obj                              6 
RANGES
    RANGE     c1                               3 
BOUNDS
 LO Bound     x1                               0 
 UP Bound     x1                               0 
 BV Bound     x2                                 
 BV Bound     x3                                 
 BV Bound     x4                                 
ENDATA