"""The text of picross-solver by Pierre Dejoue: several puzzles, black and white.

    # a comment
    GRID Dash and dot
    ROWS
    [ 2 1 ]
    COLUMNS
    [ 1 ]
    [ 1 ]
    [ ]
    [ 1 ]

The text after `GRID` is the title, which is read but not written: this format has no way to write
line ends and blanks at the ends of a title.
"""

from __future__ import annotations

from combien.nonograms._nonogram import Clue, Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import Lines, bad, clue_of, quoted, written

__all__ = ["read", "write"]


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzles of a file.

    >>> read(b"GRID dot\\nROWS\\n[ 1 ]\\nCOLUMNS\\n[ 1 ]\\n")[0].nonogram
    <Nonogram 'dot': 1 rows, 1 columns>
    """
    lines = Lines(content)
    puzzles: list[Puzzle] = []
    title = ""
    clues: dict[str, list[Clue]] = {}
    begun, part = False, ""
    for line in lines:
        key, rest = (*line.split(None, 1), "", "")[:2]
        if not line or line.startswith("#"):
            continue
        if key == "GRID":
            if begun:
                puzzles.append(_puzzle(title, clues, lines.number))
            begun, part, title, clues = True, "", rest, {}
        elif begun and line in ("ROWS", "COLUMNS"):
            part = line
            if part in clues:
                raise bad(f"a second line {part} of one puzzle", line=lines.number)
            clues[part] = []
        elif part and line.startswith("[") and line.endswith("]"):
            clues[part].append(clue_of(line[1:-1].strip(), number=lines.number))
        else:
            expected = "a clue, as in [ 2 1 ], ROWS, COLUMNS or GRID" if begun else "a line GRID"
            raise bad(f"expected {expected}, not {quoted(line)}", line=lines.number)
    if begun:
        puzzles.append(_puzzle(title, clues, lines.number))
    return puzzles


def _puzzle(title: str, clues: dict[str, list[Clue]], line: int) -> Puzzle:
    for part in ("ROWS", "COLUMNS"):
        if not clues.get(part):
            raise bad(f"the puzzle ends without {part} and their clues", line=line)
    return Puzzle(Nonogram(clues["ROWS"], clues["COLUMNS"], title=title, check=False))


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the puzzles.

    >>> print(write([Puzzle(Nonogram([[1]], [[1]]))]).decode(), end="")
    GRID
    ROWS
    [ 1 ]
    COLUMNS
    [ 1 ]
    """
    lines: list[str] = []
    for puzzle in puzzles:
        lines.append("GRID")
        for part, clues in zip(
            ("ROWS", "COLUMNS"), written(puzzle.nonogram, separator=" "), strict=True
        ):
            lines += [part, *("[ ]" if clue == "0" else f"[ {clue} ]" for clue in clues)]
    return "\n".join([*lines, ""]).encode()
