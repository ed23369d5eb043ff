"""The format of the program grid by Mirek and Petr Olsak, with colors: files .g and .grid.

    Anything, until a line begins with : or #d.
    #d
       0:.  #ffffff  white
       1:#  #000000  black
       a:o  #ff0000  red
    : rows
    2 1a
    : columns
    1
    1

    1a
    : end

The lines after `#d` declare colors: the letter that follows numbers in clues, a colon, the letter
on the screen, the shade, and the name.  0 is the background, 1 the color of numbers without a
letter.  An empty line is an empty clue.  The first line that begins with a colon starts the rows,
the second one the columns, whatever their text.  Triangles and hexagonal boards, which the format
also has, are not supported.
"""

from __future__ import annotations

import re

from combien.cover.formats._text import bad, quoted
from combien.nonograms._clue import BLACK, LETTERS, UNKNOWN, WHITE, Clue, Ink
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import Lines, clue_of, lengths, shade_of

_COLOR = re.compile(r"\s*([^\d\s,]|[01]):(.?)\s+(\S+)\s*(.*)")


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a file.

    >>> read(b"#d\\n a:a red\\n: rows\\n1a\\n: columns\\n1a\\n")[0].nonogram.rows
    ((Block(length=1, color=3),),)
    """
    lines = Lines(content)
    inks: dict[str, Ink] = {}
    parts: list[list[Clue]] = []
    declaring = False

    def color(letter: str) -> int | None:
        return inks[letter].value if letter in inks and letter not in "01" else None

    for line in lines:
        if line.startswith(":"):
            # The first such line begins the rows, the second the columns; the text is ignored.
            if len(parts) == 2:
                break
            parts.append([])
        elif parts:
            parts[-1].append(clue_of(line, number=lines.number, colors=color))
        elif line[:2] in ("#t", "#T"):
            raise bad("triangles or hexagons: only squares are read", line=lines.number)
        elif line[:2] in ("#d", "#D"):
            declaring = True
        elif declaring and line:
            _declare(inks, line, lines.number)
    else:
        _without_empty_ends(parts)
    if len(parts) < 2 or not all(parts):
        raise bad("the file ends without : rows, : columns and the clues below", line=lines.number)
    palette = inks.values() if inks else None
    return [Puzzle(Nonogram(*parts, palette=palette, check=False))]


def _without_empty_ends(parts: list[list[Clue]]) -> None:
    """Remove trailing empty lines, which are not clues in a file without an end mark."""
    while parts and parts[-1] and not parts[-1][-1]:
        parts[-1].pop()


def _declare(inks: dict[str, Ink], line: str, number: int) -> None:
    found = _COLOR.fullmatch(line)
    if not found:
        raise bad(f"expected a color, as in 'a:o  #ff0000  red', not {quoted(line)}", line=number)
    letter, shown, shade, name = found.groups()
    if letter in inks:
        raise bad(f"a second color for {letter!r}", line=number)
    value = {"0": WHITE, "1": BLACK}.get(letter, UNKNOWN + 1 + len(set(inks) - set("01")))
    if value >= len(LETTERS):
        raise bad(f"more than {len(LETTERS) - 2} colors", line=number)
    shown = shown if shown.strip() else LETTERS[value]
    inks[letter] = Ink(value, name.strip() or shade, shade_of(shade, line=number), shown)


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of a puzzle; colors are declared if there are others than black.

    >>> print(write([Puzzle(Nonogram([[1]], [[1]]))]).decode(), end="")
    : rows
    1
    : columns
    1
    : end
    """
    nonogram = puzzles[0].nonogram
    lines = []
    if nonogram.palette != Nonogram([[1]], [[1]]).palette:
        lines.append("#d")
        names = {WHITE: "0", BLACK: "1"}
        lines += [
            f"   {names.get(ink.value, LETTERS[ink.value])}:{ink.letter}  {ink.hex}  {ink.name}"
            for ink in nonogram.palette
        ]
    rows = [lengths(clue, separator=" ", empty="") for clue in nonogram.rows]
    columns = [lengths(clue, separator=" ", empty="") for clue in nonogram.columns]
    lines += [": rows", *rows, ": columns", *columns, ": end", ""]
    return "\n".join(lines).encode()
