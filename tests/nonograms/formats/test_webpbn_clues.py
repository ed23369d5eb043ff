"""Clues of webpbn files are read alike with and without the parser of XML."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.errors import BadFormat
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats import FormatWarning, read, write
from combien.nonograms.formats._webpbn import PlainClues
from tests.nonograms.random_nonograms import puzzles

COLUMNS = '<clues type="columns"><line><count>1</count></line><line></line></clues>'
ROWS = '<clues type="rows"><line><count>1</count></line></clues>'


def outcome(content: bytes) -> list[Puzzle] | str:
    """The puzzles, or the error without its line."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        try:
            return read(content, format="webpbn")
        except BadFormat as error:
            return str(error).partition(": ")[2]


def by_xml(content: bytes) -> list[Puzzle] | str:
    """The same with a comment, which leaves the clues to the parser of XML."""
    commented = content + b"<!-- -->"
    assert PlainClues(commented).content == commented
    return outcome(commented)


@settings(max_examples=30)
@given(wanted=st.lists(puzzles("webpbn"), min_size=1, max_size=3))
def test_clues_are_read_alike(wanted: list[Puzzle]) -> None:
    content = write(wanted, format="webpbn")
    assert outcome(content) == by_xml(content)


PIECES = [
    *["<line>", "</line>", "<line/>", "<line></line>", "<count>", "</count>", "<count/>"],
    *["<count>3</count>", "<count>1</count>", '<count color="red">2</count>', "\n", " ", "1", "x"],
    *['<count color="blue">1</count>', "<count>0</count>", "<count>70000</count>", "&#49;", "é"],
    *["<count>123456</count>", "<count> 2\n</count>", "<count>\u0663</count>", '<count color="">'],
    *["</clues>", '<clues type="rows">', "<other/>", "<count>1<b/></count>", "<count>-1</count>"],
]


@settings(max_examples=100)
@given(
    lines=st.lists(st.sampled_from(["2", "1", "0", "", "1</count><count>1", "00", "65535"])),
    spoilt=st.lists(st.tuples(st.integers(0, 200), st.sampled_from(PIECES)), max_size=2),
)
def test_sections_of_any_form_are_read_alike(
    lines: list[str], spoilt: list[tuple[int, str]]
) -> None:
    counts = [f"<line><count>{line}</count></line>" if line else "<line/>" for line in lines]
    section = "\n".join(counts)
    for at, piece in spoilt:
        place = min(at, len(section))
        section = section[:place] + piece + section[place:]
    text = (
        '<puzzle><color name="red">f00</color>' + COLUMNS + f'<clues type="rows">{section}</clues>'
        "</puzzle>"
    )
    assert outcome(text.encode()) == by_xml(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        # Sections where no clues of a puzzle are.
        f"<puzzle><title>{ROWS}</title>{COLUMNS}{ROWS}</puzzle>",
        f'<puzzle title="{ROWS}">{COLUMNS}{ROWS}</puzzle>',
        f"<puzzle><clues type='rows'>{ROWS}</clues>{COLUMNS}{ROWS}</puzzle>",
        f"<puzzle>{COLUMNS}{ROWS}{ROWS}</puzzle>",
        f"<puzzle>{COLUMNS}{ROWS}</clues></puzzle>",
        f"<puzzle>{COLUMNS}<clues>{ROWS}</puzzle>",
        f"<puzzle>{COLUMNS}{ROWS.replace('</clues>', '</clues >')}</puzzle>",
        f"<puzzle>{COLUMNS}{ROWS.replace('rows', 'rows&quot;')}</puzzle>",
        # A reference to the clues of another puzzle.
        f'<puzzle>{COLUMNS}<clues type="rows" plain="0"></clues></puzzle>',
        f'<puzzle>{COLUMNS}{ROWS}<clues type="rows" plain="0"/></puzzle>',
        f'<puzzle>{COLUMNS}<clues plain_="0" plain="0" type="rows"/></puzzle>',
        # Lines with and without counts.
        f'<puzzle>{COLUMNS}<clues type="rows"></clues></puzzle>',
        f'<puzzle>{COLUMNS}<clues type="rows"><line></line></clues></puzzle>',
        f'<puzzle>{COLUMNS}<clues type="rows">\n<line/>\n<line> </line>\n</clues></puzzle>',
        f'<puzzle defaultcolor="">{COLUMNS}{ROWS}</puzzle>',
        f'<puzzle defaultcolor="white" backgroundcolor="white">{COLUMNS}{ROWS}</puzzle>',
    ],
)
def test_odd_files_are_read_alike(text: str) -> None:
    assert outcome(text.encode()) == by_xml(text.encode())


def test_a_file_in_utf_16() -> None:
    text = f"<puzzle><title>\u00fc</title>{COLUMNS}{ROWS}</puzzle>"
    (puzzle,) = read(text.encode("utf-16"), format="webpbn")
    assert [puzzle] == read(text.encode(), format="webpbn")


def test_errors_after_the_clues_have_their_line() -> None:
    rows = ROWS.replace("><", ">\n<")
    text = f"<puzzle>\n{COLUMNS}\n{rows}\n<color/></puzzle>"
    with pytest.raises(BadFormat, match="line 8: expected a unique name"):
        read(text.encode(), format="webpbn")
    red = rows.replace("<count>", '<count color="red">')
    text = f"<puzzle>\n{COLUMNS}\n{red}</puzzle>"
    with pytest.raises(BadFormat, match="line 3: the color 'red' is not declared"):
        read(text.encode(), format="webpbn")


def test_clues_between_which_the_default_color_is_another() -> None:
    text = (
        '<puzzle defaultcolor="red"><color name="red">f00</color><color name="black">000</color>'
        + COLUMNS
        + ROWS.replace("<count>", '<count color="red">')
        + "</puzzle>"
    )
    (puzzle,) = read(text.encode(), format="webpbn")
    assert puzzle.nonogram.rows == (puzzle.nonogram.columns[0],)
