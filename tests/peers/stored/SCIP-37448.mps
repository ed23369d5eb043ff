* SCIP STATISTICS
*   Problem name     : model
*   Variables        : 3 (3 binary, 0 integer, 0 implicit integer, 0 continuous)
*   Constraints      : 2
NAME          model
OBJSENSE
  MIN
ROWS
 N  Obj 
 L  x[1] 
 G  c2 
COLUMNS
    INTSTART  'MARKER'                            'INTORG'                           
    x.1       Obj                              7  x[1]                             1 
    st        Obj                             -8  x[1]                             1 
    st        c2                               1 
    x3        Obj                              0  c2                               1 
    INTEND    'MARKER'                            'INTEND'                           
RHS
    RHS       x[1]                             2  c2                               1 
    RHS       Obj                              8 
RANGES
    RANGE     x[1]                             1 
BOUNDS
 LO Bound     x.1                              0 
 UP Bound     x.1                              0 
 BV Bound     st                                 
 BV Bound     x3                                 
ENDATA