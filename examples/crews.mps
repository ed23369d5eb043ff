* Six flights to be flown once, and eight duties, of which at most two may start in Lyon.
NAME          CREWS
ROWS
 N  COST
 E  AF1
 E  AF2
 E  AF3
 E  AF4
 E  AF5
 E  AF6
 L  LYON
COLUMNS
    MARKER    'MARKER'  'INTORG'
    PARIS1    COST      310   AF1       1
    PARIS1    AF2       1     AF3       1
    PARIS2    COST      250   AF1       1
    PARIS2    AF4       1
    PARIS3    COST      420   AF3       1
    PARIS3    AF4       1     AF5       1
    PARIS3    AF6       1
    LYON1     COST      190   AF2       1
    LYON1     AF3       1     LYON      1
    LYON2     COST      240   AF5       1
    LYON2     AF6       1     LYON      1
    LYON3     COST      150   AF2       1
    LYON3     LYON      1
    NICE1     COST      260   AF4       1
    NICE1     AF5       1
    NICE2     COST      130   AF6       1
    MARKER    'MARKER'  'INTEND'
RHS
    RHS       AF1       1     AF2       1
    RHS       AF3       1     AF4       1
    RHS       AF5       1     AF6       1
    RHS       LYON      2
ENDATA
