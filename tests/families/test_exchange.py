"""Exchange with other libraries, which are optional."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.errors import BadInput, MissingExtra
from combien.families import Family, Universe
from tests.absent import without

Sets = frozenset[frozenset[int]]
NEEDED = 'graphillion and oxidd are not here: pip install ".[diagrams]"'
FAMILIES = st.frozensets(st.frozensets(st.integers(0, 5)), max_size=12)


@pytest.fixture
def setset() -> Any:
    """Graphillion's class, its universe not set."""
    setset = pytest.importorskip("graphillion", reason=NEEDED).setset
    setset.set_universe([])
    return setset


def test_families_survive_graphillion(setset: Any) -> None:
    # Another order than ours, and an element that no set has.
    setset.set_universe([4, 2, 0, 6, 5, 3, 1])

    @given(FAMILIES)
    def check(sets: Sets) -> None:
        family = Family(sets)
        theirs = family.to_graphillion()
        assert {frozenset(members) for members in theirs} == sets
        assert theirs == setset(list(sets))
        assert Family.from_graphillion(setset(list(sets))) == family
        universe = Universe(range(6))
        assert Family.from_graphillion(theirs, universe=universe).universe is universe

    check()


def test_the_universe_of_graphillion(setset: Any) -> None:
    family = Family([[("a", 1), "b"], ["c"]])
    assert set(map(frozenset, family.to_graphillion())) == set(family)
    assert setset.universe() == list(family.elements)
    with pytest.raises(BadInput, match="does not contain 'd'"):
        Family(["d"]).to_graphillion()
    assert setset.universe() == list(family.elements)
    with pytest.raises(BadInput, match=r"expected a graphillion.setset, not set"):
        Family.from_graphillion({"a"})


def test_families_survive_oxidd() -> None:
    zbdd = pytest.importorskip("oxidd.zbdd", reason=NEEDED)

    @given(FAMILIES)
    def check(sets: Sets) -> None:
        family = Family(sets)
        theirs = family.to_oxidd()
        assert theirs.sat_count(len(family.elements)) == family.count
        assert theirs.node_count() <= family.nodes + 2
        assert Family.from_oxidd(theirs, elements=family.elements) == family

    check()

    @given(FAMILIES, st.permutations(range(6)))
    def check_orders(sets: Sets, order: list[int]) -> None:
        family = Family(sets)
        manager = zbdd.ZBDDManager(10_000, 10_000, 1)
        manager.add_vars(6)
        manager.set_var_order(order)
        theirs = family.to_oxidd(manager=manager)
        numbers = {e: k for k, e in enumerate(family.elements)}
        back = Family.from_oxidd(theirs)
        assert set(back) == {frozenset(numbers[e] for e in s) for s in sets}

    check_orders()


def test_families_that_oxidd_refuses() -> None:
    zbdd = pytest.importorskip("oxidd.zbdd", reason=NEEDED)
    manager = zbdd.ZBDDManager(100, 100, 1)
    manager.add_vars(2)
    with pytest.raises(BadInput, match="2 variables, the family 3 elements"):
        Family(["abc"]).to_oxidd(manager=manager)
    with pytest.raises(BadInput, match="2 distinct elements"):
        Family.from_oxidd(manager.base(), elements="aa")
    with pytest.raises(BadInput, match=r"expected an oxidd\.zbdd\.ZBDDFunction, not set"):
        Family.from_oxidd({"a"})


@pytest.mark.parametrize("name", ["graphillion", "oxidd"])
def test_libraries_that_are_not_installed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without(name, monkeypatch)
    with pytest.raises(MissingExtra, match=rf"needs {name}, which is not .*pip install .*{name}"):
        getattr(Family(["ab"]), f"to_{name}")()
