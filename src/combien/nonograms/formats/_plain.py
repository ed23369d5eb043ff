"""Plain text formats of clues in black: nin, mk, cwd, picross and taai, used in tournaments.

    nin (Jakub Wilk)   mk (syro)   cwd (QNonograms)   picross (Pierre Dejoue)   taai

    4 2                2 4         2                  # a comment               $1
    2                  2           4                  GRID Dash and dot         25 columns
    1 1                1 1         2                  ROWS                      25 rows
    1                  #           1 1                [ 2 ]                     $2
    1                  1                              [ 1 1 ]                   ...
    1                  1           1                  COLUMNS
    1                  1           1                  [ 1 ]
                       1           1                  ...
                                   1

The size of nin is the columns and the rows, of mk the rows and the columns; cwd has them on two
lines.  0 is an empty clue, and in mk so is an empty line.

The text after `GRID` is the title, which is read but not written: picross has no way to write line
ends and blanks at the ends of a title.  It holds several puzzles.

The tournaments (TAAI, TCGA, ICGA) have puzzles of 25 by 25, with numbers separated by tabs; an
empty line is an empty clue.  Answers are in separate files, in the format `taai-answers`: a line
`$n`, then 25 lines of 25 cells, 0 or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from combien.cover.formats._text import bad, quoted
from combien.errors import BadFormat
from combien.nonograms._clue import Clue
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import (
    Lines,
    clue_of,
    clues_of_lines,
    goal_of,
    size_of,
    written,
)


def read_nin(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a file.

    >>> read_nin(b"2 1\\n2\\n1\\n1\\n")[0].nonogram
    <Nonogram: 1 rows, 2 columns>
    """
    lines = Lines(content)
    size = lines.next("the numbers of columns and rows").split()
    width, height = size_of(size, ("columns", "rows"), line=lines.number)
    return _clues(lines, height, width, between=lambda: None)


def read_mk(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a file.

    >>> read_mk(b"1 2\\n2\\n#\\n1\\n1\\n")[0].nonogram
    <Nonogram: 1 rows, 2 columns>
    """
    lines = Lines(content)
    size = lines.next("the numbers of rows and columns").split()
    height, width = size_of(size, ("rows", "columns"), line=lines.number)

    def mark() -> None:
        found = lines.significant("the line # between rows and columns")
        if not found.startswith("#"):
            raise bad(f"expected # after {height} rows, not {quoted(found)}", line=lines.number)

    return _clues(lines, height, width, between=mark)


def read_cwd(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a file.

    >>> read_cwd(b"1\\n2\\n2\\n\\n1\\n1\\n")[0].nonogram
    <Nonogram: 1 rows, 2 columns>
    """
    lines = Lines(content)
    (height,) = size_of(lines.next("the number of rows").split(), ("rows",), line=lines.number)
    (width,) = size_of(lines.next("the number of columns").split(), ("columns",), line=lines.number)

    def gap() -> None:
        if found := lines.next("an empty line between rows and columns"):
            raise bad(
                f"expected an empty line after {height} rows, not {quoted(found)}",
                line=lines.number,
            )

    return _clues(lines, height, width, between=gap)


def _clues(lines: Lines, height: int, width: int, *, between: Callable[[], None]) -> list[Puzzle]:
    """Read the clues of the rows and of the columns up to the end of the file.

    `between` is called after the rows, to read a separator.
    """
    rows = clues_of_lines(lines, "row", height)
    between()
    columns = clues_of_lines(lines, "column", width)
    lines.end()
    return [Puzzle(Nonogram(rows, columns, check=False))]


def write_nin(puzzles: list[Puzzle]) -> bytes:
    """Return the file of a puzzle."""
    nonogram = puzzles[0].nonogram
    return _file(nonogram, [f"{nonogram.width} {nonogram.height}"], [])


def write_mk(puzzles: list[Puzzle]) -> bytes:
    """Return the file of a puzzle."""
    nonogram = puzzles[0].nonogram
    return _file(nonogram, [f"{nonogram.height} {nonogram.width}"], ["#"])


def write_cwd(puzzles: list[Puzzle]) -> bytes:
    """Return the file of a puzzle."""
    nonogram = puzzles[0].nonogram
    return _file(nonogram, [f"{nonogram.height}", f"{nonogram.width}"], [""])


def _file(nonogram: Nonogram, size: Sequence[str], between: Sequence[str]) -> bytes:
    rows, columns = written(nonogram, separator=" ")
    return "\n".join([*size, *rows, *between, *columns, ""]).encode()


def read_picross(content: bytes) -> list[Puzzle]:
    """Return the puzzles of a file.

    >>> read_picross(b"GRID dot\\nROWS\\n[ 1 ]\\nCOLUMNS\\n[ 1 ]\\n")[0].nonogram
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
                puzzles.append(_picross_puzzle(title, clues, lines.number))
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
        puzzles.append(_picross_puzzle(title, clues, lines.number))
    return puzzles


def _picross_puzzle(title: str, clues: dict[str, list[Clue]], line: int) -> Puzzle:
    for part in ("ROWS", "COLUMNS"):
        if not clues.get(part):
            raise bad(f"the puzzle ends without {part} and their clues", line=line)
    return Puzzle(Nonogram(clues["ROWS"], clues["COLUMNS"], title=title, check=False))


def write_picross(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the puzzles.

    >>> print(write_picross([Puzzle(Nonogram([[1]], [[1]]))]).decode(), end="")
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


SIDE = 25


def read_taai(content: bytes) -> list[Puzzle]:
    """Return the puzzles of a file.

    >>> one = "$1\\n" + "25\\n" * 25 + "25\\n" * 25
    >>> read_taai(one.encode())[0].nonogram
    <Nonogram: 25 rows, 25 columns>
    """
    puzzles = []
    for lines in _sections(content):
        columns = clues_of_lines(lines, "column", SIDE)
        rows = clues_of_lines(lines, "row", SIDE)
        puzzles.append(Puzzle(Nonogram(rows, columns, check=False)))
    return puzzles


def write_taai(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the puzzles, numbered from 1.  Raises `BadFormat` for another size."""
    lines = []
    for number, puzzle in enumerate(puzzles, 1):
        _check_size(puzzle)
        rows, columns = written(puzzle.nonogram, separator="\t")
        lines += [f"${number}", *columns, *rows]
    return "\n".join([*lines, ""]).encode()


def read_taai_answers(content: bytes) -> list[Puzzle]:
    """Return the puzzles that have these answers.

    >>> line = chr(9).join("1" * 25)
    >>> read_taai_answers(("$1\\n" + (line + "\\n") * 25).encode())[0].nonogram.rows[0]
    (Block(length=25, color=1),)
    """
    puzzles = []
    for lines in _sections(content):
        cells = bytearray()
        for number in range(1, SIDE + 1):
            line = "".join(lines.next(f"row {number} of {SIDE}").split())
            if len(line) != SIDE or set(line) - set("01"):
                raise bad(f"expected {SIDE} cells, each 0 or 1", line=lines.number)
            cells += bytes(int(cell) for cell in line)
        puzzles.append(Puzzle.of(Board(SIDE, SIDE, bytes(cells))))
    return puzzles


def write_taai_answers(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the answers, numbered from 1.  Raises `BadFormat` for another size."""
    lines = []
    for number, puzzle in enumerate(puzzles, 1):
        _check_size(puzzle)
        goal = goal_of(puzzle, "taai-answers")
        lines.append(f"${number}")
        lines += ["\t".join(str(cell) for cell in goal.row(row)) for row in range(SIDE)]
    return "\n".join([*lines, ""]).encode()


def _sections(content: bytes) -> Iterator[Lines]:
    """Yield the reader of the file after each line `$n`."""
    lines = Lines(content)
    found = False
    for line in lines:
        if not line and found:
            continue
        if not line.startswith("$") or not line[1:].strip().isdecimal():
            raise bad(f"expected a line $n, as in $1, not {quoted(line)}", line=lines.number)
        found = True
        yield lines


def _check_size(puzzle: Puzzle) -> None:
    """Raise `BadFormat` for a puzzle that is not of 25 by 25."""
    height, width = puzzle.nonogram.height, puzzle.nonogram.width
    if (height, width) != (SIDE, SIDE):
        raise BadFormat(
            f"the tournament format has {SIDE} rows of {SIDE} cells, not {height} of {width}: "
            "write nin or json"
        )
