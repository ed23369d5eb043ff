"""The font of PDF files: which characters it has, and what is left of it in a file."""

from __future__ import annotations

import ast
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien.drawing._renderers import truetype
from combien.drawing._renderers.truetype import roboto
from combien.printing import Handout, handout_pdf
from tests.printing.test_sheets import texts

PACKAGE = Path(combien.__file__).parent
KNOWN = [chr(character) for character in sorted(roboto().glyphs)]


def words_of(path: Path) -> set[str]:
    """The characters in the texts of a module."""
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {
        character
        for node in tree
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for character in node.value
    }


def test_the_font_has_all_characters_of_our_texts() -> None:
    printed = [*PACKAGE.glob("printing/*.py"), *PACKAGE.glob("_french/*.py")]
    used = set().union(*map(words_of, printed)) - {"\n"}
    assert {"é", "à", "."} < used <= set(KNOWN)
    # Titles are those of the user, and nonograms come from everywhere.
    for text in ("œuvre “ça” – 12 × 12 ≤ ½ €", "Слон", "ελέφαντας", "Việt Nam", "Łódź"):
        assert set(text) <= set(KNOWN)


@pytest.mark.needs(".[pdf]")
def test_all_characters_can_be_searched() -> None:
    board = combien.Picture.of_cells([([(0, 0)], None, "")])
    lines = ["".join(KNOWN[at : at + 40]) for at in range(1, len(KNOWN), 40)]
    lines = [line for line in lines if not any(map(str.isspace, line))]
    assert len(lines) > 30
    for at in range(0, len(lines), 12):
        puzzles = [Handout(board, board, note=line) for line in lines[at : at + 12]]
        assert set(lines[at : at + 12]) <= set("\n".join(texts(handout_pdf(puzzles))).split("\n"))


@pytest.mark.needs("fonttools")
@given(st.lists(st.sampled_from(KNOWN), max_size=60, unique=True))
def test_a_part_of_the_font_as_another_program_reads_it(characters: list[str]) -> None:
    font = roboto()
    glyphs = [0, *(font.glyphs[ord(character)] for character in characters)]
    data = font.of(glyphs)
    assert font.of(glyphs) == data
    whole, part = read(Path(truetype.__file__).with_name("roboto.ttf").read_bytes()), read(data)
    assert part["maxp"].numGlyphs == len(glyphs) == len(part.getGlyphOrder())
    names = [".notdef", *(whole.getBestCmap()[ord(character)] for character in characters)]
    for new, old in zip(part.getGlyphOrder(), names, strict=True):
        assert part["hmtx"][new] == whole["hmtx"][old]
        assert part["glyf"][new] == whole["glyf"][old]
    for name in ("unitsPerEm", "xMin", "yMin", "xMax", "yMax"):
        assert getattr(part["head"], name) == getattr(whole["head"], name)


@pytest.mark.needs("fonttools", "font-roboto")
def test_the_font_is_that_of_the_tool() -> None:
    from importlib.resources import files

    from tools.typeface import made

    new = made()
    for name, content in new.items():
        assert Path(truetype.__file__).with_name(name).read_bytes() == content
    source = read(files("font_roboto").joinpath("files", "Roboto-Medium.ttf").read_bytes())
    ours = read(new["roboto.ttf"])
    for character, name in ours.getBestCmap().items():
        old = source.getBestCmap()[character]
        assert ours["hmtx"][name] == source["hmtx"][old]
        # In units of 1/2048: parts that were turned have whole coordinates now.
        (steps, places), (old_steps, old_places) = drawn(ours, name), drawn(source, old)
        assert steps == old_steps
        assert places == pytest.approx(old_places, abs=2)


def read(data: bytes) -> Any:
    """Read a font and verify its sums."""
    from fontTools.ttLib import TTFont

    return TTFont(io.BytesIO(data), checkChecksums=2)


def drawn(font: Any, name: str) -> tuple[list[tuple[str, int]], list[float]]:
    """The strokes of a glyph, and all their coordinates."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    steps = [(step, len(points)) for step, points in pen.value]
    return steps, [side for _, points in pen.value for point in points if point for side in point]
