"""The highlighting of scripts: by Pygments, and by the grammar of editors."""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Error, Name

from combien.language import to_text
from combien.language._highlighting import ALL_OPTIONS, GROUPS, CmbLexer
from combien.language._lexer import KEYWORDS
from combien.language._syntax import ISOMETRIES
from tests.language.test_round_trip import WORDS, scripts

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.cmb"))


def tokens(text: str) -> list[tuple[Any, str]]:
    """The tokens of a text, without blanks."""
    found = list(CmbLexer().get_tokens_unprocessed(text))
    assert "".join(part for _, _, part in found) == text
    assert all(text.startswith(part, at) for at, _, part in found)
    return [(token, part) for _, token, part in found if part.strip()]


def test_every_keyword_is_in_one_group() -> None:
    words = [word for group in GROUPS.values() for word in group]
    assert sorted(words) == sorted(KEYWORDS)
    for word in words:
        ((token, _),) = tokens(word)
        assert token is not Name
    assert {tokens(word)[0][0] for word in ISOMETRIES} == {Name.Builtin}
    assert {tokens(word)[0][0] for word in ALL_OPTIONS} == {Name.Attribute}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_have_no_errors(path: Path) -> None:
    assert [part for token, part in tokens(path.read_text("utf-8")) if token is Error] == []


def test_tokens() -> None:
    text = "count dlx p  # Done.\npattern a = { * # b\n }\n~holes 3 ~on torus ~no ?"
    assert [(str(token), part.strip()) for token, part in tokens(text)] == [
        ("Token.Keyword", "count"),
        ("Token.Name", "dlx"),
        ("Token.Name", "p"),
        ("Token.Comment.Single", "# Done."),
        ("Token.Keyword.Declaration", "pattern"),
        ("Token.Name", "a"),
        ("Token.Punctuation", "="),
        ("Token.Punctuation", "{"),
        ("Token.Literal.String.Other", "*"),
        ("Token.Comment.Single", "# b"),
        ("Token.Punctuation", "}"),
        ("Token.Name.Attribute", "~holes"),
        ("Token.Literal.Number", "3"),
        ("Token.Name.Attribute", "~on"),
        ("Token.Name.Constant", "torus"),
        ("Token.Error", "~no"),
        ("Token.Error", "?"),
    ]


@given(scripts.map(to_text))
def test_scripts_have_no_errors(text: str) -> None:
    assert Error not in {token for token, _ in tokens(text)}


@given(st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_of_any_text_nothing_is_lost(text: str) -> None:
    tokens(text)


def test_the_entry_point_is_the_lexer() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    ((name, place),) = project["entry-points"]["pygments.lexers"].items()
    module, _, attribute = place.partition(":")
    assert getattr(import_module(module), attribute) is CmbLexer
    assert name in CmbLexer.aliases
