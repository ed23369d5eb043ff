"""The sentences that the program says to people, collected from its sources.

They are the texts of the tables of statements, in English and French, those of the page, and the
texts in Python that are not docstrings, names, help or refusals.  A value stands as an ellipsis.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from combien._french import STATEMENTS
from combien._french.page import GAME, PAGE
from combien.nonograms._english import ENGLISH as NONOGRAMS
from combien.tilings._english import ENGLISH as TILINGS
from combien.web._page import PAGE_ENGLISH
from tests.web.modules import page_words

PACKAGE = Path(__file__).parents[2] / "src" / "combien"
# What is found by these words says more than one solution or its absence shows.
CLAIM = re.compile(
    r"\b(no|none|nothing|nor|neither|never|always|every|all|only|unique|proved|verified|cannot"
    r"|minimal|optimal|optimum|least|most|fewest|exhaustive|impossible|(?:do|does|did) not)\b",
    re.IGNORECASE,
)
AFFIRMATION = re.compile(
    r"\b(aucune?|rien|jamais|toujours|chaque|tous|toutes?|seule?|unique|prouvée?s?|minimale?"
    r"|optimale?|impossible|au (?:plus|moins)|n(?:e |’)[^.;:]*\b(?:pas|plus|que))\b",
    re.IGNORECASE,
)
# In a refusal, only these are about solutions and not about what was given.
STRONG = re.compile(
    r"\bno (?:solution|tiling|other solution)|\bproved\b|\bdoes not (?:tile|come apart)|\boptimal\b"
)
# Calls whose texts describe an option, a setting, a format, a classic, or bad input.
DESCRIBING = {
    "About", "Classic", "Command", "Format", "Record", "UsageError", "argument", "bad", "check_int",
    "cast", "fail", "option", "refuse", "setting",
}  # fmt: skip
# Texts that are not sentences: word lists, keywords, and what is written for programs.
TABLES = {
    "_cli/tables.py", "_french/page.py", "_french/statements.py", "language/_lexer.py",
    "nonograms/_english.py", "puzzles/_wordsquare.py", "sat/_programs.py", "tilings/_english.py",
    "web/_page.py",
}  # fmt: skip


class Sentence(NamedTuple):
    """A sentence: where it is, the code of its statement if it has one, and its text."""

    place: str
    code: str
    text: str


def shown(text: str) -> str:
    """Return a template as it is read: with an ellipsis for each value, on one line."""
    return " ".join(re.sub(r"\{[^{}]*\}", "…", text).split())


@cache
def claims() -> tuple[Sentence, ...]:
    """The sentences that say none, every, proved, only, at most, ..."""
    return tuple(sorted({*of_statements(), *of_the_page(), *of_python()}))


def of_statements() -> Iterator[Sentence]:
    """Statements, whose codes are the same in both languages."""
    for table, place in ((TILINGS, "tilings"), (NONOGRAMS, "nonograms"), (PAGE_ENGLISH, "web")):
        for code, text in table.items():
            french = STATEMENTS.get(code, "") if place == "web" else ""
            is_own = place != "web" or text != {**TILINGS, **NONOGRAMS}.get(code)
            if is_own and (CLAIM.search(text) or AFFIRMATION.search(french)):
                yield Sentence(place, code, shown(text))


def of_the_page() -> Iterator[Sentence]:
    """The words of the page, by key, and the game of nonograms."""
    for key, text in page_words().items():
        if CLAIM.search(text) or AFFIRMATION.search(PAGE[key]):
            yield Sentence("words.js", key, shown(text))
    for text in GAME.values():
        if CLAIM.search(text):
            yield Sentence("game.js", "", shown(text))
    for path in (PACKAGE / "nonograms" / "static").glob("*.js"):
        for _, text in re.findall(
            r"([\"'`])((?:(?!\1).)*? (?:(?!\1).)*)\1", path.read_text("utf-8")
        ):
            if CLAIM.search(text):
                yield Sentence(path.name, "", shown(text))


def of_python() -> Iterator[Sentence]:
    """Texts in Python."""
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        if place not in TABLES:
            for text, strong in texts(ast.parse(path.read_text(encoding="utf-8"))):
                if " " in text.strip() and (STRONG if strong else CLAIM).search(text):
                    yield Sentence(place, "", shown(text))


def texts(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """Texts in code, and whether each is of a refusal; docstrings and descriptions are left out."""
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, strong = waiting.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant | ast.JoinedStr):
            continue
        if isinstance(node, ast.Constant | ast.JoinedStr):
            text = text_of(node)
            if not re.search(r"^[<(]|\b(?:SELECT|CREATE|DELETE)\b|print\(|=\"|'none'", text):
                yield text, strong
        elif isinstance(node, ast.Call) and name_of(node.func) in DESCRIBING:
            continue
        strong = strong or isinstance(node, ast.Raise) or getattr(node, "name", "") == "refusal"
        waiting += (
            (child, strong)
            for child in ast.iter_child_nodes(node)
            if not (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant))
        )


def name_of(function: ast.expr) -> str:
    """The name of a function, or of a method."""
    name: str = getattr(function, "attr", getattr(function, "id", ""))
    return name


def text_of(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return "".join(map(str, parts))
