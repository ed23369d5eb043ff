"""The JSON format of this package, with all features: one puzzle, or a list of them.

    {"title": "Dash and dot",
     "rows": [[2, [1, 3]]],
     "columns": [[1], [1], [], [[1, 3]]],
     "palette": [{"value": 3, "name": "red", "hex": "#ff0000", "letter": "a"}],
     "goals": [["##.a"]],
     "given": ["?#??"]}

A block is a length, or a pair of a length and the value of its color; 1 is black, 2 is unknown.
A length of null is blotted: hidden, one cell or more.
Only `rows` and `columns` are required.  The texts are title, author, copyright, catalogue,
license, source and description.  Boards are lists of lines, as `Board.parse` reads them.
"""

from __future__ import annotations

import json
from typing import Any

from combien._base.checks import did_you_mean
from combien.cover.formats._text import quoted, trimmed
from combien.errors import BadFormat, BadNonogram
from combien.nonograms._clue import BLACK, Clue, Ink
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import TEXTS, Puzzle
from combien.nonograms.formats._text import text_of

_KEYS = (*TEXTS, "rows", "columns", "palette", "goals", "given")


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzles of a file.

    >>> read(b'{"rows": [[2]], "columns": [[1], [1]]}')[0].nonogram
    <Nonogram: 1 rows, 2 columns>
    """
    try:
        data = json.loads(text_of(content), object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise BadFormat(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except BadFormat:
        raise
    except (RecursionError, ValueError) as error:
        raise BadFormat(f"not valid JSON: {str(error)[:100]}") from None
    puzzles = data if isinstance(data, list) else [data]
    if not puzzles:
        raise BadFormat("expected a puzzle, or a list of puzzles that is not empty")
    return [_puzzle(puzzle, f"puzzle {number}: ") for number, puzzle in enumerate(puzzles, 1)]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; of two equal keys, JSON would take the last one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for number, key in enumerate(keys) if key in keys[:number])
        raise BadFormat(f"the key {quoted(twice)} is twice in an object")
    return found


def _puzzle(data: Any, where: str) -> Puzzle:
    if not isinstance(data, dict):
        raise BadFormat(f"expected {where}an object with rows and columns")
    for key in data:
        if key not in _KEYS:
            raise BadFormat(f"{where}an unknown key {quoted(key)}{did_you_mean(key[:40], _KEYS)}")
    if "rows" not in data or "columns" not in data:
        raise BadFormat(f"expected {where}rows and columns")
    palette = _list(data.get("palette"), f"{where}palette")
    try:
        nonogram = Nonogram(
            _list(data["rows"], f"{where}rows") or (),
            _list(data["columns"], f"{where}columns") or (),
            palette=None if palette is None else [_ink(entry, where) for entry in palette],
            check=False,
            **{name: data[name] for name in TEXTS if name in data},
        )
        goals = [_board(goal, f"{where}goal") for goal in _list(data.get("goals"), where) or ()]
        given = _board(data["given"], f"{where}given") if "given" in data else None
        return Puzzle(nonogram, tuple(goals), given)
    except BadNonogram as error:
        raise BadFormat(f"{where}{trimmed(str(error))}") from None


def _list(value: Any, where: str) -> list[Any] | None:
    if value is not None and not isinstance(value, list):
        raise BadFormat(f"{where}: expected a list, not {type(value).__name__}")
    return value


def _ink(entry: Any, where: str) -> Ink:
    if not isinstance(entry, dict) or set(entry) != set(Ink._fields):
        raise BadFormat(f"{where}palette: an ink has {', '.join(Ink._fields)}")
    if type(entry["value"]) is not int:
        raise BadFormat(f"{where}palette: the value of an ink is a number")
    return Ink(**entry)


def _board(lines: Any, where: str) -> Board:
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise BadFormat(f"{where}: expected a list of lines, as in ['#.', '.#']")
    return Board.parse("\n".join(lines))


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the puzzles.

    >>> print(write([Puzzle.of(Board.parse("#."))]).decode(), end="")
    {"rows": [[1]],
     "columns": [[1], []],
     "goals": [["#."]]}
    """
    written = [_written(puzzle) for puzzle in puzzles]
    text = written[0] if len(written) == 1 else "[" + ",\n".join(written) + "]"
    return f"{text}\n".encode()


def _written(puzzle: Puzzle) -> str:
    nonogram = puzzle.nonogram
    data: dict[str, Any] = {
        name: getattr(nonogram, name) for name in TEXTS if getattr(nonogram, name)
    }
    data["rows"] = [_clue(clue) for clue in nonogram.rows]
    data["columns"] = [_clue(clue) for clue in nonogram.columns]
    if nonogram.palette != Nonogram(nonogram.rows, nonogram.columns, check=False).palette:
        data["palette"] = [ink._asdict() for ink in nonogram.palette]
    if puzzle.goals:
        data["goals"] = [str(goal).split("\n") for goal in puzzle.goals]
    if puzzle.given is not None:
        data["given"] = str(puzzle.given).split("\n")
    return (
        "{"
        + ",\n ".join(
            f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in data.items()
        )
        + "}"
    )


def _clue(clue: Clue) -> list[Any]:
    shown = ((length or None, color) for length, color in clue)
    return [length if color == BLACK else [length, color] for length, color in shown]
