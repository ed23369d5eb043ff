"""One word for one thing: docs/words.md says which words are never used, and where one may be."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@dataclass(frozen=True)
class Allowance:
    """A word that may be used in some files."""

    word: str
    where: str


def table(page: str, first: str) -> list[list[str]]:
    """The lines of the table whose first heading is this."""
    lines = page[page.index(f"| {first} |") :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]


def banned(page: str) -> set[str]:
    """The words and phrases that are never used, with their plurals."""
    words = {word.strip() for line in table(page, "say") for word in line[1].split(",")}
    plurals = {f"{word[:-1]}ces" if word.endswith("x") else f"{word}s" for word in words}
    return words | plurals


def allowances(page: str) -> list[Allowance]:
    """The exceptions; a plural goes with its word."""
    return [
        Allowance(word.strip(), where)
        for words, where, _ in table(page, "word")
        for word in words.split(",")
    ]


def python_text(source: str) -> Iterator[tuple[int, str]]:
    """Names, comments and docstrings, each with its line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NAME, tokenize.COMMENT):
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            for offset, line in enumerate(str(node.value.value).splitlines()):
                yield node.lineno + offset, line


def native_text(source: str) -> Iterator[tuple[int, str]]:
    """Everything but what stands in quotes, line by line."""
    for number, line in enumerate(source.splitlines(), 1):
        yield number, re.sub(r'"(\\.|[^"\\])*"', '""', line)


def uses(path: Path, words: set[str]) -> Iterator[tuple[int, str]]:
    """The banned words in a file, with their lines."""
    source = path.read_text(encoding="utf-8")
    text = python_text if path.suffix in (".py", ".pyi") else native_text
    for number, line in text(source):
        parts = [part.lower() for part in WORD.findall(line)]
        phrases = [" ".join(pair) for pair in pairwise(parts)]
        yield from ((number, word) for word in [*parts, *phrases] if word in words)


def faults(root: Path, page: str) -> list[str]:
    """Every use that is not allowed, and every allowance that nobody uses."""
    words, allowed = banned(page), allowances(page)
    needed: set[Allowance] = set()
    found = []
    for folder in ("src", "native"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".py", ".pyi", ".hpp", ".cpp"):
                continue
            place = path.relative_to(root)
            for number, word in uses(path, words):
                fitting = [a for a in allowed if is_form_of(word, a.word) and place.match(a.where)]
                needed.update(fitting)
                if not fitting:
                    found.append(f"{place}:{number}: '{word}' is not a word of this project")
    unused = [allowance for allowance in allowed if allowance not in needed]
    return found + [f"docs/words.md: '{a.word}' is not used in {a.where}" for a in unused]


def is_form_of(word: str, base: str) -> bool:
    """Whether it is this word or its plural."""
    return word in (base, f"{base}s", f"{base[:-1]}ces")


def test_only_words_of_the_project() -> None:
    assert faults(ROOT, PAGE) == []


def test_the_page_is_read() -> None:
    assert {"row", "rows", "matrix", "matrices", "solver", "state dump"} <= banned(PAGE)
    assert "item" not in banned(PAGE)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "solver = 1"),
        ("a.py", "class SatSolver: ..."),
        ("a.py", "# The matrices.\n"),
        ("a.py", 'def f():\n    """A grid."""'),
        ("a.py", "def f(row_count): ..."),
        ("a.py", "# No state dump here.\n"),
        ("a.hpp", "// Takes a piece."),
        ("a.hpp", "int gridWidth = 0;"),
    ],
)
def test_the_search_fails_when_a_word_is_used(tmp_path: Path, name: str, text: str) -> None:
    page = "| say | never | because |\n|---|---|---|\n| x | matrix, solver, grid, row, piece | |\n"
    page += "| y | state dump | |\n\n| word | where | because |\n|---|---|---|\n"
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / name).write_text(text)
    (found,) = faults(tmp_path, page)
    assert found.startswith(f"src/{name}:")
    base = found.split("'")[1].replace("matrices", "matrix")
    assert faults(tmp_path, f"{page}| {base} | src/a.* | |\n") == []


def test_texts_and_longer_words_are_free(tmp_path: Path) -> None:
    page = "| say | never | because |\n|---|---|---|\n| x | row, iso | |\n\n"
    page += "| word | where | because |\n|---|---|---|\n"
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text('message = "a row"  # Narrow, isometry.\n')
    (tmp_path / "src" / "a.cpp").write_text('throw Error("a row");  // Grow.\n')
    assert faults(tmp_path, page) == []
    unused = f"{page}| row | src/*.py | formats |\n"
    assert faults(tmp_path, unused) == ["docs/words.md: 'row' is not used in src/*.py"]
