"""All solutions as a family, and questions about it, against the definition."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Region, Tile, TilingProblem
from combien.cover._oracle import all_solutions
from combien.engines._diagrams import solution_diagram as diagrams
from combien.engines._diagrams.solution_diagram import solution_diagram
from combien.engines._diagrams.turns import DiagramTurns
from combien.engines._protocol import Budget
from combien.engines._sweeps.frontier import FrontierCounting
from combien.errors import BadInput, CannotAnswer, OutOfBudget
from tests.engines.boards import queens
from tests.random_problems import all_problems

ABC = Problem.from_options({"p": "ab", "q": "c", "r": "a", "s": "bc", "t": "b"})
MONO = Tile("*", name="mono", times="any")
DOMINO = Tile("**", name="domino", symmetries="all", times="any")


def dominoes(width: int, height: int) -> TilingProblem:
    return TilingProblem(Region.box(width, height), [DOMINO])


@settings(max_examples=100)
@given(problem=all_problems(), three=st.lists(st.integers(0, 2), min_size=9, max_size=9))
def test_every_question_against_the_definition(problem: Problem, three: list[int]) -> None:
    wanted = all_solutions(problem)
    family = combien.family(problem)
    problem_options = range(problem.option_count)
    assert sorted(tuple(o for o in problem_options if o in members) for members in family) == wanted
    assert combien.marginals(problem) == [
        sum(option in solution for solution in wanted) for option in range(problem.option_count)
    ]
    sizes = Counter(map(len, wanted))
    assert combien.count_by_size(problem) == [sizes[k] for k in range(max(sizes, default=-1) + 1)]
    by_kind = combien.count_by(problem, three.__getitem__)
    assert by_kind.kinds == tuple(dict.fromkeys(three[: problem.option_count]))
    assert by_kind.counts == Counter(
        tuple(sum(three[option] == kind for option in solution) for kind in by_kind.kinds)
        for solution in wanted
    )
    assert combien.exists(problem) == bool(wanted)
    assert set(combien.sample(problem, 5, seed=1)) <= set(wanted)
    assert combien.count(problem, modulo=3) == len(wanted) % 3
    assert combien.count(problem, modulo=3, engine="frontier") == len(wanted) % 3


def test_names() -> None:
    assert combien.family(ABC, names=ABC.name).count_by_size() == [0, 0, 2, 1]
    tilings = dominoes(3, 2)
    family = combien.family(tilings, names=tilings.placements)
    tiling = combien.solve(tilings)
    assert tiling is not None
    assert tiling.placements in family
    with pytest.raises(BadInput, match="options 0 and 2 are both named 'x'"):
        combien.family(ABC, names="xyxyz")
    with pytest.raises(BadInput, match="option 0 has a name that is not hashable"):
        combien.family(ABC, names=lambda option: [option])  # type: ignore[arg-type, return-value]


def test_more_solutions_than_can_be_listed() -> None:
    board = dominoes(8, 8)
    family = combien.family(board)
    assert family.count == 12_988_816
    # For each placement, the tilings of the rest of the board.
    marginals = combien.marginals(board)
    assert sum(marginals) == 12_988_816 * 32
    assert all(
        times == family.with_(option).count == combien.count(_without(board, option))
        for option, times in list(enumerate(marginals))[::20]
    )
    (size,) = (k for k, count in enumerate(combien.count_by_size(board)) if count)
    assert size == 32


def _without(board: TilingProblem, option: int) -> TilingProblem:
    return TilingProblem(board.board - board.placements[option].region, board.tiles)


def test_tilings_by_tile() -> None:
    tilings = TilingProblem(Region.box(4, 4), [MONO, DOMINO])
    found = combien.count_by(tilings)
    assert found.kinds == ("mono", "domino")
    # With this number of monominoes, by another engine: a bound on how often the tile is used.
    assert found.counts == {
        (16 - 2 * k, k): combien.count(
            TilingProblem(
                Region.box(4, 4),
                [Tile("*", times=(16 - 2 * k, 16 - 2 * k)), DOMINO],
            )
        )
        for k in range(8)
    } | {(0, 8): 36}
    assert sum(found.counts.values()) == combien.count(tilings)
    with pytest.raises(BadInput, match="kind="):
        combien.count_by(ABC)


def test_kinds_that_no_solution_has() -> None:
    problem = Problem.from_options(["a", "ab", "c"], primary="abc")
    found = combien.count_by(problem, lambda option: "xyz"[option])
    assert found == (("x", "y", "z"), {(0, 1, 1): 1})


def test_samples_are_uniform() -> None:
    board = dominoes(4, 4)
    drawn = Counter(combien.sample(board, 3600, seed=2))
    assert len(drawn) == 36
    # Chi-square with 35 degrees of freedom: beyond 66.6 once in a thousand.
    assert sum((times - 100) ** 2 / 100 for times in drawn.values()) < 66.6
    assert combien.sample(board, 5, seed=3) == combien.sample(board, 5, seed=3)
    assert combien.sample(dominoes(3, 3), 5, seed=3) == []
    with pytest.raises(BadInput, match="k=-1"):
        combien.sample(board, -1, seed=3)


def wide(choices: int) -> Problem:
    """Items that are all open at once, and two ways to cover each of some."""
    width = 1100
    options = [["a", *range(width)], ["a"], *([k] for k in range(width))]
    options += [[k] for k in range(choices)]
    return Problem.from_options(options, primary=["a", *range(width)])


def test_a_diagram_that_is_too_wide_is_replaced_by_a_list() -> None:
    family = combien.family(wide(3))
    assert (family.count, family.count_by_size()[1], family.count_by_size()[1101]) == (9, 1, 8)


def test_neither_a_diagram_nor_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien.engines._diagrams.solution_diagram.MOST_LISTED", 100)
    with pytest.raises(CannotAnswer, match="more than 100 solutions"):
        combien.family(wide(12))


def test_a_list_that_needs_more_bytes_says_so() -> None:
    """There are 2049 solutions, which take 108 MB, and not more than a million."""
    assert combien.count(wide(11)) == 2049
    with pytest.raises(OutOfBudget, match="GB"):
        combien.family(wide(11), bytes=10**6)


def test_listing_and_compiling_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = dominoes(6, 6).problem()
    compiled = solution_diagram(problem)
    # So little memory that no diagram is compiled.
    listed = solution_diagram(problem, budget=Budget(bytes=1000))
    assert listed == compiled
    assert listed.universe.elements == compiled.universe.elements
    assert list(listed.sample(3, seed=1)) == list(compiled.sample(3, seed=1))
    monkeypatch.setattr("combien.engines._diagrams.solution_diagram.MOST_LISTED", 1000)
    with pytest.raises(OutOfBudget, match="GB"):
        solution_diagram(problem, budget=Budget(bytes=1000))


def test_budgets() -> None:
    with pytest.raises(OutOfBudget, match="1000 nodes") as caught:
        combien.family(dominoes(12, 12), nodes=1000)
    assert caught.value.known["transitions"] + caught.value.known["nodes"] == 1000
    with pytest.raises(OutOfBudget):
        combien.marginals(dominoes(12, 12), seconds=0)
    with pytest.raises(OutOfBudget, match="10 nodes"):
        combien.exists(dominoes(9, 9), nodes=10)
    with pytest.raises(BadInput, match="modulo=0"):
        combien.count(ABC, modulo=0)


def test_existence_beyond_search() -> None:
    # Two cells too many of one color: a search would visit some 10^13 nodes.
    corners = Region([(0, 0), (9, 9)])
    assert not combien.exists(TilingProblem(Region.box(10, 10) - corners, [DOMINO]))
    corner = Region([(0, 0), (9, 8)])
    assert combien.exists(TilingProblem(Region.box(10, 10) - corner, [DOMINO]))
    # No sweep: it would be too wide, or need too much memory.
    assert combien.exists(wide(12))
    assert not combien.exists(dominoes(5, 5), bytes=0)


def test_a_refused_sweep_is_planned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def refused(*_: object) -> None:
        asked.append(True)
        raise CannotAnswer("too wide")

    monkeypatch.setattr(FrontierCounting, "advance", refused)
    with pytest.raises(OutOfBudget):
        combien.exists(dominoes(9, 9), nodes=50_000)
    assert len(asked) == 1


def test_turns_end_by_steps() -> None:
    race = diagrams._Race(queens(12), None)
    while not race._listing.nodes:
        race.advance(10**12, 60.0, 10**10)
    # The sweep had its turn, and the search is in its first one.
    assert race.known["transitions"] == diagrams.FIRST_TURN // DiagramTurns.price + 1
    assert 0 < race.known["nodes"] <= diagrams.FIRST_TURN // diagrams.NODE + 1
    assert race.steps == race.known["transitions"] + race.known["nodes"]
