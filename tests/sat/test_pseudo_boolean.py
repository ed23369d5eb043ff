"""Proofs about linear constraints: what is accepted is true, and each cheapest solution has one."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import SideConstraint
from combien._base.budget import UNLIMITED, Meter
from combien.cover.formats import _knuth as dlx
from combien.engines._optimum.optimality import optimality_proof
from combien.errors import BadFormat, BadInput, Disagreement
from combien.sat import check, opb
from combien.sat._pseudo_boolean import HEADER, Inequality, Propagation
from combien.sat.opb import Linear, Sums
from tests.cli.commands import combien as run

terms = st.lists(st.tuples(st.integers(-4, 4), st.integers(1, 4)), max_size=5)


@st.composite
def sums(draw: st.DrawFn) -> Sums:
    rows = st.builds(Linear, terms, st.integers(-4, 4), st.booleans())
    return Sums([""] * 4, draw(st.lists(rows, max_size=4)), draw(terms) or [(0, 1)])


def holds(linear: Linear, values: tuple[int, ...]) -> bool:
    total = sum(factor * values[v - 1] for factor, v in linear.terms)
    return total == linear.bound if linear.equal else total >= linear.bound


def models(constraints: Sums) -> list[tuple[int, tuple[int, ...]]]:
    """All solutions with their costs, cheapest first: the definition."""
    found = []
    for values in product((0, 1), repeat=constraints.variable_count):
        if all(holds(linear, values) for linear in constraints):
            found.append((sum(f * values[v - 1] for f, v in constraints.objective), values))
    return sorted(found)


def literals(values: tuple[int, ...]) -> list[int]:
    return [v if value else -v for v, value in enumerate(values, 1)]


def proof_of(constraints: Sums) -> str:
    found = models(constraints)
    model = literals(found[0][1]) if found else None
    return "\n".join(optimality_proof(constraints, model, Meter(UNLIMITED, engine="milp")))


@given(sums())
def test_each_optimum_has_a_proof(constraints: Sums) -> None:
    found = models(constraints)
    verdict = check(constraints, proof_of(constraints))
    assert verdict.verified, str(verdict)
    assert f"least cost is {found[0][0]}" in str(verdict) if found else "no solution" in verdict.why


@given(sums(), st.randoms(use_true_random=False))
def test_a_changed_proof_proves_nothing_else(constraints: Sums, random: Random) -> None:
    words = proof_of(constraints).replace(";", " ;").split(" ")
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(words))
        words[place] = random.choice(
            ["", "0", "1", "2", "-1", "x1", "~x2", "+", "d", "s", words[0]]
        )
    try:
        verdict = check(constraints, " ".join(words))
    except BadFormat:
        return
    found = models(constraints)
    truth = f"verified: the least cost is {found[0][0]}" if found else "verified: there is no"
    assert not verdict.verified or verdict.why.startswith(truth)


@given(sums())
def test_a_dearer_solution_is_not_proved(constraints: Sums) -> None:
    found = models(constraints)
    dearer = [values for cost, values in found if cost > found[0][0]]
    if dearer:
        proof = optimality_proof(constraints, literals(dearer[0]), Meter(UNLIMITED, engine="milp"))
        with pytest.raises(Disagreement):
            list(proof)


@given(terms, st.integers(-6, 6), st.integers(1, 4))
def test_rules_are_sound(given_terms: list[tuple[int, int]], bound: int, by: int) -> None:
    one = Inequality.of(given_terms, bound)
    changed = [one, one.saturated(), one.divided(by), Inequality.combined([(by, one), (1, one)])]
    for values in product((0, 1), repeat=4):
        true = set(literals(values))
        expected = holds(Linear(given_terms, bound), values)
        for after in changed:
            reached = sum(f for v, f in after.factors.items() if v in true) >= after.bound
            assert reached or not expected
        assert expected == (sum(f for v, f in one.factors.items() if v in true) >= one.bound)


@given(sums(), terms, st.integers(-4, 4))
def test_propagation_derives_only_what_follows(
    constraints: Sums, given_terms: list[tuple[int, int]], bound: int
) -> None:
    facts = Propagation()
    for linear in constraints:
        facts.add(Inequality.of(linear.terms, linear.bound))
        if linear.equal:
            facts.add(Inequality.of([(-f, v) for f, v in linear.terms], -linear.bound))
        if facts.conflict:
            break
    before = list(facts.trail)
    if facts.follows(Inequality.of(given_terms, bound)):
        assert all(holds(Linear(given_terms, bound), values) for _, values in models(constraints))
    if not facts.conflict:
        assert facts.trail == before
        decided = facts.trail[:]
        facts.decide([3])
        conflict = facts.conflict
        facts.back(len(decided))
        assert facts.trail == before
        assert not conflict or all(not values[2] for _, values in models(constraints))


THREE = opb.read("* #variable= 2 #constraint= 1\nmin: +3 x1 +5 x2 ;\n+1 x1 +1 x2 >= 1 ;\n")
HEAD = "pseudo-Boolean proof version 3.0\nf 1;\n"
END = "output NONE;\nconclusion BOUNDS 3 3;\nend pseudo-Boolean proof;\n"


@pytest.mark.parametrize(
    ("steps", "wrong"),
    [
        (f"soli x1 ~x2;\npol 2 1 3 * +;\n{END}", ""),
        (f"soli x1 ~x2;\npol 2 ~x1 2 * + 2 d s;\nrup >= 1;\n{END}", ""),
        (f"soli x1 ~x2;\npol 2 ~x1 2 * + 2 d s;\n{END}", "expected 'rup >= 1'"),
        (f"soli x1 ~x2;\n{END}", "expected 'rup >= 1'"),
        (f"soli x1 ~x2;\npol;\nrup >= 1;\n{END}", "0 constraints are left"),
        (f"soli x1 ~x2;\npol d 2 1 3 * +;\n{END}", "a number before 'd'"),
        (f"soli x1 ~x2;\npol 2 d;\nrup >= 1;\n{END}", "a number before 'd'"),
        (f"soli x1 ~x2;\npol 2 s * 1 3 * +;\n{END}", "expected a number"),
        (f"soli x1 ~x2;\npol 2 1 +3 * +;\n{END}", "expected a number"),
        (f"soli x1 ~x2;\npol 2 01 3 * +;\n{END}", "expected a number"),
        (f"soli x1 ~x2;\noutput NONE;\nrup >= 1;\n{END}", "expected one of conclusion"),
        (f"soli x1 ~x2;\nrup >= 1;\noutput NONE;\n{END}", "expected one of conclusion"),
        (f"soli x1 ~x2;\nrup >= 1;\n{END.replace('end', 'rup >= 0;end')}", "one of end"),
        (f"soli x1 ~x2;\nrup >= 1;\n{END}", ""),
        (f"soli ~x1 ~x2;\n{END}", "constraint 1 is violated"),
        (f"soli x1;\n{END}", "a value of each variable"),
        (f"soli x1 ~x1 x2;\n{END}", "both true and false"),
        (f"soli x1 ~x2;\nsoli x1 x2;\n{END}", "not less than 3"),
        (f"soli ~x1 x2;\n{END}", "no contradiction"),
        (f"soli ~x1 x2;\npol 2 1 5 * +;\n{END}", "no contradiction"),
        (f"rup 1 x1 >= 1;\n{END}", "does not follow"),
        (f"pol 2 1 +;\n{END}", "no constraint 2"),
        (f"pol 1 +;\n{END}", "expected a number"),
        (f"pol 1 0 *;\n{END}", "expected a positive number"),
        (f"pol 1 1;\n{END}", "2 constraints are left"),
        (f"rup 1 x3 >= 1;\n{END}", "expected a literal from x1 to ~x2"),
        (f"pol 1{f' {10**3999} *' * 9};\n{END}", "a number of more than 100000 bits"),
        (f"red 1 x1 >= 1;\n{END}", "expected one of f, soli"),
        (f"f 2;\n{END}", "expected first 'f 1'"),
        ("soli x1 ~x2;\npol 2 1 3 * +;\n", "ends without"),
        ("soli x1 ~x2;\npol 2 1 3 * +;\nconclusion BOUNDS 3 3;\n", "after 'output NONE'"),
        (f"soli x1 ~x2;\npol 2 1 3 * +;\n{END.replace('3', '2')}", "BOUNDS 3 3"),
        (f"soli x1 ~x2;\npol 2 1 3 * +;\n{END.replace('BOUNDS 3 3', 'UNSAT')}", "BOUNDS 3 3"),
        (f"soli x1 ~x2;\npol 2 1 3 * +;\n{END}rup >= 0;", "expected one of"),
    ],
)
def test_steps_that_do_not_follow(steps: str, wrong: str) -> None:
    verdict = check(THREE, HEAD + steps)
    assert verdict.verified == (not wrong)
    assert wrong in str(verdict)


def test_another_version_is_no_proof() -> None:
    with pytest.raises(BadFormat, match=r"line 1: expected 'pseudo-Boolean proof version 3.0'"):
        check(THREE, HEAD.replace("3.0", "2.0") + END)


@pytest.mark.parametrize("maximize", [False, True])
def test_best_writes_a_proof(tmp_path: Path, maximize: bool) -> None:
    problem = dlx.read("a b c | s\na s:1\na s:2\nb s:2\nb c s:1\nc\nc s:2\n")
    model = combien.Constrained(problem, [SideConstraint([1, 1, 1, 2, 3, 3], most=4)])
    for asked in (problem, model):
        costs = [0.5, 1, 0.25, 3, 2, 1.5]
        file = tmp_path / "best.pbp"
        found = combien.best(asked, costs=costs, maximize=maximize, proof=str(file))
        formula = opb.read((tmp_path / "best.opb").read_text())
        verdict = check(formula, file.read_text())
        sign = -1 if maximize else 1
        if found:
            assert verdict.why == f"verified: the least cost is {int(sign * found[0].cost * 4)}"
        else:
            assert verdict.why == "verified: there is no solution"


def test_the_proof_of_the_mutilated_board_is_one_step(tmp_path: Path) -> None:
    file = tmp_path / "none.pbp"
    outcome = run("best", "--proof", str(file), "example:mutilated.cmb", "--problem", "mutilated")
    assert outcome.code == 10
    steps = file.read_text().splitlines()
    assert [step.split()[0] for step in steps[2:]] == ["pol", "rup", "output", "conclusion", "end"]
    checked = run("check-proof", str(tmp_path / "none.opb"), str(file))
    assert checked.code == 0
    assert "verified: there is no solution (2 constraints derived)" in checked.out
    file.write_text(file.read_text().replace("UNSAT", "BOUNDS 0 0"))
    refused = run("check-proof", str(tmp_path / "none.opb"), str(file))
    assert refused.code == 2
    assert "the conclusion is another: UNSAT" in refused.printed


def test_a_proof_is_of_one_cheapest_solution(tmp_path: Path) -> None:
    problem = combien.Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3])
    with pytest.raises(BadInput, match="omit k"):
        combien.best(problem, k=2, proof=str(tmp_path / "best.pbp"))
    with pytest.raises(BadInput, match="is the file of the formula"):
        combien.best(problem, proof=str(tmp_path / "best.opb"))
    assert not list(tmp_path.iterdir())


def test_a_proof_that_is_not_finished_loses_no_solution(tmp_path: Path) -> None:
    dice = Random(5)
    options = [dice.sample(range(12), dice.randint(2, 4)) for _ in range(60)]
    options += [[item] for item in range(12)]
    costs = [dice.randint(5, 9) * len(option) for option in options]
    problem = combien.Problem.from_options(options, costs=costs)
    file = tmp_path / "best.pbp"
    with pytest.raises(combien.OutOfBudget) as stop:
        # The search is given the same limits: its time ends only in the proof.
        combien.best(problem, engine="zdd", nodes=10**6, proof=str(file), report=_Late(file))
    assert stop.value.found[0] == combien.best(problem)[0]
    assert not file.exists()


class _Late:
    """Ends the proof by the budget, as its progress cannot be timed."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self, progress: combien.BestProgress[object, int]) -> None:
        if progress.engine == "proof":
            raise combien.OutOfBudget("late", known={})


def test_no_solution_and_no_costs(tmp_path: Path) -> None:
    file = tmp_path / "best.pbp"
    for options, costs, conclusion in (
        (["ab", "bc"], [2, 3], "BOUNDS INF INF"),
        (["ab", "bc"], None, "UNSAT"),
        (["ab", "c"], None, "BOUNDS 0 0"),
    ):
        problem = combien.Problem.from_options(options, costs=costs)
        combien.best(problem, proof=str(file))
        assert f"conclusion {conclusion};" in file.read_text()
        formula = opb.read((tmp_path / "best.opb").read_text())
        assert check(formula, file.read_text()).verified


def test_a_constant_of_the_objective() -> None:
    formula = opb.read("* #variable= 1 #constraint= 0\nmin: +3 ~x1 +1 x1 ;\n")
    proof = f"{HEADER}\nf 0;\nsoli x1;\nrup >= 1;\n{END.replace('3', '1', 2)}"
    assert str(check(formula, proof)).startswith("verified: the least cost is 1")
    assert not check(formula, proof.replace("BOUNDS 1 1", "BOUNDS -2 -2")).verified
