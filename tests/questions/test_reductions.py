"""Every question with every reduction, on and off, where items, options and numbers are alike."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import combien
from combien import Problem, ProblemGroup, Solution
from combien._base.budget import Spending
from combien.cover._reductions import KEEPS, LOOKS_AT, Aspect, Reduction, allows
from combien.engines._portfolio.divided import CANDIDATES, Divided
from combien.engines._portfolio.orbits import OrbitCounting
from combien.engines._protocol import UNLIMITED
from combien.engines._search.breaking import Representatives, broken
from combien.engines._search.tightening import TightTurns
from combien.engines._sweeps import totals
from combien.engines._sweeps.frontier import FrontierCounting, begun
from combien.engines._sweeps.totals import matched_totals, swept_totals
from combien.errors import CannotAnswer, Disagreement
from tests.hunt.asking import Tally, examine
from tests.hunt.covers import COVERS, GROUPS
from tests.hunt.weighed import WEIGHTS, counted

SOURCE = Path(combien.__file__).parent
PAIRS = Problem.from_options(combinations(range(8), 2))


def without(monkeypatch: pytest.MonkeyPatch, reduction: Reduction) -> None:
    monkeypatch.setitem(KEEPS, reduction, Aspect(0))


# Files that cannot hold everything warn of it.
@pytest.mark.filterwarnings("ignore::combien.cover.formats.FormatWarning")
@pytest.mark.parametrize("off", ["", *KEEPS])
def test_all_ways_agree(monkeypatch: pytest.MonkeyPatch, off: Reduction) -> None:
    if off:
        without(monkeypatch, off)
    for kind, share in ((WEIGHTS, 1), (COVERS, 6), (GROUPS, 12)):
        tally = Tally()
        for number in range((12 if off else 60) // share):
            case = kind.draw(Random(f"{off} {number}"))
            faults = examine(kind, case, tally)
            assert not faults, "\n".join([str(case), *map(str, faults)])
        assert tally.ways > 5 * tally.problems


def test_a_number_that_only_one_of_two_alike_items_has() -> None:
    """Items b and c are alike, but for the number of an option."""
    problem = Problem.from_options(["ab", "ca", "b", "c"])
    assert combien.count_by_total(problem, [0, 0, 1, 0]) == {0: 1, 1: 1}
    assert counted(FrontierCounting(problem, question="totals", weights=[1, 1, 3, 1])) == 4
    # With equal numbers, they are exchanged.
    assert combien.count_by_total(problem, [0, 0, 1, 1]) == {1: 2}
    # Two pieces of the same shape, of which one has a price.
    bar = combien.Tile("***")
    board = combien.TilingProblem("***\n***", [bar, bar])
    prices = [placement.number for placement in board.placements]
    spots = [placement.number * (i % 2) for i, placement in enumerate(board.placements)]
    assert combien.count_by_total(board, prices) == {1: 2}
    assert combien.count_by_total(board, spots) == {0: 1, 1: 1}


def test_symmetric_solutions_keep_their_costs() -> None:
    square = Problem.from_options(["ab", "bc", "cd", "da"], costs=[0.1, 2, 0.2, 4])
    turned = combien.Symmetric(square, [(2, 3, 0, 1)])
    assert combien.best(turned, k=3) == [(0.3, (0, 2)), (6.0, (1, 3))]
    assert combien.count(turned) == 2
    # They are maximized if the problem says so, and include its constant.
    builder = Problem.builder()
    builder.gather(["ab", "bc", "cd", "da"])
    builder.price([1, 2, 3, 4], sense="maximize", constant=10)
    dearest = combien.Symmetric(builder.build(), [(2, 3, 0, 1)])
    assert combien.best(dearest, k=2) == [(16, (1, 3)), (14, (0, 2))]
    assert combien.count_by_total(dearest) == {14: 1, 16: 1}
    builder = Problem.builder()
    builder.gather("ab")
    builder.price([0, 0], constant=7)
    assert combien.best(combien.Symmetric(builder.build(), [(1, 0)])) == [(7, (0, 1))]
    # Sums that are no costs any more are refused, but not where costs do not matter.
    dear = Problem.from_options(["a", "b"], costs=[2**62 - 1, 2**62 - 1])
    both = combien.Symmetric(dear, [(1, 0)])
    assert combien.count(dear, up_to=[(1, 0)]) == 1
    with pytest.raises(combien.BadProblem, match="a cost is below 2\\^62"):
        combien.best(both)


# What each reduction does ------------------------------------------------------------------------


@pytest.mark.parametrize("reduction", KEEPS)
def test_each_can_be_left_out(monkeypatch: pytest.MonkeyPatch, reduction: Reduction) -> None:
    def effects() -> list[object]:
        sweep = FrontierCounting(PAIRS)
        assert counted(sweep) == 105
        return [sweep.work["states"], *_effects()]

    before = effects()
    without(monkeypatch, reduction)
    # That of the options with dear prices is tested with HiGHS.
    assert (before == effects()) == (reduction == "dear options")


def _effects() -> Iterator[object]:
    for problem in (Problem.from_options(["ab", "cd", "a", "c", "b", "d"]), PAIRS):
        try:
            divided = Divided(problem, CANDIDATES, threads=1)
            counted(divided)
            yield divided.reduction
        except CannotAnswer:
            yield "undivided"
    brick = combien.Tile(combien.Region.box(2, 1, 1), symmetries="all", times="any")
    bricks = combien.TilingProblem(combien.Region.box(4, 4, 3), [brick])
    orbits = OrbitCounting(bricks.problem())
    try:
        counted(orbits)
        yield dict(orbits.work)
    except CannotAnswer:
        yield "no orbits"
    found = broken(PAIRS)
    yield found and [*found[1]]
    half_turn = Problem.from_options(["ab", "cd", "bc", "da"])
    yield Representatives(ProblemGroup.generated_by(half_turn, (2, 3, 1, 0))).numbers
    yield TightTurns(PAIRS).done


def test_weights_are_for_questions_about_them() -> None:
    with pytest.raises(ValueError, match="weights were given for count"):
        counted(FrontierCounting(PAIRS, weights=[1] * PAIRS.option_count))


def test_twins_are_merged_only_where_options_do_not_matter() -> None:
    forgetful = {question for question in LOOKS_AT if allows("twins", question)}
    assert forgetful == {"exists", "count", "totals"}
    for question in LOOKS_AT:
        sweep = FrontierCounting(PAIRS, question=question)
        assert counted(sweep) == 105
        assert (sweep.work["states"] < 30) == (question in forgetful)


# The check ---------------------------------------------------------------------------------------


def merged(values: list[int], bases: list[int]) -> list[int]:
    """Both solutions have the same total, as if they could be exchanged."""
    return [2]


@pytest.mark.parametrize("listed", [True, False])
def test_totals_with_another_sum_are_refused(monkeypatch: pytest.MonkeyPatch, listed: bool) -> None:
    """Their number is right: they are compared with a list, or by their first moment."""
    problem = Problem.from_options(["ab", "ca", "b", "c"])
    if not listed:
        monkeypatch.setattr(totals, "compare_totals", lambda *_: None)
    swept = (problem, [0, 0, 1, 0], Spending(UNLIMITED), None)
    square = Problem.from_options(["ab", "bc", "cd", "da"])
    matched = (square, [1, 3, 4, 5], Spending(UNLIMITED), None)
    assert swept_totals(*swept) == {0: 1, 1: 1}
    assert matched_totals(*matched) == {5: 1, 8: 1}
    monkeypatch.setattr(totals, "_coefficients", merged)
    monkeypatch.setattr(totals, "digits", merged)
    said = "of the total" if listed else "sum of the totals"
    with pytest.raises(Disagreement, match=said):
        swept_totals(*swept)
    with pytest.raises(Disagreement, match=said):
        matched_totals(*matched)


def test_totals_of_a_family_with_another_sum_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.from_options(["ab", "a", "b"], bounds={"a": (0, 1)})
    numbers = [10**9, -1, 7]
    assert combien.count_by_total(problem, numbers) == {6: 1, 7: 1, 10**9: 1}
    wrong = {6: 2, 10**9: 1}
    monkeypatch.setattr(combien.families.Family, "count_by_total", lambda *_, **__: wrong)
    with pytest.raises(Disagreement, match="sum of the totals of all solutions"):
        combien.count_by_total(problem, numbers)


def test_weights_that_are_wrong_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.from_options(["ab", "ca", "b", "c"])
    weights = [1, 1, 3, 1]
    assert combien.marginals(problem, weights=weights) == [1, 3, 3, 1]
    real = begun

    def wrong(*given: object, weights: Sequence[int] = (), **how: object) -> object:
        return real(*given, weights=[1, 1, 2, 1] if weights else (), **how)  # type: ignore[arg-type]

    monkeypatch.setattr("combien.engines._sweeps.frontier.begun", wrong)
    with pytest.raises(Disagreement, match="weight of all solutions"):
        combien.marginals(problem, weights=weights)
    with pytest.raises(Disagreement, match="weight of all solutions"):
        combien.sample(problem, weights=weights)


# The table ---------------------------------------------------------------------------------------


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    """The calls of functions or methods of this name in the package, with their files."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if f"{name}(" in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
                yield str(path.relative_to(SOURCE)), node


def test_the_table_is_asked() -> None:
    asked = {ast.literal_eval(call.args[0]) for _, call in calls("allows")}
    assert asked == {*KEEPS}
    # A reduction that no question may use is of no use.
    for reduction in KEEPS:
        assert any(allows(reduction, question) for question in LOOKS_AT)
    assert {file for file, _ in calls("_native.sweep")} == {"engines/_sweeps/frontier.py"}


def test_solutions_are_listed_without_any() -> None:
    assert not any(allows(reduction, "solutions") for reduction in KEEPS)
    assert not any(allows(reduction, "marginals") for reduction in KEEPS)
    assert [*combien.solutions(Problem.from_options("aa"))] == [Solution((0,)), Solution((1,))]
