"""The built-in SAT solver against all assignments, in slices, and the same way always."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import _native
from combien.errors import CannotAnswer
from combien.sat._solver import BuiltinSolver, Outcome

Clauses = list[list[int]]

literals = st.integers(1, 6).flatmap(lambda v: st.sampled_from([v, -v]))
formulas = st.lists(st.lists(literals, min_size=1, max_size=5), max_size=25)


def models(clauses: Clauses) -> set[tuple[int, ...]]:
    """All models with the variables 1 to 6, by trying every assignment."""
    found = set()
    for signs in product((1, -1), repeat=6):
        model = {sign * v for v, sign in enumerate(signs, 1)}
        if all(model & set(clause) for clause in clauses):
            found.add(tuple(v for v in range(1, 7) if v in model))
    return found


def asked(solver: BuiltinSolver, assumptions: list[int], *, steps: int = 10**9) -> Outcome | None:
    solver.ask(assumptions)
    while (outcome := solver.run(steps, 60.0)) is Outcome.OUT_OF_SLICE:
        pass
    return outcome


@given(formulas, st.integers(0, 2), st.booleans())
@settings(max_examples=40, deadline=None)
def test_all_models_are_found(clauses: Clauses, seed: int, one_by_one: bool) -> None:
    solver = BuiltinSolver(seed=seed)
    solver.prefer([6])
    if one_by_one:
        for clause in clauses:
            solver.add(clause)
    else:
        solver.add_all(clauses)
    found = set()
    while asked(solver, [], steps=1) is Outcome.SATISFIABLE:
        model = tuple(solver.model())
        assert model not in found
        found.add(model)
        if len(found) % 2:
            solver.exclude_model()
        else:
            solver.exclude([v if v in model else -v for v in range(1, 7)])
    assert found == models(clauses)
    assert solver.core() == []


@given(formulas, st.lists(literals, max_size=4))
@settings(max_examples=40, deadline=None)
def test_assumptions_have_cores(clauses: Clauses, assumptions: list[int]) -> None:
    solver = BuiltinSolver()
    solver.add_all(clauses)
    expected = models([*clauses, *([literal] for literal in assumptions)])
    implied = solver.implied(assumptions)
    if implied is not None:
        positive, negative = {v for v in implied if v > 0}, {-v for v in implied if v < 0}
        assert all(positive <= {*model} and not negative & {*model} for model in expected)
    else:
        assert not expected
    outcome = asked(solver, assumptions)
    assert outcome is (Outcome.SATISFIABLE if expected else Outcome.UNSATISFIABLE)
    if not expected:
        core = solver.core()
        assert set(core) <= set(assumptions)
        assert not models([*clauses, *([literal] for literal in core)])


def pigeons(holes: int) -> Clauses:
    """One more pigeon than holes."""
    clauses = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    for hole in range(1, holes + 1):
        birds = range(hole, (holes + 1) * holes + 1, holes)
        clauses += [[-a, -b] for a in birds for b in birds if a < b]
    return clauses


def test_slices_do_not_change_the_way() -> None:
    works = []
    for steps in (10**9, 1, 29):
        solver = BuiltinSolver()
        solver.add_all(pigeons(6))
        assert asked(solver, [], steps=steps) is Outcome.UNSATISFIABLE
        works.append(solver.work)
    assert works[0] == works[1] == works[2]
    assert works[0]["conflicts"] > 100


def test_a_limit_of_conflicts_ends_a_query() -> None:
    solver = BuiltinSolver()
    solver.add_all(pigeons(8))
    solver.ask(conflicts=10)
    assert solver.run(10**9, 60.0) is None
    assert solver.steps == 10


def test_memory_is_limited() -> None:
    solver = BuiltinSolver(bytes=40_000)
    solver.add_all(pigeons(9))
    assert solver.bytes < 40_000
    assert asked(solver, []) is Outcome.OUT_OF_BYTES


def test_invalid_literals_are_refused() -> None:
    solver = BuiltinSolver()
    for clause in ([0], [2**30], [1, -(2**31)]):
        with pytest.raises(_native.InvalidClause, match="non-zero"):
            solver.add(clause)
    with pytest.raises(CannotAnswer, match="no proofs"):
        solver.proof()
