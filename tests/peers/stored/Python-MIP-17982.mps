NAME          BLANK   
ROWS
 N  OBJROW
 G  c1
 L  c1_up
 E  c2
COLUMNS
    x1        OBJROW     -2.           c1        2.          
    x1        c1_up     2.             c2        1.          
    x2        OBJROW     -4.        
    x3        c1        2.             c1_up     2.          
    x4        OBJROW    8.             c2        1.          
    x5        OBJROW    3.             c1        2.          
    x5        c1_up     2.             c2        1.          
RHS
    RHS       c1        4.             c1_up     6.          
    RHS       c2        1.          
BOUNDS
 FX BOUND     x1        1.          
 BV BOUND     x2        1.          
 BV BOUND     x3        1.          
 BV BOUND     x4        1.          
 BV BOUND     x5        1.          
ENDATA
