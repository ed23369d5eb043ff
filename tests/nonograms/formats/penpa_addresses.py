"""Addresses of Penpa for the tests, with all parts that the site writes."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from typing import Any

from combien.nonograms._clue import BLACK
from combien.nonograms._puzzle import Puzzle

SITE = "https://swaroopg92.github.io/penpa-edit/"


def address(text: str | bytes, *, site: str = f"{SITE}#m=edit&p=") -> bytes:
    """The address of a drawing with this text."""
    packed = zlib.compress(text.encode() if isinstance(text, str) else text, wbits=-15)
    return (site + b64encode(packed).decode()).encode()


def drawing(
    puzzle: Puzzle, *, margins: tuple[int, int, int, int], long: bool = False, kind: str = "square"
) -> str:
    """The text of a drawing, with all of its usual lines, clues next to the board."""
    nonogram = puzzle.nonogram
    top, bottom, left, right = margins
    columns, rows = nonogram.width + left + right, nonogram.height + top + bottom

    def index(row: int, column: int) -> str:
        return str((row + top + 2) * (columns + 4) + column + left + 2)

    numbers: dict[str, Any] = {}
    for number, clue in enumerate(nonogram.columns):
        for place, block in enumerate(clue[::-1], 1):
            numbers[index(-place, number)] = [str(block.length or "?"), 1, "1"]
    for number, clue in enumerate(nonogram.rows):
        for place, block in enumerate(clue[::-1], 1):
            # Numbers may also be stored as numbers.
            numbers[index(number, -place)] = [block.length or "?", 1, "1"]
    black = {
        index(*divmod(place, nonogram.width)): 4
        for place, cell in enumerate(puzzle.given.cells if puzzle.given else b"")
        if cell == BLACK
    }
    # The color of a cell that is not black is decoration.
    black.setdefault(index(0, 0), 3)
    data: dict[str, Any] = {
        "command_redo": {"__a": []},
        "number": numbers,
        "surface": black,
        "line": None,
    }
    if not long:
        short = {'"command_redo"': "zR", '"__a"': "z_", '"number"': "zN", '"surface"': "zS"}
        text = json.dumps(data, separators=(",", ":")).replace("null", "zO")
        for name, key in short.items():
            text = text.replace(name, key)
    else:
        text = json.dumps(data)
    title, author = (text.replace(",", "%2C") for text in (nonogram.title, nonogram.author))
    header = f"{kind},{columns},{rows},38,0,1,1,304,304,60,60,0,0,0,0"
    header += f",Title: {title},Author: {author},,,OFF,false"
    answer = f"{{zS:{{{json.dumps(index(0, 0))}:4}},zN:{{}}}}"
    lines = [header, json.dumps(margins), "{z9:zA}", text, answer, "[60,1,1]", '["Surface"]']
    return "\n".join(lines)
