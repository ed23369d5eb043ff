"""Side constraints: every question about a model with them, against the definition."""

from __future__ import annotations

import itertools
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import BadInput, CannotAnswer, Constrained, Problem, SideConstraint, Solution
from combien.cover._oracle import all_solutions
from combien.engines._protocol import BestMethod
from combien.errors import BadPosition, BadProblem, OutOfBudget
from tests.random_problems import problems, solvable_problems

DUTIES = Problem.from_options(["ab", "cd", "a", "bcd", "b", "c", "d"])
HOURS = [5, 4, 2, 9, 2, 3, 2]
LARGE = Problem.from_options(
    ["".join(pair) for pair in itertools.combinations("abcdefghijklmn", 2)]
)


@st.composite
def models(draw: st.DrawFn) -> Constrained[Solution]:
    """A problem of any kind with one to three side constraints."""
    kind = draw(st.sampled_from([problems, solvable_problems]))
    problem = draw(kind(colors=draw(st.booleans()), bounds=draw(st.booleans())))
    constraints = []
    for _ in range(draw(st.integers(1, 3))):
        weights = [draw(st.integers(-4, 6)) for _ in range(problem.option_count)]
        least, most = sorted(draw(st.tuples(st.integers(-6, 12), st.integers(-6, 12))))
        sides = draw(st.sampled_from([(least, most), (None, most), (least, None)]))
        constraints.append(SideConstraint(weights, least=sides[0], most=sides[1]))
    return Constrained(problem, constraints)


def wanted(model: Constrained[Solution]) -> list[Solution]:
    """The solutions by definition."""
    return [solution for solution in all_solutions(model.covers) if not model.fault(solution)]


# `sat` starts a process for each walk.
LISTING = st.sampled_from([*["dlx"] * 3, "sat"])


@given(models(), LISTING)
def test_all_questions_agree_with_the_definition(
    model: Constrained[Solution], listing: str
) -> None:
    expected = wanted(model)
    for engine in ("auto", "dlx", "zdd"):
        assert combien.count(model, engine=engine) == len(expected)
    found = list(combien.solutions(model))
    assert sorted(found) == expected
    assert sorted(combien.solutions(model, engine=listing)) == expected
    assert combien.exists(model) == bool(expected)
    assert (combien.solve(model) in expected) if expected else combien.solve(model) is None
    family = combien.family(model)
    assert {frozenset(solution) for solution in expected} == set(family)
    assert combien.marginals(model) == [
        sum(option in solution for solution in expected)
        for option in range(model.covers.option_count)
    ]
    assert combien.answer(model, "solutions").count == len(expected)


@pytest.mark.parametrize(
    "engine",
    ["auto", "bound", "milp", "zdd", pytest.param("cpsat", marks=pytest.mark.needs("ortools"))],
)
@given(model=models(), data=st.data())
def test_the_best_satisfy_the_constraints(
    engine: BestMethod, model: Constrained[Solution], data: st.DataObject
) -> None:
    if engine == "milp":
        pytest.importorskip("highspy", reason="pip install highspy")
    options = model.covers.option_count
    costs = data.draw(st.lists(st.integers(0, 9), min_size=options, max_size=options))
    k = data.draw(st.integers(1, 3))
    found = combien.best(model, k=k, costs=costs, engine=engine)
    expected = sorted(sum(costs[option] for option in one) for one in wanted(model))[:k]
    assert [cost for cost, _ in found] == expected
    assert found.proved
    assert not any(model.fault(solution) for _, solution in found)


def test_prices_refuse_and_a_start_is_checked() -> None:
    model = Constrained(DUTIES, [SideConstraint(HOURS, most=9)])
    with pytest.raises(CannotAnswer, match="prices do not support side constraints"):
        combien.best(model, engine="prices")
    with pytest.raises(BadProblem, match="add up to"):
        combien.best(model, start=(3, 2))
    assert combien.best(model, costs=HOURS, start=(0, 1)).bound == 8


@settings(max_examples=80)
@given(engine=LISTING, model=models(), data=st.data())
def test_a_list_continues_at_its_position(
    engine: str, model: Constrained[Solution], data: st.DataObject
) -> None:
    walk = combien.solutions(model, engine=engine)
    expected = wanted(model)
    taken = [next(walk) for _ in range(data.draw(st.integers(0, len(expected))))]
    rest = combien.solutions(model, engine=engine, resume=walk.position)
    assert sorted([*taken, *rest]) == expected


def test_a_position_belongs_to_its_constraints() -> None:
    other = Constrained(DUTIES, [SideConstraint(HOURS, most=8)])
    for engine in ("dlx", "sat"):
        model = Constrained(DUTIES, [SideConstraint(HOURS, most=9)])
        walk = combien.solutions(model, engine=engine)
        next(walk)
        for wrong in (other, DUTIES):
            with pytest.raises(BadPosition):
                list(combien.solutions(wrong, engine=engine, resume=walk.position))


def test_answers_name_the_engine_without_the_constraints() -> None:
    """The positions of a search have an addition, which nobody asked for."""
    model = Constrained(DUTIES, [SideConstraint(HOURS, most=9)])
    answers = [combien.answer(model, "solutions"), combien.answer(model, engine="dlx")]
    walks = [combien.solutions(model), combien.solutions(model, threads=2)]
    assert {answer.engine for answer in answers} == {walk.engine for walk in walks} == {"dlx"}
    assert {answer.why for answer in answers} == {"searched with side constraints"}
    assert walks[0].position.startswith("dlx+")


@pytest.mark.parametrize("engine", ["auto", "dlx", "sat"])
def test_a_pickled_list_continues(engine: str) -> None:
    model = Constrained(DUTIES, [SideConstraint(HOURS, most=9)])
    walk = combien.solutions(model, engine=engine)
    first = next(walk)
    rest = list(pickle.loads(pickle.dumps(walk)))
    assert sorted([first, *rest]) == sorted(wanted(model))


def test_a_count_continues_after_its_budget() -> None:
    model = Constrained(LARGE, [SideConstraint(lambda option: option % 7, most=14)])
    with pytest.raises(OutOfBudget) as stopped:
        combien.count(model, engine="dlx", nodes=500)
    resumed = combien.count(model, engine="dlx", resume=stopped.value.position)
    assert resumed == combien.count(model, engine="zdd") == combien.count(model, threads=2)


def test_the_search_turns_back_early() -> None:
    # A matching of 14 vertices has 7 edges, and 135135 matchings are perfect.
    heavy = SideConstraint([1] * 91, most=6)
    answer = combien.answer(Constrained(LARGE, [heavy]), engine="dlx")
    assert (answer.count, answer.nodes) == (0, 1)
    few = SideConstraint(dict.fromkeys(range(13), 1), least=1, most=1)
    answer = combien.answer(Constrained(LARGE, [few]), engine="dlx")
    free = combien.answer(LARGE, engine="dlx")
    assert (answer.count, answer.nodes) == (135135, free.nodes)


def test_weighing_ends_with_its_budget() -> None:
    # Squares, so that sums differ: 24,599 nodes are weighed, and 3738 transitions come before.
    squares = SideConstraint(lambda option: option * option, least=19_000, most=20_000)
    model = Constrained(LARGE, [squares])
    with pytest.raises(OutOfBudget, match="weighed"):
        combien.family(model, nodes=10_000)
    with pytest.raises(OutOfBudget):
        combien.count(model, engine="zdd", bytes=1_000_000)
    with pytest.raises(OutOfBudget):
        combien.family(LARGE).weighing({o: o * o for o in range(91)}, most=20_000, seconds=0)
    assert combien.count(model, engine="zdd") == combien.count(model, engine="dlx")


def test_models_are_read() -> None:
    board = combien.TilingProblem(
        combien.Region.box(4, 2), [combien.Tile("**", symmetries="all", times="any")]
    )
    upright = SideConstraint([p.orientation for p in board.placements], most=0, name="upright")
    model = Constrained(board, [upright])
    assert str(combien.solve(model)) == "aabb\nccdd"
    assert repr(model).endswith("1 side constraint>")
    assert model.fault([]).startswith("item")


def test_other_questions_and_engines_refuse() -> None:
    model = Constrained(DUTIES, [SideConstraint(HOURS, most=3)])
    for ask in (combien.estimate, combien.orbits, combien.explain):
        with pytest.raises(CannotAnswer, match="side constraints"):
            ask(model)
    with pytest.raises(CannotAnswer, match="does not support side constraints"):
        combien.count(model, engine="bits")
    with pytest.raises(CannotAnswer, match="zdd does not list"):
        combien.solutions(model, engine="zdd")
    for words in ({"up_to": "all"}, {"checkpoint": "run.db"}):
        with pytest.raises(BadInput, match="leave it out"):
            combien.count(model, **words)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="leave it out"):
        combien.solutions(model, seed=1)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: SideConstraint(HOURS), "least=, most= or both"),
        (lambda: SideConstraint(3, most=1), "expected a dict"),  # type: ignore[arg-type]
        (lambda: SideConstraint(HOURS, most=1.5), "scale fractions"),  # type: ignore[arg-type]
        (lambda: Constrained(DUTIES, [SideConstraint([1], most=1)]), "1 weights were given for 7"),
        (lambda: Constrained(DUTIES, [SideConstraint({7: 1}, most=1)]), "there is no option 7"),
        (lambda: Constrained(DUTIES, [SideConstraint([0.5] * 7, most=1)]), "scale fractions"),  # type: ignore[list-item]
        (lambda: Constrained(DUTIES, [SideConstraint([2**60] * 7, most=1)]), "62 bits"),
        (lambda: Constrained(DUTIES, [HOURS]), "expected a SideConstraint"),  # type: ignore[list-item]
    ],
)
def test_what_is_not_a_constraint_is_refused(make: object, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        make()  # type: ignore[operator]


def test_limits_beyond_all_sums() -> None:
    for least, most, number in ((10**30, None, 0), (None, 10**30, 5), (-(10**30), 10**30, 5)):
        model = Constrained(DUTIES, [SideConstraint(HOURS, least=least, most=most)])
        assert [combien.count(model, engine=engine) for engine in ("dlx", "zdd")] == [number] * 2
