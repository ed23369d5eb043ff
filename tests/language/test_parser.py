"""How scripts are parsed: precedence, drawings, spellings, and line ends."""

from __future__ import annotations

import pytest

from combien.language import parse
from combien.language._source import Span
from combien.language._syntax import (
    Algorithm,
    AllCommand,
    Apply,
    Assertion,
    Binary,
    Comparison,
    Constant,
    CountCommand,
    Crop,
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
    Shift,
    SolidDefinition,
    SolveCommand,
    Switch,
    Text,
    TheAnswer,
    TileEntry,
    TilesDefinition,
)

A, B, C, D = map(Name, "abcd")


def expression(text: str) -> Expression:
    (definition,) = parse(f"pattern p = {text}").declarations
    assert isinstance(definition, PatternDefinition)
    return definition.body


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a || b && c - d", Binary("diff", Binary("inter", Binary("union", A, B), C), D)),
        ("a ^ (b ^ c)", Binary("xor", A, Binary("xor", B, C))),
        ("apply Rot90 a ^ b", Apply("Rot90", Binary("xor", A, B))),
        ("(apply Rot90 a) ^ b", Binary("xor", Apply("Rot90", A), B)),
        ("a ^ apply Rot90 b ^ c", Binary("xor", A, Apply("Rot90", Binary("xor", B, C)))),
        ("crop 1x2 3x4 a - b", Crop(Pair(1, 2), Pair(3, 4), Binary("diff", A, B))),
        ("union a b && c", Binary("union", A, Binary("inter", B, C))),
        ("union a && b c", Binary("union", Binary("inter", A, B), C)),
        ("inter diff a b xor c d", Binary("inter", Binary("diff", A, B), Binary("xor", C, D))),
        ("a - union b c || d", Binary("diff", A, Binary("union", B, Binary("union", C, D)))),
        ("set a ^ b 1x2 true ^ c", Binary("xor", Put(Binary("xor", A, B), Pair(1, 2), True), C)),
        ("set set a 0x0 true 1x1 false", Put(Put(A, Pair(0, 0), True), Pair(1, 1), False)),
        ("shift apply Id a 1x0 - b", Binary("diff", Shift(Apply("Id", A), Pair(1, 0)), B)),
        ("resize shift a 1x0 5x5", Resize(Shift(A, Pair(1, 0)), Pair(5, 5))),
        ("constant 08x3 false", Constant(Pair(8, 3), False)),
        ("apply HorizRef1 apply Diag2Refl a", Apply("HorizRefl", Apply("Diag2Refl", A))),
        ("((((a))))", A),
    ],
)
def test_expressions_have_one_reading(text: str, tree: Expression) -> None:
    assert expression(text) == tree


@pytest.mark.parametrize("turn", ["Vert", "Horiz", "Diag1", "Diag2"])
def test_both_spellings_of_a_reflection(turn: str) -> None:
    assert expression(f"apply {turn}Ref1 a") == expression(f"apply {turn}Refl a")


@pytest.mark.parametrize(
    ("art", "lines"),
    [
        ("{**}", ["**"]),
        ("{}", []),
        ("{ \n\t\n # nothing\n $$ }", []),
        ("{*$**$***}", ["*..", "**.", "***"]),
        ("{\n* * .\n\n\t.**\n}", ["**.", ".**"]),
        ("{*..*\n.*}", ["*..*", ".*.."]),
        ("{*oxé*}", ["*...*"]),
        ("{** # a comment with a } in it $ ***\n*}", ["**", "*."]),
        ("{#\n*#\n}", ["*"]),
        ('{"*"[*]~}', [".*..*.."]),
    ],
)
def test_drawings(art: str, lines: list[str]) -> None:
    assert expression(art) == Drawing(tuple(lines))


def test_every_declaration() -> None:
    text = """
    pattern a = b            pattern3 s = [a, b]      pattern3 s = []
    tiles t = []             tiles t = [a ~one ~sym, b ~maybe ~rot, c]
    tiles3 t = [s ~one]      problem p = a t          problem p = a [b]
    problem3 p = s [t ~one]  assert true              assert a = b
    print p                  solve dlx p ascii        solve zdd p svg "a \\"b\\" \\\\.svg"
    solve sat "minisat -x" p ascii                    solve3 dlx p ascii
    all dlx p                all3 dlx p               count frontier p
    count3 zdd p             dimacs p "f.cnf"         debug on  timing off
    include "other.cmb"      exit
    answer_to_the_question_of_life_the_universe_and_everything
    """
    dlx, zdd = Algorithm("dlx"), Algorithm("zdd")
    p, s, t = map(Name, "pst")
    assert parse(text).declarations == (
        PatternDefinition(A, B),
        SolidDefinition(s, (A, B)),
        SolidDefinition(s, ()),
        TilesDefinition(t, ()),
        TilesDefinition(
            t,
            (TileEntry(A, ("~one", "~sym")), TileEntry(B, ("~maybe", "~rot")), TileEntry(C)),
        ),
        TilesDefinition(t, (TileEntry(s, ("~one",)),), 3),
        ProblemDefinition(p, A, t),
        ProblemDefinition(p, A, (TileEntry(B),)),
        ProblemDefinition(p, s, (TileEntry(t, ("~one",)),), 3),
        Assertion(True),
        Assertion(Comparison(A, B)),
        PrintCommand(p),
        SolveCommand(dlx, p),
        SolveCommand(zdd, p, Text('a "b" \\.svg')),
        SolveCommand(Algorithm("sat", Text("minisat -x")), p),
        SolveCommand(dlx, p, None, 3),
        AllCommand(dlx, p),
        AllCommand(dlx, p, 3),
        CountCommand(Algorithm("frontier"), p),
        CountCommand(zdd, p, 3),
        DimacsCommand(p, Text("f.cnf")),
        Switch("debug", True),
        Switch("timing", False),
        Include(Text("other.cmb")),
        Exit(),
        TheAnswer(),
    )


@pytest.mark.parametrize(
    "text",
    [
        "pattern a = {*.\n**}\n",
        "pattern a = {*.\r\n**}\r\n",
        "pattern a = {*.\r**}",
        "\ufeffpattern a = {*.\n**}",
        "# First.\npattern\ta\t=\t{*.$**} # Last, without a line end.",
        "pattern a={*.$**}",
        "pattern a = #\n { * # one\n ** # two }\n }",
    ],
)
def test_line_ends_marks_tabs_and_comments(text: str) -> None:
    assert parse(text).declarations == (PatternDefinition(A, Drawing(("*.", "**"))),)


@pytest.mark.parametrize("text", ["", "\n", "# Nothing.", " \t\r\n", "\ufeff"])
def test_an_empty_text_is_a_script(text: str) -> None:
    assert parse(text).declarations == ()


def test_spans_know_their_place() -> None:
    script = parse("# One.\npattern long = a ||\n  apply Id b", file="dir/x.cmb")
    (definition,) = script.declarations
    assert isinstance(definition, PatternDefinition)
    body = definition.body
    assert isinstance(body, Binary)

    def place(span: Span) -> tuple[int, int, int]:
        return span.line, span.column, span.end_column

    assert place(definition.name.span) == (2, 9, 13)
    assert place(body.span) == (2, 16, 13)
    assert place(body.right.span) == (3, 3, 13)
    assert (body.right.span.text, body.right.span.file) == ("apply Id b", "dir/x.cmb")


def test_equality_ignores_spans() -> None:
    assert parse("count dlx p", file="a") == parse("\n count  dlx p", file="b")
