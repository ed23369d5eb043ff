NAME          BLANK   
ROWS
 N  OBJROW
 G  c1
 L  c1_up
 E  c2
COLUMNS
    x1        OBJROW    1.             c2        2.          
    x2        OBJROW    3.             c1         -3.        
    x2        c1_up      -3.           c2        2.          
    x3        OBJROW    5.             c2        2.          
RHS
    RHS       c1         -3.           c2        2.          
BOUNDS
 FX BOUND     x1        0.0         
 BV BOUND     x2        1.          
 BV BOUND     x3        1.          
ENDATA
