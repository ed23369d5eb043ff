"""Every error message shows the place, what is expected there, and what to do."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from combien.cover.formats import FormatWarning
from combien.errors import BadScript, CannotWrite
from combien.language import parse, problems, run_file, run_script, to_text
from combien.language._lexer import DEEPEST, MOST_TOKENS
from tests.loops import for_each


def refusal(text: str, *, file: str = "") -> BadScript:
    """The error with which a script ends."""
    with pytest.raises(BadScript) as caught:
        run_script(parse(text, file=file), out=io.StringIO(), err=io.StringIO())
    return caught.value


def test_the_whole_message() -> None:
    text = "pattern a = {*}\nproblem p = constant 2x2 true [a ~symm]\n"
    assert str(refusal(text, file="scott.cmb")) == (
        "scott.cmb, line 2, column 34: expected a tile option (~one, ~maybe, ~any, ~times 3, ~sym, "
        "~rot) here, not '~symm'; did you mean '~sym'?\n"
        "  problem p = constant 2x2 true [a ~symm]\n"
        "                                   ^^^^^"
    )


def test_an_error_knows_what_it_is_about() -> None:
    error = refusal("pattern a = {*}\nproblem p = a [a ~symm]\n")
    assert (error.line, error.column, error.length) == (2, 18, len("~symm"))


def test_a_name_is_missing_in_the_middle_of_a_line() -> None:
    text = "pattern domino = {**}\n\tpattern two = set dominoo 1x0 true"
    assert str(refusal(text)) == (
        "line 2, column 20: there is no pattern 'dominoo'; did you mean 'domino'?\n"
        "   pattern two = set dominoo 1x0 true\n"
        "                     ^^^^^^^"
    )


def test_the_script_ends_too_early() -> None:
    assert str(refusal("solve dlx p  # What now?\n")) == (
        'line 1, column 25: expected ascii or svg "file", but the script ends here '
        "(syntax: solve dlx PROBLEM ascii)\n"
        "  solve dlx p  # What now?\n"
        "                          ^"
    )


def test_a_failing_assertion_shows_both_sides() -> None:
    assert str(refusal("assert apply Rot90 {**} = {**}")) == (
        "line 1, column 8: this assertion fails: on the left is a pattern of 1x2:\n"
        "*\n"
        "*\n"
        "and on the right a pattern of 2x1:\n"
        "**\n"
        "  assert apply Rot90 {**} = {**}\n"
        "         ^^^^^^^^^^^^^^^^^^^^^^^"
    )


def test_a_long_line_is_cut_around_the_caret() -> None:
    error = refusal(f"tiles t = [{'a, ' * 1000}b c{', d' * 1000}]")
    line, caret = error.excerpt.split("\n")
    assert len(line) < 110
    assert line[caret.index("^")] == "c"
    assert (error.line, error.column) == (1, 11 + 3000 + 3)


def test_every_character_before_the_caret_takes_one_place() -> None:
    line, caret = refusal("# nothing\nprint\t\x0b").excerpt.split("\n")
    assert line == "  print \ufffd"
    assert caret == "        ^"


SMALL = "pattern a = {**} tiles t = [a] problem p = a t "

# A script with a fault, its column, and the message.
MISTAKES = [
    # Words.
    (
        "patern a = {*}",
        1,
        "expected a declaration (pattern, tiles, problem, count, solve, print, ...) ",
    ),
    ("patern a = {*}", 1, "not 'patern'; did you mean 'pattern'?"),
    ("pattern a {*}", 11, "expected '=' here, not '{*}' (syntax: pattern NAME = EXPR"),
    ("pattern set = {*}", 9, "expected a name here, not 'set', which is a keyword of the language"),
    ("pattern a = b c", 15, "an operator (||, &&, -, ^) or a declaration (pattern, "),
    (
        "pattern a = (b",
        15,
        "expected an operator (||, &&, -, ^) or ')', but the script ends here",
    ),
    ("pattern a = b)", 14, "an operator (||, &&, -, ^) or a declaration"),
    (
        "pattern a =",
        12,
        "an expression (a name, a drawing {...}, constant, union, set, crop, apply",
    ),
    ("pattern a = apply Rot9 b", 19, "not 'Rot9'; did you mean 'Rot90'?"),
    (
        "pattern a = apply b",
        19,
        "an isometry (Id, Rot90, Rot180, Rot270, VertRefl, HorizRefl, Diag",
    ),
    (
        "pattern a = set b true",
        19,
        "or a size or position such as 8x8 here, not 'true'",
    ),
    ("pattern a = constant 8x8", 25, "expected true or false, but the script ends here"),
    ("pattern a = constant 8x8 ture", 26, "not 'ture'; did you mean 'true'?"),
    ("pattern a = constant 8 x 8 true", 22, "written without spaces, such as 8x8"),
    ("pattern a = b | c", 15, "an operator is written '||'"),
    ("pattern a = b & c", 15, "an operator is written '&&'"),
    ("pattern a = b + c", 15, "the language has no character '+'"),
    ("pattern a = \u200b", 13, "the language has no character 'U+200B'"),
    ("pattern a = {**", 13, "this drawing is not closed: a '}' is missing"),
    ("pattern a = {## $ ##}", 13, "is missing; '#' begins a comment, and a cell is '*'"),
    ("pattern a = **}", 13, "the language has no character '*'"),
    ("}", 1, "this '}' closes no drawing"),
    ("pattern3 a = b", 14, "expected a list of layers [...] here"),
    # Mistakes in place of a word or sign of the language.
    ("PATTERN a = {*}", 1, "not 'PATTERN'; did you mean 'pattern'?"),
    ("pattern a = Rot90 b", 13, "not 'Rot90'; did you mean 'apply Rot90'?"),
    ("pattern Id = {*}", 9, "not 'Id', which is a keyword of the language"),
    (
        "set a 1x1 true",
        1,
        "(pattern, tiles, problem, count, solve, print, ...) here, no",
    ),
    ("pattern a = (**)", 14, "no character '*': a drawing is written in braces, such as {**}"),
    ("pattern a = b !c", 15, "no character '!': the cells of a that are not in b are a - b"),
    ("pattern a = b \u2013 c", 15, "the difference is written '-'"),
    ("pattern a = {*};", 16, "declarations have no separator, and tiles are separated by ','"),
    ("// nothing", 1, "a comment begins with '#'"),
    ("solve dlx p svg 'f'", 17, 'a string is written in quotes, "like this"'),
    ("solve dlx p svg \u201cf\u201d", 17, 'a string is written in quotes, "like this"'),
    ("pattern \u00e9 = {*}", 9, "a name is a letter from a to z, then letters, digits and _"),
    ("pattern _a = {*}", 9, "a name is a letter from a to z, then letters, digits and _"),
    ("pattern 1a = {*}", 9, "a name begins with a letter"),
    ("pattern\u00a0a = {*}", 8, "'U+00A0': blanks, tabs and line ends separate words"),
    ("pattern a := {*}", 11, "no character ':': its signs are = ( ) [ ] { } , || && - ^ ~"),
    ("pattern a = constant 8X8 true", 22, "two numbers and a small x, written without spaces"),
    ("pattern a = constant 8x8x8 true", 22, "two numbers and a small x"),
    ("pattern a = { ** pattern b = {*}", 13, "a '}' is missing before the next '{'"),
    ("exit now", 6, "here, not 'now' (syntax: exit)"),
    ("debug on exit now", 15, "here, not 'now' (syntax: exit)"),
    # Expressions that break off.
    ("pattern a = crop {**} 1x0 1x1", 18, "(syntax: crop POSITION SIZE EXPRESSION)"),
    ("pattern a = set b true", 19, "(syntax: set EXPRESSION POSITION true)"),
    ("pattern a = union set b 0x0", 28, "(syntax: set EXPRESSION POSITION true)"),
    ("pattern a = union b", 20, "(syntax: union EXPRESSION EXPRESSION)"),
    ("problem p = constant 3x3 true", 30, "(syntax: problem NAME = BOARD [TILE ~sym, ..."),
    ("pattern a = apply Id b c", 24, "(syntax: pattern NAME = EXPRESSION)"),
    ("tiles t = [a,]", 14, "an expression (a name,"),
    (
        "tiles t = [a ~one b]",
        19,
        "a tile option (~one, ~maybe, ~any, ~times 3, ~sym, ~rot) or ']' or ',' here",
    ),
    (
        "tiles t = [a ~]",
        14,
        "expected a tile option (~one, ~maybe, ~any, ~times 3, ~sym, ~rot) here, not '~'",
    ),
    ("tiles t = [a ~ort]", 14, "not '~ort'; did you mean '~rot'?"),
    (
        "problem p = a",
        14,
        "or a list of tiles [...] or its name, but the script ends here",
    ),
    (
        "count p",
        8,
        "expected a name, but the script ends here (syntax: count dlx PROBLEM",
    ),
    ("count", 6, "expected an algorithm (dlx, zdd, auto, ...), but the script ends here"),
    ("tiles t = [{*} ~times]", 16, "~times 3 is exactly three times, ~times 2..5 two to five"),
    ("tiles t = [{*} ~times ~one]", 16, "a number must follow ~times"),
    ("tiles t = [{*} ~times 0]", 16, "the number of uses must be positive: omit the tile"),
    ("tiles t = [{*} ~times 0..0]", 16, "the number of uses must be positive: omit the tile"),
    ("tiles t = [{*} ~times 5..2]", 16, "5 is more than 2: write the smaller number first"),
    ("tiles t = [{*} ~times 2..]", 16, "a number must follow ~times"),
    ("tiles t = [{*} ~times 2...3]", 16, "a number must follow ~times"),
    ("tiles t = [{*} ~times 8x8]", 16, "a number must follow ~times"),
    ("tiles t = [{*} ~times 2a]", 16, "a number must follow ~times"),
    ("tiles t = [{*} ~times 1234567890]", 16, "at most 9 digits"),
    ("tiles t = [{*} ~time 3]", 16, "not '~time'; did you mean '~times'?"),
    ("tiles t = [{*} ~times3]", 16, "not '~times3'; did you mean '~times'?"),
    ("tiles t = [{*} ~anny]", 16, "did you mean '~any'?"),
    ("tiles t = [{*} 3]", 16, "a size or position is two numbers"),
    ("count sat p", 11, '"like this" here, not \'p\' (syntax: sat "SOLVER")'),
    ("solve dlx p asci", 13, "not 'asci'; did you mean 'ascii'?"),
    ("solve dlx p svg f", 17, "expected a text in quotes, \"like this\" here, not 'f'"),
    ("debug yes", 7, "expected on or off here, not 'yes' (syntax: debug on)"),
    ('include "f', 9, 'this string is not closed: the second " is missing on its line'),
    ('include "f\n"', 9, 'this string is not closed: the second " is missing on its line'),
    ('include "a\tb"', 9, "may contain only printable characters"),
    (f'include "{"x" * 1001}"', 9, "a string has at most 1000 characters"),
    (f"print {'x' * 1001}", 7, "a name has at most 1000 characters"),
    ("pattern a = \0", 13, "this is not a text file: it contains a NUL character"),
    ("# \0", 3, "this is not a text file: it contains a NUL character"),
    ("pattern \ufffd", 9, "these bytes are not UTF-8 text: save the file as UTF-8"),
    # Names.
    ("pattern a = b", 13, "there is no pattern 'b': define it before it is used"),
    ("pattern a = a", 13, "there is no pattern 'a' yet: a definition cannot use itself"),
    ("pattern a = b pattern b = a", 13, "'b' yet: it is defined below in line 1; move it up"),
    ("tiles t = [a]\npattern a = {*}", 12, "'a' yet: it is defined below in line 2; move it up"),
    ("problem p = s t tiles3 t = [s]", 13, "there is no pattern 's': define it before it is used"),
    ("count dlx p\nproblem p = {*} [{*}]", 11, "'p' yet: it is defined below in line 2; move it u"),
    (
        "count3 dlx p pattern3 s = [{*}] problem3 p = s [s]",
        12,
        "'p' yet: it is defined below in line 1",
    ),
    (SMALL + "count dlx P", 58, "there is no problem 'P'; did you mean 'p'?"),
    (SMALL + "count dlx other", 58, "there is no problem 'other': there is only p"),
    (
        "".join(f"pattern p{n} = {{*}} " for n in range(9)) + "assert other = p1",
        161,
        "there are p0, p1, p2, p3, p4, p5, p6, p7, ...",
    ),
    (SMALL + "count DLX p", 54, "did you mean 'dlx'?"),
    (SMALL + "pattern b = t", 60, "there is no pattern 't': 't' is a list of tiles"),
    (SMALL + "problem q = a a", 62, "there is no list of tiles 'a': 'a' is a pattern"),
    (SMALL + "count dlx a", 58, "there is no problem 'a': 'a' is a pattern"),
    (SMALL + "print pp", 54, "there is no problem 'pp'; did you mean 'p'?"),
    (SMALL + 'dimacs q "f"', 55, "there is no problem 'q'"),
    (SMALL + "count3 dlx p", 59, "there is no three-dimensional problem 'p': 'p' is a problem"),
    (
        SMALL + "count dxl p",
        54,
        "there is no algorithm 'dxl' (dlx, zdd, ",
    ),
    (SMALL + "solve dlx p ascii all zde p", 70, "there is no algorithm 'zde'"),
    # Sizes.
    ("pattern a = {**} || {*$*}", 13, "union needs two patterns of the same size, not 2x1 and 1x2"),
    ("pattern a = xor {*} {**}", 13, "xor needs two patterns of the same size, not 1x1 and 2x1"),
    (
        "pattern a = crop 1x0 2x1 {**}",
        22,
        "a part of 2x1 at 1x0 is not inside this pattern of",
    ),
    (
        "pattern a = set {**} 2x0 true",
        22,
        "2x0 is outside this pattern of 2x1: positions go from",
    ),
    ("pattern a = set {} 0x0 true", 20, "0x0 is outside this pattern of 0x0: it has no places"),
    ("pattern a = constant 99999999x99999999 true", 22, "a size of 99999999x99999999 is too large"),
    (
        "pattern a = resize {*} 99999999x1",
        24,
        "a size of 99999999x1 is too large: a pattern has at ",
    ),
    ("pattern a = constant 1234567890x1 true", 22, "a side has at most 9 digits"),
    (f"print {'9' * 5000}x1", 7, "a side has at most 9 digits"),
    (
        "pattern a = {" + "*" * 3000 + "$*" * 3000 + "}",
        13,
        "this drawing of 3000x3001 is too large",
    ),
    ("pattern a = constant 2000x2000 true " * 51, 1813, "more than 200,000,000 places in all"),
    # Tiles and boards.
    ("tiles t = [{..}]", 12, "an empty tile: draw at least one '*'"),
    ("tiles t = [{}]", 12, "an empty tile: draw at least one '*'"),
    ("problem p = constant 3x3 false []", 13, "an empty board: draw at least one '*'"),
    ("problem p = {***} [constant 1x1 false ~one]", 20, "an empty tile"),
    (
        "problem p = constant 300x300 true [constant 9x9 true" + ", constant 9x9 true" * 15 + "]",
        9,
        "placements that cover",
    ),
    # Assertions.
    ("assert false", 1, "this assertion fails"),
    ("assert constant 99x9 true = constant 99x9 false", 8, "a pattern of 99x9 with 891 cells"),
    ("assert constant 0x2 true = {}", 8, "on the left is a pattern of 0x2\nand on the right a p"),
    # Three dimensions.
    ("pattern3 s = []", 10, "a three-dimensional pattern has at least one layer"),
    ("pattern3 s = [{*}, {**}]", 20, "this one is 2x1, the first is 1x1"),
    ("tiles3 t = [{*}]", 13, "expected the name of a three-dimensional pattern here"),
    ("pattern a = {*} tiles3 t = [a]", 29, "there is no three-dimensional pattern 'a': 'a' is a p"),
    ("pattern3 s = [{*}] problem3 p = s t", 35, "there is no list of three-dimensional tiles 't'"),
    (
        "pattern3 s = [{*}] pattern a = s",
        32,
        "there is no pattern 's': 's' is a three-dimensional ",
    ),
    # Depth.
    ("pattern a = " + "(" * 100_000, 13 + DEEPEST, f"more than {DEEPEST} parentheses are open"),
    ("pattern a = b" + " ^ b" * DEEPEST, 13, f"nested more than {DEEPEST} deep: define a name"),
    ("pattern a = " + "apply Id " * 5000 + "b", 13 + 9 * DEEPEST, "nested more than"),
    ("tiles t = [" + "set " * DEEPEST + "b" + " 0x0 true" * DEEPEST + "]", 12 + 4 * DEEPEST, "nes"),
    # Solvers that are missing.
    (SMALL + 'solve sat "sesame" p ascii', 58, "'sesame' is not a SAT solver that scripts may"),
    (SMALL + 'solve sat "minisat \'" p ascii', 58, 'the command "minisat \'" cannot be read'),
]


@for_each(MISTAKES)
def test_mistakes(text: str, column: int, message: str) -> None:
    error = refusal(text)
    assert message in error.message
    assert (error.line, error.column) == (1, column)
    assert error.excerpt.split("\n")[1].strip(" ^") == ""


def test_a_definition_further_down_in_another_file(tmp_path: Path) -> None:
    (tmp_path / "late.cmb").write_text("\npattern b = {*}")
    text = 'pattern a = b include "late.cmb"'
    message = refusal(text, file=str(tmp_path / "first.cmb")).message
    assert message.endswith("late.cmb, line 2; move it up")


def test_the_caret_stands_below_letters_that_are_two_wide() -> None:
    line, caret = refusal("problem p = {\uff0a\uff0a} \u65e5").excerpt.split("\n")
    assert line == "  problem p = {\uff0a\uff0a} \u65e5"
    assert caret == "  " + " " * (len("problem p = {} ") + 4) + "^^"


def test_files_that_are_not_scripts() -> None:
    for call in (parse, problems, to_text):
        with pytest.raises(BadScript, match=r"not .*int"):
            call(3)  # type: ignore[arg-type]
    with pytest.raises(BadScript, match="not bytes"):
        parse(b"print p")  # type: ignore[arg-type]
    with pytest.raises(BadScript, match="not a value of type NoneType"):
        run_file(None, out=io.StringIO(), err=io.StringIO())  # type: ignore[arg-type]
    with pytest.raises(BadScript, match="a value of type str: call parse"):
        run_script("print p", out=io.StringIO(), err=io.StringIO())  # type: ignore[arg-type]


def test_errors_are_found_before_any_command_runs() -> None:
    out = io.StringIO()
    with pytest.raises(BadScript):
        run_script(parse(SMALL + "print p count dlx q"), out=out, err=io.StringIO())
    assert out.getvalue() == ""


def test_a_script_of_too_many_words() -> None:
    text = "timing on\n" * (MOST_TOKENS // 2) + "exit"
    with pytest.raises(BadScript, match="more than 500,000 words: split it into several files"):
        parse(text)


def test_a_drawing_of_ten_million_characters() -> None:
    with pytest.raises(BadScript, match="this drawing of 1000x10000 is too large"):
        parse("pattern a = {" + ("*" * 1000 + "\n") * 10_000 + "}")


@pytest.mark.parametrize(
    "text",
    ["{" * 10**5, '"' * 10**5, "9" * 10**5, "~" * 10**5, "#\n" * 10**5 + "x", " " * 10**6 + "x"],
)
def test_long_texts_of_one_kind(text: str) -> None:
    with pytest.raises(BadScript):
        parse(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    def message(path: Path) -> str:
        with pytest.raises(BadScript) as caught:
            run_file(path, out=io.StringIO(), err=io.StringIO())
        return str(caught.value)

    assert message(tmp_path / "no.cmb").endswith("no.cmb': No such file or directory")
    assert message(tmp_path).endswith("': it is a folder, not a regular file")
    assert "embedded null" in message(tmp_path / "a\0b")
    binary = tmp_path / "binary.cmb"
    binary.write_bytes(bytes(range(255, 0, -1)))
    assert message(binary).startswith(f"cannot read '{binary}': line 1: this is not text in UTF-8")
    utf8 = tmp_path / "utf8.cmb"
    utf8.write_text("pattern \ufffd = {*}", encoding="utf-8")
    assert "line 1, column 9: these bytes are not UTF-8 text" in message(utf8)


def test_scripts_in_older_encodings(tmp_path: Path) -> None:
    path = tmp_path / "latin.cmb"
    path.write_bytes("# Pavé\nproblem p = {*é*} [{*}]".encode("latin-1"))
    with pytest.warns(FormatWarning, match=r"latin.cmb, line 1: this is not UTF-8: Windows-1252"):
        assert len(problems(path)["p"].board) == 2
    # The name of an included file is decoded too.
    (tmp_path / "pavé.cmb").write_text("pattern b = {**}", encoding="utf-8")
    path.write_bytes('include "pavé.cmb" problem p = b [{*}]'.encode("latin-1"))
    with pytest.warns(FormatWarning):
        assert len(problems(path)["p"].board) == 2
    main = tmp_path / "main.cmb"
    main.write_text('include "latin.cmb"', encoding="utf-8")
    with pytest.warns(FormatWarning, match=r"latin.cmb, line 1"):
        assert len(problems(main)["p"].board) == 2


def test_files_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command, file in (("dimacs p", "f.cnf"), ("solve dlx p svg", "f.svg")):
        missing = tmp_path / "no" / file
        with pytest.raises(CannotWrite) as caught:
            text = f'{SMALL}{command} "{missing}"'
            run_script(parse(text), out=io.StringIO(), err=io.StringIO())
        said, words, caret = str(caught.value).split("\n")
        assert said.endswith(f"cannot write '{missing}': No such file or directory")
        assert words[caret.index("^") :].startswith('"/')
