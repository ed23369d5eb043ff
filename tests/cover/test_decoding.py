"""Files that are not UTF-8: read with a note, or refused if they are not text."""

from __future__ import annotations

import gzip
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.cover.formats._text import FormatWarning, declared_in_xml, decoded
from combien.cover.formats._xml_tree import parsed
from combien.errors import BadFormat
from combien.nonograms.formats import FORMATS, read
from combien.tilings import xmpuzzle

NAME = "Götz \u2019 é"  # The quotation mark is in Windows-1252 and not in Latin-1.


@settings(max_examples=50)
@given(st.text())
def test_utf_8_is_read_without_a_warning(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert decoded(text.encode()) == text.removeprefix("\ufeff")
        assert decoded(b"\xef\xbb\xbf" + text.encode()) == text


def test_an_assumed_encoding_is_named_in_a_warning() -> None:
    with pytest.warns(FormatWarning, match="line 2: this is not UTF-8: Windows-1252 was assumed"):
        assert decoded(f"a\n{NAME}".encode("cp1252")) == f"a\n{NAME}"
    # Windows-1252 has no character 0x81.
    with pytest.warns(FormatWarning, match="line 1: this is not UTF-8: Latin-1 was assumed"):
        assert decoded(b"\x81\xe9") == "\x81é"


@settings(max_examples=50)
@given(st.text(st.characters(codec="iso8859-5", categories=("L", "N")), min_size=1))
def test_a_declared_encoding_is_used(text: str) -> None:
    content = text.encode("iso8859-5")
    try:
        content.decode()
    except UnicodeDecodeError:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert decoded(content, declared="ISO-8859-5") == text


@pytest.mark.parametrize("declared", ["idna", "punycode", "rot13", "base64", "nonsense", "ascii"])
def test_an_impossible_declaration_is_ignored(declared: str) -> None:
    with pytest.warns(FormatWarning, match="Windows-1252"):
        assert decoded(b"caf\xe9", declared=declared) == "café"


@pytest.mark.parametrize(
    "content", [b"\xff\x00", "é".encode("utf-16"), b"\x89PNG\r\n\x1a\n\x00", b"a\xe9\x07"]
)
def test_bytes_that_are_not_text_are_refused(content: bytes) -> None:
    with pytest.raises(BadFormat, match="line 1: this is not text"):
        decoded(content)


def test_xml() -> None:
    said = '<?xml version="1.0" encoding="{}"?><a>é</a>'
    assert declared_in_xml(said.format("koi8-r").encode("latin-1")) == "koi8-r"
    assert declared_in_xml(b"<a encoding='latin-1'/>") == ""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in ("ISO-8859-1", "latin1", "windows-1252", "UTF-8", "utf-16"):
            content = said.format(name).encode(name)
            assert parsed(content).text == "é"
        # UTF-8 that declares another encoding.
        assert parsed(said.format("ISO-8859-1").encode()).text == "é"
    with pytest.warns(FormatWarning, match="Windows-1252"):
        assert parsed("<a>é</a>".encode("latin-1")).text == "é"
    with pytest.warns(FormatWarning, match="Windows-1252"):
        assert parsed(said.format("UTF-8").encode("latin-1")).text == "é"


FILES = {
    "non": 'title "{}"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n',
    "nonpack": 'title "{}"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n',
    "json": '{{"title": "{}", "rows": [[1]], "columns": [[1]]}}',
    "olsak": "{}\n: rows\n1\n: columns\n1\n",
    "webpbn": "<puzzle><title>{}</title><clues type='rows'><line><count>1</count></line></clues>"
    "<clues type='columns'><line><count>1</count></line></clues></puzzle>",
}


@pytest.mark.parametrize("format", FILES)
def test_nonograms(format: str) -> None:
    assert format in FORMATS
    text = FILES[format].format(NAME)
    (expected,) = read(text.encode(), format=format)
    with pytest.warns(FormatWarning, match="Windows-1252 was assumed"):
        (found,) = read(text.encode("cp1252"), format=format)
    assert found == expected
    assert found.nonogram.title == expected.nonogram.title
    with pytest.warns(FormatWarning, match="Latin-1 was assumed"):
        read(text.replace(NAME, "\x81").encode("latin-1"), format=format)


XMPUZZLE = (
    '<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><comment>{0}</comment><shapes>'
    '<voxel x="2" y="1" z="1" type="0" name="{0}">##</voxel>'
    '<voxel x="1" y="1" z="1" type="0" name="x">#</voxel></shapes>'
    '<problems><problem name="{0}"><shapes><shape id="1" count="2"/></shapes><result id="0"/>'
    "</problem></problems></puzzle>"
)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_burrtools(pack: type[bytes]) -> None:
    with pytest.warns(FormatWarning, match="line 1: this is not UTF-8: Windows-1252 was assumed"):
        found = xmpuzzle.read(pack(XMPUZZLE.format(NAME).encode("cp1252")))
    assert list(found) == [NAME]


def test_no_reader_decodes_for_itself() -> None:
    """All readers of text files use one helper."""
    import combien

    source = Path(combien.__file__).parent
    readers = [
        *(source / "nonograms" / "formats").glob("*.py"),
        *(source / "cover" / "formats").glob("*.py"),
        source / "tilings" / "xmpuzzle.py",
        source / "tilings" / "pavage.py",
    ]
    helper = source / "cover" / "formats" / "_text.py"
    assert helper in readers
    decoding = [path for path in readers if '.decode("utf-8' in path.read_text(encoding="utf-8")]
    assert decoding == [helper]
