"""The addresses of puzz.link: `https://puzz.link/p?nonogram/4/1/...`.

The width and the height are followed by the clues, first of the columns and then of the rows.  Each
clue has a slot for every two cells of the line, and is written from its last number to its first.
A number is one hexadecimal digit, two after `-`, or three after `+`; a letter from g to z stands
for 1 to 20 empty slots.

Black and white, clues only.  Addresses of some other sites name a puzzle, but hold no clues;
`check_address` explains what to do with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from combien.errors import BadFormat
from combien.nonograms._nonogram import Clue, Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import quoted, size_of, text_of

__all__ = ["check_address", "read", "write"]

_ADDRESS = re.compile(r"(?:.*[?/])?nonogram/(?:v:/)?(\d{1,9})/(\d{1,9})/(\S*)", re.DOTALL)
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


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle of an address.

    >>> read(b"https://puzz.link/p?nonogram/4/1/1g1121")[0].nonogram.rows
    ((Block(length=1, color=1), Block(length=2, color=1)),)
    """
    address = text_of(content).strip()
    found = _ADDRESS.fullmatch(address)
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


def write(puzzles: list[Puzzle]) -> bytes:
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
