"""Diagrams of millions of nodes: compiled, counted, sampled and queried, without recursion."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Problem, _native
from combien.cover._problem import compiled
from combien.engines import engine_named
from tests.engines.boards import dominoes

Sets = frozenset[frozenset[int]]


def frozen(problem: Problem, order: str) -> _native.FrozenDiagram:
    manager = _native.DiagramManager(2**32 - 8, 0)
    compilation = _native.compile(compiled(problem), manager, order)
    assert compilation is not None
    assert compilation.run(2**60, 1e6, 2**40) == _native.DONE
    return _native.freeze(compilation.family())


@pytest.mark.parametrize(
    ("side", "nodes"), [(16, 536_848), pytest.param(20, 9_911_616, marks=pytest.mark.slow)]
)
def test_dominoes(side: int, nodes: int) -> None:
    problem = dominoes(side, side)
    diagram = frozen(problem, "rcm")
    count = engine_named("frontier").count(problem).count
    assert (diagram.inner, diagram.count()) == (nodes, count)
    size = side * side // 2
    assert diagram.count_by_size() == [0] * size + [count]
    marginals = diagram.marginals()
    assert sum(marginals) == size * count
    assert marginals.count(count // 2) == 8  # The two ways to cover each corner.
    drawn = diagram.sample(50, seed=1, seconds=inf)
    assert len(set(drawn)) == 50
    for tiling in drawn:
        assert diagram.unrank(diagram.rank(tiling)) == tiling
    assert diagram.rank(diagram.unrank(0)) == 0
    assert diagram.rank(diagram.unrank(count - 1)) == count - 1


def family(sets: Sets) -> _native.FrozenDiagram:
    ordered = [sorted(members) for members in sets]
    variables = [number for members in ordered for number in members]
    ends = [sum(map(len, ordered[: k + 1])) for k in range(len(ordered))]
    return _native.freeze(_native.DiagramManager(10_000, 1000).family(variables, ends))


@given(st.frozensets(st.frozensets(st.integers(0, 7)), max_size=20))
def test_questions_agree_with_their_definitions(sets: Sets) -> None:
    diagram = family(sets)
    in_order = sorted(tuple(sorted(members)) for members in sets)
    assert diagram.count() == len(in_order)
    assert [diagram.unrank(k) for k in range(len(in_order))] == in_order
    assert [diagram.rank(members) for members in in_order] == list(range(len(in_order)))
    sizes = [len(members) for members in in_order]
    assert diagram.count_by_size() == [sizes.count(k) for k in range(max(sizes, default=-1) + 1)]
    largest = max((number for members in in_order for number in members), default=-1)
    assert diagram.marginals() == [sum(v in s for s in sets) for v in range(largest + 1)]
    assert set(diagram.sample(10 if sets else 0, seed=2, seconds=inf)) <= set(in_order)


def test_samples_are_the_same_everywhere() -> None:
    drawn = [(3, 4, 5, 6, 8), (3, 4, 5, 6, 7, 8), (1, 2, 4, 5)]
    diagram = family(frozenset(frozenset(k for k in range(9) if b >> k & 1) for b in range(512)))
    assert diagram.sample(3, seed=1, seconds=inf) == drawn
    assert diagram.sample(9, seed=1, seconds=inf)[:3] == drawn
    assert diagram.sample(3, seed=2, seconds=inf) != drawn


def test_invalid_questions() -> None:
    diagram = family(frozenset([frozenset([1, 3]), frozenset()]))
    for place in (-1, 2, 2**70):
        with pytest.raises(ValueError, match="place"):
            diagram.unrank(place)
    for members in ([1], [3, 1], [1, 3, 4], [0]):
        with pytest.raises(ValueError, match="does not hold"):
            diagram.rank(members)
    with pytest.raises(ValueError, match="no set to draw"):
        family(frozenset()).sample(1, seed=0, seconds=inf)
    assert family(frozenset()).sample(0, seed=0, seconds=inf) == []


def test_loaded_diagrams() -> None:
    diagram = frozen(dominoes(8, 8), "given")
    variables, low, high = (
        memoryview(part).cast("I") for part in (diagram.variables, diagram.lo, diagram.hi)
    )
    none = memoryview(b"").cast("I")
    manager = _native.DiagramManager(10_000, 0)
    loaded = manager.load(variables, low, high, diagram.root, none)
    assert manager.nodes == diagram.inner == 2298
    assert loaded.same(manager.load(variables, low, high, diagram.root, none))
    assert _native.freeze(loaded).count() == 12988816
    with pytest.raises(ValueError, match="equally long"):
        manager.load(variables, low, high[:-1], diagram.root, none)
    with pytest.raises(_native.OutOfNodes, match="more than 100 nodes"):
        _native.DiagramManager(100, 0).load(variables, low, high, diagram.root, none)


def test_a_manager_that_was_full_stays_usable() -> None:
    manager = _native.DiagramManager(500, 1000)
    kept = manager.family([1, 2, 3], [1, 3])
    for k in range(20):
        compilation = _native.compile(compiled(dominoes(8, 8)), manager, "given")
        assert compilation is not None
        with pytest.raises(_native.OutOfNodes, match="more than 500 nodes"):
            compilation.run(2**60, 1e6, 2**40)
        del compilation
        small = _native.compile(compiled(dominoes(4, 4)), manager, "given")
        assert small is not None
        assert small.run(2**60, 1e6, 2**40) == _native.DONE
        assert _native.freeze(small.family()).count() == 36
        assert _native.freeze(manager.apply(k % 2, kept, kept)).count() == 2


@pytest.mark.parametrize(
    ("variables", "ends"), [([1, 0], [2]), ([1, 1], [2]), ([1, 2], [1]), ([1, 2], [3]), ([1], [])]
)
def test_lists_that_are_not_sets(variables: list[int], ends: list[int]) -> None:
    with pytest.raises(ValueError, match=r"increase|ends"):
        _native.DiagramManager(10, 0).family(variables, ends)
