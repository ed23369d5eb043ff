"""A nonogram as one HTML page to play on: no network, no server, by mouse, touch and keyboard.

The page has the clues and the given cells, but not the solution.  It checks the player's cells with
the rules in `rules.js`, the same as in `_human/rules.py`.  Its content security policy allows the
one script and the one style of the page, by their hashes, and nothing else; texts of the puzzle are
text only.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from importlib.resources import files

from combien._checks import check_instance
from combien._wording import counted
from combien.drawing._clued.layout import readable
from combien.errors import BadNonogram
from combien.nonograms._clue import UNKNOWN, WHITE
from combien.nonograms._puzzle import Puzzle

__all__ = ["MOST_SIDE", "page"]

# Each cell is an element of the page: 40 000 take a browser about a second.
MOST_SIDE = 200
# What HTML does not allow in text: control characters and surrogates.
_NOT_TEXT = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<!-- written by combien -->
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
script-src '{script_hash}'; style-src '{style_hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{texts}<noscript><p>This page needs JavaScript.</p></noscript>
<div class="tools" id="inks" role="group" aria-label="Colors"></div>
<div class="tools" id="actions" role="group" aria-label="Actions"></div>
<p id="note" role="status"></p>
<div id="frame"><table id="board" role="grid" aria-label="{label}"></table></div>
<p class="soft keys">Mouse or finger: draw with the chosen color; the right button draws white, \
and a second time erases.
Keys: arrows move, Space fills, X is white, Backspace erases, 1 to 9 choose a color, U undoes, \
R redoes, H gives a hint, C checks.</p>
</main>
<script type="application/json" id="puzzle">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def page(puzzle: Puzzle) -> str:
    """Return the puzzle as one HTML page to play on.

    >>> from combien.nonograms import Board, Puzzle
    >>> text = page(Puzzle.of(Board.parse("##.#"), title="<b>"))
    >>> "<h1>&lt;b&gt;</h1>" in text, "http://" in text
    (True, False)

    The page works from a file, without a network.  It does not contain the goal.  Raises
    `BadNonogram` for more than 200 rows or columns.  Source: the rules are those of
    `combien nonogram play`.
    """
    check_instance("puzzle", puzzle, Puzzle, error=BadNonogram)
    nonogram = puzzle.nonogram
    if max(nonogram.height, nonogram.width) > MOST_SIDE:
        raise BadNonogram(
            f"a page to play on is for at most {MOST_SIDE} rows and columns, not "
            f"{nonogram.height} and {nonogram.width}"
        )
    folder = files(__package__)
    script = "".join(
        folder.joinpath(name).read_text(encoding="utf-8") for name in ("rules.js", "page.js")
    )
    style = folder.joinpath("page.css").read_text(encoding="utf-8")
    label = f"{counted(nonogram.height, 'row')}, {counted(nonogram.width, 'column')}"
    by = [f"by {nonogram.author}"] if nonogram.author.strip() else []
    texts = [*by, nonogram.description, nonogram.copyright]
    return _PAGE.format(
        script_hash=_hash(script),
        style_hash=_hash(style),
        title=_text(nonogram.title.strip() or "Nonogram"),
        style=style,
        texts="".join(f'<p class="soft">{_text(text)}</p>\n' for text in texts if text.strip()),
        label=_text(label),
        data=_data(puzzle),
        script=script,
    )


def _data(puzzle: Puzzle) -> str:
    """Return the clues, colors and given cells as JSON that cannot end its element."""
    nonogram = puzzle.nonogram
    cells = puzzle.given.cells if puzzle.given else bytes([UNKNOWN]) * _count(puzzle)
    used = {*nonogram.colors, *cells} - {WHITE, UNKNOWN}
    content = {
        "rows": nonogram.rows,
        "columns": nonogram.columns,
        "inks": [
            {"value": ink.value, "name": ink.name, "hex": ink.hex, "readable": readable(ink.hex)}
            for ink in nonogram.palette
            if ink.value in used
        ],
        "given": [*cells],
    }
    # Everything but ASCII is escaped, and so is what could end or begin an element or a comment.
    text = json.dumps(content, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _count(puzzle: Puzzle) -> int:
    return puzzle.nonogram.height * puzzle.nonogram.width


def _hash(text: str) -> str:
    """Return the source expression of a content security policy for an inline script or style."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _text(text: str) -> str:
    return html.escape(_NOT_TEXT.sub("\ufffd", text))
