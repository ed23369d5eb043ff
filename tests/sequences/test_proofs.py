"""Proofs of recurrences, budgets, and the automata behind them."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Region, Strip, _native, sequence
from combien._base.budget import Budget, Meter, Progress
from combien.errors import BadInput, OutOfBudget
from combien.sequences import Proof, Recurrence, _formula, _recurrence
from combien.sequences._automaton import Automaton, Layout, Remainders
from combien.sequences._recurrence import (
    DerivedProof,
    _Guess,
    _guess,
    _prove_by_terms,
    _prove_by_vectors,
    shortest_recurrence,
)
from combien.sequences._sources import StripSource

METER = Meter(Budget(), engine="strip")


def automaton_of(width: int, tiles: str) -> Automaton:
    automaton = Automaton(Strip(width, tiles=tiles).layout)
    automaton.build(METER)
    return automaton


@pytest.mark.parametrize("tiles", ["domino", "trominoes", "squares", "bars", "rectangles"])
@pytest.mark.parametrize("width", [3, 4, 5])
def test_both_proofs_agree(width: int, tiles: str) -> None:
    found = sequence(Strip(width, tiles=tiles))
    recurrence, proof = found.recurrence(), found.proof
    assert recurrence is not None
    assert isinstance(proof, Proof)
    guess = _Guess(recurrence.start, (1, *(-c for c in recurrence.coefficients)))
    automaton = automaton_of(width, tiles)
    by_terms = _prove_by_terms(automaton, guess, METER)
    assert by_terms is not None
    assert by_terms[0] == recurrence
    proofs = [
        _prove_by_vectors(automaton, guess, METER, transposed=transposed)
        for transposed in (False, True)
    ]
    assert all(each is None or each[0] == recurrence for each in proofs)


@pytest.mark.parametrize("at", range(5))
def test_wrong_recurrences_are_not_proved(at: int) -> None:
    # The right one has the coefficients 1, -1, -5, -1, 1.
    coefficients = [1, -1, -5, -1, 1]
    coefficients[at] += 1
    guess = _Guess(4, tuple(coefficients))
    automaton = automaton_of(4, "domino")
    assert _prove_by_terms(automaton, guess, METER) is None
    assert _prove_by_vectors(automaton, guess, METER, transposed=False) is None


def test_a_shorter_recurrence_of_the_first_terms_is_not_proved() -> None:
    # 1, 1, 1, ... up to n = 29, and 2 for n = 30: a bar of 30 squares.
    found = sequence(Strip(1, tiles=["*", "1x30"]))
    recurrence, proof = found.recurrence(), found.proof
    assert recurrence == Recurrence([1, *[0] * 28, 1], [1] * 30)
    assert isinstance(proof, Proof)
    assert proof.states == 30


def test_large_numbers_need_many_primes() -> None:
    strip = Strip(7, tiles="trominoes")
    found = sequence(strip)
    recurrence, proof = found.recurrence(), found.proof
    assert recurrence is not None
    assert isinstance(proof, Proof)
    assert (proof.states, proof.order, proof.method) == (1134, 1134, "vectors")
    assert proof.primes * 62 > max(map(abs, recurrence.coefficients)).bit_length() > 600
    assert found[1200] == sequence(strip).first(1201)[1200]


def test_strips_without_tilings() -> None:
    found = sequence(Strip(3, tiles="2x2"))
    recurrence, function = found.recurrence(), found.generating_function()
    assert found.first(5) == [1, 0, 0, 0, 0]
    assert recurrence is not None
    assert function is not None
    assert (recurrence.coefficients, recurrence.start) == ((), 1)
    assert (function.numerator, function.denominator) == ((1,), (1,))
    assert found.term(10**6) == 0


@pytest.mark.parametrize(
    ("limits", "known"),
    [
        ({"nodes": 50}, "states_found"),
        ({"seconds": 0.0}, "states_found"),
        ({"bytes": 1}, "states_found"),
        ({"nodes": 6_000}, "rows"),
    ],
)
def test_budgets(limits: dict[str, float], known: str) -> None:
    found = sequence(Strip(8, tiles="domino"), **limits)  # type: ignore[call-overload]
    with pytest.raises(OutOfBudget) as stop:
        found.recurrence()
    assert known in stop.value.known


def test_the_rows_of_vectors_are_counted() -> None:
    automaton = automaton_of(4, "domino")
    assert automaton.known["rows"] == 0
    automaton.residues(9, 0, METER)
    rows = automaton.known["rows"]
    automaton.residues(9, 1, METER)
    assert 0 < automaton.known["rows"] == 2 * rows


def test_progress() -> None:
    reports: list[Progress] = []
    sequence(Strip(4, tiles="domino"), report=reports.append).recurrence()
    assert {"states", "rows"} <= {name for report in reports for name in report.work}


def test_terms_that_are_too_long() -> None:
    found = sequence(Strip(2, tiles="domino"))
    with pytest.raises(BadInput, match="modulo a number"):
        found.term(10**12)
    assert found.term(10**12, modulo=10) == 1  # Fibonacci's 41st number ends in 1.
    with pytest.raises(OutOfBudget):
        sequence(Strip(8, tiles="domino"), bytes=10**6).first(10**4)


def test_slices_of_a_sequence() -> None:
    found = sequence(Strip(2, tiles="domino"))
    assert found[2:8:2] == [2, 5, 13]
    assert [term for _, term in zip(range(40), found, strict=False)] == found.first(40)
    for wrong in (slice(3, None), slice(None, -1), slice(None, 4, -1)):
        with pytest.raises(BadInput):
            found[wrong]


@given(
    numbers=st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=4),
    split=st.integers(1, 3),
)
def test_remainders(numbers: list[int], split: int) -> None:
    primes = [998244353, 1000000007, 1000000009, 1000000021]
    found = Remainders(len(numbers))
    for part in (primes[:split], primes[split:]):
        found.add(part, [[n % p for n in numbers] for p in part])
    assert found.symmetric == numbers


@settings(max_examples=50, deadline=None)
@given(
    coefficients=st.lists(st.integers(0, 100), max_size=5),
    initial=st.lists(st.integers(0, 100), min_size=5, max_size=5),
)
def test_shortest_recurrences(coefficients: list[int], initial: list[int]) -> None:
    prime = 101
    terms = list(initial)
    while len(terms) < 24:
        terms.append(sum(c * a for c, a in zip(coefficients, terms[::-1], strict=False)) % prime)
    terms = [term % prime for term in terms]
    machine = _native.modular_recurrence(terms, prime)
    while not machine.run(1.0):
        pass
    order, found = machine.order, machine.coefficients
    assert order <= 5

    def holds(order: int, factors: list[int]) -> bool:
        return all(
            sum(c * terms[n - k] for k, c in enumerate(factors) if k <= n) % prime == 0
            for n in range(order, len(terms))
        )

    assert holds(order, found)
    check = _native.recurrence_check(terms, found, order, prime)
    assert check.run(1.0)
    assert check.holds


def test_lumping_keeps_the_counts() -> None:
    # With and without the symmetries of the slab, which only save states on the way.
    layout = Strip(Region.box(2, 3, 1), tiles=["domino", "L-tromino"]).layout
    assert len(layout.symmetries) == 3
    full = Automaton(Layout(layout.slots, layout.placements))
    small = Automaton(layout)
    full.build(METER)
    small.build(METER)
    assert full.terms(9, METER) == small.terms(9, METER)
    assert full.states == small.states
    assert full.found > small.found


@pytest.mark.parametrize("count", [2, 3, 5])
def test_batches_have_different_primes(count: int) -> None:
    automaton = automaton_of(4, "domino")
    batches = [set(automaton.primes(batch)) for batch in range(count)]
    assert all(not first & second for first, second in combinations(batches, 2))
    assert all(len(batch) == _native.STRIP_LANES for batch in batches)


@given(st.lists(st.integers(-7, 7), max_size=4))
def test_remainders_of_least_absolute_value(values: list[int]) -> None:
    remainders = Remainders(len(values))
    remainders.add((3, 5), [[value % 3 for value in values], [value % 5 for value in values]])
    assert remainders.symmetric == values


def derived(parts: int, states: int, bound: int, order: int) -> DerivedProof:
    return DerivedProof(parts, states, bound, order, 2 * bound)


DOMINO = ["domino"]
MIXED = ["monomino", "domino"]


@pytest.mark.parametrize(
    ("width", "tiles", "asked", "start", "proof"),
    [
        (3, DOMINO, {}, 4, Proof(4, 4, 6, 4, "terms", 8, 8)),
        (4, MIXED, {}, 9, Proof(10, 10, 43, 9, "terms", 19, 8)),
        (6, ["squares"], {}, 15, Proof(17, 32, 51, 15, "terms", 32, 8)),
        (5, ["rectangles"], {}, 11, Proof(22, 51, 208, 10, "terms", 33, 8)),
        (3, DOMINO, {"refine": "primitive"}, 5, DerivedProof(1, 4, 5, 2, 0)),
        # Strips of one row have no tiles.
        (3, ["L-tromino"], {"refine": "fault-free"}, 3, derived(2, 5, 4, 0)),
        (4, ["domino", "2x2"], {"refine": "fault-free"}, 1, derived(4, 13, 24, 0)),
        (4, ["rectangles"], {"refine": "fault-free"}, 16, derived(4, 21, 21, 15)),
        (3, MIXED, {"refine": "tatami"}, 9, derived(1, 13, 13, 6)),
        (4, DOMINO, {"refine": "tatami"}, 9, derived(1, 14, 14, 5)),
        (3, MIXED, {"up_to": "all"}, 24, derived(6, 33, 65, 20)),
        (4, DOMINO, {"up_to": "all"}, 21, derived(6, 29, 49, 16)),
        (3, ["L-tromino"], {"up_to": "rotations"}, 6, derived(3, 6, 12, 6)),
        (4, ["squares"], {"up_to": "all"}, 24, derived(6, 29, 54, 19)),
    ],
)
def test_what_a_proof_says(
    width: int, tiles: list[str], asked: dict[str, Any], start: int, proof: Proof | DerivedProof
) -> None:
    """The numbers of parts and states, the least bound that is known, and what was compared."""
    found = sequence(Strip(width, tiles=tiles), **asked)
    recurrence = found.recurrence()
    assert recurrence is not None
    assert (recurrence.start, found.proof) == (start, proof)


def test_a_formula_is_sought_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sought: list[StripSource] = []
    formula = StripSource.formula

    def watched(source: StripSource, meter: Meter) -> Any:
        sought.append(source)
        return formula(source, meter)

    monkeypatch.setattr(StripSource, "formula", watched)
    found = sequence(Strip(2, tiles="domino"))
    assert found.recurrence() == found.recurrence()
    assert found.growth() is found.growth()
    assert len(sought) == 1
    # Further terms come from the formula, and those that are known from nowhere.
    without = sequence(Strip(2, tiles="domino"), terms=5)
    monkeypatch.setattr(StripSource, "terms", None)
    assert found.first(200)[-1] == found.term(199)
    assert without.first(5) == [1, 1, 2, 3, 5]


def test_terms_are_computed_ahead_while_a_sequence_is_iterated() -> None:
    found = sequence(Strip(2, tiles="domino"))
    lengths = [len(found.known) for _ in zip(range(34), found, strict=False)]
    assert lengths == [16] * 16 + [32] * 16 + [64] * 2
    # Those that are counted one by one are not.
    counted = sequence("queens")
    assert [len(counted.known) for _ in zip(range(4), counted, strict=False)] == [1, 2, 3, 4]


def test_how_long_an_exact_term_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the growth of the sequence."""
    monkeypatch.setattr(_formula, "MOST_BITS", 1000)
    found = sequence(Strip(1, tiles=["1x1"] * 4))
    recurrence = found.recurrence()
    assert recurrence is not None
    assert (recurrence.coefficients, recurrence.initial) == ((4,), (1,))
    # Of 2n + 1 bits.
    assert found.term(499) == 4**499
    for n in (600, 10**18):
        with pytest.raises(BadInput, match=f"n={n}: a"):
            found.term(n)
    assert found.term(600, modulo=5) == 4**600 % 5
    assert sequence(Strip(1, tiles=["1x1"] * 4)).first(3) == [1, 4, 16]
    assert found.first(3) == [1, 4, 16]
    assert found.term(2, modulo=5) == 1


@pytest.mark.parametrize(
    ("width", "tiles", "rows"), [(4, "domino", [40, 20, 30]), (5, "squares", [144, 72, 90])]
)
def test_how_many_rows_a_proof_takes(width: int, tiles: str, rows: list[int]) -> None:
    """As many vectors as it says, and the states times the vectors but the first one."""
    recurrence = sequence(Strip(width, tiles=tiles)).recurrence()
    assert recurrence is not None
    guess = _Guess(recurrence.start, (1, *(-c for c in recurrence.coefficients)))
    automaton = automaton_of(width, tiles)
    found = _prove_by_terms(automaton, guess, METER)
    assert automaton.known["rows"] == rows[0]
    for transposed in (False, True):
        for later, expected in zip((0, 2), rows[1:], strict=True):
            automaton = automaton_of(width, tiles)
            proved = _prove_by_vectors(automaton, guess, METER, transposed=transposed, later=later)
            assert found is not None
            assert proved is not None
            assert proved[0] == found[0]
            assert automaton.known["rows"] == expected
            assert isinstance(proved[1], Proof)
            assert proved[1].checked == recurrence.start + later + 1


def test_a_guess_needs_more_terms_than_its_order() -> None:
    strip = Strip(1, tiles=["*", "1x30"])
    for length, rows in ((32, 930), (60, 1770)):
        automaton = Automaton(strip.layout)
        automaton.build(METER)
        guess = _guess(automaton, length, METER)
        assert automaton.known["rows"] == rows
        assert guess == (None if length == 32 else _Guess(30, (1, -1, *[0] * 28, -1)))


def test_the_bytes_of_vectors() -> None:
    automaton = automaton_of(4, "domino")
    vectors = _native.strip_vectors(automaton._machine, automaton.primes(0), 9, 0, [], False)
    vectors.run(2**62, 60.0)
    size = vectors.bytes
    exact = Meter(Budget(bytes=size), engine="strip")
    assert automaton.residues(9, 0, exact).terms == vectors.terms()
    with pytest.raises(OutOfBudget, match="GB"):
        automaton.residues(9, 0, Meter(Budget(bytes=size - 1), engine="strip"))
    assert automaton.known == {"rows": 90, "states": 5}
    # So much memory is not begun to be filled with terms.
    bits = max(automaton.bits(99, METER))
    for limit, fits in ((bits * 100 // 16, True), (bits * 100 // 16 - 1, False)):
        automaton = automaton_of(4, "domino")
        with pytest.raises(OutOfBudget):
            automaton.terms(100, Meter(Budget(bytes=limit), engine="strip"))
        assert (automaton.known["rows"] > 0) == fits
    assert automaton.terms(0, METER) == []


def test_the_part_of_the_vectors_that_is_done() -> None:
    reports: list[Progress] = []
    automaton = automaton_of(4, "domino")
    automaton.residues(9, 0, Meter(Budget(), engine="strip", report=reports.append))
    assert reports == [Progress("strip", 1.0, {"rows": 45, "states": 5})]
    exact = Meter(Budget(nodes=76), engine="strip")
    assert automaton_of(4, "domino").residues(9, 0, exact).terms
    again = automaton_of(4, "domino")
    with pytest.raises(OutOfBudget) as stop:
        again.residues(9, 0, Meter(Budget(nodes=74), engine="strip"))
    assert stop.value.known["rows"] == 44


def test_slices_and_terms_that_are_known() -> None:
    found = sequence(Strip(2, tiles="domino"))
    assert found[5] == 8
    assert len(found.known) == 6
    assert found.term(5, modulo=3) == 2
    assert (found[:0], found[0:1], found[3:1], found[1:4:2]) == ([], [1], [], [1, 3])
    with pytest.raises(BadInput):
        found[-1:4]
    assert [sequence("queens", terms=terms).known for terms in (0, 2)] == [(), (1, 1)]


def test_primes_that_divide_a_determinant_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modulo 7, a(n) = a(n-1) + 7a(n-2) has order 1."""
    large = [2**61 - 1, _native.prime_below(2**61 - 1)]
    primes = iter([large[0], 7, large[1]])
    monkeypatch.setattr(_recurrence, "SPARE_BITS", 70)
    monkeypatch.setattr(
        _recurrence,
        "_native",
        SimpleNamespace(
            prime_below=lambda below: next(primes), modular_recurrence=_native.modular_recurrence
        ),
    )
    recurrence = Recurrence([1, 7], [1, 1])
    assert shortest_recurrence(recurrence.first(8), 4, METER) == recurrence
    with pytest.raises(OutOfBudget):
        _recurrence._agrees(recurrence, [1, 1], Meter(Budget(seconds=0), engine="strip"))


def test_what_is_said_when_the_memory_ends() -> None:
    found = sequence(Strip(8, tiles="domino"), bytes=1)
    with pytest.raises(OutOfBudget, match=r"^the search needs more than .*; give more bytes=$"):
        found.first(3)
