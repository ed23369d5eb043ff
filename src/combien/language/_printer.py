"""Write a syntax tree as text; parsing the text gives an equal tree.

Parentheses are written only where the grammar needs them: around the left operand of an infix
operator if it ends in an operand that would absorb the operator, and around the right operand if it
is an infix expression itself.  Comments are not in the tree, and so not in the text.
"""

from __future__ import annotations

from combien.errors import BadScript
from combien.language import _syntax as syntax

# A longer list of tiles is written with one tile per line.
LINE = 80


def to_text(script: syntax.Script) -> str:
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
    if not isinstance(script, syntax.Script):
        raise BadScript(f"expected a Script, not a value of type {type(script).__name__}")
    return "".join(f"{_declaration(declaration)}\n" for declaration in script.declarations)


def _declaration(declaration: syntax.Declaration) -> str:
    match declaration:
        case syntax.PatternDefinition(name, body):
            return f"pattern {name.text} = {_expression(body)}"
        case syntax.SolidDefinition(name, layers):
            return f"pattern3 {name.text} = {_list([_expression(layer) for layer in layers])}"
        case syntax.TilesDefinition(name, entries, dimension):
            return f"tiles{_three(dimension)} {name.text} = {_tiles(entries)}"
        case syntax.KnownTiles(name, options, dimension):
            return " ".join([f"tiles{_three(dimension)}", name.text, *map(_option, options)])
        case syntax.ProblemDefinition(name, board, tiles, dimension, settings):
            word = f"problem{_three(dimension)}"
            first = f"{word} {name.text} = {_expression(board)} {_tiles(tiles)}"
            return "\n  ".join([first, *map(_setting, settings)])
        case syntax.Assertion(syntax.Comparison(left, right)):
            return f"assert {_expression(left)} = {_expression(right)}"
        case syntax.Assertion(condition):
            return f"assert {_boolean(bool(condition))}"
        case _:
            return _command(declaration)


def _command(declaration: syntax.Declaration) -> str:
    match declaration:
        case syntax.PrintCommand(problem):
            return f"print {problem.text}"
        case syntax.SolveCommand(algorithm, problem, svg, dimension):
            output = "ascii" if svg is None else f"svg {_quoted(svg)}"
            word = f"solve{_three(dimension)}"
            return f"{word} {_algorithm(algorithm)} {problem.text} {output}"
        case syntax.AllCommand(algorithm, problem, dimension, up_to):
            word = f"all{_three(dimension)}"
            return f"{word} {_algorithm(algorithm)} {problem.text}{_up_to(up_to)}"
        case syntax.CountCommand(algorithm, problem, dimension, up_to):
            word = f"count{_three(dimension)}"
            return f"{word} {_algorithm(algorithm)} {problem.text}{_up_to(up_to)}"
        case syntax.DimacsCommand(problem, file):
            return f"dimacs {problem.text} {_quoted(file)}"
        case syntax.Switch(what, on):
            return f"{what} {'on' if on else 'off'}"
        case syntax.Include(file):
            return f"include {_quoted(file)}"
        case syntax.Exit():
            return "exit"
        case _:
            return syntax.THE_ANSWER


def _expression(expression: syntax.Expression) -> str:
    match expression:
        case syntax.Name(text):
            return text
        case syntax.Drawing(lines):
            return f"{{{''.join(lines)}}}" if len(lines) < 2 else "\n".join(["{", *lines, "}"])
        case syntax.Constant(size, value):
            return f"constant {_pair(size)} {_boolean(value)}"
        case syntax.Put(inner, position, value):
            return f"set {_expression(inner)} {_pair(position)} {_boolean(value)}"
        case syntax.Shift(inner, by):
            return f"shift {_expression(inner)} {_pair(by)}"
        case syntax.Resize(inner, size):
            return f"resize {_expression(inner)} {_pair(size)}"
        case syntax.Crop(position, size, inner):
            return f"crop {_pair(position)} {_pair(size)} {_expression(inner)}"
        case syntax.Apply(isometry, inner):
            return f"apply {isometry} {_expression(inner)}"
        case syntax.Binary(operator, left, right):
            before, after = _expression(left), _expression(right)
            if _is_open(left):
                before = f"({before})"
            if isinstance(right, syntax.Binary):
                after = f"({after})"
            return f"{before} {syntax.OPERATORS[operator]} {after}"


def _is_open(expression: syntax.Expression) -> bool:
    """Return whether the text ends in an operand that would absorb a following operator."""
    # An infix expression as right operand is in parentheses, so it absorbs nothing.
    last = expression.right if isinstance(expression, syntax.Binary) else expression
    return isinstance(last, syntax.Apply | syntax.Crop)


def _tiles(tiles: syntax.Name | tuple[syntax.TileEntry, ...]) -> str:
    if isinstance(tiles, syntax.Name):
        return tiles.text
    return _list([" ".join([_expression(t.pattern), *map(_option, t.options)]) for t in tiles])


def _option(
    option: str | syntax.TileTimes | syntax.Cost | syntax.Colored | syntax.EdgeColored,
) -> str:
    if isinstance(option, str):
        return option
    if isinstance(option, syntax.Cost):
        return f"~cost {option.cost}"
    if isinstance(option, syntax.Colored):
        return f"~color {option.color.text} {_expression(option.cells)}"
    if isinstance(option, syntax.EdgeColored):
        return f"~{option.side} {option.color.text} {_expression(option.cells)}"
    least, most = option.low, option.high
    return f"~times {least}" if least == most else f"~times {least}..{most}"


def _setting(setting: syntax.Setting) -> str:
    match setting:
        case syntax.Holes(low, high):
            if high is None:
                return "~holes any"
            return f"~holes {low}" if low == high else f"~holes {low}..{high}"
        case syntax.Marked(what, cells):
            return f"~{what} {_expression(cells)}"
        case syntax.Colored():
            return _option(setting)
        case syntax.PlacementCost(cost, cells):
            return f"~cost {cost} {_expression(cells)}"
        case syntax.OnLattice(name):
            return f"~on {name}"
        case syntax.BorderColor(color):
            return f"~border {color.text}"


def _up_to(up_to: str) -> str:
    return "" if up_to == "none" else f" ~up_to {up_to}"


def _list(entries: list[str]) -> str:
    if sum(map(len, entries)) <= LINE and not any("\n" in entry for entry in entries):
        return f"[{', '.join(entries)}]"
    return "[\n" + ",\n".join(f"  {entry}" for entry in entries) + "\n]"


def _algorithm(algorithm: syntax.Algorithm) -> str:
    if algorithm.command is None:
        return algorithm.name
    return f"{algorithm.name} {_quoted(algorithm.command)}"


def _quoted(text: syntax.Text) -> str:
    escaped = text.text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _pair(pair: syntax.Pair) -> str:
    return f"{pair.x}x{pair.y}"


def _boolean(value: bool) -> str:
    return "true" if value else "false"


def _three(dimension: int) -> str:
    return "3" if dimension == 3 else ""
