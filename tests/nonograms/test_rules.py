"""The rules of the game: finished clues, mistakes, hints; and the same rules in the page."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.errors import BadNonogram
from combien.nonograms import Block, Board, Ink, Nonogram, Puzzle, page
from combien.nonograms._clue import UNKNOWN, Clue, agrees
from combien.nonograms._human.player import Rules, finished, fits, is_solved
from combien.nonograms._human.spread import solve_line
from combien.nonograms._nonogram import clue_of

COLORS = (0, 1, 3)


def fillings(cells: bytes) -> Iterator[bytes]:
    """Every filling of a line that agrees with its known cells."""
    if UNKNOWN not in cells:
        yield cells
        return
    at = cells.index(UNKNOWN)
    for color in COLORS:
        yield from fillings(cells[:at] + bytes([color]) + cells[at + 1 :])


def spans(cells: bytes) -> list[range]:
    """The cells of each block of a complete line."""
    found: list[range] = []
    at = 0
    while at < len(cells):
        end = at
        while end < len(cells) and cells[end] == cells[at]:
            end += 1
        if cells[at]:
            found.append(range(at, end))
        at = end
    return found


def defined(clue: Clue, cells: bytes) -> tuple[bool, ...]:
    """Which blocks are finished, by trying every filling."""
    agreeing = [filling for filling in fillings(cells) if agrees(clue, clue_of(filling))]
    if not agreeing:
        return (False,) * len(clue)
    if any(block.length == 0 for block in clue):
        return (UNKNOWN not in cells,) * len(clue)
    places = [spans(filling) for filling in agreeing]
    return tuple(
        len({place[b] for place in places}) == 1
        and all(cells[at] != UNKNOWN for at in places[0][b])
        for b in range(len(clue))
    )


@st.composite
def lines(draw: st.DrawFn) -> tuple[Clue, bytes]:
    """A clue and the known cells of its line, which usually fit."""
    line = bytes(draw(st.lists(st.sampled_from(COLORS), min_size=1, max_size=6)))
    shown = draw(st.lists(st.booleans(), min_size=len(line), max_size=len(line)))
    cells = bytes(c if seen else UNKNOWN for c, seen in zip(line, shown, strict=True))
    clue = clue_of(line)
    if draw(st.integers(0, 4)) == 0:
        clue = clue_of(bytes(draw(st.permutations(line))))
    if clue and draw(st.integers(0, 4)) == 0:
        clue = (Block(0, clue[0].color), *clue[1:])
    return clue, cells


@given(lines())
def test_finished_blocks_by_their_definition(line: tuple[Clue, bytes]) -> None:
    clue, cells = line
    assert finished(clue, cells) == defined(clue, cells)
    assert fits(clue, cells) == any(agrees(clue, clue_of(f)) for f in fillings(cells))


def test_a_block_is_finished_wherever_it_is_in_the_line() -> None:
    def done(clue: list[int], text: str) -> str:
        cells = Board.parse(text).cells
        return "".join("01"[b] for b in finished(tuple(map(Block, clue)), cells))

    assert done([1, 3, 1], "??.###?#?") == "011"
    assert done([1, 1], "#????") == "10"
    assert done([1, 1], "??#??") == "00"
    assert done([3], "?###?") == "1"
    assert done([3], "?##??") == "0"
    assert done([2], "###??") == "0"
    assert done([], "?") == ""


def test_mistakes_are_cells_and_lines() -> None:
    loose = Nonogram([[1], [1], [1]], [[1], [1], [1]])
    solution = Board.parse("#..\n.#.\n..#")
    rules = Rules(loose, solution=solution)
    board = Board.parse("?#?\n???\n?.?")
    assert rules.mistakes(board).cells == ((0, 1),)
    assert rules.mistakes(board).lines == ()
    assert not Rules(loose).mistakes(board)
    assert Rules(loose).mistakes(Board.parse("##?\n???\n???")).lines == ("row 1",)
    with pytest.raises(BadNonogram, match="the board has 1 rows"):
        rules.mistakes(Board.parse("#"))
    hint = rules.hint(board)
    assert hint is not None
    assert hint.rule == "mistake"


def test_white_cells_need_no_mark() -> None:
    rules = Rules(Nonogram([[2], [1]], [[1], [2]]))
    assert rules.solved(Board.parse("##\n?#"))
    assert not rules.solved(Board.parse("##\n##"))
    assert not rules.solved(Board.unknown(2, 2))
    assert is_solved((), bytes([UNKNOWN]))


# The page -----------------------------------------------------------------------------------------


@pytest.mark.needs("nodejs")
def test_the_page_has_the_same_rules() -> None:
    random = Random(5)
    asked = []
    for _ in range(3000):
        line = bytes(random.choices(COLORS, (4, 3, 2), k=random.randrange(1, 15)))
        blocks = list(clue_of(line))
        if blocks and random.random() < 0.2:
            at = random.randrange(len(blocks))
            blocks[at] = Block(0, blocks[at].color)
        seen = bytes(c if random.random() < 0.6 else UNKNOWN for c in line)
        if random.random() < 0.2:
            seen = bytes(random.sample(seen, len(seen)))
        asked.append((tuple(blocks), seen))
    script = (files("combien.nonograms") / "static/rules.js").read_text().replace("export ", "")
    script += """
    const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
    const answers = asked.map((line) => [fits, isSolved, finished, decided].map((f) => f(...line)));
    console.log(JSON.stringify(answers));
    """
    sent = json.dumps([[clue, [*cells]] for clue, cells in asked])
    done = subprocess.run(
        ["node", "-e", script], input=sent, capture_output=True, text=True, check=True
    )
    for (clue, cells), (fitting, solved, done_blocks, news) in zip(
        asked, json.loads(done.stdout), strict=True
    ):
        assert fitting == fits(clue, cells), (clue, cells)
        assert solved == is_solved(clue, cells), (clue, cells)
        assert tuple(done_blocks) == finished(clue, cells), (clue, cells)
        right = solve_line(clue, cells)
        if right is None:
            assert news is None
        else:
            new = [
                [at, c] for at, (c, old) in enumerate(zip(right, cells, strict=True)) if c != old
            ]
            assert news == new, (clue, cells)


HOSTILE = [
    "</title><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<!--",
    "]]></script>",
    "&lt;b&gt; \u2028 \ud800 \x00 \x1b[31m",
    "{0} {title}",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_are_text_only(text: str) -> None:
    ink = Ink(3, text, "#ff0000", "r")
    nonogram = Nonogram(
        [[(1, 3)]], [[(1, 3)]], palette=[ink], title=text, author=text, description=text
    )
    shown = page(Puzzle(nonogram))
    assert shown.count("<script") == shown.count("</script>") == 2
    assert shown.count("</title>") == shown.count("<title>") == 1
    assert shown.count("<!--") == 1
    assert "<img" not in shown
    shown.encode()


def test_the_page_loads_nothing_and_contains_no_solution() -> None:
    goal = Board.parse("#.#\n.#.")
    puzzle = Puzzle.of(goal, title="x")
    shown = page(puzzle)
    assert "http:" not in shown.replace("http-equiv", "")
    assert "https:" not in shown
    assert "src=" not in shown
    assert shown == page(puzzle)
    several = page([puzzle, puzzle])
    assert several.count("<h2>x</h2>") == several.count("<div data-game>") == 2
    # Another picture with these clues has the same page.
    assert page(Puzzle(puzzle.nonogram)) == shown
    with pytest.raises(BadNonogram, match="at most 200 rows and columns, not 201 and 1"):
        page(Puzzle.of(Board.parse("#\n" * 201)))
    with pytest.raises(BadNonogram, match="at most 40000 cells, not 40200"):
        page([Puzzle.of(Board.parse("#" * 200)) for _ in range(201)])
    with pytest.raises(BadNonogram, match="there are no puzzles"):
        page([])
