"""What the tests of nonograms share: strategies for random puzzles, and what formats need."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from combien.nonograms._clue import BLACK, BLOTTED, UNKNOWN, WHITE, Block, Ink
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import TEXTS, Puzzle
from combien.nonograms.formats import FORMATS

# Features of all text formats; the limits of each format have separate tests.
CHARACTERS = st.characters(exclude_categories=("Cs", "Cc"), include_characters="\n\t\r")


def needs(format: str) -> None:
    """Skips a test about a format that needs a package which is not installed."""
    if format == "png":
        pytest.importorskip("PIL", reason="images need Pillow: pip install '.[pictures]'")


@st.composite
def boards(draw: st.DrawFn, *, colors: int = 0, size: tuple[int, int] | None = None) -> Board:
    """Complete boards, with this many further colors."""
    height, width = size or (draw(st.integers(1, 6)), draw(st.integers(1, 6)))
    values = [WHITE, BLACK, *range(3, 3 + colors)]
    if size is not None:
        # Drawn one by one, 625 cells take longer than the test.
        chosen = Random(draw(st.integers(0, 2**32))).choices(values, k=height * width)
        return Board(height, width, bytes(chosen))
    cells = draw(
        st.lists(st.sampled_from(values), min_size=height * width, max_size=height * width)
    )
    return Board(height, width, bytes(cells))


def inks(colors: int) -> st.SearchStrategy[list[Ink]]:
    """White, black and this many further inks, each with a name and a letter."""
    values = [WHITE, BLACK, *range(3, 3 + colors)]
    return st.tuples(
        st.lists(
            st.text("abc XYZ-é&<", min_size=1, max_size=5).map(str.strip).filter(bool),
            min_size=len(values),
            max_size=len(values),
            unique=True,
        ),
        st.lists(
            st.text("0123456789abcdef", min_size=6, max_size=6),
            min_size=len(values),
            max_size=len(values),
        ),
        st.permutations(".#XoLk%&<"),
    ).map(
        lambda parts: [
            Ink(value, name, f"#{shade}", letter)
            for value, name, shade, letter in zip(values, *parts, strict=False)
        ]
    )


@st.composite
def puzzles(draw: st.DrawFn, format: str, *, colors: int | None = None) -> Puzzle:
    """Puzzles that a format can hold."""
    known = FORMATS[format]
    if colors is None:
        colors = draw(st.integers(0, 3)) if "colors" in known.holds else 0
    size = (25, 25) if format.startswith("taai") else None
    goal = draw(boards(colors=colors, size=size))
    # Formats with named colors number theirs from 3 on, without gaps.
    palette = draw(inks(colors) if colors else st.none() | inks(0)) if known.inks else None
    texts: dict[str, Any] = {
        name: draw(st.text(CHARACTERS, max_size=8)) for name in TEXTS if name in known.holds
    }
    rows, columns = goal.clues()
    if "blotted" in known.holds and draw(st.booleans()):
        rows = tuple(
            tuple(Block(BLOTTED if draw(st.booleans()) else n, color) for n, color in clue)
            for clue in rows
        )
    nonogram = Nonogram(rows, columns, palette=palette, **texts)
    goals = [goal] if not known.clues or ("goal" in known.holds and draw(st.booleans())) else []
    if "goals" in known.holds and goals and draw(st.booleans()):
        goals.append(goal)
    given = None
    if "given" in known.holds and draw(st.booleans()):
        hidden = draw(st.lists(st.booleans(), min_size=len(goal.cells), max_size=len(goal.cells)))
        cells = (UNKNOWN if hide else c for c, hide in zip(goal.cells, hidden, strict=True))
        given = Board(goal.height, goal.width, bytes(cells))
    return Puzzle(nonogram, tuple(goals), given)
