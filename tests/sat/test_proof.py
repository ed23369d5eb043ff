"""Proofs: genuine ones are verified, others are refused with the line that does not follow."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Problem
from combien.errors import BadFormat
from combien.sat import dimacs
from combien.sat._cnf import Cnf
from combien.sat._encode import encode
from combien.sat._proofs import check
from combien.sat._proofs import steps as steps_of
from tests.sat.truth import holds, models


def formula(variables: int, clauses: Sequence[Sequence[int]]) -> Cnf:
    cnf = Cnf()
    for _ in range(variables):
        cnf.new()
    for clause in clauses:
        cnf.add(clause)
    return cnf


ALL_OF_TWO = formula(2, [(1, 2), (1, -2), (-1, 2), (-1, -2)])


def pigeons(holes: int) -> Cnf:
    """One more pigeon than holes, each in a separate hole: unsatisfiable."""
    options = [(f"p{p}", f"h{h}") for p in range(holes + 1) for h in range(holes)]
    encoding = encode(
        Problem.from_options(options, [f"h{h}" for h in range(holes)]), style="pairwise"
    )
    return formula(encoding.variable_count, list(encoding))


def derived(cnf: Cnf) -> list[str]:
    """A proof by resolving all pairs of clauses, variable after variable: slow, and genuine."""
    known = {frozenset(clause) for clause in cnf.clauses}
    proof = []
    for variable in range(1, cnf.variable_count + 1):
        left = sorted((c for c in known if variable in c), key=sorted)
        right = sorted((c for c in known if -variable in c), key=sorted)
        for one in left:
            for other in right:
                both = (one - {variable}) | (other - {-variable})
                if not any(-literal in both for literal in both) and both not in known:
                    known.add(both)
                    proof.append(" ".join(map(str, (*sorted(both), 0))))
        known -= {*left, *right}
    return proof


def test_a_proof_by_hand() -> None:
    verdict = check(ALL_OF_TWO, "c resolved\n1 0\n0\n")
    assert verdict.verified
    assert (verdict.line, verdict.derived) == (3, 2)


def test_a_proof_by_resolution() -> None:
    cnf = pigeons(3)
    proof = derived(cnf)
    assert proof[-1] == "0"
    verdict = check(cnf, "\n".join(proof))
    assert verdict.verified
    assert verdict.derived == len(proof) > 20


def test_wrong_steps_are_refused_with_their_line() -> None:
    """Mutated proofs of a formula that has no model: a literal changed, lines left out."""
    cnf = pigeons(3)
    proof = derived(cnf)
    first = proof.index(next(line for line in proof if len(line.split()) == 2))
    changed = [*proof[:first], f"-{proof[first]}".replace("--", ""), *proof[first + 1 :]]
    verdict = check(cnf, "\n".join(changed))
    assert not verdict.verified
    assert verdict.line == first + 1
    verdict = check(cnf, "0\n")
    assert str(verdict).startswith("line 1: the empty clause does not follow")


def test_a_formula_with_a_model_has_no_proof() -> None:
    satisfiable = formula(2, ALL_OF_TWO.clauses[:3])
    verdict = check(satisfiable, "1 0\n2 0\n0\n")
    assert (verdict.verified, verdict.line) == (False, 3)


def test_a_proof_without_the_empty_clause_is_refused() -> None:
    verdict = check(ALL_OF_TWO, "1 0\n2 0\n")
    assert not verdict.verified
    assert str(verdict).startswith("line 3: the proof ends without the empty clause (2 clauses")
    assert not check(ALL_OF_TWO, "").verified


def test_deletions_are_honored() -> None:
    """Deleted clauses prove nothing any more."""
    assert check(ALL_OF_TWO, "d 1 2 0\nd 2 -1 0\n1 -2 0\n").deleted == 2
    verdict = check(ALL_OF_TWO, "d 1 2 0\n1 0\n0\n")
    assert (verdict.verified, verdict.line, verdict.deleted) == (False, 2, 1)
    assert "the clause 1 does not follow" in verdict.why


def test_one_of_two_equal_clauses_may_be_deleted() -> None:
    twice = formula(2, [*ALL_OF_TWO.clauses, (2, 1)])
    assert check(twice, "d 1 2 0\n1 0\n0\n").verified
    assert not check(twice, "d 1 2 0\nd 2 1 0\n1 0\n0\n").verified


def test_clauses_that_force_a_literal_are_not_deleted() -> None:
    cnf = formula(2, [(1,), (-1, 2), (-1, -2)])
    verdict = check(cnf, "d 1 0\nd -1 2 0\n0\n")
    assert verdict.verified
    cnf = formula(3, [(1,), (-1, 2), (-2, 3), (-2, -3), (2, 3)])
    verdict = check(cnf, "d 1 0\nd -1 2 0\nd -1 -3 0\nd 2 3 0\n2 0\n0\n")
    assert verdict.verified
    assert (verdict.deleted, verdict.kept) == (1, 3)


def test_a_formula_that_contradicts_itself_at_once() -> None:
    assert check(formula(1, [()]), "0\n").verified
    assert check(formula(1, [(1,), (-1,)]), "0\n").verified
    assert not check(formula(1, [(1,), (-1,)]), "").verified


def test_clauses_with_repeated_or_opposite_literals() -> None:
    cnf = formula(2, [(1, 1, 2), (1, -1), (-2, -2), (-1, 2, -1)])
    assert check(cnf, "1 1 0\nd 1 2 2 0\n0\n").verified
    assert check(cnf, "1 -1 0\n0\n").verified


clauses = st.lists(
    st.lists(st.sampled_from([1, -1, 2, -2, 3, -3, 4, -4]), min_size=1, max_size=3).map(tuple),
    max_size=12,
)
steps = st.lists(
    st.tuples(st.booleans(), clauses.filter(bool).map(lambda some: some[0])),
    max_size=6,
)


def forced(known: list[Sequence[int]], denied: Sequence[int]) -> set[int] | None:
    """The literals that unit propagation forces when these are denied; None for a contradiction."""
    true = {-literal for literal in denied}
    if any(-literal in true for literal in true):
        return None
    while True:
        before = len(true)
        for clause in known:
            if not any(literal in true for literal in clause):
                left = {literal for literal in clause if -literal not in true}
                if not left:
                    return None
                if len(left) == 1:
                    true |= left
        if len(true) == before:
            return true


@given(clauses, steps)
@settings(max_examples=40)
def test_accepted_steps_match_the_definition(
    given: list[Sequence[int]], wanted: list[tuple[bool, Sequence[int]]]
) -> None:
    """Line by line; and accepted clauses hold in every model, also after deletions."""
    cnf = formula(4, given)
    found = models(4, cnf.clauses)
    known: list[Sequence[int]] = list(given)
    accepted: list[str] = []
    for deletes, clause in [*wanted, (False, ())]:
        line = " ".join(map(str, (*clause, 0)))
        same = [one for one in known if set(one) == set(clause)]
        if deletes:
            # Where a literal is forced, the clause that forces it would have to be known.
            if same and forced(known, ()) == set():
                known.remove(same[0])
                accepted.append(f"d {line}")
            continue
        verdict = check(cnf, "\n".join([*accepted, line]))
        refused = verdict.line == len(accepted) + 1 and "does not follow" in verdict.why
        assert refused == (forced(known, clause) is not None)
        if not refused:
            assert all(holds(clause, {v: v in model for v in range(1, 5)}) for model in found)
            known.append(clause)
            accepted.append(line)


@given(clauses)
@settings(max_examples=50)
def test_proofs_by_resolution_are_verified(given: list[Sequence[int]]) -> None:
    cnf = formula(4, given)
    proof = derived(cnf)
    verdict = check(cnf, "\n".join([*proof, "0"]))
    assert verdict.verified == (not models(4, cnf.clauses))


@pytest.mark.parametrize("name", ["glucose4", "cadical153"])
def test_proofs_of_other_programs(name: str) -> None:
    solvers = pytest.importorskip("pysat.solvers", reason="pip install python-sat")
    cnf = pigeons(5)
    with solvers.Solver(name=name, bootstrap_with=cnf.clauses, with_proof=True) as solver:
        assert solver.solve() is False
        proof = solver.get_proof()
    assert len(proof) > 20
    verdict = check(cnf, "\n".join(proof))
    assert verdict.verified, str(verdict)


def binary(steps: list[tuple[str, list[int]]]) -> bytes:
    """A proof in the binary form, by its definition."""
    written = bytearray()
    for letter, literals in steps:
        written += letter.encode()
        for literal in literals:
            code = 2 * abs(literal) + (literal < 0)
            while code >= 128:
                written.append(code % 128 + 128)
                code //= 128
            written.append(code)
        written.append(0)
    return bytes(written)


@given(st.lists(st.tuples(st.sampled_from("ad"), st.lists(st.integers(1, 70_000))), max_size=5))
def test_both_forms_have_the_same_steps(given: list[tuple[str, list[int]]]) -> None:
    signed = [(letter, [v if v % 3 else -v for v in clause]) for letter, clause in given]
    text = "".join(
        f"{'d ' * (letter == 'd')}{' '.join(map(str, [*clause, 0]))}\n" for letter, clause in signed
    )
    assert list(steps_of(binary(signed), 70_000)) == list(steps_of(text, 70_000))
    assert list(steps_of(text.encode(), 70_000)) == list(steps_of(text, 70_000))


def test_a_binary_proof_fails_at_a_step() -> None:
    verdict = check(ALL_OF_TWO, binary([("d", [1, 2]), ("a", [1]), ("a", [])]))
    assert str(verdict).startswith("step 2: the clause 1 does not follow (0 clauses derived")


@pytest.mark.needs("cadical")
@pytest.mark.parametrize("form", [[], ["--no-binary"]])
def test_a_proof_of_cadical_in_either_form(form: list[str], tmp_path: Path) -> None:
    cnf, formula, proof = pigeons(5), tmp_path / "p.cnf", tmp_path / "p.drup"
    formula.write_text("".join(dimacs.lines(cnf)))
    subprocess.run(["cadical", "-q", *form, formula, proof], check=False, stdout=subprocess.PIPE)
    verdict = check(cnf, proof.read_bytes())
    assert (verdict.verified, verdict.binary) == (True, not form), str(verdict)
    assert verdict.derived > 20


@pytest.mark.parametrize(
    ("proof", "message"),
    [
        ("1 2\n", "line 1: expected a clause that ends in 0, as '1 -2 0' or 'd 1 -2 0'"),
        ("d\n", "line 1: expected a clause that ends in 0"),
        ("1 0\n3 0\n", "line 2: '3' is not a literal of the formula, which has 2 variables"),
        ("0 1 0\n", "line 1: '0' is not a literal of the formula"),
        ("x 0\n", "line 1: expected a literal in digits, not 'x'"),
        ("1" * 5000 + " 0\n", "line 1: a literal is '111"),
        ("a\x02\x00", "line 1, column 3: a NUL character"),
        ("a\x02\x05d", "or a binary proof"),
        (b"1 2\n", "line 1: expected a clause that ends in 0, as '1 -2 0' or 'd 1 -2 0'"),
        (b"\xff\xfe 0\n", "line 1: expected a literal in digits"),
        (b"a\x02\x00x\x02\x00", "step 2: expected the letter a or d, not byte 120"),
        (b"a\x02\x00a\x04", "step 2: the proof ends within it"),
        (b"a\x02\x84\x00", "step 1: it ends within a literal"),
        (b"a\x02\x00d\x06\x00", "step 2: 3 is not a literal of the formula, which has 2 variables"),
        (b"a\x01\x00", "step 1: 0 is not a literal of the formula"),
        (b"a" + b"\xff" * 9 + b"\x00", "step 1: a literal takes more than 8 bytes"),
    ],
)
def test_errors_name_their_position(proof: str | bytes, message: str) -> None:
    with pytest.raises(BadFormat) as caught:
        check(ALL_OF_TWO, proof)
    assert message in str(caught.value)
