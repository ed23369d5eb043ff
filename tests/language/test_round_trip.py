"""Trees survive conversion to text and back; text that is not a script is refused cleanly."""

from __future__ import annotations

import io

from hypothesis import given, settings
from hypothesis import strategies as st

from combien.errors import BadScript
from combien.language import _syntax, parse, run_script, to_text
from combien.language._lexer import KEYWORDS, SIGNS

WORDS = [
    *KEYWORDS,
    *SIGNS,
    *(
        "Rot90",
        "dlx",
        "zdd",
        "a",
        "b",
        "p",
        "{**}",
        "{}",
        "{",
        "}",
        '"f"',
        '"',
        "~one",
        "~",
        "~times",
        "~times 2..3",
        "~any",
        "2",
        "..",
    ),
    *("8x8", "0x1", "99999999x9", "3", "#", "\n", "$", "*", "|", "\0", "\ufeff", "é", "\ud800"),
]


def printable(text: str) -> _syntax.Text:
    """The part of a text that may be in quotes."""
    return _syntax.Text("".join(c for c in text if c.isprintable() and c != "\ufffd"))


names = st.from_regex(r"[A-Za-z][A-Za-z_0-9]{0,6}", fullmatch=True).filter(
    lambda word: word not in WORDS and word not in _syntax.ISOMETRIES and not word.endswith("Ref1")
)
identifiers = names.map(_syntax.Name)
texts = st.text(st.characters(codec="utf-8"), max_size=8).map(printable)
numbers = st.integers(0, 10**9 - 1)
pairs = st.builds(_syntax.Pair, numbers, numbers)
drawings = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.text("*.", min_size=width, max_size=width), max_size=4).map(
        lambda lines: _syntax.Drawing(tuple(lines))
    )
)
expressions = st.recursive(
    identifiers | drawings | st.builds(_syntax.Constant, pairs, st.booleans()),
    lambda inner: st.one_of(
        st.builds(_syntax.Binary, st.sampled_from(list(_syntax.OPERATORS)), inner, inner),
        st.builds(_syntax.Put, inner, pairs, st.booleans()),
        st.builds(_syntax.Crop, pairs, pairs, inner),
        st.builds(_syntax.Shift, inner, pairs),
        st.builds(_syntax.Resize, inner, pairs),
        st.builds(_syntax.Apply, st.sampled_from(_syntax.ISOMETRIES), inner),
    ),
    max_leaves=12,
)
times = st.lists(st.integers(0, 10**9 - 1), min_size=2, max_size=2).map(sorted)
options = st.sampled_from(_syntax.OPTIONS) | times.filter(lambda ends: ends[1] > 0).map(
    lambda ends: _syntax.TileTimes(*ends)
)
entries = st.lists(
    st.builds(_syntax.TileEntry, expressions, st.lists(options).map(tuple)), max_size=4
).map(tuple)
algorithms = names.map(_syntax.Algorithm) | texts.map(
    lambda command: _syntax.Algorithm("sat", command)
)
dimensions = st.sampled_from([2, 3])
declarations = st.one_of(
    st.builds(_syntax.PatternDefinition, identifiers, expressions),
    st.builds(_syntax.SolidDefinition, identifiers, st.lists(expressions, max_size=3).map(tuple)),
    st.builds(_syntax.TilesDefinition, identifiers, entries, dimensions),
    st.builds(
        _syntax.ProblemDefinition, identifiers, expressions, identifiers | entries, dimensions
    ),
    st.builds(
        _syntax.Assertion, st.booleans() | st.builds(_syntax.Comparison, expressions, expressions)
    ),
    st.builds(_syntax.PrintCommand, identifiers),
    st.builds(_syntax.SolveCommand, algorithms, identifiers, st.none() | texts, dimensions),
    st.builds(_syntax.AllCommand, algorithms, identifiers, dimensions),
    st.builds(_syntax.CountCommand, algorithms, identifiers, dimensions),
    st.builds(_syntax.DimacsCommand, identifiers, texts),
    st.builds(_syntax.Switch, st.sampled_from(["debug", "timing"]), st.booleans()),
    st.builds(_syntax.Include, texts),
    st.sampled_from([_syntax.Exit(), _syntax.TheAnswer()]),
)
scripts = st.lists(declarations, max_size=6).map(lambda found: _syntax.Script(tuple(found)))


@given(scripts)
def test_reading_what_was_printed_gives_the_tree(script: _syntax.Script) -> None:
    assert parse(to_text(script)) == script


def without_parentheses(text: str, number: int) -> str:
    """The text without its pair of parentheses with this number."""
    opened = [at for at, character in enumerate(text) if character == "("][number]
    depth = 0
    for at in range(opened, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return text[:opened] + text[opened + 1 : at] + text[at + 1 :]
    raise AssertionError("a parenthesis that is not closed")


@given(expressions)
def test_every_parenthesis_is_needed(expression: object) -> None:
    script = _syntax.Script((_syntax.PatternDefinition(_syntax.Name("p"), expression),))  # type: ignore[arg-type]
    text = to_text(script)
    for number in range(text.count("(")):
        assert parse(without_parentheses(text, number)) != script


def run(text: str) -> None:
    """Reads a text, and runs it if it is a script; only a BadScript may come of it."""
    try:
        script = parse(text)
        # No engine is called: only what comes before is tested here.
        questions = (
            _syntax.SolveCommand,
            _syntax.AllCommand,
            _syntax.CountCommand,
            _syntax.DimacsCommand,
        )
        kept = tuple(d for d in script.declarations if not isinstance(d, questions))
        run_script(_syntax.Script(kept, script.source), out=io.StringIO(), err=io.StringIO())
    except BadScript as error:
        assert error.message
        assert "\x00" not in str(error)
    else:
        assert parse(to_text(script)) == script


@given(st.text())
def test_any_text(text: str) -> None:
    run(text)


@given(st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_words_of_the_language(text: str) -> None:
    run(text)


@settings(max_examples=40)
@given(scripts, st.data())
def test_scripts_with_a_change(script: _syntax.Script, data: st.DataObject) -> None:
    text = to_text(script)
    at = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(at, min(len(text), at + 5)))
    run(text[:at] + data.draw(st.sampled_from(["", *WORDS])) + text[end:])
