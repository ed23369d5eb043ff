"""Families against Python sets: every operation on every small family."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import cmp_to_key
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.errors import BadFormat, BadInput, OutOfBudget
from combien.families import Family, Universe
from tests.families.every_set import sets_of

Sets = frozenset[frozenset[int]]


THREE = sets_of(3)
ALL = [frozenset(s for k, s in enumerate(THREE) if bits >> k & 1) for bits in range(256)]


def quotient(f: Sets, g: Sets) -> set[frozenset[int]]:
    candidates = {a - b for a in f for b in g}
    return {a for a in candidates if all(not a & b and a | b in f for b in g)}


def join(f: Iterable[frozenset[int]], g: Iterable[frozenset[int]]) -> set[frozenset[int]]:
    g = list(g)
    return {a | b for a in f for b in g}


def hitting(f: Sets) -> set[frozenset[int]]:
    """The minimal sets that share an element with each set."""
    elements = sorted(set(chain.from_iterable(f)))
    candidates = [frozenset(c) for k in range(len(elements) + 1) for c in combinations(elements, k)]
    hits = [h for h in candidates if all(h & a for a in f)]
    return {h for h in hits if not any(k < h for k in hits)}


# Each operation and its definition.
BINARY: dict[str, tuple[Callable[[Family, Family], Family], Callable[[Sets, Sets], object]]] = {
    "or": (lambda f, g: f | g, lambda f, g: f | g),
    "and": (lambda f, g: f & g, lambda f, g: f & g),
    "sub": (lambda f, g: f - g, lambda f, g: f - g),
    "xor": (lambda f, g: f ^ g, lambda f, g: f ^ g),
    "join": (Family.join, join),
    "meet": (Family.meet, lambda f, g: {a & b for a in f for b in g}),
    "within": (Family.within, lambda f, g: {a for a in f if any(a <= b for b in g)}),
    "including": (Family.including, lambda f, g: {a for a in f if any(a >= b for b in g)}),
}
DIVISIONS: dict[str, tuple[Callable[[Family, Family], Family], Callable[[Sets, Sets], object]]] = {
    "quotient": (Family.quotient, quotient),
    "remainder": (Family.remainder, lambda f, g: f - join(quotient(f, g), g)),
}
UNARY: dict[str, tuple[Callable[[Family], Family], Callable[[Sets], object]]] = {
    "maximal": (Family.maximal, lambda f: {a for a in f if not any(a < b for b in f)}),
    "minimal": (Family.minimal, lambda f: {a for a in f if not any(a > b for b in f)}),
    "hitting": (Family.hitting, hitting),
    "with": (lambda f: f.with_(1), lambda f: {a for a in f if 1 in a}),
    "without": (lambda f: f.without(1), lambda f: {a for a in f if 1 not in a}),
    "change": (lambda f: f.change(1), lambda f: {a ^ {1} for a in f}),
}


@pytest.mark.parametrize("name", UNARY)
def test_every_family_of_three(name: str) -> None:
    ours, definition = UNARY[name]
    universe = Universe(range(3))
    for sets in ALL:
        assert set(ours(Family(sets, universe=universe))) == definition(sets)


@pytest.mark.parametrize("name", [*BINARY, *DIVISIONS])
def test_every_pair_of_families_of_three(name: str) -> None:
    ours, definition = (BINARY | DIVISIONS)[name]
    universe = Universe(range(3))
    families = [Family(sets, universe=universe) for sets in ALL]
    # Equal families are one node, so the result is compared without being listed.
    numbers = {sets: number for number, sets in enumerate(ALL)}
    for f, sets in zip(families, ALL, strict=True):
        for g, others in list(zip(families, ALL, strict=True))[1::5]:
            wanted = frozenset(definition(sets, others))  # type: ignore[call-overload]
            assert ours(f, g) == families[numbers[wanted]]


def families(elements: int = 6, most: int = 12) -> st.SearchStrategy[Sets]:
    return st.frozensets(st.frozensets(st.integers(0, elements - 1)), max_size=most)


@settings(max_examples=40)
@given(families(), families())
def test_operations_between_universes(f: Sets, g: Sets) -> None:
    # The second one meets the elements in the opposite order.
    ours, other = Family(f), Family(g, universe=Universe(range(5, -1, -1)))
    for operate, definition in BINARY.values():
        assert set(operate(ours, other)) == definition(f, g)
    if g:
        for operate, definition in DIVISIONS.values():
            assert set(operate(ours, other)) == definition(f, g)
    assert (ours == other) == (f == g)
    assert (ours <= other, ours >= other) == (f <= g, f >= g)
    assert ours.isdisjoint(other) == f.isdisjoint(g)


@given(st.lists(families(), max_size=6))
def test_sorted_families(given: list[Sets]) -> None:
    universe = Universe([3, 1, 5, 0, 4, 2])
    ours = [Family(f, universe=universe) for f in given]
    in_order = sorted(ours, key=cmp_to_key(Family.compare))

    def definition(family: Family) -> list[list[int]]:
        return [sorted(map(universe.number, members)) for members in family]

    assert in_order == sorted(ours, key=definition)
    for one in ours:
        assert [one.compare(other) for other in ours] == [
            (definition(one) > definition(other)) - (definition(one) < definition(other))
            for other in ours
        ]


def test_families_are_not_sorted_by_inclusion() -> None:
    """Python's sets are: `sorted([{2}, {1}, {2, 3}, {1, 3}])` puts them in no order."""
    universe = Universe("abc")
    one, other = Family(["a"], universe=universe), Family(["b"], universe=universe)
    wrong: list[Callable[[], object]] = [
        lambda: one < other,
        lambda: one > other,
        lambda: sorted([one, other]),
        lambda: max(one, other),
    ]
    for order in wrong:
        with pytest.raises(BadInput, match=r"cmp_to_key\(Family.compare\), and write f <= g and "):
            order()
    with pytest.raises(BadInput, match="in different universes cannot be compared"):
        one.compare(Family(["a"]))
    with pytest.raises(BadInput, match="must be a Family"):
        one.compare({"a"})  # type: ignore[arg-type]


@pytest.mark.parametrize("repeats", ["aba", [1, 2, 1], (0, False), [1.0, 1]])
def test_a_set_has_each_element_once(repeats: Iterable[Hashable]) -> None:
    family = Family([[0, 1]])
    last = list(repeats)[-1]
    for use in (lambda r: Family([[3], r]), family.add, family.remove, family.rank, family.split):
        with pytest.raises(BadInput, match=f" repeats {last!r}: an element is in a set at most"):
            use(repeats)
    with pytest.raises(BadInput, match=f" repeats {last!r}: "):
        assert repeats not in family
    # Sets are not lost, as a family is a set itself.
    assert Family(["ab", "ba"]).count == 1


@given(families())
def test_as_a_set(f: Sets) -> None:
    family = Family(f, universe=Universe(range(6)))
    elsewhere = Family(f, universe=Universe([3, 1, 5, 0, 4, 2]))
    assert family == elsewhere
    assert hash(family) == hash(elsewhere)
    assert (family.count, bool(family)) == (len(f), bool(f))
    assert [s for s in sets_of(6) if s in family] == [s for s in sets_of(6) if s in f]
    assert [9] not in family
    assert [sorted(map(integer, s)) for s in family] == sorted(sorted(s) for s in f)
    assert set(family.elements) == set(chain.from_iterable(f))
    assert pickle.loads(pickle.dumps(family)) == family
    assert family != f


@settings(max_examples=60)
@given(families())
def test_questions(f: Sets) -> None:
    family = Family(f)
    in_order = list(family)
    assert [family.unrank(k) for k in range(family.count)] == in_order
    assert [family.rank(s) for s in in_order] == list(range(len(f)))
    sizes = family.count_by_size()
    assert sizes == [sum(len(s) == k for s in f) for k in range(len(sizes))]
    assert sum(sizes) == len(f)
    assert family.fold(0, 1, lambda _, without, with_: without + with_) == len(f)
    assert family.fold(0, 1, lambda e, lo, hi: lo + (integer(e) + 2) * hi) == sum(
        product(e + 2 for e in s) for s in f
    )


# A limit of a sum of up to six weights.
LIMITS = st.none() | st.integers(-12, 12)


def integer(element: Hashable) -> int:
    assert isinstance(element, int)
    return element


def product(factors: Iterable[int]) -> int:
    result = 1
    for factor in factors:
        result *= factor
    return result


@given(families(), st.lists(st.integers(-5, 5), min_size=6, max_size=6), st.tuples(LIMITS, LIMITS))
def test_sets_by_their_weight(
    f: Sets, weights: list[int], ends: tuple[int | None, int | None]
) -> None:
    least, most = ends
    found = Family(f).weighing(dict(enumerate(weights)), least=least, most=most)
    sums = {members: sum(weights[integer(e)] for e in members) for members in f}
    assert set(found) == {
        members
        for members, weight in sums.items()
        if (least is None or weight >= least) and (most is None or weight <= most)
    }


@given(families(), st.lists(st.integers(-5, 5), min_size=6, max_size=6), st.integers(0, 15))
def test_the_best(f: Sets, weights: list[int], k: int) -> None:
    found = Family(f).best(dict(enumerate(weights)), k=k)
    assert all(sum(weights[integer(e)] for e in members) == weight for weight, members in found)
    assert len({members for _, members in found}) == len(found)
    assert {members for _, members in found} <= f
    lightest = sorted(sum(weights[integer(e)] for e in members) for members in f)[:k]
    assert [weight for weight, _ in found] == lightest


@given(families(elements=4), st.lists(st.integers(0, 4), min_size=5, max_size=5))
def test_probability(f: Sets, quarters: list[int]) -> None:
    chances = [Fraction(q, 4) for q in quarters]
    ways = sum(product(q if e in s else 4 - q for e, q in enumerate(quarters)) for s in f)
    wanted = Fraction(ways, 4 ** len(quarters))
    assert Family(f).probability(dict(enumerate(chances))) == wanted


def test_a_seed_decides_what_is_drawn() -> None:
    family = Family(["", "a", "ab", "abc", "d", "bd", "cd"])
    drawn = family.sample(100, seed=5)
    assert set(drawn) == set(family)
    assert drawn == family.sample(100, seed=5)
    assert drawn != family.sample(100, seed=6)


def test_many_sets_and_deep_diagrams() -> None:
    universe = Universe(range(2_000))
    deep = Family([range(2_000)], universe=universe)
    everything = deep
    for e in (0, 7, 1_999):
        everything = everything | everything.change(e)
    assert (everything.count, everything.nodes) == (8, 2_000)
    assert deep.maximal() == deep
    assert set(deep.meet(Family([[3]], universe=universe))) == {frozenset([3])}
    assert deep.count_by_size()[-1] == 1
    assert deep.unrank(0) == frozenset(range(2_000))
    powerset = Family([""])
    for e in range(200):
        powerset = powerset | powerset.change(e)
    assert powerset.count == 2**200
    assert powerset.nodes == 200
    assert powerset.maximal().count == 1
    # Before the set of all, only its prefixes: {}, {0}, {0, 1}, ...
    assert powerset.rank(range(200)) == 200


@given(families())
def test_dumps_are_read_back(f: Sets) -> None:
    family = Family(f)
    assert Family.load(family.dump()) == family
    assert family.dump() == Family(f).dump()


def test_elements_that_are_tuples_are_read_back() -> None:
    family = Family([[("a", 1), None, True], ["x"]])
    assert Family.load(family.dump()) == family
    with pytest.raises(BadFormat, match="cannot be written"):
        Family([[frozenset()]]).dump()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1"),
        ("combien family 1\n[1,1]\n0\n", "line 2: duplicate element"),
        ("combien family 1\n{}\n0\n", "line 2: expected a list"),
        ("combien family 1\n[1.5]\n0\n", "line 2: an element is a string"),
        ("combien family 1\n[1]\n[0,0,2]\n2\n", "line 3"),
        ("combien family 1\n[1]\n[1,0,1]\n2\n", "line 3"),
        ("combien family 1\n[1]\n[0,true,1]\n2\n", "line 3"),
        ("combien family 1\n[1]\n[0,0,1]\n[0,0,2]\n3\n", "line 4: a node's element"),
        ("combien family 1\n[1]\n[0,0,1]\n3\n", "line 4: expected the number of the last"),
        (
            "combien family 1\n[1,2]\n[1,0,1]\n[0,0,1]\n2\n",
            "line 5: expected the number of the last",
        ),
        ("combien family 1\n[1]\n[0,0,1]\n1\n", "line 4: expected the number of the last"),
        ("combien family 1\n[1]\n2\n", "line 3: expected the number of the last"),
        ("combien family 1\n" + "[" * 100_000 + "\n0\n", "line 2"),
        ("combien family 1\n[" + "[" * 200 + "]" * 200 + "]\n0\n", "line 2: an element is nested"),
    ],
)
def test_texts_that_are_not_dumps(text: str, message: str) -> None:
    with pytest.raises(BadFormat, match=message):
        Family.load(text)


def test_pictures() -> None:
    family = Family(["ab", "c"])
    assert family.ascii(most=1) == "{{a, b}, ...}"
    assert family.dot().count("style=dashed") == family.nodes
    assert repr(family) == f"<Family: 2 sets, {family.nodes} nodes>"


def test_clear_errors() -> None:
    family = Family(["ab"])
    with pytest.raises(BadInput, match="expected a hashable value"):
        Family([[["list"]]])  # type: ignore[list-item]
    with pytest.raises(BadInput, match="not a set"):
        Family([3])  # type: ignore[list-item]
    with pytest.raises(BadInput, match="division by the empty family"):
        family.quotient(Family())
    with pytest.raises(BadInput, match="must be a Family"):
        family | {frozenset("ab")}  # type: ignore[operator]
    with pytest.raises(BadInput, match="among 1"):
        family.unrank(1)
    with pytest.raises(BadInput, match="not in the family"):
        family.rank("a")
    with pytest.raises(BadInput, match="empty family"):
        Family().sample(1, seed=0)
    for k in (-1, 2**64):
        with pytest.raises(BadInput, match=f"k={k}: expected a number of sets"):
            family.sample(k, seed=0)
        with pytest.raises(BadInput, match=f"k={k}: expected a number of sets"):
            family.best({"a": 1, "b": 1}, k=k)
    with pytest.raises(BadInput, match="'b' has no weight"):
        family.best({"a": 1})
    with pytest.raises(BadInput, match="capacity=-1"):
        Universe(capacity=-1)


def test_a_universe_that_is_full_stays_usable() -> None:
    universe = Universe(range(30), capacity=60)
    family = Family([range(30)], universe=universe)
    with pytest.raises(OutOfBudget, match="more than 60 nodes") as caught:
        Family([range(k, 30, 2) for k in range(12)], universe=universe).join(
            Family([range(k, 30, 3) for k in range(12)], universe=universe)
        )
    assert caught.value.known["diagram nodes"] <= 60
    # Families that are no longer referenced are collected when memory is needed.
    for k in range(100):
        family = family.change(k % 30)
    assert family.count == 1


def test_collections_keep_what_is_held() -> None:
    universe = Universe(range(12), capacity=400)
    kept = [Family([[k, k + 1], [k + 2]], universe=universe) for k in range(9)]
    for k in range(200):
        junk = kept[k % 9].join(kept[(k * 5 + 1) % 9]) | kept[(k + 3) % 9]
        assert junk
    assert [set(f) for f in kept] == [{frozenset([k, k + 1]), frozenset([k + 2])} for k in range(9)]
