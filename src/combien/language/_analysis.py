"""Read a script that is being written: all of its errors, and what its names mean.

A keyword that begins a declaration occurs nowhere else, so each declaration is parsed alone, and an
error in one hides no other.  The first error of each kind is the one with which `combien run` would
end.  What uses a definition with an error is not evaluated: its errors would be consequences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from combien.errors import BadScript
from combien.geometry._region import Region
from combien.language import _syntax as syntax
from combien.language._check import Checker
from combien.language._files import gathered
from combien.language._lexer import KEYWORDS, Lexeme, lexemes
from combien.language._models import TileSource
from combien.language._parser import (
    DECLARATIONS,
    END,
    Parser,
    Refused,
    explained,
    expressions_of,
    plain,
    require_shallow,
)
from combien.language._pattern import Pattern
from combien.language._source import Source, Span
from combien.language._tree_builder import TreeBuilder
from combien.language._undefined import KINDS, keyword_of, word_of
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tiling import TilingProblem

# After this many errors the rest of the script is not read.
MOST_FAULTS = 100

_STARTS = "|".join(word for word, kind in KEYWORDS.items() if kind in DECLARATIONS)
_NEXT = re.compile(rf"^[ \t]*(?=(?:{_STARTS})\b)", re.MULTILINE)

_NO_FOLDER = "save this script first: the files that it includes are searched for in its folder"


@dataclass(frozen=True, slots=True)
class Fault:
    """An error or a warning about the text between two offsets."""

    start: int
    end: int
    message: str
    warning: bool = False


Value = Pattern | Region | tuple[TileSource, ...] | TilingProblem | PackingProblem


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition: the keyword of its kind, its name, its tree, and its value.

    The value is None if there is an error in the definition or before it.
    """

    word: str
    name: syntax.Name
    tree: syntax.Definition
    value: Value | None


@dataclass(frozen=True, slots=True)
class Use:
    """A name where it is used, and what it means."""

    name: syntax.Name
    defined: Defined


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about a script; `trees` are its own declarations, without included ones."""

    source: Source
    faults: list[Fault] = field(default_factory=list)
    trees: list[syntax.Declaration] = field(default_factory=list)
    definitions: list[Defined] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)

    def own(self) -> Iterator[Defined]:
        """Yield the definitions of the script itself, in order."""
        return (one for one in self.definitions if one.name.span.source is self.source)

    def problems(self) -> list[Defined]:
        """Return the problems of the script itself; of one name, the last definition counts."""
        last = {
            one.name.text: one
            for one in self.definitions
            if isinstance(one.tree, syntax.ProblemDefinition) and one.value is not None
        }
        return [one for one in self.own() if last.get(one.name.text) is one]


def _go_on() -> None:
    """Do nothing."""


def analyze(text: str, *, file: str = "", pause: Callable[[], None] = _go_on) -> Analysis:
    """Read and check a script.

    >>> found = analyze("pattern a = {**} ^\\nproblem p = a [a]\\ncount dxl q")
    >>> [(fault.start, fault.message[:27]) for fault in found.faults]
    [(19, 'expected an expression (a n'), (43, "there is no algorithm 'dxl'")]

    `pause` is called between declarations, and may raise an exception.  Files are included from
    the folder of `file` only, and without one not at all.
    """
    found = Analysis(Source(plain(text), file=file))
    broken = _read(found, pause)
    _evaluate(found, broken, pause)
    found.faults.sort(key=lambda fault: fault.start)
    return found


# Syntax -------------------------------------------------------------------------------------------


def segments(
    source: Source,
) -> Iterator[tuple[list[Lexeme], Lexeme | None, BadScript | None]]:
    """Yield the tokens of each declaration, with the keyword after them, or the error.

    After an error of the lexer, the next line that begins with a declaration is read.
    """
    at = 0
    begun: list[Lexeme] = []
    while True:
        try:
            for lexeme in lexemes(source, at):
                if lexeme.type in DECLARATIONS and begun:
                    yield begun, lexeme, None
                    begun = []
                begun.append(lexeme)
        except BadScript as error:
            yield begun, None, error
            begun = []
            following = _NEXT.search(source.text, source.offset(error.line, error.column) + 1)
            if following is None or following.end() <= at:
                return
            at = following.end()
        else:
            yield begun, None, None
            return


def _read(found: Analysis, pause: Callable[[], None]) -> set[tuple[str, str]]:
    """Parse the declarations of a script; return the names whose definitions have errors."""
    broken = set()
    for begun, following, error in segments(found.source):
        pause()
        if len(found.faults) >= MOST_FAULTS:
            break
        try:
            trees = _parsed(found.source, begun, following, error)
            require_shallow(trees)
        except BadScript as wrong:
            found.faults.append(_fault(found.source, wrong))
            if len(begun) > 1 and begun[0].value in KINDS:
                broken.add((str(begun[0].value), str(begun[1].value)))
        else:
            found.trees.extend(trees)
    return broken


def _parsed(
    source: Source, begun: list[Lexeme], following: Lexeme | None, error: BadScript | None
) -> list[syntax.Declaration]:
    """Return the trees of at most one declaration."""
    parser = Parser(TreeBuilder())
    fed = 0
    try:
        for lexeme in begun:
            parser.feed(lexeme.type, lexeme)
            fed += 1
        if error is not None:
            raise error
        parser.feed(END, None)
    except Refused:
        refused = begun[fed] if fed < len(begun) else following
        raise explained(source, begun[:fed], refused) from None
    trees: list[syntax.Declaration] = parser.values[0]
    return trees


def _fault(source: Source, error: BadScript, outer: syntax.Include | None = None) -> Fault:
    """Return an error of the script, or of a file that it includes: at the `include`."""
    if outer is not None:
        return Fault(outer.span.start, outer.span.end, str(error))
    if not error.line:
        return Fault(0, 0, error.message)
    start = source.offset(error.line, error.column)
    return Fault(start, start + error.length, error.message)


# Meaning ------------------------------------------------------------------------------------------


def _evaluate(found: Analysis, broken: set[tuple[str, str]], pause: Callable[[], None]) -> None:
    """Evaluate the declarations of a script and of the files that it includes."""
    missing: list[BadScript] = []
    source = found.source

    def skip(error: BadScript, outer: syntax.Include) -> None:
        missing.append(error)
        inside = error.file != source.file
        found.faults.append(_fault(source, error, outer if inside else None))

    def remark(span: Span, text: str) -> None:
        if span.source is source:
            found.faults.append(Fault(span.start, span.end, text, warning=True))

    trees = found.trees
    if not source.file:
        for tree in trees:
            if isinstance(tree, syntax.Include):
                skip(tree.span.fault(_NO_FOLDER), tree)
        trees = [tree for tree in trees if not isinstance(tree, syntax.Include)]
    pairs: list[tuple[syntax.Declaration, syntax.Include | None]] = []
    try:
        pairs.extend(gathered(syntax.Script(tuple(trees), source), skip=skip))
    except BadScript as error:  # Too many files or declarations.
        first = next(tree for tree in trees if isinstance(tree, syntax.Include))
        found.faults.append(_fault(source, error, first))
        return
    checker = Checker([tree for tree, _ in pairs], remark, remark)
    latest: dict[tuple[str, str], Defined] = {}
    for at, (tree, outer) in enumerate(pairs):
        pause()
        if len(found.faults) >= MOST_FAULTS:
            return
        used = list(uses_in(tree))
        words = [_word_used(words, name, latest) for words, name in used]
        for word, (_, name) in zip(words, used, strict=True):
            if (word, name.text) in latest and name.span.source is source:
                found.uses.append(Use(name, latest[word, name.text]))
        hopeless = any(
            (word, name.text) in broken or (missing and name.text not in checker.tables()[word])
            for word, (_, name) in zip(words, used, strict=True)
        )
        failed = hopeless
        if not hopeless:
            try:
                checker.declare(at)
            except BadScript as error:
                failed = True
                found.faults.append(_fault(source, error, outer))
        if isinstance(tree, syntax.Definition):
            word, name = keyword_of(tree), tree.name
            (broken.add if failed else broken.discard)((word, name.text))
            value = None if failed else cast("Value", checker.tables()[word][name.text])
            latest[word, name.text] = Defined(word, name, tree, value)
            found.definitions.append(latest[word, name.text])


def _word_used(
    words: tuple[str, ...], name: syntax.Name, known: Mapping[tuple[str, str], object]
) -> str:
    """Return which of these kinds a name has; the first one if it has none of them."""
    return next((word for word in words if (word, name.text) in known), words[0])


def uses_in(tree: syntax.Declaration) -> Iterator[tuple[tuple[str, ...], syntax.Name]]:
    """Yield the names that a declaration uses, each with the kinds that it may have."""
    match tree:
        case syntax.PrintCommand(problem=name) | syntax.DimacsCommand(problem=name):
            yield ("problem", "problem3"), name
        case syntax.SolveCommand() | syntax.AllCommand() | syntax.CountCommand():
            yield (word_of("problem", tree.dimension),), tree.problem
        case _:
            pattern = (word_of("pattern", getattr(tree, "dimension", 2)),)
            level = list(expressions_of(tree))
            while level:
                yield from ((pattern, name) for name in level if isinstance(name, syntax.Name))
                level = [inner for outer in level for inner in syntax.inner_expressions(outer)]
            if isinstance(tree, syntax.ProblemDefinition) and isinstance(tree.tiles, syntax.Name):
                yield (word_of("tiles", tree.dimension),), tree.tiles
