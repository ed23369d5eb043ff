"""Read and write nonogram files by the name of their format.

Each format is an entry of the table `_BUILT_IN`, and a module, which small ones share by family.
The module has `read(content)`, which returns the puzzles of a file, and, unless the format is
read-only, `write(puzzles)`; in a shared module the `kind` of the format is added to these names, as
in `read_nin`.  The table lists the features of a format; `write` refuses all others by name before
it calls the module.
Losses of appearance only, such as the names of colors, are a `FormatWarning`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import Any, Literal

from combien._base.checks import did_you_mean, short_repr
from combien._base.plugins import Table, object_at
from combien.cover.formats._text import FormatWarning, quoted
from combien.errors import BadFormat, CombienError
from combien.nonograms._clue import BLACK
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._puzzle import TEXTS, Puzzle

__all__ = [
    "FEATURES",
    "FORMATS",
    "Format",
    "FormatWarning",
    "bare",
    "guess",
    "lacking",
    "read",
    "write",
]

# The features of puzzles beyond black clues, in the order of messages, and the features that cannot
# be dropped.
FEATURES = (*TEXTS, "colors", "blotted", "goal", "goals", "given", "several")
_NEEDED = frozenset({"colors", "blotted", "several"})


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its file extensions, description, module and features.

    `holds` are names of `FEATURES`; `inks` is true if colors keep their names and shades, `clues`
    if files have clues and not only a picture, `writes` if the format can be written; `kind` is
    appended to the names of the functions of the module.
    """

    extensions: tuple[str, ...]
    about: str
    module: str
    holds: frozenset[str] = frozenset()
    inks: bool = False
    clues: bool = True
    writes: bool = True
    kind: str = ""


def _format(extensions: str, about: str, module: str, holds: str = "", **more: Any) -> Format:
    place = f"combien.nonograms.formats._{module}"
    return Format(tuple(extensions.split()), about, place, frozenset(holds.split()), **more)


_NON = "title author copyright catalogue license colors goal goals given"
_WEBPBN = (
    "title author copyright catalogue source description colors blotted goal goals given several"
)
_BUILT_IN: dict[str, Format] = {
    "non": _format(".non", "Simpson: texts, colors, goals, given cells", "non", _NON),
    "nonpack": _format(
        ".nonpack", "several puzzles in non", "non", f"{_NON} several", kind="_pack"
    ),
    "webpbn": _format(".xml", "webpbn.com: all but licenses", "webpbn", _WEBPBN, inks=True),
    "json": _format(".json", "combien: everything", "json_format", " ".join(FEATURES), inks=True),
    "nin": _format(".nin", "Wilk: clues in black", "plain", kind="_nin"),
    "olsak": _format(".g .grid", "Olsak: clues with colors", "olsak", "colors", inks=True),
    "mk": _format(".mk", "syro: clues in black", "plain", kind="_mk"),
    "cwd": _format(".cwd", "QNonograms: clues in black", "plain", kind="_cwd"),
    "nng": _format(".nng", "a pickle of clues in black, read only", "nng", "title", writes=False),
    "taai": _format(".taai", "tournaments: 25 by 25, clues", "plain", "several", kind="_taai"),
    "taai-answers": _format(
        ".answers",
        "tournaments: 25 by 25, pictures",
        "plain",
        "goal several",
        clues=False,
        kind="_taai_answers",
    ),
    "puzzlink": _format(".url", "an address of puzz.link", "addresses", kind="_puzzlink"),
    "penpa": _format(
        ".penpa",
        "an address of Penpa: clues in black, given cells, read only",
        "addresses",
        "title author blotted given",
        writes=False,
        kind="_penpa",
    ),
    "sgt": _format(
        ".sgt", "Tatham's Pattern: clues in black, given cells", "addresses", "given", kind="_sgt"
    ),
    "picross": _format(
        ".picross", "picross-solver: GRID, ROWS, COLUMNS", "plain", "several", kind="_picross"
    ),
    "nonogrid": _format(".toml", "nonogrid: TOML with colors", "nonogrid", "colors"),
    "text": _format(
        ".txt", "pictures of . and #", "pictures", "colors goal several", clues=False, kind="_text"
    ),
    "pbm": _format(".pbm", "a bitmap in black", "pictures", "goal", clues=False, kind="_pbm"),
    "png": _format(
        ".png", "an image, a pixel a cell", "pictures", "colors goal", clues=False, kind="_png"
    ),
}  # fmt: skip


def _fault(known: object) -> str:
    return "" if isinstance(known, Format) else f"expected a Format, not {short_repr(known)}"


FORMATS = Table("nonogram_formats", _BUILT_IN, fault=_fault, direct=True, error=BadFormat)


def read(content: bytes, *, format: str) -> list[Puzzle]:
    """Return the puzzles of a file in this format, at least one.

    >>> read(b"2 1\\n2\\n1\\n1\\n", format="nin")[0].nonogram
    <Nonogram: 1 rows, 2 columns>

    Clues without a solution are accepted: see `Nonogram.problems`.
    Raises `BadFormat` with the position and what is expected there, and the name of another format
    if the content is in that one.
    """
    if not isinstance(content, bytes):
        raise BadFormat(f"content must be bytes, not {type(content).__name__}")
    try:
        puzzles: list[Puzzle] = _function("read", format)(content)
        if not puzzles:
            raise BadFormat("this file has no puzzle")
    except BadFormat as error:
        if _WEB_PAGE.match(content[:MOST_SNIFFED]):
            raise BadFormat(
                "this is a saved web page, not a puzzle: download the puzzle itself, as a .non "
                "file or in another format"
            ) from None
        other = _other_format(content, format)
        if not other:
            raise
        raise BadFormat(f"{error}; the content is in the {other} format: read it as {other}") from (
            None
        )
    return puzzles


def _other_format(content: bytes, format: str) -> str:
    """Return the format that the content of a file shows, if it is another one that can be read."""
    other = _by_content(content[:MOST_SNIFFED])
    # A file that should be a pickle is not tried as anything else.
    if other in ("", format) or format == "nng":
        return ""
    if other == "png":
        return other
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            return other if _function("read", other)(content) else ""
    except CombienError:
        return ""


def write(puzzles: Puzzle | Sequence[Puzzle], *, format: str) -> bytes:
    """Return the puzzles as a file in this format.

    >>> from combien.nonograms import Board
    >>> puzzle = Puzzle.of(Board.parse("#."), title="dot")
    >>> write(bare(puzzle, without=["title", "goal"]), format="mk")
    b'1 2\\n1\\n#\\n1\\n0\\n'
    >>> write(bare(puzzle, without=["goal"]), format="mk")
    Traceback (most recent call last):
    ...
    combien.errors.BadFormat: the mk format has no title: leave it out, or write non, webpbn or json

    Raises `BadFormat` naming the features that the format lacks, and formats that have them.
    """
    listed = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    known = _format_named(format)
    if not listed:
        raise BadFormat("there is no puzzle to write")
    if not known.writes:
        raise BadFormat(f"the {format} format is only read: write json")
    if lacks := lacking(listed, format=format):
        missing = _listed([f"no {_LABELS.get(feature, feature)}" for feature in lacks], "and")
        leave = (
            "" if set(lacks) & _NEEDED else f"leave {'it' if len(lacks) == 1 else 'them'} out, or "
        )
        raise BadFormat(f"the {format} format has {missing}: {leave}write {_holders(lacks)}")
    if not known.inks:
        _warn_of_inks(listed, format)
    try:
        content: bytes = _function("write", format)(listed)
    except UnicodeEncodeError as error:
        raise BadFormat(
            f"a text holds {error.object[error.start]!a}, which cannot be encoded"
        ) from None
    return content


def lacking(puzzles: Sequence[Puzzle], *, format: str) -> list[str]:
    """Return the `FEATURES` that the puzzles have and this format lacks.

    >>> from combien.nonograms import Board
    >>> lacking([Puzzle.of(Board.parse("#."), title="dot")], format="mk")
    ['title', 'goal']
    """
    holds = _format_named(format).holds
    lacks = [feature for feature in FEATURES if feature not in holds and _has(puzzles, feature)]
    # A format without goals needs no message about a second one.
    return [feature for feature in lacks if feature != "goals" or "goal" not in lacks]


def bare(puzzle: Puzzle, *, without: Collection[str]) -> Puzzle:
    """Return the puzzle without some `FEATURES`: its texts, goals or given cells.

    >>> from combien.nonograms import Board
    >>> bare(Puzzle.of(Board.parse("#.")), without=["goal"]).goals
    ()

    `goal` removes all goals, `goals` all but the first.  Raises `BadFormat` for a feature that
    cannot be omitted.
    """
    leaving = [feature for feature in FEATURES if feature not in _NEEDED]
    for feature in without:
        if feature not in leaving:
            raise BadFormat(
                f"{quoted(feature)} cannot be left out; {', '.join(leaving)} can"
                f"{did_you_mean(feature, leaving)}"
            )
    old = puzzle.nonogram
    texts = {name: "" if name in without else getattr(old, name) for name in TEXTS}
    nonogram = Nonogram(old.rows, old.columns, palette=old.palette, check=False, **texts)
    goals = puzzle.goals[: 0 if "goal" in without else 1 if "goals" in without else None]
    return replace(
        puzzle,
        nonogram=nonogram,
        goals=goals,
        given=None if "given" in without else puzzle.given,
    )


def guess(
    path: str | PathLike[str],
    content: bytes = b"",
    *,
    way: str = "give the format",
    plugins: bool = True,
) -> str:
    """Return the format of a file, from its extension, else from its content.

    >>> guess("cat.non"), guess("cat", b"5x5:1/2/3"), guess("cat.txt", b"2 1\\n2\\n1\\n1")
    ('non', 'sgt', 'nin')

    Without `plugins`, only the extensions of built-in formats are known, for names that come from
    somebody else.  Raises `BadFormat` when both are unknown; `way` is the advice in its message.
    """
    name = fspath(path)
    extension = name[name.rfind(".") :].lower()
    formats = FORMATS if plugins else FORMATS.built_in
    for format_name, known in formats.items():
        if extension in known.extensions and extension not in _BY_CONTENT:
            return format_name
    found = _by_content(content[:MOST_SNIFFED])
    if content.lstrip()[:4] == b"http":
        from combien.nonograms.formats._addresses import (
            check_address,
        )  # Start-up: for addresses.

        check_address(content[:MOST_SNIFFED])
    if found or extension in _BY_CONTENT:
        return found or _BY_CONTENT[extension]
    raise BadFormat(
        f"{name[-100:]}: unknown format by name and content; {way}, as one of {', '.join(formats)}"
    )


# Bytes that are inspected to find a format.
MOST_SNIFFED = 100_000

# Extensions of files in several formats, with the format if the content does not show it.
_BY_CONTENT = {".txt": "text", ".url": "puzzlink"}

_BEGINNINGS = (
    ("png", re.compile(rb"\x89PNG")),
    ("pbm", re.compile(rb"P[14][\s#]")),
    ("nng", re.compile(rb"\x80[\x02-\x05]|\(d")),
    ("webpbn", re.compile(rb"<")),
    ("nonogrid", re.compile(rb"(?s)(.{0,20000}?\n)?\[(clues|colors)\]\s")),
    ("json", re.compile(rb"[{\[]")),
    ("picross", re.compile(rb"(#[^\n]*\n\s*)*GRID\b")),
    ("penpa", re.compile(rb"(?i)https?://[^\s#?]{0,200}penpa[^\s#?]{0,200}[#?]m=")),
    ("puzzlink", re.compile(rb"(https?://\S*[?/])?nonogram/")),
    ("sgt", re.compile(rb"\d+x\d+:")),
    ("taai-answers", re.compile(rb"\$\d+\s*\n[01](\t[01]){24}\s*\n")),
    ("taai", re.compile(rb"\$\d")),
    ("mk", re.compile(rb"\d+ +\d+ *\r?\n(?:[\d \t]*\r?\n)+#")),
    ("nin", re.compile(rb"\d+ +\d+ *\r?\n[\d \t]*\r?\n")),
    ("cwd", re.compile(rb"\d+ *\r?\n\d+ *\r?\n(?:[\d \t]+\r?\n)+\r?\n")),
    ("text", re.compile(rb"(?=[^.#]*[.#])[.#a-zA-Z\s]*\Z")),
)
_WEB_PAGE = re.compile(rb"(?is)(\xef\xbb\xbf)?\s*(<!--.{0,2000}?-->\s*)?<(!doctype\s+html|html)\b")
_KEYED = re.compile(rb"^(width|height|rows|columns)\b", re.MULTILINE)


def _by_content(beginning: bytes) -> str:
    stripped = beginning.removeprefix(b"\xef\xbb\xbf").lstrip()
    for name, start in _BEGINNINGS:
        if start.match(stripped):
            return name
    if re.search(rb"^: ?rows", stripped, re.MULTILINE):
        return "olsak"
    if len(set(_KEYED.findall(stripped))) > 1:
        return "nonpack" if re.search(rb"^====", stripped, re.MULTILINE) else "non"
    return ""


_LABELS = {
    "blotted": "blotted clues (blotted)",
    "goal": "pictures (goal)",
    "goals": "second goal (goals)",
    "given": "given cells (given)",
    "several": "room for several puzzles",
}


def _has(puzzles: Sequence[Puzzle], feature: str) -> bool:
    """Return whether any of the puzzles has this feature."""
    if feature == "several":
        return len(puzzles) > 1
    if feature == "colors":
        return any(set(puzzle.nonogram.colors) - {BLACK} for puzzle in puzzles)
    if feature == "blotted":
        return any(puzzle.nonogram.blotted for puzzle in puzzles)
    if feature in ("goal", "goals"):
        least = 1 if feature == "goal" else 2
        return any(len(puzzle.goals) >= least for puzzle in puzzles)
    if feature == "given":
        return any(puzzle.given is not None for puzzle in puzzles)
    return any(getattr(puzzle.nonogram, feature) for puzzle in puzzles)


def _holders(features: Iterable[str]) -> str:
    """Return the formats to suggest for these features, as text."""
    names = [name for name in ("non", "webpbn", "json") if FORMATS[name].holds >= {*features}]
    return _listed(names, "or")


def _listed(words: Sequence[str], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if words[:-1] else words)


def _warn_of_inks(puzzles: Sequence[Puzzle], format: str) -> None:
    for puzzle in puzzles:
        nonogram = puzzle.nonogram
        usual = Nonogram(nonogram.rows, nonogram.columns, check=False).palette
        if [ink[:2] for ink in nonogram.palette] != [ink[:2] for ink in usual]:
            warnings.warn(
                f"the {format} format does not hold the names of colors",
                FormatWarning,
                stacklevel=3,
            )
            return


def _format_named(name: str) -> Format:
    if name not in FORMATS:
        raise BadFormat(
            f"there is no format {quoted(str(name))} ({', '.join(FORMATS)})"
            f"{did_you_mean(str(name)[:40], FORMATS)}"
        )
    return FORMATS[name]


def _function(what: Literal["read", "write"], name: str) -> Any:
    """Return the function that reads or writes a format."""
    known = _format_named(name)
    return object_at((known.module, what + known.kind))
