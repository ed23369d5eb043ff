"""Encode a tiling as SAT, read a model as a tiling, and check a proof of unsatisfiability."""

from itertools import pairwise, product

from combien import Region, Tile, TilingProblem
from combien.sat import Cnf, Formula, check, constrain, dimacs, encode, results


def answered(formula: Formula) -> str:
    """Return the output of a SAT solver, by brute force."""
    clauses = list(formula)
    for signs in product((-1, 1), repeat=formula.variable_count):
        model = [variable * sign for variable, sign in enumerate(signs, 1)]
        if all(set(clause) & set(model) for clause in clauses):
            return f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n"
    return "s UNSATISFIABLE\n"


board = TilingProblem(Region.box(4, 2), [Tile("***\n*..", symmetries="all", times="any")])
encoding = encode(board.problem(), "pairwise")
print("".join(dimacs.lines(encoding)))
print(board.read(encoding.solution(results.read(answered(encoding)).model)), end="\n\n")

# Four people, two cars of three seats, and nobody wants to drive with a neighbor in the alphabet.
people = ("Ada", "Blaise", "Carl", "Emmy")
cnf = Cnf()
first_car = [cnf.new(f"{name} in the first car") for name in people]
constrain(cnf, first_car, 1, 3)
for left, right in pairwise(first_car):
    constrain(cnf, [left, right], 1, 1)
model = results.read(answered(cnf)).model
print(*(cnf.name(variable) for variable in model if variable in first_car), sep=", ", end="\n\n")

# With Ada and Emmy in one car it is unsatisfiable.  The proof first derives that Ada is in the
# first car, then the empty clause; the empty clause alone is not a valid proof.
constrain(cnf, [first_car[0], -first_car[3]], 1, 1)
print("satisfiable:", results.read(answered(cnf)).satisfiable)
print(check(cnf, f"{first_car[0]} 0\n0\n"))
print(check(cnf, "0\n"))
