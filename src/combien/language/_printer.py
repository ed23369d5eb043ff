"""Write a syntax tree as text; parsing the text gives an equal tree.

Parentheses are written only where the grammar needs them: around the left operand of an infix
operator if it ends in an operand that would absorb the operator, and around the right operand if it
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
    BorderColor,
    Colored,
    Comparison,
    Constant,
    Cost,
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
    Script,
    Setting,
    Shift,
    SolidDefinition,
    SolveCommand,
    Switch,
    Text,
    TileEntry,
    TilesDefinition,
    TileTimes,
)

# A longer list of tiles is written with one tile per line.
LINE = 80


def to_text(script: Script) -> str:
    """Return the text of a script, one declaration after the other.

    >>> from combien.language import parse
    >>> print(to_text(parse("pattern a=b-(union c(d)) ^ {.* $ **}  # a comment")), end="")
    pattern a = b - (c || d) ^ {
    .*
    **
    }

    Parsing it gives an equal tree, if strings are printable, names are not keywords, and
    expressions are nested at most 200 deep, as in every parsed tree.
    """
    if not isinstance(script, Script):
        raise BadScript(f"expected a Script, not a value of type {type(script).__name__}")
    return "".join(f"{_declaration(declaration)}\n" for declaration in script.declarations)


def _declaration(declaration: Declaration) -> str:
    match declaration:
        case PatternDefinition(name, body):
            return f"pattern {name.text} = {_expression(body)}"
        case SolidDefinition(name, layers):
            return f"pattern3 {name.text} = {_list([_expression(layer) for layer in layers])}"
        case TilesDefinition(name, entries, dimension):
            return f"tiles{_three(dimension)} {name.text} = {_tiles(entries)}"
        case KnownTiles(name, options, dimension):
            return " ".join([f"tiles{_three(dimension)}", name.text, *map(_option, options)])
        case ProblemDefinition(name, board, tiles, dimension, settings):
            word = f"problem{_three(dimension)}"
            first = f"{word} {name.text} = {_expression(board)} {_tiles(tiles)}"
            return "\n  ".join([first, *map(_setting, settings)])
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
        case AllCommand(algorithm, problem, dimension, up_to):
            word = f"all{_three(dimension)}"
            return f"{word} {_algorithm(algorithm)} {problem.text}{_up_to(up_to)}"
        case CountCommand(algorithm, problem, dimension, up_to):
            word = f"count{_three(dimension)}"
            return f"{word} {_algorithm(algorithm)} {problem.text}{_up_to(up_to)}"
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
    """Return whether the text ends in an operand that would absorb a following operator."""
    # An infix expression as right operand is in parentheses, so it absorbs nothing.
    last = expression.right if isinstance(expression, Binary) else expression
    return isinstance(last, Apply | Crop)


def _tiles(tiles: Name | tuple[TileEntry, ...]) -> str:
    if isinstance(tiles, Name):
        return tiles.text
    return _list([" ".join([_expression(t.pattern), *map(_option, t.options)]) for t in tiles])


def _option(option: str | TileTimes | Cost | Colored | EdgeColored) -> str:
    if isinstance(option, str):
        return option
    if isinstance(option, Cost):
        return f"~cost {option.cost}"
    if isinstance(option, Colored):
        return f"~color {option.color.text} {_expression(option.cells)}"
    if isinstance(option, EdgeColored):
        return f"~{option.side} {option.color.text} {_expression(option.cells)}"
    least, most = option.low, option.high
    return f"~times {least}" if least == most else f"~times {least}..{most}"


def _setting(setting: Setting) -> str:
    match setting:
        case Holes(low, high):
            if high is None:
                return "~holes any"
            return f"~holes {low}" if low == high else f"~holes {low}..{high}"
        case Marked(what, cells):
            return f"~{what} {_expression(cells)}"
        case Colored():
            return _option(setting)
        case PlacementCost(cost, cells):
            return f"~cost {cost} {_expression(cells)}"
        case OnLattice(name):
            return f"~on {name}"
        case BorderColor(color):
            return f"~border {color.text}"


def _up_to(up_to: str) -> str:
    return "" if up_to == "none" else f" ~up_to {up_to}"


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
