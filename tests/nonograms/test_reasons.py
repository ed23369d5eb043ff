"""Reasons: a minimal set of known cells that imply a conclusion."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.nonograms._clue import BLOTTED, UNKNOWN, WHITE, Block, Clue, Line, agrees
from combien.nonograms._human.hints import Guide, Hint
from combien.nonograms._human.reasons import forcing_cells
from combien.nonograms._human.spread import possible_cells, solve_line
from combien.nonograms._nonogram import Board, Nonogram, clue_of
from tests.nonograms.random_nonograms import boards
from tests.nonograms.test_hints import HARD

Wanted = dict[int, int] | None


def fillings(clue: Clue, cells: bytes, allowed: list[set[int]]) -> Iterator[bytes]:
    """The definition: all lines with this clue and these known cells."""
    sets = [some if cell == UNKNOWN else {cell} for cell, some in zip(cells, allowed, strict=True)]
    for values in product(*sets):
        if agrees(clue, clue_of(bytes(values))):
            yield bytes(values)


def implied(clue: Clue, cells: bytes, wanted: Wanted, allowed: list[set[int]]) -> bool:
    """Whether all fillings have the values; without values, whether there is no filling."""
    if wanted is None:
        return not any(fillings(clue, cells, allowed))
    return all(
        all(line[at] == value for at, value in wanted.items())
        for line in fillings(clue, cells, allowed)
    )


def only(cells: bytes, kept: Collection[int]) -> bytes:
    """These known cells without all others."""
    return bytes(cell if at in kept else UNKNOWN for at, cell in enumerate(cells))


@st.composite
def lines(draw: st.DrawFn) -> tuple[Clue, bytes, list[set[int]], Wanted]:
    """A clue, cells that may contradict it, allowed values, and perhaps a true conclusion."""
    length = draw(st.integers(1, 7))
    colors = draw(st.sampled_from([(1,), (1, 3), (3, 4)]))
    values = [WHITE, *colors]
    true = bytes(draw(st.lists(st.sampled_from(values), min_size=length, max_size=length)))
    clue = clue_of(true)
    blots = draw(st.sets(st.integers(0, length)))
    clue = tuple(
        Block(BLOTTED if number in blots else block.length, block.color)
        for number, block in enumerate(clue)
    )
    allowed = [set(values) for _ in true]
    if len(colors) > 1:
        allowed = [{cell, WHITE, *draw(st.sets(st.sampled_from(colors)))} for cell in true]
    hidden = draw(st.lists(st.booleans(), min_size=length, max_size=length))
    cells = bytes(UNKNOWN if hide else cell for hide, cell in zip(hidden, true, strict=True))
    if draw(st.booleans()):
        places = draw(st.sets(st.integers(0, length - 1), min_size=1))
        return clue, cells, allowed, {at: true[at] for at in places}
    # Known cells that are wrong, even of a color that the clue lacks.
    at = draw(st.integers(0, length - 1))
    wrong = draw(st.sampled_from([*values, 5]))
    return clue, cells[:at] + bytes([wrong]) + cells[at + 1 :], allowed, None


@settings(max_examples=50)
@given(line=lines())
def test_a_reason_is_valid_and_minimal(
    line: tuple[Clue, bytes, list[set[int]], Wanted],
) -> None:
    clue, cells, allowed, wanted = line
    # `allowed` restricts only unknown cells; a known cell keeps its value.
    free = [some | {cell} - {UNKNOWN} for some, cell in zip(allowed, cells, strict=True)]
    found = forcing_cells(clue, cells, wanted, allowed=allowed)
    assert (found is not None) == implied(clue, cells, wanted, free)
    if found is None:
        return
    assert all(cells[at] != UNKNOWN for at in found)
    assert list(found) == sorted(set(found))
    assert implied(clue, only(cells, found), wanted, free)
    # No cell can be left out; so no smaller subset is a reason, as more cells imply no less.
    for kept in combinations(found, max(len(found) - 1, 0)):
        assert not found or not implied(clue, only(cells, kept), wanted, free)


@settings(max_examples=40)
@given(line=lines(), data=st.data())
def test_a_reason_for_what_line_solving_finds(
    line: tuple[Clue, bytes, list[set[int]], Wanted], data: st.DataObject
) -> None:
    clue, cells, allowed, _ = line
    if any(block.length == BLOTTED for block in clue):
        return
    sets = [some if c == UNKNOWN else {c} for c, some in zip(cells, allowed, strict=True)]
    solved = possible_cells(clue, sets)
    if solved is None:
        assert forcing_cells(clue, cells, None, allowed=allowed) is not None
        return
    for at, values in enumerate(solved):
        value = data.draw(st.sampled_from(sorted(values)))
        found = forcing_cells(clue, cells, {at: value}, allowed=allowed)
        assert (found is not None) == (values == {value})


@pytest.mark.parametrize(
    ("clue", "drawing", "wanted", "reason"),
    [
        ([3], "?#????", {4: 0}, (1,)),
        ([1, 1], "#??#", {1: 0}, (0,)),
        ([1, 1], "#?##", None, (2, 3)),
        # One sweep keeps three white cells, the other one a black cell.
        ([1, 1], "#??...", {1: 0}, (0,)),
        ([1, 1], "...??#", {4: 0}, (5,)),
        ([2, 1], "?#.???", {0: 1}, (2,)),
        ([2, 1], "?#.?????", {0: 1}, (1, 2)),
        ([5], "????????", {3: 1, 4: 1}, ()),
        ([5], "????????", {2: 1}, None),
        ([], "??", {0: 0}, ()),
        ([1], "#??", {1: 0, 2: 0}, (0,)),
        # A known cell is a reason for itself, unless it is implied by others.
        ([1], "#??", {0: 1}, (0,)),
    ],
)
def test_known_reasons(
    clue: list[int], drawing: str, wanted: Wanted, reason: tuple[int, ...] | None
) -> None:
    blocks = tuple(map(Block, clue))
    assert forcing_cells(blocks, Board.parse(drawing).cells, wanted) == reason


def test_a_long_line() -> None:
    # 300 cells: sets of states have more than 64 bits.
    clue = (Block(1),) * 100
    cells = bytearray([UNKNOWN]) * 300
    cells[0], cells[299], cells[150] = 1, 1, 0
    assert forcing_cells(clue, bytes(cells), {1: 0}) == (0,)
    tight = bytes([UNKNOWN]) * 199
    assert forcing_cells(clue, tight, {198: 1, 0: 1, 77: 0}) == ()


# Hints --------------------------------------------------------------------------------------------


def hidden(board: Board, data: st.DataObject) -> Board:
    """The board with some cells made unknown."""
    hide = data.draw(st.lists(st.booleans(), min_size=len(board.cells), max_size=len(board.cells)))
    cells = (UNKNOWN if gone else c for c, gone in zip(board.cells, hide, strict=True))
    return Board(board.height, board.width, bytes(cells))


def reduced(board: Board, hint: Hint, *, without: int | None = None) -> Board:
    """The cells of the reason alone, perhaps without one of them."""
    assert hint.reason is not None
    cells = {row * board.width + column: value for row, column, value in hint.reason}
    kept = [place for number, place in enumerate(cells) if number != without]
    assert all(board.cells[place] == cells[place] for place in kept)
    return Board(board.height, board.width, only(board.cells, kept))


def decides(guide: Guide, line: Line, hint: Hint, board: Board) -> bool:
    """Whether line solving of one line finds all cells of a hint; of a mistake, no filling."""
    solved = guide.logic.solve(line, board.cells)
    if solved is None or not hint.cells:
        return solved is None
    places = {row * board.width + column: value for row, column, value in hint.cells}
    return all(solved[line.places.index(place)] == value for place, value in places.items())


def line_named(guide: Guide, hint: Hint) -> Line:
    """The line that a hint begins with."""
    return next(line for line in guide.logic.all if hint.text.startswith(f"{line}:"))


@settings(max_examples=40, deadline=None)
@given(board=boards(colors=2), data=st.data())
def test_the_reasons_of_lines_are_minimal(board: Board, data: st.DataObject) -> None:
    nonogram = Nonogram(*board.clues())
    known, guide = hidden(board, data), Guide(nonogram)
    for hint in guide.steps(known):
        if hint.rule == "search":
            assert hint.reason is None
            assert guide.because(hint) == ""
            return
        assert guide.because(hint).startswith("because ")
        if hint.rule in ("suppose", "either"):
            # The same conclusion is found from the cells of the reason.
            again = Guide(nonogram)
            start = reduced(known, hint)
            for step in again.steps(start):
                assert step.rule != "search", (hint, start)
                start = again.applied(start, step)
                if all(start[row, column] == value for row, column, value in hint.cells):
                    break
        else:
            line = line_named(guide, hint)
            assert decides(guide, line, hint, reduced(known, hint))
            for number in range(len(hint.reason or ())):
                assert not decides(guide, line, hint, reduced(known, hint, without=number))
        known = guide.applied(known, hint)


def test_suppositions_have_reasons() -> None:
    guide, board = Guide(Nonogram(*HARD.clues())), Board.unknown(9, 9)
    reasons = []
    for hint in guide.steps():
        if hint.rule in ("suppose", "either"):
            reasons.append(guide.because(hint))
            assert hint.reason is not None
            start = reduced(board, hint)
            if hint.rule == "suppose":
                ((row, column, value),) = hint.cells
                place = row * 9 + column
                assert guide.logic.suppose(start.cells, place, 1 - value).failed
        board = guide.applied(board, hint)
    assert reasons[:4] == [
        "because row 4, column 2 is white and row 6, column 1 is white",
        "because row 4, column 2 is white and row 6, column 1 is white",
        "because row 3, column 2 is black and row 6, column 1 is white",
        "because of the clues alone",
    ]
    assert reasons[-1].startswith("because row 2, column 4 is white, row 3, column 4 is white, ")


@settings(max_examples=40, deadline=None)
@given(board=boards(), data=st.data())
def test_the_reason_of_a_mistake_contradicts_a_line(board: Board, data: st.DataObject) -> None:
    nonogram = Nonogram(*board.clues())
    place = data.draw(st.integers(0, len(board.cells) - 1))
    wrong = hidden(board, data).replaced({place: 1 - board.cells[place]})
    guide = Guide(nonogram)
    hint = guide.next(wrong)
    if hint is None or hint.rule != "mistake" or hint.reason is None:
        return
    line = line_named(guide, hint)
    kept = reduced(wrong, hint)
    assert solve_line(line.clue, line.cells(kept.cells)) is None
    for number in range(len(hint.reason)):
        fewer = reduced(wrong, hint, without=number)
        assert solve_line(line.clue, line.cells(fewer.cells)) is not None
