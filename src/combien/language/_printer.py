"""Writes a tree as text, so that reading it gives the same tree back.

Parentheses stand where the grammar needs them and nowhere else: to the left of an infix operator
if the expression there is open (its last part would swallow the operator), and to the right if it
is an infix expression itself.  Comments are not in the tree, and so not in the text.
"""

from __future__ import annotations

from combien.errors import BadScript
from combien.language._syntax import (
    OPERATORS,
    THE_ANSWER,
    Algorithm,
    AllCommand,
    Apply,
    Assertion,
    Binary,
    Comparison,
    Constant,
    CountCommand,
    Crop,
    Declaration,
    DimacsCommand,
    Drawing,
    Exit,
    Expression,
    Include,
    Name,
    Pair,
    PatternDefinition,
    PrintCommand,
    ProblemDefinition,
    Put,
    Resize,
    Script,
    Shift,
    SolidDefinition,
    SolveCommand,
    Switch,
    Text,
    TileEntry,
    TilesDefinition,
    TileTimes,
)

__all__ = ["to_text"]

# A list of tiles longer than this has a line for each.
LINE = 80


def to_text(script: Script) -> str:
    """Return the text of a script, a declaration a line.

    >>> from combien.language import parse
    >>> print(to_text(parse("pattern a=b-(union c(d)) ^ {.* $ **}  # a comment")), end="")
    pattern a = b - (c || d) ^ {
    .*
    **
    }

    Reading it gives an equal tree.  Texts must be printable, names no words of the language, and
    expressions at most 200 deep, as they are in every tree that was read.
    """
    if not isinstance(script, Script):
        raise BadScript(f"a Script is written, not a value of type {type(script).__name__}")
    return "".join(f"{_declaration(declaration)}\n" for declaration in script.declarations)


def _declaration(declaration: Declaration) -> str:
    match declaration:
        case PatternDefinition(name, body):
            return f"pattern {name.text} = {_expression(body)}"
        case SolidDefinition(name, layers):
            return f"pattern3 {name.text} = {_list([_expression(layer) for layer in layers])}"
        case TilesDefinition(name, entries, dimension):
            return f"tiles{_three(dimension)} {name.text} = {_tiles(entries)}"
        case ProblemDefinition(name, board, tiles, dimension):
            word = f"problem{_three(dimension)}"
            return f"{word} {name.text} = {_expression(board)} {_tiles(tiles)}"
        case Assertion(Comparison(left, right)):
            return f"assert {_expression(left)} = {_expression(right)}"
        case Assertion(condition):
            return f"assert {_boolean(bool(condition))}"
        case _:
            return _command(declaration)


def _command(declaration: Declaration) -> str:
    match declaration:
        case PrintCommand(problem):
            return f"print {problem.text}"
        case SolveCommand(algorithm, problem, svg, dimension):
            output = "ascii" if svg is None else f"svg {_quoted(svg)}"
            word = f"solve{_three(dimension)}"
            return f"{word} {_algorithm(algorithm)} {problem.text} {output}"
        case AllCommand(algorithm, problem, dimension):
            return f"all{_three(dimension)} {_algorithm(algorithm)} {problem.text}"
        case CountCommand(algorithm, problem, dimension):
            return f"count{_three(dimension)} {_algorithm(algorithm)} {problem.text}"
        case DimacsCommand(problem, file):
            return f"dimacs {problem.text} {_quoted(file)}"
        case Switch(what, on):
            return f"{what} {'on' if on else 'off'}"
        case Include(file):
            return f"include {_quoted(file)}"
        case Exit():
            return "exit"
        case _:
            return THE_ANSWER


def _expression(expression: Expression) -> str:
    match expression:
        case Name(text):
            return text
        case Drawing(lines):
            return f"{{{''.join(lines)}}}" if len(lines) < 2 else "\n".join(["{", *lines, "}"])
        case Constant(size, value):
            return f"constant {_pair(size)} {_boolean(value)}"
        case Put(inner, position, value):
            return f"set {_expression(inner)} {_pair(position)} {_boolean(value)}"
        case Shift(inner, by):
            return f"shift {_expression(inner)} {_pair(by)}"
        case Resize(inner, size):
            return f"resize {_expression(inner)} {_pair(size)}"
        case Crop(position, size, inner):
            return f"crop {_pair(position)} {_pair(size)} {_expression(inner)}"
        case Apply(isometry, inner):
            return f"apply {isometry} {_expression(inner)}"
        case Binary(operator, left, right):
            before, after = _expression(left), _expression(right)
            if _is_open(left):
                before = f"({before})"
            if isinstance(right, Binary):
                after = f"({after})"
            return f"{before} {OPERATORS[operator]} {after}"


def _is_open(expression: Expression) -> bool:
    """Whether its text ends in an expression that would swallow an operator after it."""
    # To the right of an operator, an infix expression is in parentheses: nothing is swallowed.
    last = expression.right if isinstance(expression, Binary) else expression
    return isinstance(last, Apply | Crop)


def _tiles(tiles: Name | tuple[TileEntry, ...]) -> str:
    if isinstance(tiles, Name):
        return tiles.text
    return _list([" ".join([_expression(t.pattern), *map(_option, t.options)]) for t in tiles])


def _option(option: str | TileTimes) -> str:
    if isinstance(option, str):
        return option
    least, most = option.low, option.high
    return f"~times {least}" if least == most else f"~times {least}..{most}"


def _list(entries: list[str]) -> str:
    if sum(map(len, entries)) <= LINE and not any("\n" in entry for entry in entries):
        return f"[{', '.join(entries)}]"
    return "[\n" + ",\n".join(f"  {entry}" for entry in entries) + "\n]"


def _algorithm(algorithm: Algorithm) -> str:
    if algorithm.command is None:
        return algorithm.name
    return f"{algorithm.name} {_quoted(algorithm.command)}"


def _quoted(text: Text) -> str:
    escaped = text.text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _pair(pair: Pair) -> str:
    return f"{pair.x}x{pair.y}"


def _boolean(value: bool) -> str:
    return "true" if value else "false"


def _three(dimension: int) -> str:
    return "3" if dimension == 3 else ""
