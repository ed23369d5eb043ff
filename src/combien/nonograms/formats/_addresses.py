"""Puzzles on one line: addresses of puzz.link and Penpa, and game ids; nothing is ever fetched.

*puzz.link*, `https://puzz.link/p?nonogram/4/1/...`: the width and the height are followed by the
clues, first of the columns and then of the rows.  Each clue has a slot for every two cells of the
line, and is written from its last number to its first.  A number is one hexadecimal digit, two
after `-`, or three after `+`; a letter from g to z stands for 1 to 20 empty slots.  Black and
white, clues only.  Addresses of some other sites name a puzzle, but hold no clues; `check_address`
explains what to do with them.

*Penpa*, `https://swaroopg92.github.io/penpa-edit/#m=edit&p=...`, read only: the address holds the
whole drawing, as text, deflated without a header, in base 64.  The first line of the text has the
kind of lattice and the size, the second one the widths of the margins (top, bottom, left, right),
and the fourth one the drawing of the puzzle: JSON whose usual keys are shortened to `z` and one
more character.  `zN` are numbers and `zS` colored cells, by the index of the cell on a board with
two more cells on each side.  A drawing is a nonogram if its board is empty and it has numbers only
in the margins above and to the left of it.  A line without numbers is white, `?` is a blotted
block, and black cells of the puzzle's drawing are given; the solver's own marks are ignored.

*Pattern*, in Simon Tatham's collection, `4x1:1//1/1/1.2`: the size and a colon are followed by the
clues, first of the columns and then of the rows, separated by slashes; the numbers of a clue are
separated by dots.  Given cells may follow a comma: the letters a, b, c, ... skip 0, 1, 2, ...
cells, and the next cell is black for a capital, white for a small letter; z skips 25 cells and
gives none.
"""

from __future__ import annotations

import binascii
import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterable, Iterator
from typing import Any

from combien.cover.formats._text import bad, natural, quoted
from combien.errors import BadFormat
from combien.nonograms._clue import BLACK, BLOTTED, LONGEST_LINE, UNKNOWN, WHITE, Block, Clue
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import clue_of, size_of, text_of

_PUZZLINK = re.compile(r"(?:\S*[?/])?nonogram/(?:v:/)?(\d{1,9})/(\d{1,9})/(\S*)")
# A number, the letter of a gap, or a character that is neither.
_CODE = re.compile(r"[0-9a-z]|-[0-9a-f]{2}|\+[0-9a-f]{3}|.", re.DOTALL)
_DIGITS = {f"{digit:x}": digit for digit in range(1, 16)}
_GAPS = "ghijklmnopqrstuvwxyz"
_STEPS = {"0": 1} | {letter: step for step, letter in enumerate(_GAPS, 1)}
_MOST = 0xFFF

# By site: what its addresses lack, and what to do instead.
_SITE = re.compile(
    rb"\s*https?://(?:[\w-]{1,40}\.)?(webpbn\.com|nonograms\.(?:org|ru)|griddlers\.net)(?:/|\s|\Z)"
)
_ADVICE = {
    "webpbn": "export it there as .non or XML",
    "nonograms": "copy the clues into a .non file",
    "griddlers": "copy the clues into a .non file",
}


def read_puzzlink(content: bytes) -> list[Puzzle]:
    """Return the puzzle of an address.

    >>> read_puzzlink(b"https://puzz.link/p?nonogram/4/1/1g1121")[0].nonogram.rows
    ((Block(length=1, color=1), Block(length=2, color=1)),)
    """
    address = text_of(content).strip()
    found = _PUZZLINK.fullmatch(address)
    if not found:
        check_address(content)
        raise BadFormat(f"expected an address with nonogram/WIDTH/HEIGHT/, not {quoted(address)}")
    width, height = size_of([found[1], found[2]], ("columns", "rows"), line=1)
    down, across = (height + 1) // 2, (width + 1) // 2
    columns: list[list[int]] = [[] for _ in range(width)]
    rows: list[list[int]] = [[] for _ in range(height)]
    slot, border = 0, width * down
    codes = _CODE.findall(found[3])
    for number, code in enumerate(codes):
        length = _DIGITS.get(code)
        if length is None:
            if step := _STEPS.get(code):
                slot += step
                continue
            length = _long(codes, number)
        if length:
            try:
                if slot < border:
                    columns[slot // down].append(length)
                else:
                    rows[(slot - border) // across].append(length)
            except IndexError:
                raise BadFormat(
                    "there are more numbers than slots in the margins of this board"
                ) from None
        slot += 1
    if slot < border + height * across:
        raise BadFormat(
            f"the address ends after {slot} of {border + height * across} slots in the margins of "
            "this board: copy all of it"
        )
    return [Puzzle(Nonogram(map(_turned, rows), map(_turned, columns), check=False))]


def check_address(content: bytes) -> None:
    """Raise `BadFormat` if the content is an address without clues; nothing is ever fetched.

    >>> check_address(b"https://webpbn.com/1")
    Traceback (most recent call last):
    ...
    combien.errors.BadFormat: an address of webpbn.com has the number of a puzzle, not its clues: \
export it there as .non or XML
    """
    if len(content.split(None, 1)) != 1:
        return
    if found := _SITE.match(content):
        site = found[1].decode()
        raise BadFormat(
            f"an address of {site} has the number of a puzzle, not its clues: "
            f"{_ADVICE[site.partition('.')[0]]}"
        )


def _long(codes: list[str], number: int) -> int:
    """Return the number that a code of several digits stands for."""
    if len(codes[number]) > 1:
        return int(codes[number][1:], 16)
    before = "".join(codes[:number])
    near = quoted("".join(codes[number : number + 8])[:8])
    raise BadFormat(f"character {len(before) + 1} of the numbers: {near} is not a number")


def _turned(clue: list[int]) -> list[int]:
    return clue[::-1]


def write_puzzlink(puzzles: list[Puzzle]) -> bytes:
    """Return the address of a puzzle.  Raises `BadFormat` for a number beyond 4095."""
    nonogram = puzzles[0].nonogram
    for what, clues, length in (
        ("column", nonogram.columns, nonogram.height),
        ("row", nonogram.rows, nonogram.width),
    ):
        for number, clue in enumerate(clues, 1):
            if len(clue) > (length + 1) // 2 or any(block.length > _MOST for block in clue):
                raise BadFormat(
                    f"{what} {number}: the puzz.link format has {(length + 1) // 2} numbers up to "
                    f"{_MOST} in a clue here: write nin or json"
                )
    slots = [
        *_slots(nonogram.columns, (nonogram.height + 1) // 2),
        *_slots(nonogram.rows, (nonogram.width + 1) // 2),
    ]
    body = "".join(_coded(slots))
    return f"https://puzz.link/p?nonogram/{nonogram.width}/{nonogram.height}/{body}\n".encode()


def _slots(clues: Iterable[Clue], slots: int) -> Iterator[int]:
    for clue in clues:
        yield from (block.length for block in reversed(clue))
        yield from [0] * (slots - len(clue))


def _coded(slots: Iterable[int]) -> Iterator[str]:
    empty = 0
    for number in slots:
        if not number:
            empty += 1
        if empty and (number or empty == len(_GAPS)):
            yield _GAPS[empty - 1]
            empty = 0
        if number:
            yield (
                f"{number:x}"
                if number < 16
                else f"-{number:02x}"
                if number < 256
                else f"+{number:03x}"
            )
    if empty:
        yield _GAPS[empty - 1]


_PENPA = re.compile(
    r"https?://[^\s#?]{0,200}penpa[^\s#?]{0,200}[#?]m=(?:edit|solve)&p=([\w+/=%-]+)(?:&\S*)?",
    re.IGNORECASE | re.ASCII,
)
# The largest drawings of Penpa have some hundred kilobytes of text.
MOST_TEXT = 4_000_000
_SHORT_KEY = re.compile(r'"(?:[^"\\]|\\.?+)*+"|z[A-Z0-9_]')
# Cells around the board that are never drawn.
_FRAME = 2
_BLACK_SURFACE = 4


def read_penpa(content: bytes) -> list[Puzzle]:
    """Return the puzzle of an address.

    >>> text = 'square,3,2\\n[1,0,1,0]\\n\\n{zN:{"17":["1"],"18":["1"],"23":["2"]}}'
    >>> packed = zlib.compress(text.encode(), wbits=-15)
    >>> address = b"https://penpa.example/#m=edit&p=" + binascii.b2a_base64(packed)
    >>> read_penpa(address)[0].nonogram.rows
    ((Block(length=2, color=1),),)
    """
    if len(content) > MOST_TEXT:
        raise BadFormat(f"an address of more than {MOST_TEXT // 10**6} MB")
    address = text_of(content).strip()
    found = _PENPA.fullmatch(address)
    if not found:
        raise BadFormat(f"expected an address of Penpa with m=edit&p=, not {quoted(address)}")
    lines = _inflated(found[1]).split("\n")
    if len(lines) < 4:
        raise BadFormat("this drawing of Penpa ends early: copy the whole address")
    header = lines[0].split(",")
    if header[0] not in ("square", "sudoku", "kakuro"):
        raise BadFormat(
            f"a drawing of Penpa on the lattice {quoted(header[0])}: a nonogram is on squares"
        )
    return [_Drawing(header, lines[1], lines[3]).puzzle()]


def _inflated(packed: str) -> str:
    """Return the text of a drawing; at most `MOST_TEXT` bytes are inflated."""
    for code, character in (("%2B", "+"), ("%2F", "/"), ("%3D", "=")):
        packed = packed.replace(code, character).replace(code.lower(), character)
    try:
        data = b64decode(packed, validate=True)
        inflater = zlib.decompressobj(wbits=-15)
        text = inflater.decompress(data, MOST_TEXT)
        if inflater.unconsumed_tail or not inflater.eof:
            much = len(text) >= MOST_TEXT
            why = f"more than {MOST_TEXT // 10**6} MB" if much else "the end is missing"
            raise BadFormat(f"the address does not hold a drawing of Penpa: {why}")
        return text.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError) as error:
        raise BadFormat(
            f"the address does not hold a drawing of Penpa: {str(error)[:100]}"
        ) from None


class _Drawing:
    """The drawing of a puzzle: its size, with margins, and its numbers and colored cells."""

    def __init__(self, header: list[str], margins: str, drawing: str) -> None:
        columns, rows = size_of(header[1:3], ("columns", "rows"), line=1)
        edges = _parsed(margins, "margins")
        if not isinstance(edges, list) or len(edges) != 4:
            raise BadFormat("the margins of a drawing of Penpa are four numbers")
        self.top, bottom, self.left, right = (
            natural(str(edge), "the width of a margin", most=LONGEST_LINE, line=2) for edge in edges
        )
        self.height, self.width = rows - self.top - bottom, columns - self.left - right
        if self.height < 1 or self.width < 1:
            raise BadFormat("this drawing of Penpa has no cells between its margins")
        if not self.top or not self.left:
            raise BadFormat(
                "this drawing of Penpa has no margins for clues above and to the left of the board"
            )
        self.stride = columns + 2 * _FRAME
        self.title, self.author = (_field(header, name) for name in ("Title: ", "Author: "))
        data = _parsed(_SHORT_KEY.sub(_long_key, drawing), "drawing")
        if not isinstance(data, dict):
            raise BadFormat("expected a JSON object as the drawing of Penpa")
        self.numbers = self._cells(data.get("zN", data.get("number", {})))
        self.surfaces = self._cells(data.get("zS", data.get("surface", {})))

    def _cells(self, found: Any) -> dict[tuple[int, int], Any]:
        """Return values by the row and the column of the board; the margins are before 0."""
        if not isinstance(found, dict):
            raise BadFormat("expected numbers and colored cells by index in a drawing of Penpa")
        cells = {}
        for index, value in found.items():
            row, column = divmod(
                natural(index, "the index of a cell", most=2**32, line=4), self.stride
            )
            cells[row - _FRAME - self.top, column - _FRAME - self.left] = value
        return cells

    def puzzle(self) -> Puzzle:
        """Return the nonogram."""
        rows: list[list[str]] = [[] for _ in range(self.height)]
        columns: list[list[str]] = [[] for _ in range(self.width)]
        # From left to right in each row, and from top to bottom in each column.
        for (row, column), value in sorted(self.numbers.items(), key=lambda item: item[0]):
            above = -self.top <= row < 0 <= column < self.width
            beside = -self.left <= column < 0 <= row < self.height
            if above or beside:
                # The text, its color and its style.
                text = str(value[0]).strip() if isinstance(value, list) and value else ""
                (columns[column] if above else rows[row]).append(text)
            elif not (row < 0 and column < 0):
                raise BadFormat(
                    "a drawing of Penpa with numbers outside the margins above and to the left of "
                    "the board, which are not clues of a nonogram"
                )
        nonogram = Nonogram(
            [_clue(clue, f"row {number}") for number, clue in enumerate(rows, 1)],
            [_clue(clue, f"column {number}") for number, clue in enumerate(columns, 1)],
            title=self.title,
            author=self.author,
            check=False,
        )
        return Puzzle(nonogram, (), self._given())

    def _given(self) -> Board | None:
        """Return the black cells, or None if there are none; other colors are decoration."""
        black = {
            row * self.width + column: BLACK
            for (row, column), value in self.surfaces.items()
            if value == _BLACK_SURFACE and 0 <= row < self.height and 0 <= column < self.width
        }
        return Board.unknown(self.height, self.width).replaced(black) if black else None


def _long_key(found: re.Match[str]) -> str:
    """Return a string unchanged, and a short key as a string; `zO` stands for null."""
    key = found[0]
    return key if key.startswith('"') else "null" if key == "zO" else f'"{key}"'


def _parsed(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except (RecursionError, ValueError) as error:
        raise BadFormat(f"the {what} of this Penpa address: {str(error)[:100]}") from None


def _field(header: list[str], name: str) -> str:
    """Return a text of the first line, in which commas are written as %2C."""
    found = (part.removeprefix(name) for part in header if part.startswith(name))
    return next(found, "").replace("%2C", ",").strip()


def _clue(texts: list[str], where: str) -> tuple[Block, ...]:
    """Return the clue of these numbers; `where` is for errors."""
    blocks = []
    for text in texts:
        digits = text.isascii() and text.isdigit() and len(text) <= 5
        if text != "?" and not (digits and int(text) <= LONGEST_LINE):
            raise BadFormat(
                f"{where} of this drawing of Penpa: expected a number or ?, not {quoted(text)}"
            )
        if digits and not int(text) and len(texts) > 1:
            raise BadFormat(f"{where} of this drawing of Penpa: 0 beside other numbers")
        blocks.append(Block(int(text) if digits else BLOTTED))
    return () if texts and blocks[0] == Block(0) and texts[0] != "?" else tuple(blocks)


_GAME_ID = re.compile(r"(\d{1,9})x(\d{1,9}):([^,]*)(?:,(.*))?")
_SKIPS = "abcdefghijklmnopqrstuvwxyz"
_LONGEST_SKIP = 25


def read_sgt(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a game id.

    >>> puzzle = read_sgt(b"4x1:1//1/1/1.2,aB")[0]
    >>> puzzle.nonogram.rows, str(puzzle.given)
    (((Block(length=1, color=1), Block(length=2, color=1)),), '.?#?')
    """
    text = text_of(content).strip()
    found = _GAME_ID.fullmatch(text)
    if not found:
        raise BadFormat(f"expected a game id, as in 5x5:1/2/..., not {quoted(text)}")
    width, height = size_of([found[1], found[2]], ("columns", "rows"), line=1)
    lines = found[3].count("/") + 1
    if lines != width + height:
        raise BadFormat(f"expected {width} columns and {height} rows between slashes, not {lines}")
    clues = [clue_of(part.replace(".", " "), number=1) for part in found[3].split("/")]
    nonogram = Nonogram(clues[width:], clues[:width], check=False)
    if found[4] is None:
        return [Puzzle(nonogram)]
    return [Puzzle(nonogram, (), _given_cells(found[4], height, width))]


def _given_cells(letters: str, height: int, width: int) -> Board:
    cells = bytearray([UNKNOWN]) * (height * width)
    place = 0
    for letter in letters:
        if letter.lower() not in _SKIPS:
            raise bad(f"{letter!r} among the given cells: expected a letter", line=1)
        skip = _SKIPS.index(letter.lower())
        place += skip
        if skip < _LONGEST_SKIP and place < len(cells):
            cells[place] = BLACK if letter.isupper() else WHITE
            place += 1
        if place > len(cells):
            raise bad(f"the given cells go beyond the {len(cells)} of the board", line=1)
    return Board(height, width, bytes(cells))


def write_sgt(puzzles: list[Puzzle]) -> bytes:
    """Return the game id of a puzzle.

    >>> write_sgt([Puzzle.of(Board.parse("#.##"))])
    b'4x1:1//1/1/1.2\\n'
    """
    puzzle = puzzles[0]
    nonogram = puzzle.nonogram
    clues = "/".join(
        ".".join(str(block.length) for block in clue)
        for clue in (*nonogram.columns, *nonogram.rows)
    )
    given = "" if puzzle.given is None else "," + "".join(_skips(puzzle.given))
    return f"{nonogram.width}x{nonogram.height}:{clues}{given}\n".encode()


def _skips(given: Board) -> Iterator[str]:
    skipped = 0
    for cell in given.cells:
        if cell == UNKNOWN:
            skipped += 1
        else:
            letter = _SKIPS[skipped]
            yield letter.upper() if cell == BLACK else letter
            skipped = 0
        if skipped == _LONGEST_SKIP:
            yield _SKIPS[_LONGEST_SKIP]
            skipped = 0
    if skipped:
        yield _SKIPS[skipped]
