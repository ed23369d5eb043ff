NAME          BLANK   
ROWS
 N  OBJROW
 G  x[1]
 L  x[1]_up
 G  c2
COLUMNS
    x.1       OBJROW    7.             x[1]      1.          
    x.1       x[1]_up   1.          
    st        OBJROW     -8.           x[1]      1.          
    st        x[1]_up   1.             c2        1.          
    x3        c2        1.          
RHS
    RHS       x[1]      1.             x[1]_up   2.          
    RHS       c2        1.          
BOUNDS
 FX BOUND     x.1       0.0         
 BV BOUND     st        1.          
 BV BOUND     x3        1.          
ENDATA
