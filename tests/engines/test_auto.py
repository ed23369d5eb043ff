"""The planner: what it chooses, how it divides problems, its plan; the counts are always right."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import combien
from combien import Budget, Problem, Region, Tile, TilingProblem
from combien._base import memory
from combien._base.budget import Meter
from combien.cover._oracle import all_solutions
from combien.engines._counting import finish
from combien.engines._portfolio import sprint
from combien.engines._portfolio.auto import Auto
from combien.engines._portfolio.candidates import LATE, PLAIN
from combien.engines._portfolio.divided import CANDIDATES, Divided, Planned
from combien.engines._portfolio.race import Race
from combien.engines._portfolio.sprint import FIRST, Sprint
from combien.engines._protocol import UNLIMITED, Plan
from combien.engines._search.searching import bits_cost, bits_node, links_cost
from combien.errors import CannotAnswer, OutOfBudget
from tests.engines.boards import dominoes, five_digits, langford, latin, pairs, queens
from tests.engines.test_tree import random_graph
from tests.random_problems import all_problems
from tests.tilings.six_piece_burrs import NOTCHABLE, burr


def beside(*problems: Problem) -> Problem:
    """The problems as one, without an item in common; only plain ones."""
    options: list[Iterable[Hashable]] = []
    secondary: list[Hashable] = []
    for number, problem in enumerate(problems):
        options += [
            [(number, item) for item in problem.indices(option)]
            for option in range(problem.option_count)
        ]
        flags = enumerate(problem.primary_flags)
        secondary += [(number, item) for item, primary in flags if not primary]
    return Problem.from_options(options, secondary)


def planned(problem: Problem) -> tuple[combien.Answer[Any], Plan]:
    found = combien.answer(problem)
    assert found.plan is not None
    return found, found.plan


def outcomes(plan: Plan) -> dict[str, str]:
    (part,) = plan.parts
    return {entry.name: entry.outcome for entry in part.entries}


# What is chosen -----------------------------------------------------------------------------------


def test_dominoes_are_left_to_the_pfaffian_alone() -> None:
    found, plan = planned(dominoes(20, 20))
    assert found.count == 1269984011256235834242602753102293934298576249856
    assert found.engine == "fkt"
    # No other engine has done anything: 20 x 20 takes a millisecond in all.
    assert dict(found.work) == {"pivots": 400, "products": 73935, "primes": 4}
    assert outcomes(plan) == {
        "fkt": "chosen",
        "bits": "waiting",
        "dlx": "waiting",
        "frontier": "waiting",
        "orbits": "waiting",
        "memo": "waiting",
        "tree": "waiting",
    }


def test_a_small_puzzle_is_searched_at_once() -> None:
    found, plan = planned(queens(8))
    assert (found.count, found.engine) == (92, "bits")
    assert outcomes(plan)["frontier"] == "waiting"
    assert found.why == "searched 566 nodes"


def test_many_solutions_are_swept() -> None:
    found, plan = planned(pairs(16))
    assert (found.count, found.engine) == (2027025, "frontier")
    assert outcomes(plan) == {
        "fkt": "dropped",
        "bits": "beside",
        "dlx": "waiting",
        "frontier": "chosen",
        "orbits": "waiting",
        "memo": "waiting",
        "tree": "waiting",
    }


def test_a_search_that_ends_soon_is_preferred() -> None:
    found, plan = planned(langford(11))
    assert (found.count, found.engine) == (35584, "bits")
    entries = {entry.name: entry for entry in plan.parts[0].entries}
    # The sweep may spend half of the expected cost of the search, one more turn, and an order.
    assert 0 < entries["frontier"].spent < entries["bits"].spent


def in_vain(choices: int) -> Problem:
    """Many choices between two options, and an item that must be covered twice but cannot be."""
    pairs = [f"pair {number}" for number in range(choices)]
    sides = [f"{side} {number}" for number in range(choices) for side in ("left", "right")]
    options = [["twice", "once", cell] for cell in "abc"]
    options += [[cell] for cell in "abc"]
    options += [[f"pair {side.split()[1]}", side] for side in sides]
    return Problem.from_options(
        options,
        primary=["twice", *pairs, *"abc"],
        secondary=["once", *sides],
        bounds={"twice": (2, 2)},
    )


def test_bits_and_links_both_count_with_bounds() -> None:
    small = Problem.from_options(["ab", "ac", "bc", "b", "c"], bounds={"a": (2, 3)})
    found, plan = planned(small)
    assert (found.count, found.engine) == (1, "bits")
    assert outcomes(plan)["dlx"] == "waiting"
    _, plan = planned(Problem.from_options(["ab", "a", "b"], bounds={"a": (0, 2)}))
    assert outcomes(plan)["bits"] == "dropped"


def test_solutions_with_bounds_are_listed_by_the_better_search() -> None:
    small = Problem.from_options(["ab", "ac", "bc", "b", "c"], bounds={"a": (2, 3)})
    walk = combien.solutions(small)
    assert walk.engine == "bits"
    assert "searched the whole problem" in walk.why
    # A solid burr: 25 pieces, each up to six times.
    burrs = burr(NOTCHABLE, times=(0, 6), solid=True)
    listed = combien.solutions(burrs)
    assert (listed.engine, sum(1 for _ in listed)) == ("bits", 12597)
    assert listed.work["nodes"] < 200_000
    # Here the item with bounds must be branched on; bits visits 98 303 nodes for 14 choices.
    walk = combien.solutions(in_vain(20))
    assert list(walk) == []
    assert (walk.engine, walk.work["nodes"]) == ("dlx", 3)
    assert "dlx searched the whole problem, and bits did not" in walk.why


def test_symmetries_are_searched_when_every_engine_takes_long() -> None:
    found, plan = planned(latin(7))
    assert (found.count, found.engine) == (61479419904000, "orbits")
    assert outcomes(plan)["orbits"] == "chosen"


def test_a_memo_gets_little_where_problems_do_not_recur() -> None:
    _, plan = planned(queens(12))
    spent = {entry.name: entry.spent for entry in plan.parts[0].entries}
    assert 0 < spent["memo"] < spent["bits"] / 5


def arms(number: int, length: int, width: int) -> Problem:
    """Random pairs along arms that begin at a hub, and single items."""
    dice = random.Random(1)
    items = [[(arm, place) for place in range(length)] for arm in range(number)]
    pairs = [
        (arm[i], arm[j])
        for arm in items
        for i in range(length)
        for j in range(i + 1, min(length, i + width))
        if dice.random() < 0.6
    ]
    hub = [(arm[i], ("hub", i % 3)) for arm in items for i in range(width)]
    singles = [(arm[i],) for arm in items for i in range(0, length, 3)]
    options = [*pairs, *hub, *singles, *((("hub", i),) for i in range(3))]
    return Problem.from_options(dice.sample(options, len(options)))


def test_a_tree_is_tried_early_where_its_forecast_is_low() -> None:
    found, plan = planned(arms(8, 16, 5))
    assert found.engine == "tree"
    (part,) = plan.parts
    assert sum(entry.spent for entry in part.entries if entry.name != "tree") < 3_000_000


def test_a_short_search_names_all_candidates() -> None:
    assert [c.name for c in CANDIDATES] == [*(c.name for c in PLAIN), *LATE]


# A quarter of the available memory, who counts, and who needs too much.
MEMORY = [
    (100_000, "bits", ["frontier", "tree"]),
    (200_000, "memo", ["frontier", "tree"]),
    (800_000, "tree", ["frontier"]),
    (10_000_000, "frontier", []),
]


@pytest.mark.parametrize(("quarter", "engine", "without"), MEMORY)
def test_engines_hand_over_at_a_quarter_of_the_memory(
    quarter: int, engine: str, without: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = random_graph(40, 120, 2)
    known = combien.count(problem, engine="tree")
    monkeypatch.setattr(memory, "_available_at", lambda second: 4 * quarter)
    # Short counts have no limit.
    monkeypatch.setattr(Sprint, "run", lambda self: None)
    found, plan = planned(problem)
    assert (found.count, found.engine) == (known, engine)
    entries = plan.parts[0].entries
    assert [each.name for each in entries if each.why == "needed too much memory"] == without


@given(problem=all_problems())
@settings(max_examples=50)
def test_hardly_any_memory_changes_no_count(problem: Problem) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "_available_at", lambda second: 4000)
        patch.setattr(Sprint, "run", lambda self: None)
        assert Auto().count(problem).count == len(all_solutions(problem))


# Parts --------------------------------------------------------------------------------------------


@given(all_problems())
@settings(max_examples=80)
def test_divided_as_by_definition(problem: Problem) -> None:
    try:
        divided = Divided(problem, CANDIDATES, threads=1)
    except CannotAnswer:
        reject()
    assert finish(divided, Meter(UNLIMITED, engine="divided")) == len(all_solutions(problem))


def test_equal_parts_are_counted_once() -> None:
    one, _ = planned(queens(12))
    found, plan = planned(beside(queens(12), queens(12), queens(12)))
    assert found.count == 14200**3
    (part,) = plan.parts
    assert (part.copies, part.count) == (3, 14200)
    for copies, told in ((1, ""), (2, ", 2 equal ones")):
        lines = str(Plan("", (replace(part, copies=copies),))).splitlines()
        assert lines[1] == f"{part.options} options, {part.items} items{told}:"
    assert plan.reduction == (
        "432 options became 432 in 3 parts, 1 of them different, and 0 options are forced"
    )
    # A search of the whole would visit 14200^2 times as many.
    assert found.nodes < 3 * one.nodes


def test_different_parts_multiply() -> None:
    found, plan = planned(beside(queens(10), latin(4), langford(11)))
    assert found.count == 724 * 576 * 35584
    assert [part.count for part in plan.parts] == [724, 576, 35584]
    assert [part.options for part in plan.parts] == [100, 64, 165]


def test_a_part_without_a_solution_ends_all() -> None:
    # Queens on 40 lines would never end; ten Langford pairs have no solution.
    found, plan = planned(beside(queens(40), langford(10)))
    assert (found.count, found.status) == (0, "none")
    assert [part.count for part in plan.parts] == [None, 0]


def test_a_part_that_is_impossible_by_counting_ends_all() -> None:
    divided = Divided(beside(queens(40), Problem.from_options(["ab", "bc"])), CANDIDATES, threads=1)
    assert divided.advance(1, 1.0, 10**9)
    assert divided.count == 0
    assert divided.plans() == ()
    assert divided.reduction.startswith("there is no solution: item (1, ")


# Plans --------------------------------------------------------------------------------------------


def test_the_plan_in_words() -> None:
    _, plan = planned(dominoes(8, 8))
    assert str(plan).splitlines() == [
        "counted whole: it was done before looking for parts would have paid",
        "112 options, 64 items:",
        "  fkt       chosen    matchings of a planar graph: a Pfaffian modulo 1 prime "
        "(cost 0.073 ms)",
        "  bits      waiting   not needed",
        "  dlx       waiting   not needed",
        "  frontier  waiting   not needed",
        "  orbits    waiting   not needed",
        "  memo      waiting   not needed",
        "  tree      waiting   not needed",
    ]


def test_the_plan_as_json_has_finite_numbers_only() -> None:
    # The first part has more nodes than a floating-point number can hold.
    board = dominoes(30, 30)
    cells = [[cell] for cell in board.item_names]
    mixed = Problem.from_options([*(board.entries(k) for k in range(board.option_count)), *cells])
    with pytest.raises(OutOfBudget) as stopped:
        combien.count(beside(mixed, latin(3)), nodes=300_000)
    facts = stopped.value.plan.facts()
    assert json.loads(json.dumps(facts, allow_nan=False)) == json.loads(json.dumps(facts))
    assert {part["count"] for part in facts["parts"]} == {None, 12}


def test_a_budget_carries_the_plan_so_far() -> None:
    stopped = combien.answer(queens(16), nodes=50_000)
    assert stopped.status == "stopped"
    assert stopped.plan is not None
    assert outcomes(stopped.plan)["bits"] == "beside"
    assert stopped.known["at_least"] > 0


def test_the_same_question_takes_the_same_way() -> None:
    for problem in (queens(11), latin(5), langford(10), beside(queens(9), queens(10))):
        (first, plan), (second, again) = planned(problem), planned(problem)
        assert (first.count, first.work, first.why) == (second.count, second.work, second.why)
        assert plan == again


def test_a_single_engine_has_no_plan() -> None:
    assert combien.answer(queens(6), engine="dlx").plan is None


# Boards, limits of nodes, and for each engine the cost "spent of expected: why".
PLANS: list[tuple[Callable[[], Problem], int, list[str]]] = [
    (
        lambda: dominoes(40, 40),
        3000,
        [
            "fkt beside, 2162109 of 5923585: had taken 876 pivots",
            "frontier beside, 343225 of 0: had made 2002 moves",
        ],
    ),
    (
        lambda: dominoes(50, 50),
        2000,
        [
            "fkt beside, 4499988 of 12451544: had taken 1807 pivots",
            "frontier beside, 539025 of 0: had made 1 moves",
        ],
    ),
    (lambda: queens(10), 10**7, ["bits chosen, 99479 of 99479: searched 7854 nodes"]),
    (five_digits, 10**7, ["bits chosen, 375368 of 375368: searched 5260 nodes"]),
    (
        lambda: dominoes(20, 20),
        10**7,
        [
            "fkt chosen, 985690 of 985690: matchings of a planar graph: a Pfaffian modulo 4 primes",
        ],
    ),
    (
        lambda: pairs(14),
        10**7,
        [
            "bits beside, 400102 of 2314051: had visited 32964 nodes",
            "frontier chosen, 68906 of 68906: swept in the given order, 14 states, 1 "
            "in the widest layer",
            "tree beside, 57982 of 0: had made 1094 transitions over a tree",
        ],
    ),
    (
        lambda: pairs(16),
        10**7,
        [
            "bits beside, 65261 of 43343772: had visited 4311 nodes",
            "frontier chosen, 72237 of 72237: swept in the given order, 16 states, 1 "
            "in the widest layer",
        ],
    ),
    (
        lambda: langford(11),
        10**7,
        [
            "bits chosen, 3509260 of 3509260: searched 229565 nodes",
            "frontier beside, 649814 of 0: had made 16463 moves",
            "memo beside, 354285 of 28419376: had visited 4268 nodes with a memo",
        ],
    ),
    (
        lambda: latin(5),
        10**7,
        [
            "bits beside, 92614 of 13308725: had visited 2230 nodes",
            "frontier chosen, 175786 of 175786: swept in the given order, 3436 states, 507 in the "
            "widest layer",
        ],
    ),
    (
        lambda: latin(6),
        10**7,
        [
            "bits beside, 321019 of 73011993694: had visited 6017 nodes",
            "frontier chosen, 9452720 of 9452720: swept in the closing order, 35477 states, 3134 "
            "in the widest layer",
            "memo beside, 284911 of 286208546734: had visited 1273 nodes with a memo",
        ],
    ),
    (
        lambda: queens(16),
        50_000,
        [
            "bits beside, 51014 of 1793533390: had visited 1546 nodes",
            "frontier beside, 4887274 of 0: had made 43889 moves",
            "orbits beside, 433727 of 0: had taken 3360 steps by symmetry",
            "memo beside, 190498 of 11587175781: had visited 1205 nodes with a memo",
        ],
    ),
    (
        lambda: queens(18),
        10**6,
        [
            "bits beside, 595064 of 40863386571: had visited 28806 nodes",
            "frontier beside, 35276647 of 71276680: had made 571747 moves",
            "orbits beside, 27278513 of 245506615: had taken 395548 steps by symmetry",
            "memo beside, 418543 of 329355657127: had visited 3899 nodes with a memo",
        ],
    ),
]


@pytest.mark.parametrize(("board", "nodes", "told"), PLANS)
def test_plans_do_not_drift(board: Callable[[], Problem], nodes: int, told: list[str]) -> None:
    # They come from counters and the cost model, not from a clock: a change must be explained.
    plan = combien.answer(board(), nodes=nodes).plan
    assert plan is not None
    assert told == [
        f"{each.name} {each.outcome}, {each.spent:.0f} of {each.expected or 0:.0f}: {each.why}"
        for part in plan.parts
        for each in part.entries
        if each.spent
    ]


# Small problems -----------------------------------------------------------------------------------


@given(all_problems())
def test_short_counts_return_what_the_race_does(problem: Problem) -> None:
    # A limit leaves the count to the race.
    assert Auto().count(problem).count == Auto().count(problem, budget=Budget(nodes=10**9)).count


@given(all_problems(), st.none() | st.integers(2, 9), st.sampled_from(["bits", "memo", "frontier"]))
def test_each_short_count_is_right(problem: Problem, modulo: int | None, favorite: str) -> None:
    # The first search visits a node, the memo few, and then the favorite may finish.
    with pytest.MonkeyPatch.context() as patch:
        for name in ("FIRST", "SOON", "LONGEST_MEMO"):
            patch.setattr(sprint, name, 0)
        patch.setattr(sprint, "LEAST_MEMO_NODES", 1)
        patch.setattr(sprint, "FEW_ITEMS", 0)
        patch.setattr(sprint, "PEEKS", ())
        patch.setattr(Sprint, "_favorite", lambda self: favorite)
        found = Auto().count(problem, modulo=modulo)
    expected = len(all_solutions(problem))
    assert found.count == (expected if modulo is None else expected % modulo)


def test_set_partitions_are_swept_without_a_race() -> None:
    blocks = (block for size in range(1, 10) for block in combinations(range(9), size))
    found, plan = planned(Problem.from_options(blocks))
    assert (found.count, found.engine) == (21147, "frontier")
    assert outcomes(plan) == {
        "fkt": "dropped",
        "bits": "beside",
        "dlx": "waiting",
        "frontier": "chosen",
        "orbits": "waiting",
        "memo": "waiting",
        "tree": "waiting",
    }
    assert sum(entry.spent for entry in plan.parts[0].entries) < 1_000_000


def squares(side: int) -> Problem:
    """The tilings of a square by squares."""
    return Problem.from_options(
        [(y + v, x + u) for v in range(size) for u in range(size)]
        for size in range(1, side + 1)
        for y in range(side - size + 1)
        for x in range(side - size + 1)
    )


def test_a_sweep_that_is_soon_done_is_not_left_to_a_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    found, plan = planned(squares(8))
    assert (found.count, found.engine) == (35863972, "frontier")
    work = {entry.name: entry.work for entry in plan.parts[0].entries}
    # The memo has shown which engine suits, after ten thousand transitions.
    assert (work["frontier"]["transitions"], work["memo"]["nodes"]) == (25579, 1052)
    # The sweep of queens seems to be nearly done, but may not take as long as the search expects.
    monkeypatch.setattr(Sprint, "_remember", lambda self, most: True)
    short = Sprint(queens(11))
    short.run()
    assert 0 < short.counts["frontier"].steps <= 10_000


def test_a_short_sweep_is_not_raced() -> None:
    tile = Tile("*.\n**", symmetries="all", times="any")
    found, plan = planned(TilingProblem(Region.box(12, 12), [tile]).problem())
    assert (found.count, found.engine) == (2033502499954, "frontier")
    assert outcomes(plan)["orbits"] == outcomes(plan)["tree"] == "waiting"
    assert plan.reduction.endswith("it was done before looking for parts would have paid")


def test_parts_are_found_before_a_sweep_goes_on() -> None:
    problem = beside(queens(10), latin(4), langford(11))
    short = Sprint(problem)
    short.run()
    assert short.winner == ""
    assert sum(count.steps for name, count in short.counts.items() if name == "frontier") < 200_000


@pytest.mark.parametrize(("left", "ready"), [(24e6, False), (26e6, True)])
def test_orbits_wait_for_a_sweep_that_is_done_soon(
    left: float, ready: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = Race(latin(7), CANDIDATES)
    while race.spent < 4_500_000:
        race.advance(1000, 60.0, 10**9)
    (orbits,) = (candidate for candidate in CANDIDATES if candidate.name == "orbits")
    monkeypatch.setattr(Race, "_sweep_left", lambda self: left)
    assert race._may_start(orbits, race.spent, None) is ready


def test_a_graph_that_is_not_planar_is_not_drawn_for_long() -> None:
    cube = [(a, a ^ 1 << k) for a in range(32) for k in range(5) if not a >> k & 1]
    found, plan = planned(Problem.from_options(cube))
    assert (found.count, found.engine) == (589185, "frontier")
    drawing = plan.parts[0].entries[0]
    assert (drawing.name, drawing.outcome) == ("fkt", "beside")
    assert 0 < drawing.spent < 100_000


def cubic(vertices: int, seed: int) -> list[tuple[int, int]]:
    """The edges of a random cubic graph: three perfect matchings."""
    dice = random.Random(seed)
    edges: set[tuple[int, int]] = set()
    while len(edges) < 3 * vertices // 2:
        order = dice.sample(range(vertices), vertices)
        more = {(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True)}
        edges |= more if not edges & more else set()
    return sorted(edges)


def test_a_memo_is_tried_within_milliseconds() -> None:
    problem = Problem.from_options(cubic(100, seed=4))
    stopped = combien.answer(problem, nodes=100_000)
    assert stopped.plan is not None
    assert outcomes(stopped.plan)["memo"] == "beside"


@pytest.mark.parametrize("seed", range(4))
def test_colorings_are_swept_however_they_are_listed(seed: int) -> None:
    """Neighbors meet in secondary items only, so no order of the options says where they are."""
    edges, places = cubic(24, seed=1), list(product(range(24), range(4)))
    random.Random(seed).shuffle(places)
    options = [[v, *((edge, color) for edge in edges if v in edge)] for v, color in places]
    secondary = [(edge, color) for edge in edges for color in range(4)]
    found, _ = planned(Problem.from_options(options, secondary))
    assert (found.count, found.engine) == (9744277080, "frontier")
    assert found.work["transitions"] < 60_000


def test_an_indivisible_problem_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Problem] = []

    def refuse(problem: Problem, candidates: object, *, threads: int | None) -> Divided:
        tried.append(problem)
        raise CannotAnswer("it has no parts")

    monkeypatch.setattr("combien.engines._portfolio.divided.Divided", refuse)
    counting = Planned(queens(12))
    while not counting.advance(10_000, 60.0, 10**10):
        pass
    assert (counting.count, len(tried)) == (14200, 1)
    assert "it has no parts" in str(counting.plan)


@pytest.mark.parametrize("cost", [bits_cost, links_cost])
def test_updates_cost_something(cost: Callable[[Problem, int, int], float]) -> None:
    assert 0 < cost(queens(8), 1000, 1000) < cost(queens(8), 1000, 2000)
    assert cost(queens(8), 1000, 2000) < cost(queens(8), 2000, 2000)


def test_a_race_continues_a_short_search_that_does_not_end() -> None:
    found, plan = planned(queens(10))
    assert found.count == 724
    assert outcomes(plan)["bits"] == "chosen"
    assert found.work["nodes"] * bits_node(queens(10)) > FIRST
    # Nothing is searched twice.
    assert found.work["nodes"] == combien.answer(queens(10), engine="bits").work["nodes"]
