"""MacMahon's triangles: how many ways, what is turned, the rules."""

from __future__ import annotations

from itertools import islice

import pytest

import combien
from combien import Solution
from combien.puzzles._triangles import CELLS, Hexagon, Triangles


def test_there_are_twenty_four_triangles() -> None:
    problem = Triangles().problem()
    assert len(CELLS) == 24
    assert problem.primary_count == 48


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["bits", "orbits"])
def test_all_ways(engine: str) -> None:
    # Knuth, The Art of Computer Programming 4B, 7.2.2.1.
    assert combien.count(Triangles(), engine=engine) == 11853792


def test_rotated_solutions_keep_the_rules() -> None:
    puzzle = Triangles()
    group = puzzle.symmetries(up_to="all")
    assert (len(group), len(puzzle.symmetries(up_to="rotations"))) == (12, 6)
    walk = combien.solutions(puzzle.problem())
    for solution in islice(walk, 3):
        turned = {
            puzzle.read(Solution(group.image(number, solution))) for number in range(len(group))
        }
        assert len(turned) == 12
        assert all(map(puzzle.check, turned))


@pytest.mark.parametrize("border", ["0", "3", "any"])
def test_the_border(border: str) -> None:
    puzzle = Triangles(border=border)
    found = combien.solve(puzzle)
    assert found is not None
    assert puzzle.check(found)
    assert found.picture().svg().startswith("<svg")
    assert Triangles(border="any").check(found)
    assert Triangles(border="1").check(found) is False


def test_the_check_refuses_what_breaks_the_rules() -> None:
    puzzle = Triangles()
    found = combien.solve(puzzle)
    assert found is not None
    lines = found.lines
    assert not puzzle.check(Hexagon(lines[1:]))
    assert not puzzle.check(Hexagon(lines[::-1]))
    assert not puzzle.check(Hexagon((("000",) * 5, ("000",) * 7, ("000",) * 7, ("000",) * 5)))
    swapped = ((lines[0][1], lines[0][0], *lines[0][2:]), *lines[1:])
    assert not puzzle.check(Hexagon(swapped))
