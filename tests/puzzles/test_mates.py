"""Orthogonal mates: published counts by two engines, and the definition."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.errors import BadPuzzle
from combien.puzzles._latin import Latin
from combien.puzzles._mates import Mates, Pairs
from tests.puzzles.small_squares import latin_squares

SQUARE = Path(__file__).parents[2] / "examples" / "square.latin"


@pytest.mark.parametrize("engine", ["bits", "memo"])
def test_mates_of_cyclic_squares(engine: str) -> None:
    # None of even size (Euler); the others as J. Egan and I. M. Wanless, 2016, have them.
    counts = [combien.count(Mates(size), engine=engine) for size in range(1, 8)]
    assert counts == [1, 0, 1, 0, 3, 0, 635]


@pytest.mark.parametrize("engine", ["frontier", "memo"])
def test_transversals_of_cyclic_squares(engine: str) -> None:
    # OEIS A006717 for odd sizes; there are none for even ones.
    counts = [combien.count(Mates(size, transversal=True), engine=engine) for size in range(1, 10)]
    assert counts == [1, 0, 3, 0, 15, 0, 133, 0, 2025]


def test_the_group_of_order_eight_without_others() -> None:
    puzzle = Mates.parse(SQUARE.read_text(encoding="utf-8"))
    assert puzzle.size == 8
    assert Mates.parse(str(puzzle)) == puzzle
    # 384 transversals, as for every group of order 8 but the cyclic one.
    one = Mates.parse(f"transversal=yes\n{SQUARE.read_text(encoding='utf-8')}")
    assert combien.count(one, engine="frontier") == combien.count(one, engine="bits") == 384
    mate = combien.solve(puzzle)
    assert mate is not None
    assert puzzle.check(mate)


@pytest.mark.slow
def test_all_its_mates() -> None:
    # J. Egan and I. M. Wanless, Enumeration of MOLS of small order, 2016.
    puzzle = Mates.parse(SQUARE.read_text(encoding="utf-8"))
    assert combien.count(puzzle, engine="bits") == combien.count(puzzle, engine="memo") == 70272


@given(st.integers(0, 575), st.booleans())
@settings(max_examples=12)
def test_the_definition(number: int, transversal: bool) -> None:
    squares = latin_squares(4)
    first = squares[number]
    puzzle = Mates(square=sum(first, ()), transversal=transversal)
    found = list(combien.solutions(puzzle))
    assert all(map(puzzle.check, found))
    if transversal:
        wanted = sum(
            len({first[y][x] for y, x in enumerate(order)}) == 4 for order in permutations(range(4))
        )
        assert len(set(found)) == len(found) == wanted
    else:
        mates = {
            mate
            for mate in squares
            if mate[0] == (1, 2, 3, 4)
            and len(set(zip(sum(first, ()), sum(mate, ()), strict=True))) == 16
        }
        assert {pairs.mate for pairs in found} == mates
        assert len(found) == len(mates)


def test_mates_that_break_the_rules() -> None:
    cyclic = ((1, 2, 3), (2, 3, 1), (3, 1, 2))
    other = ((1, 2, 3), (3, 1, 2), (2, 3, 1))
    puzzle = Mates(3)
    assert puzzle.check(Pairs(cyclic, other))
    assert not puzzle.check(Pairs(cyclic, cyclic))
    assert not puzzle.check(Pairs(other, cyclic))
    assert not puzzle.check(Pairs(cyclic, tuple(sorted(other, reverse=True))))
    assert not puzzle.check(Pairs(cyclic, ((1, 2, 3),) * 3))
    one = Mates(3, transversal=True)
    assert one.check(Pairs(cyclic, ((1, 0, 0), (0, 3, 0), (0, 0, 2))))
    assert not one.check(Pairs(cyclic, ((1, 0, 0), (0, 0, 1), (0, 1, 0))))
    assert not one.check(Pairs(cyclic, ((1, 0, 0), (0, 3, 0), (0, 0, 0))))
    assert not one.check(Pairs(cyclic, ((0, 0, 0),) * 3))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12 12", "not a Latin square"),
        ("1 2 3", "not a Latin square"),
        ("1 2 2 x", "expected digits"),
        ("sise=3", "there is no setting 'sise'"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        Mates.parse(text)


def test_squares_are_read_in_both_ways() -> None:
    assert Mates.parse("12 21").first == [(1, 2), (2, 1)]
    wide = combien.solve(Latin(11, reduced=True))
    assert wide is not None
    puzzle = Mates.parse(str(wide))
    assert puzzle.size == 11
    assert Mates.parse(str(puzzle)) == puzzle
