"""Nonograms as one HTML page to play on: no network, no server, by mouse, touch and keyboard.

The page has the clues and the given cells, but not the solution.  It checks the player's cells with
the rules in `rules.js`, the same as in `_human/player.py`; the page of `combien web` has the same
`rules.js` and `game.js`.  Its content security policy allows the one script and the one style of
the page, by their hashes, and nothing else; texts of the puzzles are text only.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable
from importlib.resources import files

from combien._base.checks import check_instance, check_list
from combien._french.page import GAME
from combien.drawing._palette import readable
from combien.errors import BadNonogram
from combien.nonograms._clue import UNKNOWN, WHITE
from combien.nonograms._puzzle import Puzzle

# Each cell is an element of the page: 40 000 take a browser about a second.
MOST_SIDE = 200
MOST_CELLS = 40_000
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
<header>{heading}<button type="button" id="language" data-t="other"></button></header>
<main>
<noscript><p>This page needs JavaScript.</p></noscript>
{games}<p class="soft keys" data-t="keys"></p>
</main>
<script type="application/json" id="puzzles">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def page(puzzles: Puzzle | Iterable[Puzzle]) -> str:
    """Return a puzzle, or several, as one HTML page to play on.

    >>> from combien.nonograms import Board, Puzzle
    >>> text = page(Puzzle.of(Board.parse("##.#"), title="<b>"))
    >>> "<h1>&lt;b&gt;</h1>" in text, "http://" in text
    (True, False)

    The page works from a file, without a network, in English and French: first in the language of
    the browser.  It does not contain the goals.  Raises `BadNonogram` for no puzzle, for more than
    200 rows or columns, and for more than 40 000 cells in all.  Source: the rules are the same
    as in `combien nonogram play`.
    """
    if isinstance(puzzles, Puzzle):
        puzzles = [puzzles]
    given = check_list("puzzles", puzzles, error=BadNonogram)
    shown = [check_instance("puzzles", puzzle, Puzzle, error=BadNonogram) for puzzle in given]
    if not shown:
        raise BadNonogram("there are no puzzles: a page to play on is for at least one")
    _check_size(shown)
    french = f"const GAME = {json.dumps(GAME, ensure_ascii=False)};\n"
    script = french + _joined("rules.js", "game.js", "page.js")
    style = _joined("game.css", "page.css")
    titles = [puzzle.nonogram.title.strip() or "Nonogram" for puzzle in shown]
    heading = f"<h1>{_text(titles[0])}</h1>" if len(shown) == 1 else '<h1 data-t="nonograms"></h1>'
    games = [
        f"<section>\n{'' if len(shown) == 1 else f'<h2>{_text(title)}</h2>'}\n{_texts(puzzle)}"
        "<div data-game></div>\n</section>\n"
        for title, puzzle in zip(titles, shown, strict=True)
    ]
    return _PAGE.format(
        script_hash=_hash(script),
        style_hash=_hash(style),
        title=_text(titles[0] if len(shown) == 1 else f"{titles[0]}, ..."),
        style=style,
        heading=heading,
        games="".join(games),
        data=f"[{','.join(map(_data, shown))}]",
        script=script,
    )


def _check_size(puzzles: list[Puzzle]) -> None:
    for nonogram in (puzzle.nonogram for puzzle in puzzles):
        if max(nonogram.height, nonogram.width) > MOST_SIDE:
            raise BadNonogram(
                f"a page to play on is for at most {MOST_SIDE} rows and columns, not "
                f"{nonogram.height} and {nonogram.width}"
            )
    cells = sum(map(_count, puzzles))
    if cells > MOST_CELLS:
        raise BadNonogram(
            f"a page to play on is for at most {MOST_CELLS} cells, not {cells}: use fewer puzzles"
        )


def _joined(*names: str) -> str:
    """Return files of the page as one; a module loses its imports, which come before it."""
    folder = files("combien.nonograms") / "static"
    text = "".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)
    return re.sub(r"^(?:import .*\n|export )", "", text, flags=re.MULTILINE)


def _texts(puzzle: Puzzle) -> str:
    """Return the author, the description and the copyright as paragraphs."""
    nonogram = puzzle.nonogram
    by = f'<p class="soft"><span data-t="by">by</span> {_text(nonogram.author)}</p>\n'
    texts = (nonogram.description, nonogram.copyright)
    others = (f'<p class="soft">{_text(text)}</p>\n' for text in texts if text.strip())
    return "".join([by if nonogram.author.strip() else "", *others])


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
