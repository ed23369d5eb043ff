"""Star battles: published counts, the text form, what is refused."""

from __future__ import annotations

import pytest

from combien import count, solve
from combien.errors import BadPuzzle
from combien.puzzles import StarBattle


@pytest.mark.parametrize(("size", "known"), [(4, 2), (5, 14), (6, 90), (7, 646), (8, 5242)])
def test_without_regions(size: int, known: int) -> None:
    """OEIS A002464: permutations without neighbors side by side."""
    assert count(StarBattle(1, tuple("abcdefgh"[y] * size for y in range(size)))) == known


def test_two_stars() -> None:
    rows = tuple("abcdefgh"[y] * 8 for y in range(8))
    assert count(StarBattle(2, rows)) == count(StarBattle(2, rows), engine="dlx") == 2


def test_text() -> None:
    puzzle = StarBattle()
    assert count(puzzle) == 1
    assert StarBattle.parse(str(puzzle)) == puzzle
    assert StarBattle.parse("stars=2\n" + "\n".join("abcdefgh"[y] * 8 for y in range(8))).stars == 2
    solved = solve(puzzle)
    assert solved is not None
    assert puzzle.check(solved)
    assert len(solved.picture().patches) == 25 + 5
    assert len(puzzle.picture().patches) == 25


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ab\nab", None),
        ("ab\naa", None),
        ("aab\naab", "expected 2 rows of 2 letters"),
        ("a1\naa", "expected 2 rows of 2 letters"),
        ("aa\naa", "1 regions on a board of 2 rows"),
        ("stars=9\na", "expected at most 5"),
        ("star=1\na", "there is no setting 'star'"),
    ],
)
def test_what_is_refused(text: str, message: str | None) -> None:
    if message is None:
        assert count(StarBattle.parse(text)) == 0
        return
    with pytest.raises(BadPuzzle, match=message):
        StarBattle.parse(text)
