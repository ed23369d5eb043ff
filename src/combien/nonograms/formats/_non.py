"""The non format of Steve Simpson, with the colors of nonogram-db: lines of a key and a value.

    title "Dash and dot"
    by "somebody"
    color a #ff0000
    width 4
    height 1
    rows
    2,1a
    columns
    1
    1
    0
    1a
    goal "110a"

`width` and `height` come before the clues; without them, the clues end before the next key, and
empty lines at their end are ignored.  Lines with other keys are ignored.  Clues are numbers
separated by commas, each followed by the letter of its color unless it is black; 0 or an empty line
is an empty clue.  Texts are quoted, with HTML escapes.  `goal` is the picture, and `saved` a
picture with `?` for unknown cells, which is read as the given cells.

The nonpack format of nonogram-db is several of these, divided by lines `====`.
"""

from __future__ import annotations

import html
from dataclasses import dataclass, field

from combien.cover.formats._text import bad, quoted
from combien.nonograms._clue import BLACK, LETTERS, LONGEST_LINE, UNKNOWN, WHITE, Clue, Ink
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import Lines, clues_of_lines, lengths, shade_of, size_of

# The key of each text.
_TEXTS = {
    "catalogue": "catalogue",
    "title": "title",
    "by": "author",
    "copyright": "copyright",
    "license": "license",
}


# The keys that a puzzle has at most once.
_ONCE = {*_TEXTS, "width", "height", "rows", "columns", "saved"}


@dataclass(slots=True)
class _Read:
    """The contents of a file read so far."""

    seen: set[str] = field(default_factory=set)
    texts: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    clues: dict[str, list[Clue]] = field(default_factory=dict)
    inks: dict[str, Ink] = field(default_factory=dict)
    goals: list[Board] = field(default_factory=list)
    given: Board | None = None

    def color(self, letter: str) -> int | None:
        """Return the value of a letter; an undeclared letter gets a default color."""
        if letter not in self.inks and letter.isalpha() and letter.isascii():
            number = self.free(letter)
            if number is None:
                return None
            usual = Nonogram([[(1, number)]], [[(1, number)]]).ink(number)
            self.inks[letter] = usual
        return self.inks[letter].value if letter in self.inks else None

    def free(self, letter: str) -> int | None:
        """Return the usual value of a letter if it is free, otherwise the first free value."""
        taken = {ink.value for ink in self.inks.values()}
        usual = LETTERS.find(letter)
        free = (value for value in range(UNKNOWN + 1, len(LETTERS)) if value not in taken)
        return usual if usual > UNKNOWN and usual not in taken else next(free, None)

    def size(self, key: str, line: int) -> int:
        if key not in self.sizes:
            raise bad("expected width and height before the clues and pictures", line=line)
        return self.sizes[key]


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a file.

    >>> read(b"width 2\\nheight 1\\nrows\\n2\\ncolumns\\n1\\n1")[0].nonogram
    <Nonogram: 1 rows, 2 columns>

    In a file without clues, they are computed from the goal.
    """
    lines = Lines(content)
    puzzle = read_lines(lines)
    if any(line.strip() for line in lines):
        raise bad("a second puzzle: read the file as nonpack", line=lines.number)
    return [puzzle]


def read_lines(lines: Lines) -> Puzzle:
    """Return the puzzle of these lines, up to a line `====` or the end of the file."""
    state = _Read()
    for line in lines:
        if line.startswith("===="):
            break
        key, value = (*line.split(None, 1), "", "")[:2]
        key = key.lower()
        if key in state.seen:
            raise bad(f"a second line '{key}' of one puzzle", line=lines.number)
        if key in _ONCE:
            state.seen.add(key)
        if key in _TEXTS:
            state.texts[_TEXTS[key]] = _unquoted(value)
        elif key in ("width", "height"):
            (size,) = size_of(value.split(), (key,), line=lines.number)
            part = "columns" if key == "width" else "rows"
            if len(state.clues.get(part, [None] * size)) != size:
                raise bad(
                    f"{key} {size}, and there are clues of {len(state.clues[part])} {part}",
                    line=lines.number,
                )
            state.sizes[key] = size
        elif key in ("color", "colour"):
            _read_color(state, value, lines.number)
        elif key in ("rows", "columns"):
            if value:
                raise bad(f"{quoted(value)} after '{key}': clues are below", line=lines.number)
            side = "height" if key == "rows" else "width"
            if side not in state.sizes:
                state.sizes[side] = _clue_count(lines, key)
            count = state.sizes[side]
            state.clues[key] = clues_of_lines(lines, key[:-1], count, colors=state.color)
        elif key in ("goal", "saved"):
            _read_board(state, key, value, lines)
        elif key and not key[0].isalpha():
            raise bad(f"expected a key and its value, not {quoted(line)}", line=lines.number)
    return _puzzle(state, lines.number)


def _clue_count(lines: Lines, key: str) -> int:
    """Return the number of clues up to the next key, or to the end."""
    count = 0
    for number, line in enumerate(lines.upcoming(LONGEST_LINE + 1), 1):
        bare = line.strip()
        if bare and (bare[0].isalpha() or bare[0] == "="):
            break
        if bare:
            count = number
    if not count:
        raise bad(f"expected the clues of the {key}, or their number before", line=lines.number)
    return count


def _puzzle(state: _Read, line: int) -> Puzzle:
    if not state.clues and state.goals:
        rows, columns = state.goals[0].clues()
        state.clues = {"rows": list(rows), "columns": list(columns)}
    for key in ("rows", "columns"):
        if key not in state.clues:
            raise bad(f"the puzzle ends without a line '{key}' and its clues", line=line)
    nonogram = Nonogram(
        state.clues["rows"],
        state.clues["columns"],
        palette=state.inks.values() if state.inks else None,
        check=False,
        **state.texts,
    )
    return Puzzle(nonogram, tuple(state.goals), state.given)


def _read_color(state: _Read, value: str, line: int) -> None:
    letter, shade = (*value.split(None, 1), "", "")[:2]
    shade = shade.strip("\"'")
    if len(letter) != 1 or letter.isdigit() or letter in ".,?\"'#" or not shade:
        raise bad(
            f"expected a letter and its color, as in a #ff0000, not {quoted(value)}", line=line
        )
    if letter in state.inks:
        raise bad(f"a second color for the letter {letter!r}", line=line)
    number = state.free(letter)
    if number is None:
        raise bad(f"more than {len(LETTERS) - 2} colors", line=line)
    state.inks[letter] = Ink(number, f"color {number}", shade_of(shade, line=line), LETTERS[number])


def _read_board(state: _Read, key: str, value: str, lines: Lines) -> None:
    """Read the cells of a picture, quoted or not, on one or several lines."""
    height, width = state.size("height", lines.number), state.size("width", lines.number)
    cells = value.strip("\"'")
    letters = set("01?") | set(state.inks)
    while len(cells) < height * width and lines.peek() and set(lines.peek()) <= letters:
        cells += lines.next("cells")
    cells = "".join(cells.split())
    known = {"0": WHITE, "1": BLACK} | ({"?": UNKNOWN} if key == "saved" else {})
    for letter in sorted(set(cells) - set(known)):
        color = state.color(letter)
        if color is None:
            raise bad(f"a cell {letter!r}: 0, 1 or the letter of a color", line=lines.number)
        known[letter] = color
    if len(cells) != height * width:
        raise bad(
            f"{key} has {len(cells)} cells, and {height} rows of {width} are {height * width}",
            line=lines.number,
        )
    board = Board(height, width, bytes(known[letter] for letter in cells))
    if key == "goal":
        state.goals.append(board)
    else:
        state.given = board


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return html.unescape(value)


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of a puzzle.

    >>> print(write([Puzzle.of(Board.parse("#."), title="a & b")]).decode(), end="")
    title "a &amp; b"
    width 2
    height 1
    <BLANKLINE>
    rows
    1
    <BLANKLINE>
    columns
    1
    0
    <BLANKLINE>
    goal "10"
    """
    puzzle = puzzles[0]
    nonogram = puzzle.nonogram
    texts = [
        f'{key} "{_quotable(getattr(nonogram, name))}"'
        for key, name in _TEXTS.items()
        if getattr(nonogram, name)
    ]
    colors = [
        f"color {LETTERS[ink.value]} {ink.hex}" for ink in nonogram.palette if ink.value > UNKNOWN
    ]
    size = [f"width {nonogram.width}", f"height {nonogram.height}"]
    rows = [lengths(clue, separator=",") for clue in nonogram.rows]
    columns = [lengths(clue, separator=",") for clue in nonogram.columns]
    boards = [("goal", goal) for goal in puzzle.goals]
    boards += [("saved", puzzle.given)] if puzzle.given is not None else []
    pictures = [f'{key} "{_cells(board)}"' for key, board in boards]
    parts = [*texts, *colors, *size, "", "rows", *rows, "", "columns", *columns]
    return "\n".join([*parts, *([""] if pictures else []), *pictures, ""]).encode()


def _cells(board: Board) -> str:
    letters = "01?" + LETTERS[UNKNOWN + 1 :]
    return "".join(letters[cell] for cell in board.cells)


def _quotable(text: str) -> str:
    return html.escape(text).replace("\n", "&#10;").replace("\r", "&#13;")


def read_pack(content: bytes) -> list[Puzzle]:
    """Return the puzzles of a file.

    >>> one = b"width 1\\nheight 1\\nrows\\n1\\ncolumns\\n1\\n"
    >>> len(read_pack(one + b"====\\n" + one))
    2
    """
    lines = Lines(content)
    puzzles: list[Puzzle] = []
    while True:
        while lines.more() and not lines.peek():
            lines.next("a line")
        if not lines.more() and puzzles:
            return puzzles
        puzzles.append(read_lines(lines))


def write_pack(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the puzzles, in their order."""
    return b"====\n".join(write([puzzle]) for puzzle in puzzles)
