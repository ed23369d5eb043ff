"""Build the syntax tree: one method for each rule of the grammar.

The parser calls the method of a rule with the values of its parts.  Each part, a token or a node,
has a span; the span of a node extends from its first part to its last.
"""

from __future__ import annotations

from typing import Any

from combien.language._lexer import Lexeme
from combien.language._source import Span
from combien.language._syntax import (
    OPERATORS,
    Algorithm,
    AllCommand,
    Apply,
    Assertion,
    Binary,
    BorderColor,
    Colored,
    Comparison,
    Constant,
    CountCommand,
    Crop,
    Declaration,
    DimacsCommand,
    Drawing,
    EdgeColored,
    Exit,
    Expression,
    Holes,
    Include,
    KnownTiles,
    Marked,
    Name,
    OnLattice,
    Pair,
    PatternDefinition,
    PlacementCost,
    PrintCommand,
    ProblemDefinition,
    Put,
    Resize,
    Shift,
    SolidDefinition,
    SolveCommand,
    Switch,
    Text,
    TheAnswer,
    TileEntry,
    TilesDefinition,
)

_BY_SIGN = {sign: name for name, sign in OPERATORS.items()}


class TreeBuilder:
    """Builds nodes; the methods have the names of grammar rules, and there is no state."""

    def start(self, parts: list[Declaration]) -> list[Declaration]:
        return parts

    # Declarations ---------------------------------------------------------------------------------

    def pattern(self, parts: list[Any]) -> PatternDefinition:
        _, name, _, body = parts
        return PatternDefinition(_name(name), body, span=_across(parts))

    def solid(self, parts: list[Any]) -> SolidDefinition:
        _, name, _, layers = parts
        return SolidDefinition(_name(name), layers, span=_across(parts[:2]))

    def tiles(self, parts: list[Any]) -> TilesDefinition:
        word, name, _, entries = parts
        return TilesDefinition(_name(name), entries, _dimension(word), span=_across(parts[:2]))

    def known_tiles(self, parts: list[Any]) -> KnownTiles:
        word, name, *options = parts
        values = tuple(option.value for option in options)
        return KnownTiles(_name(name), values, _dimension(word), span=_across(parts))

    def problem(self, parts: list[Any]) -> ProblemDefinition:
        word, name, _, board, tiles, *settings = parts
        return ProblemDefinition(
            _name(name), board, tiles, _dimension(word), tuple(settings), span=_across(parts[:2])
        )

    def assertion(self, parts: list[Any]) -> Assertion:
        return Assertion(parts[1], span=parts[0].span)

    def print_command(self, parts: list[Any]) -> PrintCommand:
        return PrintCommand(_name(parts[1]), span=_across(parts))

    def solve(self, parts: list[Any]) -> SolveCommand:
        word, algorithm, problem, *output = parts
        svg = _text(output[1]) if len(output) == 2 else None
        return SolveCommand(algorithm, _name(problem), svg, _dimension(word), span=_across(parts))

    def all_command(self, parts: list[Any]) -> AllCommand:
        word, algorithm, problem, *up_to = parts
        return AllCommand(
            algorithm, _name(problem), _dimension(word), _up_to(up_to), span=_across(parts)
        )

    def count(self, parts: list[Any]) -> CountCommand:
        word, algorithm, problem, *up_to = parts
        return CountCommand(
            algorithm, _name(problem), _dimension(word), _up_to(up_to), span=_across(parts)
        )

    def dimacs(self, parts: list[Any]) -> DimacsCommand:
        return DimacsCommand(_name(parts[1]), _text(parts[2]), span=_across(parts))

    def switch(self, parts: list[Any]) -> Switch:
        return Switch(parts[0].value, parts[1].value == "on", span=_across(parts))

    def exit_command(self, parts: list[Any]) -> Exit:
        return Exit(span=parts[0].span)

    def include(self, parts: list[Any]) -> Include:
        return Include(_text(parts[1]), span=_across(parts))

    def the_answer(self, parts: list[Any]) -> TheAnswer:
        return TheAnswer(span=parts[0].span)

    # Parts of declarations ------------------------------------------------------------------------

    def algorithm(self, parts: list[Any]) -> Algorithm:
        command = _text(parts[1]) if len(parts) == 2 else None
        return Algorithm(parts[0].value, command, span=_across(parts))

    def layers(self, parts: list[Any]) -> tuple[Expression, ...]:
        return tuple(part for part in parts if not isinstance(part, Lexeme))

    def tile_list(self, parts: list[Any]) -> tuple[TileEntry, ...]:
        return tuple(part for part in parts if not isinstance(part, Lexeme))

    def named_tiles(self, parts: list[Any]) -> Name:
        return _name(parts[0])

    def tile(self, parts: list[Any]) -> TileEntry:
        pattern, *options = parts
        values = tuple(o.value if isinstance(o, Lexeme) else o for o in options)
        return TileEntry(pattern, values, span=_across(parts))

    def paint(self, parts: list[Any]) -> Colored:
        return Colored(_name(parts[1]), parts[2], span=_across(parts))

    def edge(self, parts: list[Any]) -> EdgeColored:
        return EdgeColored(parts[0].value, _name(parts[1]), parts[2], span=_across(parts))

    def border(self, parts: list[Any]) -> BorderColor:
        return BorderColor(_name(parts[1]), span=_across(parts))

    def plain_setting(self, parts: list[Any]) -> Holes | OnLattice:
        setting: Holes | OnLattice = parts[0].value
        return setting

    def marked(self, parts: list[Any]) -> Marked:
        return Marked(parts[0].value, parts[1], span=_across(parts))

    def placement_cost(self, parts: list[Any]) -> PlacementCost:
        return PlacementCost(parts[0].value.cost, parts[1], span=_across(parts))

    def comparison(self, parts: list[Any]) -> Comparison:
        return Comparison(parts[0], parts[2], span=_across(parts))

    def boolean(self, parts: list[Any]) -> bool:
        return bool(parts[0].value == "true")

    # Expressions ----------------------------------------------------------------------------------

    def name(self, parts: list[Any]) -> Name:
        return _name(parts[0])

    def drawing(self, parts: list[Any]) -> Drawing:
        return Drawing(parts[0].value, span=parts[0].span)

    def group(self, parts: list[Any]) -> Expression:
        inner: Expression = parts[1]
        return inner

    def constant(self, parts: list[Any]) -> Constant:
        return Constant(_pair(parts[1]), parts[2], span=_across(parts[:2]))

    def put(self, parts: list[Any]) -> Put:
        return Put(parts[1], _pair(parts[2]), parts[3], span=_across(parts[:3]))

    def shift(self, parts: list[Any]) -> Shift:
        return Shift(parts[1], _pair(parts[2]), span=_across(parts))

    def resize(self, parts: list[Any]) -> Resize:
        return Resize(parts[1], _pair(parts[2]), span=_across(parts))

    def apply(self, parts: list[Any]) -> Apply:
        return Apply(parts[1].value, parts[2], span=_across(parts))

    def crop(self, parts: list[Any]) -> Crop:
        return Crop(_pair(parts[1]), _pair(parts[2]), parts[3], span=_across(parts))

    def prefix(self, parts: list[Any]) -> Binary:
        return Binary(parts[0].value, parts[1], parts[2], span=_across(parts))

    def infix(self, parts: list[Any]) -> Binary:
        return Binary(parts[1], parts[0], parts[2], span=_across(parts))

    def operator(self, parts: list[Any]) -> str:
        return _BY_SIGN[parts[0].value]


def _across(parts: list[Any]) -> Span:
    first, last = parts[0].span, parts[-1].span
    return Span(first.source, first.start, last.end)


def _name(word: Lexeme) -> Name:
    return Name(word.value, span=word.span)


def _text(word: Lexeme) -> Text:
    return Text(word.value, span=word.span)


def _pair(word: Lexeme) -> Pair:
    return Pair(*word.value, span=word.span)


def _up_to(words: list[Lexeme]) -> str:
    return str(words[0].value) if words else "none"


def _dimension(word: Lexeme) -> int:
    return 3 if word.value.endswith("3") else 2
