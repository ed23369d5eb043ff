"""Build the syntax tree: one method for each rule of the grammar.

The parser calls the method of a rule with the values of its parts.  Each part, a token or a node,
has a span; the span of a node extends from its first part to its last.
"""

from __future__ import annotations

from typing import Any, cast

from combien.language import _syntax as syntax
from combien.language._lexer import Lexeme
from combien.language._source import Span

_BY_SIGN = {sign: name for name, sign in syntax.OPERATORS.items()}


class TreeBuilder:
    """Builds nodes; the methods have the names of grammar rules, and there is no state."""

    def start(self, parts: list[syntax.Declaration]) -> list[syntax.Declaration]:
        return parts

    # Declarations ---------------------------------------------------------------------------------

    def pattern(self, parts: list[Any]) -> syntax.PatternDefinition:
        _, name, _, body = parts
        return syntax.PatternDefinition(_name(name), body, span=_across(parts))

    def solid(self, parts: list[Any]) -> syntax.SolidDefinition:
        _, name, _, layers = parts
        return syntax.SolidDefinition(_name(name), layers, span=_across(parts[:2]))

    def tiles(self, parts: list[Any]) -> syntax.TilesDefinition:
        word, name, _, entries = parts
        return syntax.TilesDefinition(
            _name(name), entries, _dimension(word), span=_across(parts[:2])
        )

    def known_tiles(self, parts: list[Any]) -> syntax.KnownTiles:
        word, name, *options = parts
        values = tuple(option.value for option in options)
        return syntax.KnownTiles(_name(name), values, _dimension(word), span=_across(parts))

    def problem(self, parts: list[Any]) -> syntax.ProblemDefinition:
        word, name, _, board, tiles, *settings = parts
        return syntax.ProblemDefinition(
            _name(name), board, tiles, _dimension(word), tuple(settings), span=_across(parts[:2])
        )

    def assertion(self, parts: list[Any]) -> syntax.Assertion:
        return syntax.Assertion(parts[1], span=parts[0].span)

    def print_command(self, parts: list[Any]) -> syntax.PrintCommand:
        return syntax.PrintCommand(_name(parts[1]), span=_across(parts))

    def solve(self, parts: list[Any]) -> syntax.SolveCommand:
        word, algorithm, problem, *output = parts
        svg = _text(output[1]) if len(output) == 2 else None
        return syntax.SolveCommand(
            algorithm, _name(problem), svg, _dimension(word), span=_across(parts)
        )

    def all_command(self, parts: list[Any]) -> syntax.AllCommand:
        word, algorithm, problem, *up_to = parts
        return syntax.AllCommand(
            algorithm, _name(problem), _dimension(word), _up_to(up_to), span=_across(parts)
        )

    def count(self, parts: list[Any]) -> syntax.CountCommand:
        word, algorithm, problem, *up_to = parts
        return syntax.CountCommand(
            algorithm, _name(problem), _dimension(word), _up_to(up_to), span=_across(parts)
        )

    def dimacs(self, parts: list[Any]) -> syntax.DimacsCommand:
        return syntax.DimacsCommand(_name(parts[1]), _text(parts[2]), span=_across(parts))

    def switch(self, parts: list[Any]) -> syntax.Switch:
        return syntax.Switch(parts[0].value, parts[1].value == "on", span=_across(parts))

    def exit_command(self, parts: list[Any]) -> syntax.Exit:
        return syntax.Exit(span=parts[0].span)

    def include(self, parts: list[Any]) -> syntax.Include:
        return syntax.Include(_text(parts[1]), span=_across(parts))

    def the_answer(self, parts: list[Any]) -> syntax.TheAnswer:
        return syntax.TheAnswer(span=parts[0].span)

    # Parts of declarations ------------------------------------------------------------------------

    def algorithm(self, parts: list[Any]) -> syntax.Algorithm:
        command = _text(parts[1]) if len(parts) == 2 else None
        return syntax.Algorithm(parts[0].value, command, span=_across(parts))

    def layers(self, parts: list[Any]) -> tuple[syntax.Expression, ...]:
        return tuple(part for part in parts if not isinstance(part, Lexeme))

    def tile_list(self, parts: list[Any]) -> tuple[syntax.TileEntry, ...]:
        return tuple(part for part in parts if not isinstance(part, Lexeme))

    def named_tiles(self, parts: list[Any]) -> syntax.Name:
        return _name(parts[0])

    def tile(self, parts: list[Any]) -> syntax.TileEntry:
        pattern, *options = parts
        values = tuple(o.value if isinstance(o, Lexeme) else o for o in options)
        return syntax.TileEntry(pattern, values, span=_across(parts))

    def paint(self, parts: list[Any]) -> syntax.Colored:
        return syntax.Colored(_name(parts[1]), parts[2], span=_across(parts))

    def edge(self, parts: list[Any]) -> syntax.EdgeColored:
        return syntax.EdgeColored(parts[0].value, _name(parts[1]), parts[2], span=_across(parts))

    def border(self, parts: list[Any]) -> syntax.BorderColor:
        return syntax.BorderColor(_name(parts[1]), span=_across(parts))

    def plain_setting(self, parts: list[Any]) -> syntax.Holes | syntax.OnLattice:
        setting: syntax.Holes | syntax.OnLattice = parts[0].value
        return setting

    def marked(self, parts: list[Any]) -> syntax.Marked:
        return syntax.Marked(parts[0].value, parts[1], span=_across(parts))

    def placement_cost(self, parts: list[Any]) -> syntax.PlacementCost:
        return syntax.PlacementCost(parts[0].value.cost, parts[1], span=_across(parts))

    def comparison(self, parts: list[Any]) -> syntax.Comparison:
        return syntax.Comparison(parts[0], parts[2], span=_across(parts))

    def boolean(self, parts: list[Any]) -> bool:
        return bool(parts[0].value == "true")

    # Expressions ----------------------------------------------------------------------------------

    def name(self, parts: list[Any]) -> syntax.Name:
        return _name(parts[0])

    def drawing(self, parts: list[Any]) -> syntax.Drawing:
        return syntax.Drawing(parts[0].value, span=parts[0].span)

    def group(self, parts: list[Any]) -> syntax.Expression:
        inner: syntax.Expression = parts[1]
        return inner

    def constant(self, parts: list[Any]) -> syntax.Constant:
        return syntax.Constant(_pair(parts[1]), parts[2], span=_across(parts[:2]))

    def put(self, parts: list[Any]) -> syntax.Put:
        return syntax.Put(parts[1], _pair(parts[2]), parts[3], span=_across(parts[:3]))

    def shift(self, parts: list[Any]) -> syntax.Shift:
        return syntax.Shift(parts[1], _pair(parts[2]), span=_across(parts))

    def resize(self, parts: list[Any]) -> syntax.Resize:
        return syntax.Resize(parts[1], _pair(parts[2]), span=_across(parts))

    def apply(self, parts: list[Any]) -> syntax.Apply:
        return syntax.Apply(parts[1].value, parts[2], span=_across(parts))

    def crop(self, parts: list[Any]) -> syntax.Crop:
        return syntax.Crop(_pair(parts[1]), _pair(parts[2]), parts[3], span=_across(parts))

    def prefix(self, parts: list[Any]) -> syntax.Binary:
        return syntax.Binary(parts[0].value, parts[1], parts[2], span=_across(parts))

    def infix(self, parts: list[Any]) -> syntax.Binary:
        return syntax.Binary(parts[1], parts[0], parts[2], span=_across(parts))

    def operator(self, parts: list[Any]) -> str:
        return _BY_SIGN[parts[0].value]


def _across(parts: list[Any]) -> Span:
    first, last = parts[0].span, parts[-1].span
    return Span(first.source, first.start, last.end)


def _name(word: Lexeme) -> syntax.Name:
    return syntax.Name(word.value, span=word.span)


def _text(word: Lexeme) -> syntax.Text:
    return syntax.Text(word.value, span=word.span)


def _pair(word: Lexeme) -> syntax.Pair:
    return syntax.Pair(*word.value, span=word.span)


def _up_to(words: list[Lexeme]) -> syntax.UpTo:
    return cast("syntax.UpTo", words[0].value) if words else "none"


def _dimension(word: Lexeme) -> int:
    return 3 if word.value.endswith("3") else 2
