"""Books of moves: their pages, their words, arrows and outlines, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Region, Tile, Tiling, TilingProblem, solve
from combien.errors import BadPicture
from combien.language import problems
from combien.printing import Scene, moves_pdf
from combien.tilings.disassembly import Disassembly, Move, disassemble
from tests.cli.commands import combien
from tests.printing.test_sheets import texts

TURN = Path(__file__).parents[2] / "examples" / "turn.cmb"


def tiled(*pieces: tuple[str, Region]) -> Tiling:
    """The assembly of pieces that are in their places."""
    board = Region({cell for _, piece in pieces for cell in piece})
    found = solve(TilingProblem(board, [Tile(piece, name=name) for name, piece in pieces]))
    assert found is not None
    return found


# A tray with a hole, and its lid.  In the hole is a peg.
BASE = Region({(x, y, z) for x in range(3) for y in range(3) for z in range(2)} - {(1, 1, 1)})
PIECES = (("lid", Region({(x, y, 2) for x in range(3) for y in range(3)})), ("base", BASE))
PEG = ("a peg of wood", Region([(1, 1, 1)]))


def turned() -> tuple[Tiling, Disassembly]:
    """A bar that turns in a box before it leaves."""
    assembly = solve(problems(str(TURN))["turn"])
    assert isinstance(assembly, Tiling)
    return assembly, disassemble(assembly, rotations=True)


def less(a: Sequence[float], b: Sequence[float]) -> tuple[float, ...]:
    """The difference of two vectors."""
    return tuple(x - y for x, y in zip(a, b, strict=True))


@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(
        st.tuples(*[st.integers(0, 2)] * 2, st.integers(0, 1)),
        st.integers(0, 3),
        min_size=3,
        max_size=14,
    )
)
def test_positions_before_and_after_moves(cells: dict[tuple[int, ...], int]) -> None:
    regions = [Region({c for c, n in cells.items() if n == k}) for k in set(cells.values())]
    found = disassemble(regions)
    steps = list(found.steps())
    for at, (move, ways) in enumerate(found.positions(away=50)):
        before, after = ways
        assert (move, before) == (steps[at][0], dict(steps[at][1]))
        assert isinstance(move, Move)
        changes = {p: less(after[p], before[p]) for p in before}
        assert {p for p in changes if any(changes[p])} == set(move.pieces)
        if move.distance is not None:
            # The next state is the same but for a shift.
            assert len({less(after[p], steps[at + 1][1][p]) for p in before}) == 1
        placed = [{less(after[p], [-x for x in cell]) for cell in regions[p]} for p in before]
        assert len(set().union(*placed)) == sum(map(len, placed))


def test_positions_during_a_rotation() -> None:
    _, found = turned()
    (_, (start, quarter)), (_, (before, gone)) = found.positions(away=4)
    assert start[1] == (0, 0, 0)
    # The line through the centers at x = 2.5, y = 3.5 stays where it is.
    a, b, _, x, c, d, _, y = quarter[1][:8]
    assert (3 * a + 4 * b + x, 3 * c + 4 * d + y) == (3, 4)
    assert before == quarter
    assert gone[1][7] == before[1][7] - 4


@pytest.mark.needs(".[pdf]")
def test_a_page_for_each_move() -> None:
    assembly = tiled(*PIECES, PEG)
    found = disassemble(assembly)
    data = moves_pdf(assembly, found, title="Peg")
    title, *pages = texts(data)
    assert title.split("\n")[:2] == ["Peg", "3 pieces, level 1.1: 2 moves, 2 separations"]
    # Long names are replaced by letters.
    assert "2. 1 move separates piece " in title
    assert ": piece 2 (a peg of wood)" in title
    assert [page.split("\n")[0] for page in pages] == ["Move 1 of 2", "Move 2 of 2"]
    for page, (move, _) in zip(pages, found.steps(), strict=True):
        words = move.worded("ABC")
        assert f"{words[0].upper()}{words[1:]}, " in page
    assert data.count(b"/MediaBox [0 0 595.276 841.89]") == 3


def test_pieces_that_move_keep_their_colors() -> None:
    assembly, found = turned()
    scene = Scene(assembly)
    (_, ways), _ = found.positions()
    still, moving = scene.svg(ways[0]), scene.svg(ways[0], onward=ways[1:])
    colors = [set(re.findall('fill="(#[0-9a-f]+)"', text)) for text in (still, moving)]
    # All of the box is pale, and the bar in it is outlined.
    assert (len(colors[0]), len(colors[0] & colors[1])) == (6, 3)
    outlined = [line for line in moving.split("\n") if 'fill="none" stroke="#222222"' in line]
    assert len(outlined) >= 3 + 1
    assert scene.svg(ways[0], onward=[ways[0]]) == still


def test_headings_are_those_of_the_picture() -> None:
    scene = Scene(tiled(*PIECES))
    for x in (-1, 0, 1):
        for y in (-1, 0, 1):
            for z in (-1, 0, 1):
                if x or y or z:
                    words = scene.heading(Move((0,), (x, y, z), 1))
                    # The viewer is at +x and -y: both x and y lead to the right.
                    assert ("right" in words, "left" in words) == (x + y > 0, x + y < 0)
                    assert ("front" in words, "back" in words) == (x > y, x < y)
                    assert ("up" in words, "down" in words) == (z > 0, z < 0)


def test_what_is_refused() -> None:
    assembly = tiled(*PIECES, PEG)
    found = disassemble(assembly)
    stuck = tiled(("shell", Region(set(Region.box(3, 3, 3)) - {(1, 1, 1)})), PEG)
    one = tiled(("one", Region.box(1, 1, 1)))
    flat = tiled(("a", Region.box(1, 1)), ("b", Region([(1, 0)])))
    many = Disassembly((0, 1, 2), True, (Move((0,), (0, 0, 1), 1),) * 500)
    refused: list[tuple[Any, Any, dict[str, Any], str]] = [
        (stuck, disassemble(stuck), {}, "does not come apart: there are no moves"),
        (one, disassemble(one), {}, "1 to 499 moves, and this assembly has 0"),
        (assembly, many, {}, "1 to 499 moves, and this assembly has 500"),
        (assembly, found.parts[0], {}, "of other pieces: give that of the whole"),
        (assembly, None, {}, "disassembly"),
        (None, found, {}, "a Tiling or Packing is drawn, not a NoneType"),
        (flat, disassemble(flat), {}, "shows solids, and this board is in the plane"),
        (assembly, found, {"paper": "A9"}, "paper 'A9' is not one of"),
        (assembly, found, {"title": 3}, "title"),
    ]
    for given_assembly, given_moves, options, message in refused:
        with pytest.raises(BadPicture, match=message):
            moves_pdf(given_assembly, given_moves, **options)
    with pytest.raises(BadPicture, match="expected a Move or a Rotation of pieces of this"):
        Scene(assembly).heading(Move((3,), (0, 0, 1), 1))
    for labels, message in (("ABC", "a list of texts"), ((), "0 labels for 3 pieces")):
        with pytest.raises(BadPicture, match=message):
            Scene(assembly, labels=labels)


@pytest.mark.needs(".[pdf]")
def test_a_book_with_a_rotation_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "turn.pdf"
    words = ("apart", TURN, "--rotations", "--solution", 1, "--paper", "A5", "--pdf")
    done = combien(*words, file)
    assert (done.code, done.err) == (0, "")
    assert file.read_bytes() == moves_pdf(*turned(), title="turn", paper="A5")
    title, turn, remove = texts(file.read_bytes())
    assert "2 pieces, level 2, with 1 rotation: 2 moves, 1 separation" in title
    assert "Rotate piece bar by 90 degrees from +x to +y about x = 2.5, y = 3.5" in turn
    assert "Counterclockwise as seen from above" in turn
    assert "Remove piece bar along (0, -1, 0), to the front left" in remove
    stuck = combien("apart", TURN, "--solution", 1, "--pdf", tmp_path / "stuck.pdf")
    assert "the assembly does not come apart: there are no moves to print" in stuck.err
    assert not (tmp_path / "stuck.pdf").exists()
    assert "--solution K" in combien("apart", TURN, "--pdf", file).err
    assert "--pdf writes .pdf" in combien(*words, tmp_path / "turn.png").err
