"""The XML of webpbn.com, with all features but licenses: colors, several pictures, several puzzles.

    <puzzleset><puzzle type="grid" defaultcolor="black">
    <title>Dash and dot</title>
    <color name="white" char=".">ffffff</color>
    <color name="black" char="#">000000</color>
    <clues type="columns"><line><count>1</count></line> ... </clues>
    <clues type="rows"><line><count color="black">2</count> ... </line></clues>
    <solution type="goal"><image>|##.#|</image></solution>
    </puzzle></puzzleset>

A count of 0 is a blotted clue: a block of a known color whose length is hidden, one cell or more.
A white line has no count.  Some programs write a single 0 for it; it is read as a white line if it
cannot be a blotted clue, because the rows and columns would then have different numbers of cells.
If both are possible, there is a warning.

A solution of the type `saved` may have `?` for unknown cells; it is read as the given cells.
The XML parser `xml_tree` rejects entities, document types with content, and truncated files.

Nearly all elements of a file are counts, and a call for each from the XML parser takes longer than
solving the puzzle.  So `PlainClues` reads a section `<clues type="...">` of plain lines and counts,
as all programs write them, and replaces it by an empty element that refers to it.  Anything else in
a section, such as entities or further elements, leaves it to the XML parser, and so do comments and
CDATA anywhere in the file, which could contain such a section.
"""

from __future__ import annotations

import re
import string
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from combien._wording import counted
from combien.cover.formats._text import FormatWarning, natural, quoted
from combien.cover.formats._xml_tree import Element, parsed
from combien.errors import BadFormat
from combien.nonograms._clue import (
    BLACK,
    BLOTTED,
    LETTERS,
    LONGEST_LINE,
    UNKNOWN,
    WHITE,
    Block,
    Clue,
    Ink,
    black_block,
)
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import TEXTS, Puzzle
from combien.nonograms.formats._text import shade_of

# The element of each text.
_TEXTS = {
    "source": "source",
    "id": "catalogue",
    "title": "title",
    "author": "author",
    "copyright": "copyright",
    "description": "description",
}
# Most counts, for which `natural` takes longer than all else.
_SHORT = {str(length): length for length in range(100)}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzles of a file.

    >>> clues = "<clues type='{}'><line><count>1</count></line></clues>"
    >>> puzzle = "<puzzle>" + clues.format("rows") + clues.format("columns") + "</puzzle>"
    >>> read(f"<puzzleset>{puzzle}{puzzle}</puzzleset>".encode())[1].nonogram
    <Nonogram: 1 rows, 1 columns>
    """
    # The files of webpbn.com name a document type, which is neither needed nor fetched.
    found: list[Puzzle] = []
    plain = PlainClues(content)
    root = parsed(
        plain.content,
        named="pbn",
        each="puzzle",
        use=lambda one: found.append(_puzzle(one, plain)),
    )
    if root.name == "puzzle":
        found.append(_puzzle(root, plain))
    if not found:
        raise root.bad(f"expected a <puzzle> in <{root.name}>")
    source = _text(root, "source") if root.name == "puzzleset" else ""
    return [_from_source(puzzle, source) for puzzle in found] if source else found


def _from_source(puzzle: Puzzle, source: str) -> Puzzle:
    """Return the puzzle with this source if it has none of its own."""
    old = puzzle.nonogram
    if old.source:
        return puzzle
    texts = {name: getattr(old, name) for name in TEXTS} | {"source": source}
    nonogram = Nonogram(old.rows, old.columns, palette=old.palette, check=False, **texts)
    return replace(puzzle, nonogram=nonogram)


def _puzzle(puzzle: Element, plain: PlainClues) -> Puzzle:
    kind = puzzle.attributes.get("type", "grid")
    if kind != "grid":
        raise puzzle.bad(f"a puzzle of the type {quoted(kind)}: only grid is read")
    inks = _inks(puzzle)
    boards: dict[str, list[Board]] = {"goal": [], "solution": [], "saved": []}
    for solution in puzzle.all("solution"):
        wanted = solution.attributes.get("type", "goal")
        if wanted not in boards:
            raise solution.bad(f"a solution of the type {quoted(wanted)}: expected goal or saved")
        boards[wanted].append(_board(solution.one("image"), inks))
    if len(boards["saved"]) > 1:
        raise puzzle.bad(f"{len(boards['saved'])} solutions of the type saved: keep one")
    goals = boards["goal"] + boards["solution"]
    for goal in goals:
        if goal.unknown_count:
            raise puzzle.bad("a goal with unknown cells: make it a solution of the type saved")
    parts = puzzle.all("clues")
    clues = {part.attributes.get("type", ""): part for part in parts}
    if not clues and goals:
        rows, columns = map(list, goals[0].clues())
    elif set(clues) != {"rows", "columns"} or len(parts) > 2:
        raise puzzle.bad('expected <clues type="rows"> and <clues type="columns">')
    else:
        default = puzzle.attributes.get("defaultcolor", "black")
        rows, columns = (_clues(clues[name], inks, default, plain) for name in ("rows", "columns"))
        if not rows or not columns:
            raise puzzle.bad("expected a <line> for each row and column")
        rows, columns = _without_blots(rows, columns, inks, goals)
    texts = {name: _text(puzzle, tag) for tag, name in _TEXTS.items()}
    nonogram = Nonogram(rows, columns, palette=inks.values(), check=False, **texts)
    return Puzzle(nonogram, tuple(goals), boards["saved"][0] if boards["saved"] else None)


def _inks(puzzle: Element) -> dict[str, Ink]:
    """Return the colors by their names; white and black need not be declared."""
    background = puzzle.attributes.get("backgroundcolor", "white")
    default = puzzle.attributes.get("defaultcolor", "black")
    further = iter(range(UNKNOWN + 1, len(LETTERS)))
    # Some programs set the default color to the background if every count has a color.
    dark = default if default != background else "black"
    inks: dict[str, Ink] = {}
    for color in puzzle.all("color"):
        name = color.attributes.get("name", "")
        if not name or name in inks:
            raise color.bad(f"expected a unique name, not {quoted(name)}")
        value = {background: WHITE, dark: BLACK}.get(name)
        if value is None:
            value = next(further, None)
        if value is None:
            raise color.bad(f"more than {len(LETTERS) - 1} colors")
        letter = color.attributes.get("char") or LETTERS[value]
        if len(letter) != 1:
            raise color.bad(f"char={quoted(letter)}: expected one character")
        inks[name] = Ink(value, name, shade_of(color.text.strip(), line=color.line), letter)
    for name, usual in (
        (background, Ink(WHITE, background, "#ffffff", ".")),
        (dark, Ink(BLACK, dark, "#000000", "X")),
    ):
        inks.setdefault(name, usual)
    return inks


def _clues(part: Element, inks: dict[str, Ink], default: str, plain: PlainClues) -> list[Clue]:
    """Return the clues of all rows or of all columns."""
    number = part.attributes.get(plain.attribute)
    if number is None:
        return [_clue(line, inks, default) for line in part.all("line")]
    values = {name: ink.value for name, ink in inks.items()}

    def block(length: int, color: str | None) -> Block:
        value = values.get(default if color is None else color, WHITE)
        if value == BLACK and 0 < length < 100:
            return black_block(length)
        return _block(length, default if color is None else color, inks, part)

    return plain.clues(int(number), block=block)


def _block(length: int, name: str, inks: dict[str, Ink], place: Element) -> Block:
    """Return a block of the color with this name; `place` is where errors are."""
    if name not in inks or inks[name].value == WHITE:
        raise place.bad(f"the color {quoted(name)} is not declared, or is the background")
    if length > LONGEST_LINE:
        raise place.bad(f"a count of {length}: expected at most {LONGEST_LINE}")
    return Block(length, inks[name].value)


def _clue(line: Element, inks: dict[str, Ink], default: str) -> Clue:
    blocks = []
    for count in line.children:
        if count.name != "count":
            continue
        # A length of 0 is BLOTTED.
        length = _SHORT.get(count.text)
        if length is None:
            length = natural(count.text.strip(), "a count", most=LONGEST_LINE, line=count.line)
        blocks.append(_block(length, count.attributes.get("color", default), inks, count))
    return tuple(blocks)


def _without_blots(
    rows: list[Clue], columns: list[Clue], inks: dict[str, Ink], goals: list[Board]
) -> tuple[list[Clue], list[Clue]]:
    """Replace single zeros by empty clues if they cannot be blotted; warn if both are possible."""
    count = sum(len(clue) == 1 and clue[0].length == BLOTTED for clue in rows + columns)
    if not count:
        return rows, columns
    empty = [
        [() if len(clue) == 1 and clue[0].length == BLOTTED else clue for clue in clues]
        for clues in (rows, columns)
    ]
    blotted, white = (
        Nonogram(*clues, palette=inks.values(), check=False) for clues in ((rows, columns), empty)
    )
    # A 0 next to other counts is a blotted block, so single zeros are assumed to be blotted too.
    sure = white.blotted or any(goal.solves(blotted) for goal in goals)
    if sure or white.problems():
        return rows, columns
    are_white = bool(blotted.problems()) or any(goal.solves(white) for goal in goals)
    which = "white" if are_white else "blotted"
    warnings.warn(
        f"{counted(count, 'line')} with a single count of 0 read as {which}: a white line is "
        "written <line></line>",
        FormatWarning,
        stacklevel=6,
    )
    return (empty[0], empty[1]) if are_white else (rows, columns)


def _board(image: Element, inks: dict[str, Ink]) -> Board:
    values = {ink.letter: ink.value for ink in inks.values()} | {"?": UNKNOWN}
    framed = filter(None, map(str.strip, image.text.split("\n")))
    if not all(len(line) > 1 and line[0] == line[-1] == "|" for line in framed):
        raise image.bad("expected an image of lines |...| and nothing else")
    lines = re.findall(r"\|([^|\n]*)(?=\|)", image.text)
    # Adjacent lines may share a bar: `|ab|cd|` are two lines.
    found = [list(_cells(line, values, image)) for line in lines if line]
    if not found or any(len(line) != len(found[0]) for line in found):
        raise image.bad("expected an image of lines |...| of the same length")
    return Board(len(found), len(found[0]), bytes(cell for line in found for cell in line))


def _cells(line: str, values: dict[str, int], image: Element) -> Iterator[int]:
    """Yield the cells of a line; several colors in brackets are an unknown cell."""
    for part in re.findall(r"\[[^\]]*\]|.", line):
        if len(part) == 1 and part not in values:
            raise image.bad(f"a cell {part!r}, which is not the char of a color")
        yield values[part] if len(part) == 1 else UNKNOWN


def _text(element: Element, name: str) -> str:
    return element.one(name).text if element.all(name) else ""


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the puzzles, in their order.

    Raises `BadFormat` for characters that XML does not allow, and for equal color names.
    """
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>"]
    for puzzle in puzzles:
        lines += _written(puzzle)
    return "\n".join([*lines, "</puzzleset>", ""]).encode()


def _written(puzzle: Puzzle) -> Iterator[str]:
    nonogram = puzzle.nonogram
    names = {ink.value: _safe(ink.name) for ink in nonogram.palette}
    letters = _letters(nonogram)
    if not all(names.values()) or len(set(names.values())) < len(names):
        raise BadFormat("in the webpbn format each color has a unique name: rename the inks")
    yield (f'<puzzle type="grid" backgroundcolor="{names[WHITE]}" defaultcolor="{names[BLACK]}">')
    for tag, name in _TEXTS.items():
        if text := getattr(nonogram, name):
            yield f"<{tag}>{_safe(text)}</{tag}>"
    for ink in nonogram.palette:
        char = _safe(letters[ink.value])
        yield f'<color name="{names[ink.value]}" char="{char}">{ink.hex[1:]}</color>'
    for kind, clues in (("columns", nonogram.columns), ("rows", nonogram.rows)):
        yield f'<clues type="{kind}">'
        for clue in clues:
            counts = (f'<count color="{names[color]}">{length}</count>' for length, color in clue)
            yield f"<line>{''.join(counts)}</line>"
        yield "</clues>"
    boards = [("goal", goal) for goal in puzzle.goals]
    boards += [("saved", puzzle.given)] if puzzle.given is not None else []
    shown = {value: _safe(letter) for value, letter in letters.items()} | {UNKNOWN: "?"}
    for kind, board in boards:
        yield f'<solution type="{kind}"><image>'
        for number in range(board.height):
            yield f"|{''.join(shown[cell] for cell in board.row(number))}|"
        yield "</image></solution>"
    yield "</puzzle>"


def _letters(nonogram: Nonogram) -> dict[int, str]:
    """Return a letter for each color: that of the ink unless it has another meaning in images."""
    letters: dict[int, str] = {}
    for ink in nonogram.palette:
        free = (
            c for c in LETTERS + string.punctuation if c not in "?|[]" + "".join(letters.values())
        )
        usable = ink.letter not in "?|[]\n\r\t" and ink.letter not in letters.values()
        letters[ink.value] = ink.letter if usable else next(free)
    return letters


def _safe(text: str) -> str:
    """Return text escaped for an element or an attribute."""
    if found := _NOT_XML.search(text):
        raise BadFormat(
            f"XML does not allow the character {found[0]!a} of {quoted(text)}: remove it"
        )
    for mark, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(mark, name)
    for mark in "\t\n\r":
        text = text.replace(mark, f"&#{ord(mark)};")
    return text


_HEAD = re.compile(rb'<clues type="(rows|columns)">')
_EMPTY_LINES = rb"</line>\s*(?:<line>\s*</line>\s*)*"
# What is before `</count>`: a count, perhaps after the end of a line and the beginning of another.
_COUNT = re.compile(
    rb"\s*(?:" + _EMPTY_LINES + rb"<line>\s*)?"
    rb'<count(?: color="([ #\w.-]+)")?>\s*(\d{1,5})\s*',
    re.ASCII,
)
_END = re.compile(rb"\s*" + _EMPTY_LINES)

T = TypeVar("T")


class PlainClues:
    """The plain sections of a file, and the content without them.

    >>> line = b"<line><count>2</count></line>"
    >>> plain = PlainClues(b'<clues type="rows">' + line + b"<line></line></clues>")
    >>> plain.content
    b'<clues type="rows" plain="0"></clues>'
    >>> plain.clues(0, block=lambda length, color: (length, color))
    [((2, None),), ()]

    `attribute` is the name of the attribute with the index of a section, which occurs nowhere else
    in the file.
    """

    def __init__(self, content: bytes) -> None:
        # Each section as the texts before `</count>` and after the last one, and their few kinds.
        self._sections: list[tuple[list[bytes], set[bytes]]] = []
        # By such a text: how many lines it begins, and the length and color of its count.
        self._counts: dict[bytes, tuple[int, int, str | None]] = {}
        self.content = content
        # The empty name, which no attribute has, while there are no sections.
        self.attribute = ""
        # UTF-16 has NUL bytes between the letters.
        if b"<!--" in content or b"<![" in content or b"\0" in content:
            return
        self.attribute = "plain"
        while self.attribute.encode() in content:
            self.attribute += "_"
        *parts, rest = content.split(b"</clues>")
        self.content = b"</clues>".join([*map(self._without_section, parts), rest])

    def clues(self, number: int, *, block: Callable[[int, str | None], T]) -> list[tuple[T, ...]]:
        """Return the clues of a section; `block` is called once for each kind of count."""
        (*texts, rest), kinds = self._sections[number]
        known = {}
        for text in kinds:
            begun, length, color = self._counts[text]
            known[text] = begun, block(length, color)
        clues: list[tuple[T, ...]] = []
        blocks: list[T] = []
        for begun, found in map(known.__getitem__, texts):
            if begun:
                clues.append(tuple(blocks))
                clues += [()] * (begun - 1)
                blocks = []
            blocks.append(found)
        clues.append(tuple(blocks))
        clues += [()] * rest.count(b"<line>")
        # The first one ends before the first line.
        return clues[1:]

    def _without_section(self, part: bytes) -> bytes:
        """Return a part of the file with an empty element instead of the section at its end."""
        begin = max(part.rfind(b"<clues"), 0)
        head = _HEAD.match(part, begin)
        if head is None:
            return part
        section = part[head.end() :].replace(b"<line/>", b"<line></line>")
        texts = (b"</line>" + section).split(b"</count>")
        kinds = {*texts[:-1]}
        if not _END.fullmatch(texts[-1]) or not all(
            map(self._is_count, kinds.difference(self._counts))
        ):
            return part
        self._sections.append((texts, kinds))
        # The following elements stay on their lines, for errors.
        ends = b"\n" * part.count(b"\n", begin)
        name, index = self.attribute.encode(), len(self._sections) - 1
        return b'%b<clues type="%b" %b="%d">%b' % (part[:begin], head[1], name, index, ends)

    def _is_count(self, text: bytes) -> bool:
        count = _COUNT.fullmatch(text)
        if count is None:
            return False
        color = None if count[1] is None else count[1].decode("ascii")
        self._counts[text] = text.count(b"<line>"), int(count[2]), color
        return True
