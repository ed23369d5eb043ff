"""Files that are wrong, by mistake or on purpose, are refused with the position of the fault."""

from __future__ import annotations

import os
import pickle
import random
import struct
import zlib
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combien.errors import BadFormat, BadInput
from combien.nonograms.formats import FORMATS, read, write
from combien.nonograms.formats import _nng as nng
from tests.loops import for_each
from tests.nonograms.formats.penpa_addresses import address, drawing
from tests.nonograms.random_nonograms import needs, puzzles

# Which encoding is assumed for other bytes than UTF-8 does not matter here.
pytestmark = pytest.mark.filterwarnings("ignore::combien.nonograms.formats.FormatWarning")

READERS = [name for name in FORMATS if name != "png"]
BILLION = b"1000000000"


@pytest.mark.parametrize("format", FORMATS)
def test_noise_and_nothing(format: str) -> None:
    needs(format)
    noise = random.Random(7)
    for content in (b"", b"\n", b"\0", b"\xff\xfe", noise.randbytes(10_000), b"\n" * 10_000):
        with pytest.raises(BadInput):
            read(content, format=format)


@pytest.mark.parametrize("format", FORMATS)
def test_ten_megabytes_of_digits(format: str) -> None:
    needs(format)
    with pytest.raises(BadInput):
        read(b"1" * 10_000_000, format=format)


@pytest.mark.parametrize("format", READERS)
def test_ten_million_lines(format: str) -> None:
    with pytest.raises(BadInput):
        read(b"\n" * 10_000_000, format=format)


@pytest.mark.parametrize("format", READERS)
def test_a_million_numbers_in_a_line(format: str) -> None:
    beginning = {"non": b"width 9\nheight 9\nrows\n", "taai": b"$1\n", "nin": b"9 9\n"}
    beginning |= {"mk": b"9 9\n", "cwd": b"9\n9\n", "olsak": b": rows\n", "sgt": b"9x9:"}
    with pytest.raises(BadInput):
        read(beginning.get(format, b"") + b"1 " * 1_000_000, format=format)


@pytest.mark.parametrize(
    ("format", "content"),
    [
        ("non", b"width %b\nheight %b\nrows\n1\ncolumns\n1\n"),
        ("nonpack", b"width %b\nheight %b\nrows\n1\n"),
        ("nin", b"%b %b\n1\n"),
        ("mk", b"%b %b\n1\n"),
        ("cwd", b"%b\n%b\n1\n"),
        ("puzzlink", b"https://puzz.link/p?nonogram/%b/%b/1"),
        ("sgt", b"%bx%b:1/1"),
        ("pbm", b"P1 %b %b 1"),
        ("pbm", b"P4 %b %b 1"),
        ("olsak", b": rows\n%b %b\n: columns\n1\n"),
        ("json", b'{"rows": [[%b]], "columns": [[%b]]}'),
        ("taai", b"$1\n%b %b\n"),
        ("picross", b"GRID\nROWS\n[ %b %b ]\nCOLUMNS\n[ 1 ]\n"),
        ("nonogrid", b"[clues]\nrows = '%b'\ncolumns = '%b'\n"),
    ],
)
def test_sizes_of_a_billion(format: str, content: bytes) -> None:
    with pytest.raises(BadInput):
        read(content % (BILLION, BILLION), format=format)
    if format not in ("olsak", "json", "picross", "nonogrid"):
        # The largest size that is possible, with no content.
        with pytest.raises(BadInput):
            read(content % (b"65535", b"65535"), format=format)


@pytest.mark.parametrize(
    "content",
    [
        pickle.dumps(os.system),
        b"cos\nsystem\n(S'echo'\ntR.",
        b"\x80\x04\x95\x00\x00\x00\x00\x00\x00\x00\x00\x82\x01.",
        # A memo index that would take 16 GB.
        b"\x80\x02}r\xff\xff\xff\x7f.",
        b"\x80\x05\x96\x00\x00\x00\x00\x00\x00\x00\x10.",
        b"\x80\x02" + b"]" * 100_000 + b"a" * 99_999 + b".",
        b"L" + b"9" * 1_000_000 + b"L\n.",
        pickle.dumps({"row": [[1]], "col": [["1"]]}),
        pickle.dumps({"row": [[-1]], "col": [[1]]}),
        pickle.dumps({"x": 2, "row": [[1]], "col": [[1]]}),
        b"a.",
        b"}(K\x01u.",
        # Deep nesting: as a key, as a value, and unused.
        b"}(" + b"K\x01" + b"\x85" * 100_000 + b"K\x01u.",
        b"}(" + b"\x8c\x01x" + b"K\x01" + b"\x85" * 100_000 + b"u.",
        b"}(\x8c\x03row]a\x8c\x03col]\x8c\x01x" + b"]" * 100_000 + b"a" * 99_999 + b"u.",
    ],
)
def test_pickles(content: bytes) -> None:
    with pytest.raises(BadInput):
        read(content, format="nng")


def test_pickles_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nng, "MOST_OPCODES", 1000)
    with pytest.raises(BadFormat, match="byte 1000: more than 1000 opcodes"):
        read(b"N" * 2000, format="nng")
    with pytest.raises(BadFormat, match="before seeing STOP"):
        read(b"N" * 900, format="nng")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_plain_pickles_of_every_protocol(protocol: int) -> None:
    plain = {"x": 2, "y": 3, "name": "n", "row": [[0, 2], (1, 1)], "col": [[2], [1], [1]]}
    (puzzle,) = read(pickle.dumps(plain, protocol=protocol), format="nng")
    assert [[b.length for b in clue] for clue in puzzle.nonogram.rows] == [[2], [1, 1]]
    assert puzzle.nonogram.title == "n"


@pytest.mark.parametrize(
    "content",
    [
        b'<!DOCTYPE a [<!ENTITY a "aaaaaaaa">]><puzzle/>',
        b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><puzzle/>',
        b'<!DOCTYPE pbn [<!ENTITY a "aaaaaaaa">]><puzzle/>',
        b'<!DOCTYPE pbn SYSTEM "pbn.dtd"><puzzle><title>&a;</title></puzzle>',
        b"<puzzle>" * 100_000,
        b"<puzzleset/>",
        b"<puzzle type='triddler'/>",
        b"<puzzle><clues type='rows'><line/></clues></puzzle>",
        b"<puzzle><color name='a'>zz!</color></puzzle>",
        b"<puzzle><solution><image>|?|</image></solution></puzzle>",
        b"<puzzle><solution><image>|.X|..X|</image></solution></puzzle>",
    ],
)
def test_xml(content: bytes) -> None:
    with pytest.raises(BadInput):
        read(content, format="webpbn")


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b"{}",
        b"[]",
        b'{"rows": 1, "columns": [[1]]}',
        b'{"rows": [[1]], "columns": [[1]], "color": []}',
        b'{"rows": [[1]], "columns": [[1]], "palette": [1]}',
        b'{"rows": [[1]], "columns": [[1]], "goals": [["##"]]}',
        b'{"rows": [[1]], "columns": [[1]], "goals": [["?"]]}',
        b'{"rows": [["1"]], "columns": [[1]]}',
        b'{"rows": ' + b"[" * 900 + b"]" * 900 + b', "columns": [[1]]}',
        b'{"rows": [[1]], "columns": [[1]], "goals": {"a": ' + b"[" * 900 + b"]" * 900 + b"}}",
        b'{"rows": [[' + b"9" * 4000 + b"]]" + b', "columns": [[1]]}',
        b'{"rows": [[1e400]], "columns": [[NaN]]}',
    ],
)
def test_json(content: bytes) -> None:
    with pytest.raises(BadInput) as refused:
        read(content, format="json")
    assert len(str(refused.value)) < 1000


def test_an_image_that_claims_to_be_endless() -> None:
    needs("png")

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    for side in (2**31 - 1, 10_000):
        head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
        content = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b""))
        with pytest.raises(BadInput):
            read(content + chunk(b"IEND", b""), format="png")


@for_each(
    [
        ("non", b"width 2\nheight 1\nrows\nx\n", "line 4"),
        ("non", b"width 2\nheight 1\nrows\n1!\n", "line 4"),
        ("non", b"width 2\nrows\ncolumns\n1\n", "line 2: expected the clues of the rows"),
        ("non", b"rows\n1\nheight 2\n", "line 3: height 2, and there are clues of 1 rows"),
        ("picross", b"GRID\nROWS\n[ x ]\n", "line 3: expected a block's length"),
        ("picross", b"GRID\nROWS\n1\n", r"line 3: expected a clue, as in \[ 2 1 \]"),
        ("picross", b"ROWS\n", "line 1: expected a line GRID"),
        ("picross", b"GRID\nROWS\n[1]\nROWS\n", "line 4: a second line ROWS"),
        ("nonogrid", b"[clues]\nrows = 1 2\n", "not valid TOML: .*line 2"),
        ("nonogrid", b"[clues]\nrows = '1'\n", "expected columns = and a text"),
        ("nonogrid", b"[clues]\nrows = '1x'\ncolumns = '1'", "rows, '1x': the color is not"),
        ("nonogrid", b"[colors]\ndefs = ['a']\n[clues]\n", "expected name = .shade. character"),
        ("non", b"width 2\nheight 1\nrows\n1\ncolumns\n1\n", "line 6"),
        ("non", b'width 1\nheight 1\nrows\n1\ncolumns\n1\ngoal "12"', "line 7"),
        ("nin", b"2 1\n2\n1\n1\n1\n", "line 5"),
        ("nin", b"0 1\n", "line 1: the number of columns is 0"),
        ("mk", b"1 1\n1\n1\n", "line 3: expected #"),
        ("cwd", b"1\n1\n1\n1\n", "line 4: expected an empty line"),
        ("olsak", b": rows\n1a\n", "line 2: '1a': the color is not declared"),
        ("taai", b"1\n", r"line 1: expected a line \$n"),
        ("text", b".#\n#\n", "line 2: 1 cells"),
        ("text", b".!\n", "line 1: unknown cell '!'"),
        ("sgt", b"1x1:1/1,C", "beyond the 1 of the board"),
        ("puzzlink", b"nonogram/1/1/1_", "character 2"),
        ("json", b'{"rows": [[0, 0]], "columns": [[1]]}', "puzzle 1: row 1"),
        ("webpbn", b"<puzzle>\n<clues type='rows'>\n<line><count>x</count></line>\n</clues>\n"
         b"<clues type='columns'/></puzzle>", "line 3"),
    ],
)  # fmt: skip
def test_errors_name_the_position(format: str, content: bytes, place: str) -> None:
    with pytest.raises(BadInput, match=place):
        read(content, format=format)


# Ways to damage a file: each takes its bytes, a position, and a number of bytes.
SPOILING: dict[str, Callable[[bytes, int, int], bytes]] = {
    "end early": lambda c, at, n: c[:at],
    "leave out": lambda c, at, n: c[:at] + c[at + n :],
    "repeat": lambda c, at, n: c[:at] + c[at : at + n] * 3 + c[at:],
    "repeat often": lambda c, at, n: c[:at] + c[at : at + n] * 2000 + c[at:],
    "flip a bit": lambda c, at, n: c[:at] + bytes([c[at] ^ 1 << n % 8]) + c[at + 1 :],
    "another byte": lambda c, at, n: c[:at] + bytes([n * 6 % 256]) + c[at + 1 :],
    "no character": lambda c, at, n: c[:at] + b"\xff" + c[at:],
    "half a pair": lambda c, at, n: c[:at] + b"\xed\xa0\x80" + c[at:],
    "NUL": lambda c, at, n: c[:at] + b"\0" * n + c[at:],
    "other ends of lines": lambda c, at, n: c[:at] + b"\xe2\x80\xa8\x0b\x1c" + c[at:],
    "a long number": lambda c, at, n: c[:at] + b"9" * 5000 + c[at:],
    "other digits": lambda c, at, n: c[:at] + "\u0663\u00b2".encode() + c[at:],
    "below zero": lambda c, at, n: c[:at] + b"-" + c[at:],
    "twice": lambda c, at, n: c + c,
    "backwards": lambda c, at, n: b"\n".join(c.split(b"\n")[::-1]),
    "a mark": lambda c, at, n: b"\xef\xbb\xbf" * (n % 2 + 1) + c,
    "old ends of lines": lambda c, at, n: c.replace(b"\n", b"\r"),
    "Latin-1": lambda c, at, n: c.decode("utf-8", "replace").encode("latin-1", "replace"),
    "UTF-16": lambda c, at, n: c.decode("utf-8", "replace").encode("utf-16"),
}


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_files_with_a_mistake_are_read_or_refused(format: str, data: st.DataObject) -> None:
    needs(format)
    written = format if FORMATS[format].writes else "json"
    puzzle = data.draw(puzzles(written, colors=0))
    if format == "nng":
        rows, columns = puzzle.nonogram.rows, puzzle.nonogram.columns
        row, col = ([[block.length for block in clue] for clue in part] for part in (rows, columns))
        protocol = data.draw(st.sampled_from([0, 2, 4]))
        content = pickle.dumps({"row": row, "col": col, "name": "\u00fc"}, protocol=protocol)
    elif format == "penpa":
        # Mistakes in the drawing, not in its compressed form.
        content = drawing(puzzle, margins=(3, 0, 3, 0)).encode()
    else:
        content = write(puzzle, format=format)
    for _ in range(data.draw(st.integers(1, 3))):
        spoil = SPOILING[data.draw(st.sampled_from(sorted(SPOILING)))]
        if content:
            at = data.draw(st.integers(0, len(content) - 1))
            content = spoil(content, at, data.draw(st.integers(1, 40)))
    if format == "penpa":
        content = address(content)
    try:
        found = read(content, format=format)
    except BadInput as error:
        assert len(str(error)) < 1000
        assert "\n" not in str(error)
    else:
        assert write(found, format="json")


def test_a_board_in_a_color_without_ink_is_refused() -> None:
    text = b'{"rows": [[1]], "columns": [[1], []], "%s": %s}'
    for words, message in [
        ((b"given", b'["a?"]'), "the given cells: row 1, column 1: no ink of the palette has"),
        ((b"goals", b'[[".a"]]'), "a goal: row 1, column 2: no ink of the palette has"),
    ]:
        with pytest.raises(BadFormat, match=message):
            read(text % words, format="json")
