"""What an editor shows at a place of a script: hovers, completions, definitions.

Places are offsets in the text.  Nothing here solves a problem.  Placements are counted only where
few are to be expected, so an answer takes a moment at most.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_letters, digits

from combien._wording import counted
from combien.errors import CombienError
from combien.geometry._region import Region, art
from combien.language import _syntax as syntax
from combien.language._analysis import Analysis, Defined, segments
from combien.language._check import ALGORITHMS, BEST
from combien.language._equal_size import NAME as EQUAL_SIZE
from combien.language._interpreter import described
from combien.language._lexer import CHOICES, KEYWORDS, SETTINGS, Lexeme
from combien.language._parser import Parser, Refused
from combien.language._pattern import Pattern
from combien.language._source import Source, Span
from combien.language._tree_builder import TreeBuilder
from combien.language._undefined import KINDS, word_of
from combien.tilings._names import sets
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._placement import predicted
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

TilingModel = TilingProblem | PackingProblem

# Building placements that cover this many cells takes about half a second.
MOST_COVERED = 300_000
# The largest drawing that is shown, and the most tiles of a list.
WIDEST, HIGHEST, MOST_TILES = 80, 40, 24

_WORD = f"{ascii_letters}{digits}_"
# The options by the kinds of their tokens.
_KINDS_OF_OPTIONS = {
    "OPTION": (*syntax.OPTIONS, "~times"),
    "EDGE": tuple(f"~{side}" for side in syntax.SIDES),
    "LATTICE": ("~on",),
} | {name[1:].upper(): (name,) for name in SETTINGS}


# Names --------------------------------------------------------------------------------------------


def name_at(found: Analysis, offset: int) -> tuple[syntax.Name, Defined] | None:
    """Return the name at an offset, used or defined, and its definition."""
    for use in found.uses:
        if _touches(use.name.span, offset):
            return use.name, use.defined
    for one in found.own():
        if _touches(one.name.span, offset):
            return one.name, one
    return None


def definition_at(found: Analysis, offset: int) -> Span | str | None:
    """Return where the name at an offset is defined, or the path of the file included there."""
    if (named := name_at(found, offset)) is not None:
        return named[1].name.span
    for tree in found.trees:
        # A file that cannot be included is not opened either.
        if (
            isinstance(tree, syntax.Include)
            and _touches(tree.file.span, offset)
            and not any(_touches(tree.span, fault.start) for fault in found.faults)
        ):
            return os.path.join(os.path.dirname(found.source.file), tree.file.text)
    return None


def _touches(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end


# Hovers -------------------------------------------------------------------------------------------


def hover_at(found: Analysis, offset: int) -> tuple[str, Span] | None:
    """Return what to show about an offset, as Markdown, and the text that it is about.

    >>> from combien.language._analysis import analyze
    >>> found = analyze("pattern bar = {**}\\nproblem p = constant 3x2 true [bar ~sym]")
    >>> print(hover_at(found, 8)[0])
    pattern `bar`: 2x1, 2 cells
    ```text
    **
    ```
    >>> print(hover_at(found, 51)[0])
    tile 0 (bar), any number, 2 orientations, 7 placements
    ```text
    **
    ```
    """
    for one in found.own():
        for number, entry in enumerate(_entries(one.tree)):
            if _touches(entry.span, offset):
                return "\n".join(_of_tile(found, one, number)), entry.span
    if (named := name_at(found, offset)) is None:
        return None
    name, defined = named
    return "\n".join(_of_definition(defined)), name.span


def _entries(tree: syntax.Definition) -> Sequence[syntax.TileEntry]:
    if isinstance(tree, syntax.TilesDefinition):
        return tree.entries
    if isinstance(tree, syntax.ProblemDefinition) and not isinstance(tree.tiles, syntax.Name):
        return tree.tiles
    return ()


def _of_definition(one: Defined) -> Iterator[str]:
    title = f"{KINDS[one.word]} `{one.name.text}`"
    value = one.value
    if isinstance(value, Pattern):
        cells = counted(value.bits.bit_count(), "cell")
        yield f"{title}: {value.width}x{value.height}, {cells}"
        if value.width <= WIDEST and value.height <= HIGHEST:
            yield from _fenced(value.art())
    elif isinstance(value, Region):
        yield f"{title}: {'x'.join(map(str, value.size))}, {counted(len(value), 'cell')}"
        yield from _drawn(value)
    elif isinstance(value, tuple):
        yield f"{title}: {counted(len(value), 'tile')}"
        for number, source in enumerate(value[:MOST_TILES]):
            yield f"\n{described(number, source.tile)}"
            yield from _drawn(source.tile.region)
        if len(value) > MOST_TILES:
            yield "\n..."
    elif value is None:
        yield f"{title}, which has an error"
    else:
        yield from _of_problem(title, value)


def _of_problem(title: str, model: TilingModel) -> Iterator[str]:
    cells, tiles = counted(len(model.board), "cell"), counted(len(model.tiles), "tile")
    yield f"{title}: {cells}, {tiles}{_size(model)}"
    yield from _drawn(model.board)


def _size(model: TilingModel) -> str:
    """Return the size of the exact cover problem as text, if it is small."""
    if not _is_small(model):
        return f", up to {_expected(model, model.tiles)} placements"
    try:
        cover, placements = model.problem(), _plain(model).placements
    except CombienError as error:
        return f"; {error}"
    items, options = counted(cover.item_count, "item"), counted(cover.option_count, "option")
    if isinstance(model, TilingProblem):
        return f", {counted(len(placements), 'placement')}; {items}, {options}"
    before = counted(len(placements), "placement")
    return f", {before} before the settings; {items}, {options}"


def _of_tile(found: Analysis, one: Defined, number: int) -> Iterator[str]:
    """Describe a tile of a list: with the placements in its problem, or in all with this list."""
    value = one.value
    if value is None:
        yield f"a tile of {KINDS[one.word]} `{one.name.text}`, which has an error"
        return
    if isinstance(value, tuple):
        tile: Tile = value[number].tile
        listed = [use.name for use in found.uses if use.defined is one]
        models = [
            other.value
            for other in found.own()
            if isinstance(other.tree, syntax.ProblemDefinition)
            and isinstance(other.value, TilingProblem | PackingProblem)
            and any(name is other.tree.tiles for name in listed)
        ]
        yield described(number, tile)
        yield from _drawn(tile.region)
        for model in models:
            yield f"\nin `{model.name}`{_placements(model, number)}"
    elif isinstance(value, TilingProblem | PackingProblem):
        tile = value.tiles[number]
        yield f"{described(number, tile)}{_placements(value, number)}"
        yield from _drawn(tile.region)


def _placements(model: TilingModel, number: int) -> str:
    """Return the number of placements of a tile as text."""
    if not _is_small(model):
        return f", up to {_expected(model, [model.tiles[number]])} placements"
    try:
        count = len(_plain(model).placements.of_tile(number))
    except CombienError as error:
        return f"; {error}"
    before = "" if isinstance(model, TilingProblem) else " before the settings"
    return f", {counted(count, 'placement')}{before}"


def _plain(model: TilingModel) -> TilingProblem:
    return model if isinstance(model, TilingProblem) else model.base


def _is_small(model: TilingModel) -> bool:
    covered = sum(_expected(model, [tile]) * len(tile) for tile in model.tiles)
    return covered <= MOST_COVERED


def _expected(model: TilingModel, tiles: Iterable[Tile]) -> int:
    """Return a bound of the number of placements, from the sizes alone."""
    return sum(predicted(model.board, turned) for tile in tiles for turned in tile.orientations)


def _drawn(region: Region) -> Iterator[str]:
    if all(side <= HIGHEST for side in region.size):
        try:
            yield from _fenced(art(region))
        except CombienError:
            return


def _fenced(drawing: str) -> Iterator[str]:
    yield from ("```text", drawing, "```")


# Completions --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Completion:
    """A word that is possible at a place, its kind, and where the text that it replaces begins."""

    word: str
    kind: str
    start: int


def completions_at(found: Analysis, offset: int) -> list[Completion]:
    """Return the words that are possible at an offset.

    >>> from combien.language._analysis import analyze
    >>> text = "pattern bar = {**}\\nproblem p = constant 3x2 true [bar ~s"
    >>> [one.word for one in completions_at(analyze(text), len(text))]
    ['~one', '~maybe', '~any', '~sym', '~rot', '~times', '~top', '~right', '~bottom', '~left', \
'~color', '~cost']
    """
    before = found.source.text[:offset]
    if (match := re.search(r'\binclude[ \t]+"([^"\n]*)$', before)) is not None:
        files = _scripts_below(found.source.file, match[1])
        return [Completion(file, "file", match.start(1)) for file in files]
    if (match := re.search(r"(~on|~up_to)[ \t]+(\w*)$", before)) is not None:
        return [Completion(word, "choice", match.start(2)) for word in CHOICES[match[1]]]
    start = offset - len(before) + len(before.rstrip(_WORD))
    start -= before[:start].endswith("~")
    begun = _begun(Source(before[:start]))
    if begun is None:
        return []
    parser = Parser(TreeBuilder())
    try:
        for lexeme in begun:
            parser.feed(lexeme.type, lexeme)
    except Refused:
        return []
    possible = parser.accepts()
    words: list[tuple[str, str]] = []
    if before[start : start + 1] != "~":
        if "NAME" in possible:
            words += _names(found, begun, possible, start)
        words += [(word, "keyword") for word, kind in KEYWORDS.items() if kind in possible]
        if "ISOMETRY" in possible:
            words += [(word, "isometry") for word in syntax.ISOMETRIES]
    words += [
        (option, "option")
        for kind, options in _KINDS_OF_OPTIONS.items()
        if kind in possible
        for option in options
    ]
    return [Completion(word, kind, start) for word, kind in dict.fromkeys(words)]


def _begun(source: Source) -> list[Lexeme] | None:
    """Return the tokens of the last declaration; None in a comment, drawing or string."""
    *_, (begun, _, error) = segments(source)
    if error is not None:
        return None
    last = begun[-1].span.end if begun else 0
    rest = source.text[max(last, source.text.rfind("\n") + 1) :]
    return None if rest.strip() else begun


def _names(
    found: Analysis, begun: Sequence[Lexeme], possible: Iterable[str], before: int
) -> Iterator[tuple[str, str]]:
    """Yield the names that are possible after the first tokens of a declaration."""
    first, last = (begun[0].type, begun[-1].type) if begun else ("", "")
    dimension = 3 if first.endswith("3") and first != "PATTERN3" else 2
    if first.startswith(("COUNT", "SOLVE", "ALL")) and len(begun) == 1:
        best = [BEST] if first.startswith("SOLVE") else []
        yield from ((word, "algorithm") for word in [*ALGORITHMS, EQUAL_SIZE, *best])
    elif first.startswith(("COUNT", "SOLVE", "ALL")):
        yield from _defined(found, (word_of("problem", dimension),), before)
    elif first in ("PRINT", "DIMACS"):
        yield from _defined(found, ("problem", "problem3"), before)
    elif first in ("TILES", "TILES3") and len(begun) == 1:
        yield from ((word, "tiles") for word in sets(dimension=dimension))
    elif last in ("COLOR", "EDGE", "BORDER") or (len(begun) == 1 and first != "ASSERT"):
        return
    elif "OPEN_LIST" in possible:
        yield from _defined(found, (word_of("tiles", dimension),), before)
    else:
        yield from _defined(found, (word_of("pattern", dimension),), before)


def _defined(found: Analysis, words: Sequence[str], before: int) -> Iterator[tuple[str, str]]:
    for one in found.definitions:
        own = one.name.span.source is found.source
        if one.word in words and not (own and one.name.span.end >= before):
            yield one.name.text, one.word


def _scripts_below(file: str, begun: str) -> list[str]:
    """Return the scripts of the folder that a path begins with, below the folder of a file."""
    folder = begun[: begun.rfind("/") + 1]
    if not file or folder.startswith("/") or ".." in folder.split("/"):
        return []
    try:
        with os.scandir(os.path.join(os.path.dirname(file), folder)) as entries:
            names = [
                entry.name
                for entry in entries
                if entry.name.endswith(".cmb") and entry.is_file(follow_symlinks=False)
            ]
    except OSError:
        return []
    own = os.path.basename(file) if not folder else ""
    return [f"{folder}{name}" for name in sorted(names) if name != own]
