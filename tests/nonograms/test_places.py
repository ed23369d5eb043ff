"""Where the blocks of a line can begin: that of some way to lay them all, no less and no more."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from combien.nonograms.board import clue_of
from combien.nonograms.nonogram import UNKNOWN, Block, Clue
from combien.nonograms.places import bits_of, places


def placed(clue: Clue, starts: tuple[int, ...], length: int) -> bytes | None:
    """The line with these blocks, if they have room and are apart."""
    cells = bytearray(length)
    end = 0
    for block, start in zip(clue, starts, strict=True):
        if start < end or start + block.length > length:
            return None
        cells[start : start + block.length] = bytes([block.colour]) * block.length
        end = start + block.length
    return bytes(cells) if clue_of(bytes(cells)) == clue else None


@settings(max_examples=80)
@given(
    st.lists(st.tuples(st.integers(1, 3), st.sampled_from([1, 3])), max_size=3),
    st.lists(st.sampled_from([0, 1, 2, 2, 2, 3]), min_size=1, max_size=7),
)
def test_where_blocks_can_begin(blocks: list[tuple[int, int]], cells: list[int]) -> None:
    clue = tuple(Block(*block) for block in blocks)
    fitting = [
        starts
        for starts in product(range(len(cells)), repeat=len(clue))
        if (line := placed(clue, starts, len(cells))) is not None
        and all(known in (UNKNOWN, cell) for known, cell in zip(cells, line, strict=True))
    ]
    found = places(clue, bytes(cells))
    if not fitting:
        assert found is None
        return
    wanted = [sorted({starts[number] for starts in fitting}) for number in range(len(clue))]
    assert found is not None
    assert [list(bits_of(some)) for some in found] == wanted
