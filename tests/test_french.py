"""French: each table has the keys and values of its English one, and no other file has French."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from combien._cli._shared import tasks
from combien._cli._shared.report import in_french
from combien._french import STATEMENTS, page, paper, puzzles
from combien._french.statements import TERMINAL
from combien.nonograms._english import ENGLISH as NONOGRAM_ENGLISH
from combien.printing import _handouts, _tasks
from combien.tilings._english import ENGLISH, named_tile
from combien.web._page import PAGE_ENGLISH, page_files
from combien.web._puzzles import puzzle_list
from tests.web.modules import page_words, words_of

PACKAGE = Path(__file__).parent.parent / "src" / "combien"
# The table of puzzles has these in English.
ONLY_FRENCH = {"mega", "mega rule"}


def sentences() -> Iterator[str]:
    """The sentences of the command line that are said in both languages."""
    for path in sorted((PACKAGE / "_cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "said":
                yield ast.literal_eval(node.args[0])


# Those of the page are the puzzles' own.
TITLES = {f"title-{puzzle['name']}": puzzle["title"] for puzzle in puzzle_list()}
IN_TERMINALS = ENGLISH | NONOGRAM_ENGLISH
TABLES: dict[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
    "statements": (PAGE_ENGLISH, STATEMENTS),
    "statements in terminals": (IN_TERMINALS, {code: TERMINAL[code] for code in IN_TERMINALS}),
    "the page": (TITLES | page_words(), page.PAGE),
    "the game": (words_of(page_files()["game.js"].decode(), "  en: {"), page.GAME),
    "handouts": (_tasks.ENGLISH, paper.HANDOUT),
    "labels of handouts": (_handouts.LANGUAGES["en"], paper.LABELS),
    "tasks of puzzles": (tasks.ENGLISH, puzzles.TASKS),
    "the command line": ({text: text for text in sentences()}, paper.SENTENCES),
}


def values_of(template: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", template))


@pytest.mark.parametrize("name", TABLES)
def test_all_english_words_have_french_ones(name: str) -> None:
    english, french = TABLES[name]
    assert len(english) > 2
    assert set(english) == set(french) - ONLY_FRENCH
    for key, template in english.items():
        assert values_of(french[key]) == values_of(template), key
        assert bool(french[key]) == bool(template), key


@pytest.mark.parametrize("name", TABLES)
def test_no_line_of_french_begins_with_punctuation(name: str) -> None:
    """The spaces before it, and those within guillemets, are protected."""
    _, french = TABLES[name]
    for key, template in french.items():
        words = re.sub(r"\{[^{}]*\}", "x", template)
        assert re.findall(r"\S* [:;?!»]|« \S*", words) == [], key


def test_only_terminals_have_numbers_of_tiles() -> None:
    tile = named_tile(1, "I").to_json()
    assert in_french(tile) == "la pièce 1 (I)"
    assert in_french(tile, paper=True) == "la pièce I"


def test_no_other_file_has_french() -> None:
    """But for names: of people and schools, and of the language."""
    names = r"Français|Étienne|École|Sibaïe|Filliâtre|Frénicle|Apéry|Bézier|étude|café"
    found = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in sorted(PACKAGE.rglob("*"))
        if path.suffix in (".py", ".js", ".html") and path.parent.name != "_french"
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search("[àâçéèêëîïôùûœÀÂÇÉÈÊÎÔ]", re.sub(names, "", line))
    ]
    assert found == []
