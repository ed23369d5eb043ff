"""What a reader cannot keep is refused: a second title, a clue too many, what follows the end."""

from __future__ import annotations

import pickle

import pytest

from combien.errors import BadFormat
from combien.nonograms import formats

ONE = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
LINE = "<line><count>1</count></line>"
ROWS = f'<clues type="rows">{LINE}</clues>'
COLUMNS = f'<clues type="columns">{LINE}</clues>'
SOLUTION = '<solution type="saved"><image>|?|</image></solution>'
PICKLE = {"x": 1, "y": 1, "row": [[0, 1]], "col": [[1]]}


def webpbn(*parts: str) -> bytes:
    return f"<puzzle>{''.join(parts)}</puzzle>".encode()


DROPPED: dict[str, tuple[str, bytes, bytes, str]] = {
    # The format; a file; the same file with something that was lost; what the error says.
    "json, key twice": (
        "json",
        b'{"rows": [[1]], "columns": [[1]]}',
        b'{"rows": [[2]], "rows": [[1]], "columns": [[1]]}',
        "the key 'rows' is twice",
    ),
    "json, block of three": (
        "json",
        b'{"rows": [[[1, 1]]], "columns": [[1]]}',
        b'{"rows": [[[1, 1, 5]]], "columns": [[1]]}',
        "row 1: a block is a length, or",
    ),
    "non, clue too many": (
        "non",
        ONE.encode(),
        ONE.replace("rows\n1\n", "rows\n1\n2,1\n").encode(),
        "line 5: expected a key and its value, not '2,1'",
    ),
    "non, second puzzle": (
        "non",
        f"{ONE}====\n".encode(),
        f"{ONE}====\n{ONE}".encode(),
        "read the file as nonpack",
    ),
    "non, second title": (
        "non",
        f'title "a"\n{ONE}'.encode(),
        f'title "a"\n{ONE}title "b"\n'.encode(),
        "line 8: a second line 'title'",
    ),
    "non, second rows": (
        "non",
        ONE.encode(),
        f"{ONE}rows\n0\n".encode(),
        "line 7: a second line 'rows'",
    ),
    "non, second size": (
        "non",
        ONE.encode(),
        f"width 1\n{ONE}".encode(),
        "line 2: a second line 'width'",
    ),
    "non, second given cells": (
        "non",
        f"{ONE}saved ?\n".encode(),
        f"{ONE}saved ?\nsaved 1\n".encode(),
        "line 8: a second line 'saved'",
    ),
    "non, text after rows": (
        "non",
        ONE.encode(),
        ONE.replace("rows\n", "rows 1\n").encode(),
        "line 3: '1' after 'rows'",
    ),
    "nng, 0 in a clue": (
        "nng",
        pickle.dumps(PICKLE),
        pickle.dumps({**PICKLE, "row": [[1, 0]]}),
        "row, clue 1: a 0 after another number",
    ),
    "nng, second pickle": (
        "nng",
        pickle.dumps(PICKLE),
        pickle.dumps(PICKLE) * 2,
        "the pickle ends, but not the file",
    ),
    "nonogrid, unknown key": (
        "nonogrid",
        b"[clues]\nrows = '1'\ncolumns = '1'\n",
        b"[clues]\nrows = '1'\ncolumns = '1'\ncolumn = '2'\n",
        "an unknown key 'column'; did you mean 'columns'",
    ),
    "nonogrid, shade": (
        "nonogrid",
        b"[clues]\nrows = '1'\ncolumns = '1'\n[colors]\ndefs = ['r = (255, 0, 0) x']\n",
        b"[clues]\nrows = '1'\ncolumns = '1'\n[colors]\ndefs = ['r = (256, 0, 0) x']\n",
        "numbers from 0 to 255",
    ),
    "webpbn, second rows": (
        "webpbn",
        webpbn(ROWS, COLUMNS),
        webpbn(ROWS, COLUMNS, ROWS),
        'expected <clues type="rows"> and <clues type="columns">',
    ),
    "webpbn, second title": (
        "webpbn",
        webpbn("<title>a</title>", ROWS, COLUMNS),
        webpbn("<title>a</title>", "<title>b</title>", ROWS, COLUMNS),
        "expected one <title>",
    ),
    "webpbn, second given cells": (
        "webpbn",
        webpbn(ROWS, COLUMNS, SOLUTION),
        webpbn(ROWS, COLUMNS, SOLUTION, SOLUTION),
        "2 solutions of the type saved",
    ),
    "webpbn, line without its second bar": (
        "webpbn",
        b"<puzzle><solution><image>|X.|\n|X.|</image></solution></puzzle>",
        b"<puzzle><solution><image>|XX\n|X.|</image></solution></puzzle>",
        "and nothing else",
    ),
    "webpbn, text beside the lines": (
        "webpbn",
        b"<puzzle><solution><image>|X.|</image></solution></puzzle>",
        b"<puzzle><solution><image>|X.|X</image></solution></puzzle>",
        "and nothing else",
    ),
    "puzz.link, end is missing": (
        "puzzlink",
        b"nonogram/4/1/1g1121",
        b"nonogram/4/1/1g1",
        "the address ends after 3 of 6 slots",
    ),
    "puzz.link, second address": (
        "puzzlink",
        b"https://puzz.link/p?nonogram/4/1/1g1121",
        b"https://puzz.link/p?nonogram/4/1/1g1121\nhttps://puzz.link/p?nonogram/1/1/11",
        "expected an address with nonogram/WIDTH/HEIGHT/",
    ),
    "pbm, second picture": (
        "pbm",
        b"P4\n3 2\n\xa0\x40",
        b"P4\n3 2\n\xa0\x40P4\n3 2\n\xa0\x40",
        "expected 2 bytes of cells; there are 11",
    ),
}


@pytest.mark.parametrize("name", DROPPED)
def test_what_was_lost_is_refused(name: str) -> None:
    format, whole, more, message = DROPPED[name]
    assert len(formats.read(whole, format=format)) == 1
    with pytest.raises(BadFormat) as refused:
        formats.read(more, format=format)
    assert message in str(refused.value)
