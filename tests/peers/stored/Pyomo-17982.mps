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
     x1 goal -2
     x1 r_l_c1_ 2
     x1 r_u_c1_ 2
     x1 c_e_c2_ 1
     x2 goal -4
     x3 r_l_c1_ 2
     x3 r_u_c1_ 2
     x4 goal 8
     x4 c_e_c2_ 1
     x5 goal 3
     x5 r_l_c1_ 2
     x5 r_u_c1_ 2
     x5 c_e_c2_ 1
     ONE_VAR_CONSTANT goal 4
     ONE_VAR_CONSTANT c_e_ONE_VAR_CONSTANT 1
RHS
     RHS r_l_c1_ 4
     RHS r_u_c1_ 6
     RHS c_e_c2_ 1
     RHS c_e_ONE_VAR_CONSTANT 1
BOUNDS
 LI BOUND x1 1
 UI BOUND x1 1
 BV BOUND x2
 BV BOUND x3
 BV BOUND x4
 BV BOUND x5
ENDATA
