"""Families as sorted sets of sets, and node by node, against sets of frozensets."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.errors import BadInput
from combien.families import Family, Universe
from combien.families._members import Node
from tests.families.every_set import sets_of

Sets = frozenset[frozenset[int]]

ORDERS = list(permutations(range(4)))
EVERY = sets_of(4)


def families() -> st.SearchStrategy[Sets]:
    return st.frozensets(st.sampled_from(EVERY), max_size=9)


def in_order(sets: Sets, order: tuple[int, ...]) -> list[frozenset[int]]:
    """The definition of the order: as sequences of elements, in the universe's order."""
    return sorted(sets, key=lambda members: sorted(map(order.index, members)))


@given(f=families(), order=st.sampled_from(ORDERS), members=st.sampled_from(EVERY))
def test_as_sorted_sets(f: Sets, order: tuple[int, ...], members: frozenset[int]) -> None:
    family = Family(f, universe=Universe(order))
    assert set(family.add(members)) == f | {members}
    assert set(family.remove(members)) == f - {members}
    ordered = in_order(f, order)
    assert list(family) == ordered
    if f:
        assert (family.min_set(), family.max_set()) == (ordered[0], ordered[-1])
    whole = in_order(f | {members}, order)
    place = whole.index(members)
    before, present, after = family.split(members)
    assert (list(before), present, list(after)) == (
        whole[:place],
        members in f,
        whole[place + 1 :],
    )
    # Frozen: the family itself is as it was.
    assert set(family) == f


@given(f=families(), wanted=st.sets(st.sampled_from(EVERY)))
def test_predicates(f: Sets, wanted: set[frozenset[int]]) -> None:
    family = Family(f)
    chosen, others = family.partition(wanted.__contains__)
    assert (set(chosen), set(others)) == (set(f & wanted), set(f - wanted))
    assert family.filter(wanted.__contains__) == chosen
    assert chosen | others == family


@given(f=families(), order=st.sampled_from(ORDERS))
def test_every_diagram_is_constructed_again(f: Sets, order: tuple[int, ...]) -> None:
    universe = Universe(order)
    family = Family(f, universe=universe)
    terminals = Family([], universe=universe), Family([[]], universe=universe)

    def copied(node: Node, copied: Callable[[Node], Family]) -> Family:
        if node.is_terminal:
            return terminals[node.is_top]
        return Family.construct(node.item, copied(node.low), copied(node.high))

    again = family.recurse(copied)
    assert again == family
    # Hash-consed: not only equal, but one node of the universe's table.
    assert again._diagram.same(family._diagram)


@given(f=families())
def test_nodes_say_what_the_family_is(f: Sets) -> None:
    family = Family(f)
    seen: set[Node] = set()

    def sets(node: Node) -> list[frozenset[object]]:
        seen.add(node)
        if node.is_terminal:
            return [frozenset()] if node.is_top else []
        assert node.low.id < node.id
        assert node.high.id < node.id
        assert not node.high.is_bottom
        for child in (node.low, node.high):
            if not child.is_terminal:
                assert family.universe.number(node.item) < family.universe.number(child.item)
        return sets(node.low) + [members | {node.item} for members in sets(node.high)]

    assert set(sets(family.root)) == f
    assert len(sets(family.root)) == len(f)
    assert len({node for node in seen if not node.is_terminal}) == family.nodes
    calls: list[int] = []

    def cardinal(node: Node, cardinal: Callable[[Node], int]) -> int:
        calls.append(node.id)
        return node.id if node.is_terminal else cardinal(node.low) + cardinal(node.high)

    assert family.recurse(cardinal) == len(f)
    assert len(set(calls)) == len(calls) <= family.nodes + 2


@given(f=families(), g=families(), item=st.integers(0, 4))
def test_construct_is_the_definition_or_refused(f: Sets, g: Sets, item: int) -> None:
    universe = Universe(range(5))
    low, high = Family(f, universe=universe), Family(g, universe=Universe(range(4, -1, -1)))
    below = [element for members in f | g for element in members]
    if item < min(below, default=9):
        made = Family.construct(item, low, high)
        assert set(made) == f | {members | {item} for members in g}
        assert made.universe is universe
    else:
        with pytest.raises(BadInput, match=f"item {item} does not come before "):
            Family.construct(item, low, high)


def test_a_diagram_deeper_than_the_recursion_limit() -> None:
    universe = Universe(range(3000))
    family, top = Family([[]], universe=universe), Family([[]], universe=universe)
    for number in reversed(range(3000)):
        family = Family.construct(number, top, family)
    assert family.nodes == 3000

    def depth(node: Node, depth: Callable[[Node], int]) -> int:
        return 0 if node.is_terminal else 1 + depth(node.high)

    assert family.recurse(depth) == 3000
    before, present, after = family.split(range(1500))
    assert (before.count, present, after.count) == (1500, True, 1500)
    assert len(family.max_set()) == 3000
    assert family.min_set() == frozenset()


def test_what_is_refused() -> None:
    family = Family(["ab"])
    with pytest.raises(BadInput, match="no first set"):
        Family([]).min_set()
    with pytest.raises(BadInput, match="no last set"):
        Family([]).max_set()
    with pytest.raises(BadInput, match="expected a hashable value"):
        family.add([[1]])  # type: ignore[list-item]
    with pytest.raises(BadInput, match="is not a set"):
        family.split(3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="expected a function of a set"):
        family.filter("ab")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="expected a Family"):
        Family.construct("x", family, {"a"})  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="terminal <Node 1: top> has no item"):
        _ = family.root.high.high.item
    other = Family(["cd"]).root
    for node in (other, 3):
        with pytest.raises(BadInput, match="expected a node below"):
            family.recurse(lambda _, again, node=node: again(node))  # type: ignore[misc]
    assert family.root == family.root != other
