"""The definition of what clauses mean: every assignment is tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

Assignment = Mapping[int, bool]


def assignments(variables: Sequence[int]) -> Iterator[dict[int, bool]]:
    """Every way to make these variables true or false."""
    for values in product((False, True), repeat=len(variables)):
        yield dict(zip(variables, values, strict=True))


def holds(clause: Iterable[int], assignment: Assignment) -> bool:
    """Whether a literal of the clause is true."""
    return any(assignment[abs(literal)] == (literal > 0) for literal in clause)


def models(variable_count: int, clauses: Sequence[Sequence[int]]) -> list[list[int]]:
    """The true variables of every model, by trying all assignments."""
    return [
        [variable for variable, value in assignment.items() if value]
        for assignment in assignments(range(1, variable_count + 1))
        if all(holds(clause, assignment) for clause in clauses)
    ]


def extensions(variable_count: int, clauses: Iterable[Sequence[int]], given: Assignment) -> int:
    """In how many models some variables are as given: clauses of one literal first, then splits."""
    assigned = dict(given)
    rest = [list(clause) for clause in clauses]
    while True:
        rest = [c for c in rest if not any(assigned.get(abs(v)) == (v > 0) for v in c)]
        rest = [[v for v in clause if abs(v) not in assigned] for clause in rest]
        if not all(rest):
            return 0
        single = next((clause[0] for clause in rest if len(clause) == 1), 0)
        if not single:
            break
        assigned[abs(single)] = single > 0
    if not rest:
        return 1 << (variable_count - len(assigned))
    split = abs(rest[0][0])
    return sum(
        extensions(variable_count, rest, assigned | {split: value}) for value in (False, True)
    )
