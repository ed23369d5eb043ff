"""What a line implies, against the listing of all fillings."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.errors import BadNonogram
from combien.nonograms._clue import UNKNOWN, Block, Clue, least_length
from combien.nonograms._human.spread import possible_cells, solve_line
from combien.nonograms._nonogram import clue_of
from tests.loops import for_each
from tests.nonograms.listing import fillings, line_by_listing, values_of

# Around the lengths at which the kernel needs another word.
LENGTHS = [1, 2, 3, 8, 13, 62, 63, 64, 65, 126, 127, 128, 129, 191, 192, 193, 257]


def test_the_fillings_of_a_line() -> None:
    clue = (Block(2), Block(1), Block(1, 3))
    assert {"".join(map(str, line)) for line in fillings(clue, 6)} == {
        "110103",
        "110130",
        "110013",
        "011013",
    }


def line_from(seed: int) -> tuple[Clue, list[set[int]]]:
    """A clue with few fillings, and possible values of cells, with at least one filling."""
    dice = Random(seed)
    values = dice.choice([(0, 1), (0, 1, 3), (0, 3, 4, 5)])
    length = dice.choice([*LENGTHS, *range(1, 16)])
    blocks: list[Block] = []
    for _ in range(dice.randint(0, 12)):
        block = Block(dice.randint(1, 4), dice.choice(values[1:]))
        if least_length((*blocks, block)) <= length:
            blocks.append(block)
    # Blocks are made longer until there is little room, so that the fillings can be listed.
    while blocks and (room := length - least_length(tuple(blocks))) > max(1, 16 // len(blocks)):
        at = dice.randrange(len(blocks))
        blocks[at] = Block(blocks[at].length + dice.randint(1, room), blocks[at].color)
    clue = tuple(blocks)
    wanted = dice.choice(list(fillings(clue, length)))
    sureness = dice.random()
    return clue, [{value, *(v for v in values if dice.random() > sureness)} for value in wanted]


@for_each(range(300))
def test_possible_cells_occur_in_some_filling(seed: int) -> None:
    clue, cells = line_from(seed)
    assert possible_cells(clue, cells) == line_by_listing(clue, cells)


@for_each(range(300, 450))
def test_a_line_that_may_have_no_filling(seed: int) -> None:
    clue, cells = line_from(seed)
    dice = Random(seed)
    for _ in range(3):
        cells[dice.randrange(len(cells))] = {dice.choice([0, 1, 3])}
    assert possible_cells(clue, cells) == line_by_listing(clue, cells)


@given(st.lists(st.sampled_from([0, 0, 1, 1, 3]), min_size=1, max_size=14), st.data())
def test_cells_known_and_unknown(line: list[int], data: st.DataObject) -> None:
    clue = clue_of(bytes(line))
    known = data.draw(st.lists(st.booleans(), min_size=len(line), max_size=len(line)))
    cells = bytes(c if k else UNKNOWN for c, k in zip(line, known, strict=True))
    values = sorted({0, 1, *line})
    told = line_by_listing(clue, values_of(cells, values))
    assert told is not None
    expected = bytes(min(cell) if len(cell) == 1 else UNKNOWN for cell in told)
    assert solve_line(clue, cells) == expected
    assert solve_line(clue, cells, colors=[9]) == expected


@pytest.mark.parametrize("length", [60, 63, 64, 127, 128, 1000, 65535])
def test_lines_that_are_decided_completely(length: int) -> None:
    unknown = bytes([UNKNOWN]) * length
    assert solve_line([], unknown) == bytes(length)
    assert solve_line([length], unknown) == bytes([1]) * length
    assert solve_line([length - 1], unknown) == b"\2" + bytes([1]) * (length - 2) + b"\2"
    if length % 2:
        half = length // 2
        assert solve_line([1] * (half + 1), unknown) == b"\1\0" * half + b"\1"
        assert solve_line([1] * (half + 2), unknown) is None
    assert solve_line([1], b"\1" * 2 + unknown[2:]) is None


def test_a_very_long_line_with_many_blocks() -> None:
    # 8192 blocks of 1 to 7 cells with no room at all, and then with room for one cell.
    clue = [1 + k % 7 for k in range(8192)]
    exact = b"\0".join(b"\1" * size for size in clue)
    assert solve_line(clue, bytes([UNKNOWN]) * len(exact)) == exact
    told = solve_line(clue, bytes([UNKNOWN]) * (len(exact) + 1))
    assert told is not None
    assert told.count(1) == sum(clue) - len(clue)
    assert told.count(0) == 0


@pytest.mark.parametrize(
    ("clue", "cells", "message"),
    [
        ([0, 1], b"\2", "the clue: a block of 0 cells"),
        ([1], b"", "a line has 1 to 65535 cells, not 0"),
        ([1], b"\2" * 65536, "not 65536"),
        ([1], b"\xff", "a cell is a number from 0 to"),
    ],
)
def test_bad_lines_are_refused(clue: list[int], cells: bytes, message: str) -> None:
    with pytest.raises(BadNonogram, match=message):
        solve_line(clue, cells)
