* Source:     Pyomo MPS Writer
* Format:     Free MPS
*
NAME unknown
OBJSENSE
 MAX
ROWS
 N  goal
 G  r_l_c1_
 L  r_u_c1_
 E  c_e_c2_
 E  c_e_ONE_VAR_CONSTANT
COLUMNS
     x1 goal 1
     x1 c_e_c2_ 2
     x2 goal 3
     x2 r_l_c1_ -3
     x2 r_u_c1_ -3
     x2 c_e_c2_ 2
     x3 goal 5
     x3 c_e_c2_ 2
     ONE_VAR_CONSTANT goal -6
     ONE_VAR_CONSTANT c_e_ONE_VAR_CONSTANT 1
RHS
     RHS r_l_c1_ -3
     RHS r_u_c1_ 0
     RHS c_e_c2_ 2
     RHS c_e_ONE_VAR_CONSTANT 1
BOUNDS
 LI BOUND x1 0
 UI BOUND x1 0
 BV BOUND x2
 BV BOUND x3
ENDATA
