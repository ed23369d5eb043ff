"""Kirkman's schoolgirls: nine and fifteen of them, and the rules."""

from __future__ import annotations

from math import factorial
from typing import cast

import pytest

import combien
from combien import Problem
from combien.errors import BadPuzzle
from combien.puzzles._board import Groups
from combien.puzzles._kirkman import Kirkman, Walk


@pytest.mark.parametrize("engine", ["bits", "dlx"])
def test_nine_girls(engine: str) -> None:
    # The 840 triple systems on nine points have one way each, in 4! orders of days.
    assert combien.count(Kirkman(9), engine=engine) == 840 * factorial(4)
    assert combien.count(Kirkman(9, settled=True), engine=engine) == 12


def test_names_are_fixed_without_loss() -> None:
    everything = set(combien.solutions(Kirkman(9)))
    settled = set(combien.solutions(Kirkman(9, settled=True)))
    meeting = ((1, 4), (1, 5), (1, 6))
    assert settled == {
        walks
        for walks in everything
        if walks.lines[0] == ((1, 2, 3), (4, 5, 6), (7, 8, 9))
        and all(
            set(pair) <= set(day[0]) for pair, day in zip(meeting, walks.lines[1:4], strict=True)
        )
    }


@pytest.mark.slow
def test_the_seven_ways_of_fifteen_girls() -> None:
    # F. N. Cole's seven have 168, 168, 24, 24, 12, 12 and 21 symmetries; each of their classes may
    # be the first day, of 1401400 days, and the last three days are in any order.
    ways = sum(factorial(15) // symmetries for symmetries in (168, 168, 24, 24, 12, 12, 21))
    settled = ways * 7 // 1401400 * factorial(3)
    assert combien.count(Kirkman(15, settled=True), engine="orbits") == settled == 12130560
    # By another engine, with a ninth of the work: girls 7 to 15 can be renamed at will, as
    # long as the first day stays, so that each is as often as 7 the one who walks with 1 and 4.
    whole = Kirkman(15, settled=True).problem()
    options = {
        option.name: option.entries
        for option in whole.options
        if (walk := cast("Walk", option.name))[0] == (1, 4, 7)
        or not (1 in walk[0] and walk[1] == 2)
    }
    part = Problem.from_options(options, primary=whole.item_names)
    assert combien.count(part, engine="bits") * 9 == settled


def test_the_check_refuses_what_breaks_the_rules() -> None:
    walks = combien.solve(Kirkman(15))
    assert walks is not None
    assert Kirkman(15).check(walks)
    assert not Kirkman(9).check(walks)
    assert not Kirkman(15).check(Groups((*walks.lines[:-1], walks.lines[0])))
    assert not Kirkman(15).check(Groups(((*walks.lines[0][:-1], (1, 2, 3)), *walks.lines[1:])))


def test_what_is_refused() -> None:
    with pytest.raises(BadPuzzle, match="three more than a multiple of six"):
        Kirkman(12)
