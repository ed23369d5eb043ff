* Source:     Pyomo MPS Writer
* Format:     Free MPS
*
NAME unknown
OBJSENSE
 MIN
ROWS
 N  goal
 G  r_l__x(1)__
 L  r_u__x(1)__
 G  c_l_c2_
 E  c_e_ONE_VAR_CONSTANT
COLUMNS
     _x_1_ goal 7
     _x_1_ r_l__x(1)__ 1
     _x_1_ r_u__x(1)__ 1
     st goal -8
     st r_l__x(1)__ 1
     st r_u__x(1)__ 1
     st c_l_c2_ 1
     x3 c_l_c2_ 1
     ONE_VAR_CONSTANT goal -8
     ONE_VAR_CONSTANT c_e_ONE_VAR_CONSTANT 1
RHS
     RHS r_l__x(1)__ 1
     RHS r_u__x(1)__ 2
     RHS c_l_c2_ 1
     RHS c_e_ONE_VAR_CONSTANT 1
BOUNDS
 LI BOUND _x_1_ 0
 UI BOUND _x_1_ 0
 BV BOUND st
 BV BOUND x3
ENDATA
