"""What SVG files are written with: numbers, escaped text, and letters drawn as strokes.

The same content gives the same bytes each time.  A label in a font depends on the fonts of the
viewer's machine, and a PNG made on a machine without fonts has none.  These letters are drawn on a
grid of 5 by 9 points, so that labels are ordinary lines, as by a pen plotter, and SVG and PNG look
the same everywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from combien.drawing._content import Point, points_in

# Two digits per point, x from 0 to 4 and y from 0 to 8; a blank lifts the pen.  The base line is at
# y = 2, small letters reach 6, capitals 8, and descenders 0.  A single point is a dot.
LETTERS = {
    "A": "022842 1535",
    "B": "02083847463505 3544433202",
    "C": "4738180703123243",
    "D": "02082846442202",
    "E": "48080242 0535",
    "F": "480802 0535",
    "G": "47381807031232434525",
    "H": "0208 4248 0545",
    "I": "2822 1838 1232",
    "J": "4843321203",
    "K": "0802 480542",
    "L": "080242",
    "M": "0208254842",
    "N": "02084248",
    "O": "183847433212030718",
    "P": "02083847463505",
    "Q": "183847433212030718 2442",
    "R": "02083847463505 2542",
    "S": "473818070615354443321203",
    "T": "0848 2822",
    "U": "080312324348",
    "V": "082248",
    "W": "0812263248",
    "X": "0842 0248",
    "Y": "082548 2522",
    "Z": "08480242",
    "a": "4536160503123243 4642",
    "b": "0802 0516364543321203",
    "c": "4536160503123243",
    "d": "4842 4536160503123243",
    "e": "04444536160503123243",
    "f": "38281712 0636",
    "g": "4536160503123243 4641301001",
    "h": "0802 0516364542",
    "i": "2622 28",
    "j": "36312010 38",
    "k": "0802 360432",
    "l": "28233242",
    "m": "0206 05162522 25364542",
    "n": "0206 0516364542",
    "o": "163645433212030516",
    "p": "0006 0516364543321203",
    "q": "4046 4536160503123243",
    "r": "0206 05163645",
    "s": "45361605143443321203",
    "t": "18132232 0636",
    "u": "0603123243 4642",
    "v": "062246",
    "w": "0612253246",
    "x": "0642 0246",
    "y": "0622 4610",
    "z": "06460242",
    "0": "183847433212030718 1436",
    "1": "172822 1232",
    "2": "07183847460242",
    "3": "071838474635 25354443321203",
    "4": "32380444",
    "5": "480805354443321203",
    "6": "473818070312324344351504",
    "7": "084822",
    "8": "15060718384746354443321203041535",
    "9": "031232434738180706153546",
    "-": "1535",
    "+": "0545 2723",
    "_": "0242",
    ".": "22",
    ",": "2211",
    ":": "25 22",
    "'": "2826",
    "/": "0248",
    "(": "38262432",
    ")": "18262412",
    "*": "2723 0644 0446",
    "=": "0444 0646",
    "#": "1317 3337 0444 0646",
    " ": "",
}

CAP_HEIGHT = 6.0
ADVANCE = 6
UNKNOWN = "0703434707"


def lettering(text: str) -> tuple[tuple[tuple[Point, ...], ...], float]:
    """Return the strokes of a text, each a tuple of points, and the width of the text.

    >>> strokes, width = lettering("L")
    >>> strokes, width
    ((((0.0, 6.0), (0.0, 0.0), (4.0, 0.0)),), 4.0)

    A capital is 6 high and 4 wide, y runs up from the base line, and descenders are below it.
    Accents are omitted; other characters are an empty box.  A stroke of one point is a dot.
    """
    strokes: list[tuple[Point, ...]] = []
    plain = [
        character
        for character in unicodedata.normalize("NFKD", text)
        if not unicodedata.category(character).startswith("M")
    ]
    for place, character in enumerate(plain):
        for stroke in _strokes(character):
            strokes.append(tuple((x + ADVANCE * place, y) for x, y in stroke))
    return tuple(strokes), max(float(ADVANCE * len(plain) - 2), 0.0)


def path(strokes: Sequence[Sequence[Point]], left: float, base: float, scale: float) -> str:
    """Return strokes as an SVG path, whose y runs down; the text begins at (left, base).

    >>> path(lettering("L.")[0], 10, 20, 2)
    'M10 8L10 20L18 20M26 20h0'
    """
    return "".join(
        "M"
        + "L".join(f"{number(left + x * scale)} {number(base - y * scale)}" for x, y in stroke)
        # A line of length zero is drawn as a dot, because of its round ends.
        + ("h0" if len(stroke) == 1 else "")
        for stroke in strokes
    )


@cache
def _strokes(character: str) -> tuple[tuple[Point, ...], ...]:
    return tuple(
        tuple((float(x), y - 2.0) for x, y in points_in(stroke))
        for stroke in LETTERS.get(character, UNKNOWN).split()
    )


# The second line of every drawing: scripts overwrite only files that combien has written.
MARK = "<!-- written by combien -->"
_SIZE = re.compile(r'width="([0-9.]+)" height="([0-9.]+)"')

# Characters that XML 1.0 excludes even if escaped: most control characters and surrogates.
# Compiled on first use, which takes 5 ms.
_NOT_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


def number(value: float) -> str:
    """Format a number with two decimals, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def opening(
    width: str, height: str, *, title: str, paper: str | None, cell: float = 1
) -> list[str]:
    """Return the first lines of a drawing: its size, mark, title and background.

    >>> print(*opening("9", "6", title="a & b", paper="#ffffff"), sep="\\n")
    <svg xmlns="http://www.w3.org/2000/svg" width="9" height="6" viewBox="0 0 9 6" role="img">
    <!-- written by combien -->
    <title>a &amp; b</title>
    <rect width="9" height="6" fill="#ffffff"/>

    Without `paper` the background is transparent.  With a `cell` in pixels, the unit of the view
    box is a cell, and a group is opened in which lengths are in pixels.
    """
    across, down = (f"{float(length) / cell:.6g}" for length in (width, height))
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {across} {down}" role="img">',
        MARK,
        f"<title>{escaped(title)}</title>",
        *([f'<g transform="scale({1 / cell:.6g})">'] if cell != 1 else []),
        *([f'<rect width="{width}" height="{height}" fill="{paper}"/>'] if paper else []),
    ]


def size_of(svg: str) -> Point:
    """Return the width and height of a drawing in pixels.

    >>> size_of("".join(opening("9", "6.5", title="", paper=None)))
    (9.0, 6.5)
    """
    found = _SIZE.search(svg)
    assert found is not None, "not a drawing of ours"
    return float(found[1]), float(found[2])


def escaped(text: str) -> str:
    """Escape text for XML, on one line; characters that XML excludes become U+FFFD."""
    text = re.sub(_NOT_XML, "\ufffd", text)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # A blank for each line end and tab, because tooltips are one line.
    return re.sub("[\t\n\r]", " ", text)
