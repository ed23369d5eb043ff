"""Mega nonograms: clues by filling groups, all boards with the same clues, what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import count, solutions, solve
from combien.drawing._content import Text
from combien.errors import BadPuzzle
from combien.puzzles import Mega, _mega

Cell = tuple[int, int]
SIZES = [(1, 1), (2, 2), (2, 3), (3, 3), (2, 5), (5, 2)]


def groups(cells: set[Cell]) -> list[set[Cell]]:
    """The sets of cells that are connected by sides."""
    left, found = set(cells), []
    while left:
        group, edge = set(), {min(left)}
        while edge:
            group |= edge
            edge = {
                (line + dy, place + dx)
                for line, place in edge
                for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0))
            } & (left - group)
        left -= group
        found.append(group)
    return found


def described(lines: Sequence[str]) -> object:
    """By the definition: each group with its lines and size, in the order of their places.

    Which of the two lines has a group first is left open between two mega numbers.
    """
    black = {
        (n, at) for n, line in enumerate(lines) for at, value in enumerate(line) if value == "#"
    }
    found = sorted(
        (min(at for _, at in group), sorted({n for n, _ in group}), len(group))
        for group in groups(black)
    )
    megas = [size for _, of, size in found if len(of) == 2]
    ordinary: list[tuple[list[int], list[int]]] = [([], [])]
    for _, of, size in found:
        if len(of) == 2:
            ordinary.append(([], []))
        else:
            ordinary[-1][of[0]].append(size)
    return len(lines), megas, ordinary


def all_described(board: Sequence[str], pairs: tuple[Iterable[int], Iterable[int]]) -> object:
    turned = ["".join(column) for column in zip(*board, strict=True)]
    found = []
    for lines, firsts in zip((board, turned), pairs, strict=True):
        second = {first + 1 for first in firsts}
        found += [
            described(lines[n - 1 : n + 1] if n in firsts else [lines[n - 1]])
            for n in range(1, len(lines) + 1)
            if n not in second
        ]
    return found


@st.composite
def firsts(draw: st.DrawFn, lines: int) -> list[int]:
    found, line = [], 1
    while line <= lines:
        if line < lines and draw(st.booleans()):
            found.append(line)
            line += 1
        line += 1
    return found


@settings(max_examples=25)
@given(size=st.sampled_from(SIZES), data=st.data())
def test_all_boards_with_the_same_clues(size: tuple[int, int], data: st.DataObject) -> None:
    height, width = size
    every = [
        ["".join(letters[n * width : (n + 1) * width]) for n in range(height)]
        for letters in product(".#", repeat=height * width)
    ]
    board = data.draw(st.sampled_from(every))
    pairs = data.draw(firsts(height)), data.draw(firsts(width))
    puzzle = Mega.of(board, *pairs)
    wanted = all_described(board, pairs)
    same = {tuple(other) for other in every if all_described(other, pairs) == wanted}
    found = [*solutions(puzzle)]
    assert {reading.rows for reading in found} == same
    assert count(puzzle) == count(puzzle, engine="dlx") == len(found) == len(same)
    assert all(map(puzzle.check, found))
    assert Mega.parse(str(puzzle)) == puzzle
    drawn = "\n".join(["picture", *board])
    for name, of in zip(("rows", "columns"), pairs, strict=True):
        drawn += f"\npaired {name} {' '.join(map(str, of))}"
    assert Mega.parse(drawn) == puzzle


def test_groups_that_turn() -> None:
    # The arms of a group in one line are joined by the other.
    assert Mega.of(["#.#.#", "####."], [1]).rows == ("[6] 1 / 0",)
    assert Mega.of(["##..", "..##"], [1]).rows == ("2 / 2",)
    assert Mega.of(["....", "...."], [1]).rows == ("0 / 0",)
    assert Mega.of(["#..#", "##.#"], [1]).rows == ("[3] [2]",)


def test_larger_boards() -> None:
    noise = Random(1)
    board = ["".join(".#"[noise.random() < 0.55] for _ in range(20)) for _ in range(20)]
    puzzle = Mega.of(board, range(1, 20, 4), range(3, 20, 4))
    found = solve(puzzle)
    assert found is not None
    assert puzzle.check(found)
    assert count(puzzle) == count(puzzle, engine="dlx") >= 1


def test_default() -> None:
    puzzle = Mega()
    found = solve(puzzle)
    assert count(puzzle) == 1
    assert found is not None
    assert found.plain() == str(found).splitlines()
    drawn = found.picture(title="t")
    # The room for the clues, and the cells.
    assert len(drawn.patches) == 1 + 70
    assert len(puzzle.picture().marks) == len(drawn.marks)
    large = [mark.text for mark in drawn.marks if isinstance(mark, Text) and mark.height > 0.4]
    assert sorted(map(int, large)) == [2, 2, 2, 2, 3, 4, 7, 7, 9]


def test_clues_without_a_solution() -> None:
    assert count(Mega(("[3]",), ("1", "1"))) == 0
    assert count(Mega(("2", "0"), ("1", "1", "1"))) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "line 1: expected 'rows'"),
        ("rows\nrows", "line 2: 'rows' is given twice"),
        ("rows\n1", "columns: expected 1 to 100 lines, not 0"),
        ("rows\n1 x\ncolumns\n1", "rows 1: expected numbers"),
        ("rows\n1 0\ncolumns\n1", "rows 1: 0 stands alone"),
        ("rows\n1\ncolumns\n[1]", "columns 1: a mega number is one number from 2"),
        ("rows\n1\ncolumns\n[2 3]", "a mega number is one number from 2"),
        ("rows\n1\ncolumns\n[3", "columns 1: expected numbers"),
        ("rows\n1\ncolumns\n1 [2]", "the numbers of both lines, such as"),
        ("rows\n1\ncolumns\n1 / 2 / 3", "the numbers of both lines, such as"),
        ("rows\n1\ncolumns\n1 /", "columns 1: expected numbers"),
        ("picture\n##\n#", "all of the same length"),
        ("picture\n#?", "expected rows of . and #"),
        ("picture", "expected clues below 'rows' and 'columns', or"),
        ("rows\ncolumns", "expected clues below 'rows' and 'columns', or"),
        ("paired rows 1", "expected clues below 'rows' and 'columns', or"),
        ("picture\n##\npaired columns 2", "expected numbers from 1 to 1, .* not 2"),
        ("picture\n###\npaired columns 1 2", "paired columns: line 2 is in two pairs"),
        ("picture\n###\npaired columns a", "paired columns: expected numbers, not 'a'"),
        ("paired columns 1\n2", "line 2: expected 'rows'"),
        ("rows\n1\npicture\n#", "not both"),
    ],
)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        Mega.parse(text)


def test_refused_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadPuzzle, match="rows: expected a list of texts, not 3"):
        Mega(3, ("1",))  # type: ignore[arg-type]
    with pytest.raises(BadPuzzle, match="rows 1: expected a text such as"):
        Mega((3,), ("1",))  # type: ignore[arg-type]
    with pytest.raises(BadPuzzle, match="picture: expected rows"):
        Mega.of([1])  # type: ignore[list-item]
    with pytest.raises(BadPuzzle, match="board"):
        Mega.of(5)  # type: ignore[arg-type]
    with pytest.raises(BadPuzzle, match="rows"):
        Mega.of(["#", "#"], rows=1)  # type: ignore[arg-type]
    monkeypatch.setattr(_mega, "MOST_OPTIONS", 1000)
    with pytest.raises(BadPuzzle, match="the clues have too many fillings: over 1000 steps"):
        Mega(("1 1 1 / 1 1 1",) * 6, ("1 1 / 1 1",) * 6).problem()
