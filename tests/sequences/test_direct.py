"""First terms are counted once more: a wrong derived term is an error, never a number."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice
from types import SimpleNamespace
from typing import Any, Literal, cast

import pytest

from combien import Disagreement, Strip, sequence
from combien._base.budget import Budget, Meter
from combien._cli._shared.guard import Exit
from combien._cli.main import main
from combien.sequences import Recurrence, _burnside, _direct, _formula, _refinements
from combien.sequences._automaton import Automaton, half_strips
from combien.sequences._direct import boards, direct_terms
from combien.sequences._recurrence import DerivedProof
from combien.sequences._refinements import TatamiSource, TileCounts
from combien.sequences._sources import CheckedSource, Source, StripSource

STRIP = Strip(4, tiles=["monomino", "domino"])


def more(terms: list[int]) -> list[int]:
    """One term is larger, by a multiple of the number of symmetries."""
    return [term + 8 * (place == 1) for place, term in enumerate(terms)]


@pytest.mark.parametrize(
    ("asked", "home", "name", "fault"),
    [
        ({}, Automaton, "terms", more),
        ({"up_to": "all"}, _burnside, "half_strips", more),
        ({"up_to": "rotations"}, _burnside, "half_strips", more),
        ({"refine": "primitive"}, _refinements, "primitive", more),
        ({"refine": "fault-free"}, _refinements, "_cuts", lambda cuts: list(cuts)[1:]),
        ({"refine": "tatami"}, TatamiSource, "_filled", lambda states: list(states)[1:]),
        ({"refine": "tiles"}, TileCounts, "_filled", lambda states: {0: states[0] + states[0]}),
    ],
)
def test_a_fault_is_found(
    monkeypatch: pytest.MonkeyPatch,
    asked: dict[str, Any],
    home: Any,
    name: str,
    fault: Callable[[Any], Any],
) -> None:
    right = getattr(home, name)
    assert sequence(STRIP, **asked).first(4)
    monkeypatch.setattr(home, name, lambda *given, **named: fault(right(*given, **named)))
    with pytest.raises(Disagreement, match=r"a\(\d\).* as derived, but .* please report it"):
        sequence(STRIP, **asked).first(6)


def test_orbits_of_a_cyclic_subgroup(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the whole sum is divisible by four, and the terms are too large to be listed."""
    wrong = cycle([1, 1, 3, 3])

    def faulty(*given: Any, **named: Any) -> list[int]:
        terms = half_strips(*given, **named)
        return [*terms[:-1], terms[-1] + next(wrong)]

    assert sequence(STRIP, up_to="all").first(30)
    monkeypatch.setattr(_burnside, "half_strips", faulty)
    with pytest.raises(Disagreement, match=r"a\(2\d\) times 2: \d+ as .* a multiple of 2 by"):
        sequence(STRIP, up_to="all").first(30)


@pytest.mark.parametrize("refine", [None, "primitive"])
def test_a_formula_that_is_wrong_beyond_the_first_terms(
    monkeypatch: pytest.MonkeyPatch, refine: Literal["primitive"] | None
) -> None:
    source = StripSource if refine is None else _refinements.PrimitiveSource
    right = source.formula

    def formula(*given: Any) -> Any:
        recurrence, proof = right(*given)
        return Recurrence([1, *recurrence.coefficients], recurrence.first(60)), proof

    assert sequence(STRIP, refine=refine).recurrence()
    monkeypatch.setattr(source, "formula", formula)
    with pytest.raises(Disagreement, match=r"by a formula: a\(60\): \d+ as derived, but \d+ by"):
        sequence(STRIP, refine=refine).recurrence()


def test_a_wrong_far_term(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_formula, "nth_coefficient", lambda *given: 7)
    with pytest.raises(Disagreement, match=r"a\(47\) modulo \d+: 7 as derived, but \d+ by"):
        sequence(STRIP).term(10**6)


def test_a_fault_is_not_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = Automaton.terms
    monkeypatch.setattr(Automaton, "terms", lambda *given: more(right(*given)))
    assert main(["sequence", "--width", "4", "--tile", "domino"]) == Exit.DISAGREEMENT.value == 70
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "a(1): 9 as derived, but 1 by a direct count" in printed.err
    assert "please report it" in printed.err


def test_long_and_wide_strips_are_counted_as_far_as_it_is_quick() -> None:
    assert list(direct_terms(Strip(100, tiles="domino"))) == [1]
    assert list(direct_terms(Strip(2, tiles="domino"), refine="tatami"))[:7] == [
        1,
        1,
        2,
        3,
        4,
        6,
        9,
    ]


def test_boards_whose_area_has_no_tiling_are_not_listed() -> None:
    strip = Strip(4, tiles="pentominoes")
    assert [len(tilings) for _, tilings in boards(strip)] == sequence(strip).first(10)[1:]
    assert [n for n, (model, _) in enumerate(boards(strip), 1) if model is not None] == [5]
    counts = sequence(strip, refine="tiles").first(6)
    assert [sum(count.counts.values()) for count in counts] == [1, 0, 0, 0, 0, 501]


@pytest.mark.parametrize(
    ("tiles", "limits", "lengths"),
    [
        ("domino", {"CELLS": 8}, [1, 2, 3, 5]),
        ("domino", {"CELLS": 7}, [1, 2, 3]),
        ("domino", {"TILINGS": 5}, [1, 2]),
        ("domino", {"TILINGS": 6}, [1, 2, 3]),
        # Of n slabs there are 3 n - 2 placements of dominoes, and n + n (n + 1) of bars.
        ("domino", {"PLACEMENTS": 11}, [1, 2]),
        ("domino", {"PLACEMENTS": 12}, [1, 2, 3]),
        ("domino", {"FURTHER_PLACEMENTS": 4}, [1]),
        ("domino", {"FURTHER_PLACEMENTS": 5}, [1, 2]),
        ("bars", {"PLACEMENTS": 10}, [2]),
        ("bars", {"PLACEMENTS": 11}, [2, 7]),
        ("domino", {"NODES": 0}, []),
        # A tile that does not fit has no placements: two monominoes are left.
        (["monomino", "I-tromino"], {"PLACEMENTS": 1}, []),
        (["monomino", "I-tromino"], {"CELLS": 4, "PLACEMENTS": 6}, [1, 1]),
    ],
)
def test_how_far_boards_are_listed(
    monkeypatch: pytest.MonkeyPatch,
    tiles: str | list[str],
    limits: dict[str, int],
    lengths: list[int],
) -> None:
    for name in ("CELLS", "TILINGS", "NODES", "PLACEMENTS", "FURTHER_PLACEMENTS"):
        monkeypatch.setattr(_direct, f"_MOST_{name}", limits.get(name, 10**6))
    listed = islice(boards(Strip(2, tiles=tiles)), 9)
    assert [len(tilings) for _, tilings in listed] == lengths


@pytest.mark.parametrize(("start", "count"), [(1, 48), (16, 48), (30, 76), (72, 160), (99, 160)])
def test_how_many_terms_of_a_formula_are_compared(start: int, count: int) -> None:
    asked: list[int] = []
    recurrence = Recurrence([1], [1] * start)

    def terms(number: int, meter: Meter) -> list[int]:
        asked.append(number)
        return recurrence.first(number)

    proof = DerivedProof(1, 1, start, 1, 0)
    source = SimpleNamespace(name="ones", terms=terms, formula=lambda meter: (recurrence, proof))
    left = iter([1] * 1000)
    checked = CheckedSource(cast("Source", source), left)
    meter = Meter(Budget(), engine="strip")
    assert checked.formula(meter) == (recurrence, proof)
    assert asked == [count]
    # All that were compared are not counted again.
    assert checked.terms(count + 3, meter)[-1] == 1
    assert checked.terms(2, meter) == [1, 1]
    assert len(list(left)) == 1000 - count - 3
