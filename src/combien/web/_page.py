"""The page: its words in English, and its files, alone and joined into one.

The words express statements: reasons, hints, and what only the page reports.  The page gets
them, and the same in French, as the module `statements.js`, and its French words and those of the
game as `french.js`; both modules are made here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from combien._wording import Statement, in_words
from combien.nonograms._english import ENGLISH as NONOGRAM_ENGLISH
from combien.tilings._english import ENGLISH

# A word of the templates, not a name in braces.
_TILE = re.compile(r"\btile(s?)\b(?![^{}]*\})")

PAGE_ENGLISH = {
    **{code: _TILE.sub(r"piece\1", template) for code, template in ENGLISH.items()},
    **NONOGRAM_ENGLISH,
    # People who play have pieces; where they lie needs no word.
    "tile-named": "piece {name}",
    "uncovered": "no piece can cover {cells}{more}",
    "uncovered-after": "no piece can cover {cells}{more} any more",
    "step-first": "{step}. there is only one way for {item}: {placement}",
    "step-next": "{step}. only one way is left for {item}: {placement}",
    "step-rest": "and so on, {n} pieces in all",
    "corner": (
        "There {n:is|are} only {n} {n:way|ways} for {item}, and after each something else has "
        "none:\n{lines:/}"
    ),
    "same-black-white": (
        "Color the board {coloring}.\nEach piece covers as many black cells as white ones, but "
        "the board has {black} black and {white} white ones."
    ),
    "same-colors": (
        "Color the board {coloring}.\nEach piece covers as many cells of color {one} as of "
        "color {other}, but the board has {ones} and {others} of them."
    ),
    "weighs-zero": (
        "{tiles}.\nEach piece weighs 0 wherever it lies, but {what} weighs {total}, not 0."
    ),
    "weighs-multiple": (
        "{tiles}.\nEach piece weighs a multiple of {modulus} wherever it lies, but {what} weighs "
        "{total}, not a multiple of {modulus}."
    ),
    "searched": "A search of all possibilities found no solution.",
    "board-full": "The board is full, and some pieces are not used.",
    "no-pieces-left": "There are no pieces left for the rest of the board.",
    "proved-by-terms": (
        "{states} {states:state|states}; the first {checked} terms satisfy the recurrence, and "
        "{states} consecutive ones that do decide it; checked modulo {primes} "
        "{primes:prime|primes} whose product exceeds the bound"
    ),
    "proved-by-vectors": (
        "{states} {states:state|states}; the combination of {checked} vectors is zero in every "
        "state; checked modulo {primes} {primes:prime|primes} whose product exceeds the bound"
    ),
    "digit-cell": ("row {row}, column {column}: {digit} is the only digit left for this cell"),
    "digit-row": "row {row}, column {column}: the only place left for {digit} in row {row}",
    "digit-column": (
        "row {row}, column {column}: the only place left for {digit} in column {column}"
    ),
    "digit-region": "row {row}, column {column}: the only place left for {digit} in its box",
    "digit-search": "there is no cell with one digit left, and no digit with one place left",
    # Ends of questions.
    "ended-seconds": "no answer within {seconds} s",
    "ended-nodes": "no answer within {nodes} nodes",
    "ended-memory": "the memory of this question is used up",
    "cancelled": "cancelled",
    "out-of-memory": "the solver ran out of memory",
    "solver-ended": "the solver ended early: perhaps it ran out of memory",
    # What the hosts report; the page knows their codes, too.
    "no-server": "the server does not answer: is combien web still running?",
    "wrong-token": "the server was started again: open the address that it printed",
    "busy": "too many questions at the same time: stop one",
    # Errors of questions.
    "reload": "this page speaks version {version} of the protocol: reload it",
    "too-long": "a question has at most {most} bytes: draw less, or choose fewer pieces",
    "too-large": "the board and the pieces are too large together",
    "too-large-heat": "the board and the pieces are too many for a heat map",
    "too-large-sequence": "a sequence has a board of at most {most} cells, and fewer pieces",
    "sequence-without-pieces": "a sequence needs pieces",
    "sequence-no-fit": "no piece fits on the repeated board",
    "sequence-too-many": "too many ways to fill one copy: repeat a smaller board",
    "pinned-too-often": "{tile} is pinned too many times",
    "pinned-outside": "a pinned piece is outside the board, or on another one",
    "pinned-shape": "pinned cells do not have the shape of their piece",
    "no-rows": "give the clues of 1 to {most} rows",
    "no-columns": "give the clues of 1 to {most} columns",
    "wrong-clue": "a clue has at most {blocks} lengths, each from 1 to {most}",
    "file-unread": "no nonogram could be read: {text}",
    "file-colored": "this nonogram has colors or hidden numbers, which the page does not draw",
    "sweep-times": (
        "this sweep is shown for pieces that are used once, at most once, or any number of times"
    ),
    "sweep-large": (
        "this sweep is shown up to {steps} steps and {states} states side by side, which is less "
        "than this board needs: take a smaller one, or pieces in any number"
    ),
    "packing-trace": "the search is shown for boards without colors or cells that may stay empty",
    "packing-sequence": "a sequence has a board without colors or cells that may stay empty",
    "apart-pieces": "1 to {most} pieces are taken apart",
    "burr-unread": "no puzzle of BurrTools could be read: {text}",
    "burr-empty": "this file has no problem",
    "burr-grid": "this puzzle is not made of cubes, and the page draws no other grid of BurrTools",
    "burr-holes": (
        "this puzzle limits the number of empty cells, which the page does not: combien count "
        "reads its file"
    ),
    "burr-colors": "this puzzle has more than {most} colors, which is the most on the page",
    "burr-side": "a side of this puzzle is longer than {most} cubes, which is the most on the page",
    "burr-large": "a piece of this puzzle is too large for the page",
    "burr-pieces": "the page has at most {most} pieces, each used at most {times} times",
    "burr-no-pieces": "a puzzle of BurrTools has pieces",
    "burr-rotations": (
        "BurrTools turns every piece and mirrors none: let each piece turn, and only turn"
    ),
    "wrong-board": "a board has 1 to {most} rows and columns",
    "setting-least": "{setting}: expected at least {least}",
    "setting-most": "{setting} is at most {most} on the page",
    "setting-long": "{setting} has at most {most} characters",
    "settings-refused": "{text}",
    # One piece in the plane.
    "plane-translations": "This piece tiles the plane by translations alone.",
    "plane-isohedral": (
        "This piece tiles the plane isohedrally: the symmetries of the tiling carry each copy to "
        "every other. Group {group}, {n} {n:copy|copies} in a period."
    ),
    "plane-anisohedral": (
        "This piece is anisohedral: it tiles the plane, with at least {orbits} kinds of positions, "
        "which no symmetry of the tiling exchanges. Group {group}, {n} {n:copy|copies} in a period."
    ),
    "plane-none": (
        "This piece does not tile the plane. Heesch number {n}: {n} {n:corona|coronas} of copies "
        "{n:fits|fit} around it on the grid, and no more."
    ),
    "plane-bare": (
        "This piece does not tile the plane: on the grid, copies cannot surround it "
        "(Heesch number 0)."
    ),
    "plane-none-holes": (
        "This piece does not tile the plane. Heesch number {n} on the grid, or {holes} if the last "
        "corona may have holes."
    ),
    "plane-hole": "This piece does not tile the plane: no copy fits into its hole.",
    "plane-unknown": (
        "Not decided: at least {n} {n:corona|coronas} of copies {n:fits|fit} around this piece, "
        "and a tiling on the grid has more than {orbits} {orbits:kind|kinds} of positions."
    ),
    "plane-stopped": (
        "Not decided before the limit: so far, {n} {n:corona|coronas} of copies {n:fits|fit} "
        "around this piece, and a tiling on the grid has more than {orbits} {orbits:kind|kinds} of "
        "positions. Ask with more time."
    ),
    "plane-empty": "draw a piece: drag over the grid",
    "plane-large": "a piece has at most {most} cells here",
    "plane-parts": "the piece falls into parts: its cells must be connected by sides",
}


def page_english(statement: Statement) -> str:
    """Return a statement of the page in English.

    >>> page_english(Statement("digit-row", row=1, column=9, digit=4))
    'row 1, column 9: the only place left for 4 in row 1'
    """
    return in_words(statement, PAGE_ENGLISH)


def numbered(statement: Any, numbers: Sequence[int]) -> Any:
    """Return a statement as JSON with the page's numbers of its tiles, which begin with 1.

    >>> numbered({"code": "tile", "values": {"number": 0}}, [4])
    {'code': 'tile', 'values': {'number': 5}}
    """
    if isinstance(statement, list):
        return [numbered(one, numbers) for one in statement]
    if not isinstance(statement, dict) or not statement:
        return statement
    code, values = statement["code"], dict(statement["values"])
    if code in ("tile", "tile-named"):
        values["number"] = numbers[values["number"]] + 1
    return {"code": code, "values": {k: numbered(v, numbers) for k, v in values.items()}}


def page_files() -> Mapping[str, bytes]:
    """Return the files of the page: its own, those of the game of nonograms, and tables of words.

    >>> page_files()["statements.js"].splitlines()[2]
    b' "board": "the board",'
    """
    from importlib.resources import files  # Start-up: for hosts, not for answers.

    from combien._french import STATEMENTS  # Start-up: as above.
    from combien._french.page import GAME, PAGE  # Start-up: as above.

    game = files("combien.nonograms") / "static"
    paths = [*(files("combien.web") / "static").iterdir()]
    paths += [game / name for name in ("rules.js", "game.js", "game.css")]
    return {path.name: path.read_bytes() for path in paths if path.is_file()} | {
        "statements.js": _module(ENGLISH=PAGE_ENGLISH, FRENCH=STATEMENTS),
        "french.js": _module(PAGE=PAGE, GAME=GAME),
    }


def _module(**tables: Mapping[str, str]) -> bytes:
    """Return a module in JavaScript that exports tables."""
    return "".join(
        f"export const {name} = {json.dumps(table, indent=1, ensure_ascii=False)};\n"
        for name, table in tables.items()
    ).encode()


_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)


def bundled(entry: str) -> str:
    """Return a module of the page together with all that it imports, as one module: for notebooks.

    >>> code = bundled("state")
    >>> "import" in code, code.count("HIGH = "), "const $lattice = (() => {" in code
    (False, 1, True)

    Each imported module becomes a function that is called once and returns what it exports; imports
    become destructurings.  Imports must be static, from the same folder, and without `as` inside
    braces, as in all modules of the page.
    """
    parts = page_files()
    done: dict[str, str] = {}

    def taken(found: re.Match[str]) -> str:
        whole, names, module = found.groups()
        if module not in done:
            body = without_imports(module)
            exports = ", ".join(export for _, export in _EXPORT.findall(body))
            inner = _EXPORT.sub(r"\1", body)
            done[module] = f"const ${module} = (() => {{\n{inner}return {{ {exports} }};\n}})();\n"
        return f"const {whole or '{' + names + '}'} = ${module};\n"

    def without_imports(name: str) -> str:
        """Return the text of a module; the modules that it imports are added to `done`."""
        return _IMPORT.sub(taken, parts[f"{name}.js"].decode())

    text = without_imports(entry)
    return "".join(done.values()) + text


def scoped_styles(name: str) -> str:
    """Return the styles of the page for the elements below those of a class: for notebooks.

    >>> scoped_styles("combien-editor")[:27]
    '.combien-editor {\\n& {\\n  --i'
    """
    text = page_files()["page.css"].decode()
    return f".{name} {{\n{text.replace(':root', '&')}}}\n"
