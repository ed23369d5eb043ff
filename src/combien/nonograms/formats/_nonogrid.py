'''The TOML of the program nonogrid, with colors.

    [colors]
    defs = ["r = (red) %", "g = (0, 255, 0) *", "v = (88CC44) @"]

    [clues]
    rows = """
    2 1r            # clues are divided by line ends and commas
    """
    columns = "1, 1, 0, '1r'"

A color has a name, a shade, and the character that the program shows.  A block is its length and
the name of its color; `?` is a blotted block.  `#` and `;` begin comments, also within the strings;
clues may be quoted.
'''

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from combien._base.checks import did_you_mean
from combien.cover.formats._text import quoted
from combien.errors import BadFormat
from combien.nonograms._clue import BLACK, LETTERS, UNKNOWN, Clue, Ink
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import clue_of, shade_of, text_of, written

# The parser of the standard library is slow; the largest puzzles take 2 MB.
MOST_BYTES = 4_000_000
_PARTS = ("rows", "columns")
_COLOR = re.compile(r"\s*(\w{1,40})\s*=\s*\(\s*([^()]{1,80}?)\s*\)\s*(\S?)\s*")
_TRIPLET = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})", re.ASCII)
_COMMENT = re.compile("[#;]")
_WORD = re.compile(r"(\d+|\?)(\w*)", re.ASCII)


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a file.

    >>> read(b"[clues]\\nrows = '2, 1'\\ncolumns = '2, 1'\\n")[0].nonogram
    <Nonogram: 2 rows, 2 columns>
    """
    if len(content) > MOST_BYTES:
        raise BadFormat(f"a TOML file of more than {MOST_BYTES // 10**6} MB")
    try:
        # TOML allows no other line ends.
        found = tomllib.loads(text_of(content).replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        if isinstance(error, BadFormat):
            raise
        raise BadFormat(f"not valid TOML: {' '.join(str(error).split())[:200]}") from None
    clues, colors = found.get("clues"), found.get("colors", {})
    if not isinstance(clues, dict) or not isinstance(colors, dict):
        raise BadFormat("expected a table [clues] with rows and columns")
    for table, known in (found, ("clues", "colors")), (clues, _PARTS), (colors, ("defs",)):
        for key in table:
            if key not in known:
                raise BadFormat(f"an unknown key {quoted(key)}{did_you_mean(key[:40], known)}")
    inks = dict(_inks(colors.get("defs", [])))
    parts = [list(_clues(clues, part, inks)) for part in _PARTS]
    return [Puzzle(Nonogram(*parts, palette=inks.values() if inks else None, check=False))]


def _inks(declared: object) -> Iterator[tuple[str, Ink]]:
    """Yield the names of the colors and their inks."""
    if not isinstance(declared, list) or not all(isinstance(text, str) for text in declared):
        raise BadFormat("colors: expected defs = [...] with a text for each color")
    taken: set[int] = set()
    names: set[str] = set()
    for text in declared:
        match = _COLOR.fullmatch(text)
        if not match or match[1] in names:
            raise BadFormat(f"colors: expected name = (shade) character, not {quoted(text)}")
        name, shade, shown = match.groups()
        # Our own letters keep their colors, so that what `write` makes is read back unchanged.
        usual = LETTERS.find(name) if len(name) == 1 else -1
        value = BLACK if name == "black" or shade.lower() == "black" else usual
        if value in taken or value in (-1, UNKNOWN):
            free = (n for n in range(UNKNOWN + 1, len(LETTERS)) if n not in taken)
            value = next(free, -1)
        if value < 0:
            raise BadFormat(f"colors: more than {len(LETTERS) - 2}")
        taken.add(value)
        names.add(name)
        yield name, Ink(value, _named(shade, value), _shade(shade), shown or LETTERS[value])


def _named(shade: str, value: int) -> str:
    return shade if shade.isalpha() and not re.fullmatch("[0-9a-fA-F]{6}", shade) else (
        "black" if value == BLACK else f"color {value}"
    )  # fmt: skip


def _shade(text: str) -> str:
    if match := _TRIPLET.fullmatch(text):
        if any(int(part) > 255 for part in match.groups()):
            raise BadFormat(f"colors: expected three numbers from 0 to 255, not {quoted(text)}")
        return "#" + "".join(f"{int(part):02x}" for part in match.groups())
    return shade_of(text, line=1)


def _clues(clues: dict[str, object], part: str, inks: dict[str, Ink]) -> Iterator[Clue]:
    text = clues.get(part)
    if not isinstance(text, str):
        raise BadFormat(f"clues: expected {part} = and a text with the clues")
    for number, line in enumerate(text.split("\n"), 1):
        for piece in _COMMENT.split(line, 1)[0].split(","):
            bare = piece.strip().strip("\"'")
            if not bare.strip():
                continue
            try:
                if not bare.replace(" ", "").isdigit():
                    bare = " ".join(_word(word, inks) for word in bare.split())
                yield clue_of(bare, number=number, colors=LETTERS.find)
            except BadFormat as error:
                raise BadFormat(f"{part}, {error}") from None


def _word(word: str, inks: dict[str, Ink]) -> str:
    """Return a block with one of our letters for its color."""
    match = _WORD.fullmatch(word)
    if not match or not match[2]:
        return word
    if match[2] not in inks:
        raise BadFormat(f"{quoted(word)}: the color is not declared")
    value = inks[match[2]].value
    return match[1] if value == BLACK else f"{match[1]}{LETTERS[value]}"


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of a puzzle.

    >>> print(write([Puzzle(Nonogram([[1]], [[1]]))]).decode(), end="")
    [clues]
    rows = \"\"\"
    1
    \"\"\"
    columns = \"\"\"
    1
    \"\"\"
    """
    nonogram = puzzles[0].nonogram
    lines = []
    colors = [ink for ink in nonogram.palette if ink.value > UNKNOWN]
    if colors:
        declared = (f'"{LETTERS[i.value]} = ({i.hex[1:]}) {LETTERS[i.value]}"' for i in colors)
        lines += ["[colors]", "defs = [", *(f"    {text}," for text in declared), "]", ""]
    lines.append("[clues]")
    for part, clues in zip(_PARTS, written(nonogram, separator=" "), strict=True):
        lines += [f'{part} = """', *clues, '"""']
    return "\n".join([*lines, ""]).encode()
