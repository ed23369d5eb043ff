"""The tables of the parser match the grammar, and run as lark runs them."""

from __future__ import annotations

from pathlib import Path

import lark
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.language._parser import END, TABLES, Parser, Refused
from tests.language.grammar_tables import reference, tables

LARK = reference()
KINDS = sorted({s.name for rule in LARK.rules for s in rule.expansion if s.is_term})


class Builder:
    """Keeps each rule's name with its parts, as lark's own trees do."""

    def __getattr__(self, name: str) -> object:
        return lambda parts: (name, parts)


def as_pairs(tree: object) -> object:
    """A tree of lark's as pairs of name and parts."""
    if isinstance(tree, lark.Tree):
        return (str(tree.data), [as_pairs(child) for child in tree.children])
    return tree


def by_lark(kinds: list[str]) -> tuple[int | None, object]:
    """The position of the refused word, or None and the tree."""
    interactive = LARK.parse_interactive()
    for at, kind in enumerate(kinds):
        try:
            interactive.feed_token(lark.Token(kind, str(at)))
        except lark.UnexpectedToken:
            return at, None
    try:
        return None, as_pairs(interactive.feed_eof())  # type: ignore[no-untyped-call]
    except lark.UnexpectedToken:
        return len(kinds), None


def by_tables(kinds: list[str]) -> tuple[int | None, object]:
    parser = Parser(Builder())
    for at, kind in enumerate([*kinds, END]):
        try:
            parser.feed(kind, str(at))
        except Refused:
            return at, None
    return None, parser.values[0]


@st.composite
def sentences(draw: st.DrawFn) -> list[str]:
    """Words most of which can follow one another."""
    parser = Parser(Builder())
    kinds: list[str] = []
    for _ in range(draw(st.integers(0, 40))):
        possible = sorted(set(parser.accepts()) - {END})
        kind = draw(st.sampled_from(possible or KINDS))
        kinds.append(kind)
        parser.feed(kind, "")
    if draw(st.booleans()):
        kinds.insert(draw(st.integers(0, len(kinds))), draw(st.sampled_from(KINDS)))
    return kinds


@given(sentences())
def test_the_tables_parse_as_lark_does(kinds: list[str]) -> None:
    assert by_tables(kinds) == by_lark(kinds)


@given(sentences())
def test_the_next_possible_words(kinds: list[str]) -> None:
    interactive, parser = LARK.parse_interactive(), Parser(Builder())
    for kind in kinds:
        assert set(parser.accepts()) == interactive.accepts()  # type: ignore[no-untyped-call]
        try:
            parser.feed(kind, "")
        except Refused:
            with pytest.raises(lark.UnexpectedToken):
                interactive.feed_token(lark.Token(kind, ""))
            break
        interactive.feed_token(lark.Token(kind, ""))


def test_the_tables_match_the_grammar() -> None:
    assert Path(TABLES).read_text(encoding="utf-8") == tables(), (
        "grammar.lark has changed: run python tests/language/grammar_tables.py"
    )
