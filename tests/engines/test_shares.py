"""Shares of a search: together they are the whole, in its order, and no node is visited twice."""

from __future__ import annotations

from itertools import chain, islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Solution
from combien.engines._places import Place
from combien.engines._search.searching import SearchEngine, bits, leftmost, smallest, weighted
from combien.engines._search.splitting import shares, split
from combien.errors import BadInput, BadPosition
from tests.engines.boards import latin, queens
from tests.random_problems import all_problems

ENGINES = [smallest(), leftmost(), weighted(), bits()]


def walked(problem: Problem, engine: SearchEngine, share: str) -> list[combien.Solution]:
    return list(engine.solutions(problem, resume=share))


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@settings(max_examples=50)
@given(problem=all_problems(), parts=st.integers(1, 12), taken=st.integers(0, 4))
def test_shares_are_the_rest_of_the_search(
    engine: SearchEngine, problem: Problem, parts: int, taken: int
) -> None:
    assume(not engine.refusal(problem, "solutions"))
    walk = engine.solutions(problem)
    before = list(islice(walk, taken))
    after = shares(problem, engine, parts=parts, resume=walk.position)
    rest = chain.from_iterable(walked(problem, engine, share) for share in after)
    assert [*before, *rest] == list(engine.solutions(problem))


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_no_node_below_the_cut_is_visited_twice(engine: SearchEngine) -> None:
    problem = queens(7)
    whole = engine.count(problem)
    split = shares(problem, engine, parts=20)
    nodes = 0
    for share in split:
        walk = engine.solutions(problem, resume=share)
        list(walk)
        nodes += walk.work["nodes"]
        assert walk.fraction == 1
    assert len(split) >= 20
    # Only the nodes above the cut are missing; there are fewer of them than shares.
    assert whole.work["nodes"] - len(split) < nodes < whole.work["nodes"]


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_a_share_can_be_stopped_and_split_again(engine: SearchEngine) -> None:
    problem = latin(3)
    found: list[Solution] = []
    for share in shares(problem, engine, parts=3):
        walk = engine.solutions(problem, resume=share)
        found.extend(islice(walk, 1))
        for smaller in shares(problem, engine, parts=4, resume=walk.position):
            found.extend(walked(problem, engine, smaller))
    assert found == list(engine.solutions(problem))


def test_refusals() -> None:
    with pytest.raises(BadInput, match="parts=0: expected a whole number from 1"):
        shares(queens(4), bits(), parts=0)
    with pytest.raises(BadPosition, match="another problem"):
        shares(queens(4), bits(), parts=2, resume="bits2:0000000000000000::at")


def by_looking_at_all(problem: Problem, engine: SearchEngine, parts: int) -> list[str]:
    """The definition: again and again, the first of the highest shares is split in its place."""
    rest, leaves = [Place()], set[Place]()
    while len(rest) < parts and len(leaves) < len(rest):
        place = min((p for p in rest if p not in leaves), key=lambda p: len(p.choices))
        choices = engine.open_at(problem, place).branches()
        at = rest.index(place)
        if not choices:
            leaves.add(place)
        else:
            below = ((*place.choices, choice) for choice in choices)
            rest[at : at + 1] = [Place(way, False, len(way)) for way in below]
    return [place.text(engine.name, problem) for place in rest]


@settings(max_examples=50)
@given(problem=all_problems(), parts=st.integers(1, 20))
def test_the_highest_shares_are_split(problem: Problem, parts: int) -> None:
    engine = smallest()
    assert shares(problem, engine, parts=parts) == by_looking_at_all(problem, engine, parts)


@pytest.mark.parametrize("nodes", [0, 1, 7, 1000])
def test_the_nodes_above_the_shares_are_counted(nodes: int) -> None:
    engine, problem = smallest(), queens(6)
    positions, above = split(problem, engine, parts=20, nodes=nodes)
    below = sum(engine.count(problem, resume=each).work["nodes"] for each in positions)
    assert above + below == engine.count(problem).work["nodes"]
    assert above == nodes if nodes < 20 else len(positions) >= 20


def test_the_highest_of_many_shares_are_split() -> None:
    engine, problem = smallest(), queens(7)
    assert shares(problem, engine, parts=100) == by_looking_at_all(problem, engine, 100)
