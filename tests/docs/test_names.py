"""Each name in backticks of adding.md and ARCHITECTURE.md exists: of a file, a class, a command."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from functools import cache
from keyword import kwlist
from pathlib import Path

import click
import pytest

from combien._cli._shared.groups import combien_command
from combien.cover.formats import FORMATS
from tests.cli.commands import every_command
from tests.test_layers import DOORKEEPERS, imported

ROOT = Path(__file__).parents[2]
PAGES = {"docs/adding.md": 100, "ARCHITECTURE.md": 250}
# What a reader replaces, the engine that adding.md writes, and comments as they are to be written.
MADE_UP = re.compile(r"[\w/]*NAME[\w.]*|PAGE|remembering|\.__post_init__")
COMMENT = re.compile(r"# (Start-up|Optional dependency|Platform)\b.*")
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
# What is defined: functions and classes; variables, fields and arguments; texts that are names of
# engines, formats, settings and extras.
DEFINED = re.compile(r"\b(?:def|class|function|struct|using|concept|const) +(\w+)")
ASSIGNED = re.compile(r"(?:^ *|[(,] *|\.)(\w+)(?:: [^\n=]*)?[=:,)]", re.MULTILINE)
TEXTS = re.compile(r'"([\w.-]+)"')
PATTERNS = {
    ("src", ".py"): (DEFINED, ASSIGNED, re.compile(r"^ *(\w+) = ", re.MULTILINE), TEXTS),
    ("src", ".js"): (DEFINED,),
    ("tests", ".py"): (DEFINED, re.compile(r"^(\w+)(?:: .*)? = ", re.MULTILINE)),
    ("docs", ".py"): (DEFINED, re.compile(r"^(\w+)(?:: .*)? = ", re.MULTILINE)),
    ("native", ".hpp"): (DEFINED, re.compile(r"\b(\w+)\(")),
}


@cache
def paths() -> tuple[Path, ...]:
    """The files and folders of the repository."""
    hidden = re.compile(r"\.|build|dist")
    starts = [start for start in ROOT.iterdir() if not hidden.match(start.name)]
    found = [path for start in starts for path in (start, *start.rglob("*"))]
    return tuple(path for path in found if "__pycache__" not in path.parts)


@cache
def files() -> frozenset[str]:
    """Their names, and ends and parts of these: `formats/_ec.py`, `_ec`."""
    found = set()
    for path in paths():
        parts = path.relative_to(ROOT).parts
        found |= {"/".join(parts[begin:]) for begin in range(len(parts))} | {path.stem}
    return frozenset(found)


@cache
def names() -> frozenset[str]:
    """What the sources define, in Python, C++ and JavaScript."""
    found = {*dir(builtins), *sys.stdlib_module_names, *kwlist, *dir(click), "nanobind", "click"}
    found |= {extension for form in FORMATS.values() for extension in form.extensions}
    for path in paths():
        folder = path.relative_to(ROOT).parts[0]
        for pattern in PATTERNS.get((folder, path.suffix), ()):
            found |= set(pattern.findall(path.read_text(encoding="utf-8")))
    return frozenset(found)


@cache
def options() -> frozenset[str]:
    commands = every_command(combien_command)
    return frozenset(name for one in commands for given in one.params for name in given.opts)


def sessions() -> set[str]:
    tree = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def missing(span: str) -> list[str]:
    """What a text in backticks names that does not exist."""
    first, *rest = span.split()
    if COMMENT.fullmatch(span):
        return []
    if first == "combien" and rest:
        known = combien_command.list_commands(click.Context(combien_command))
        rest = [] if rest[0] in known else rest
        return [word for word in rest if not exists(word)]
    if first == "nox":
        return [name for name in rest[1:2] if name not in sessions()]
    if first in ("python", "pytest", "bash"):
        return [word for word in rest if "/" in word and not (ROOT / word).exists()]
    return [name for name in re.findall(r"[\w~./-]*\w", span) if not exists(name)]


def exists(name: str) -> bool:
    """Whether a name is one of a file, of an option, or of something that the sources define."""
    parts = name.strip("~-").split(".")
    if MADE_UP.fullmatch(name) or name.isdigit() or name in files():
        return True
    if name.startswith("--") or name in options():
        return name in options()
    if name.startswith("."):
        return name in names()
    module = "/".join(parts[parts[0] == "combien" :])
    if not module or f"combien/{module}" in files() or f"combien/{module}.py" in files():
        return True
    return "/" not in name and all(part in names() or part in files() for part in parts)


def spans(page: str) -> list[str]:
    return SPAN.findall(FENCED.sub("", (ROOT / page).read_text(encoding="utf-8")))


def homes(text: str) -> Iterator[tuple[str, str]]:
    """The names that are said to be in a file: `NAME` in `FILE`, or of it."""
    names = r"`([\w.@-]+)`(?:,? (?:and|or) `([\w.-]+)`)?"
    for found in re.finditer(rf"{names} (?:in|of)\s+`([\w./]+\.\w+)`", text):
        yield from ((name, found[3]) for name in found.groups()[:2] if name)


@pytest.mark.parametrize("page", PAGES)
def test_each_name_is_in_its_file(page: str) -> None:
    found = list(homes((ROOT / page).read_text(encoding="utf-8")))
    wrong = [(name, file) for name, file in found if not is_in(name, file)]
    assert wrong == []
    assert len(found) > 20 or page != "docs/adding.md"


def is_in(name: str, file: str) -> bool:
    """Whether a file with this name has a name; it may be one of several."""
    word = re.compile(rf"(?<!\w){re.escape(name)}\b")
    homes = [path for path in paths() if path.as_posix().endswith(f"/{file}")]
    return any(word.search(path.read_text(encoding="utf-8")) for path in homes)


def test_architecture_names_all_who_import_the_core_and_the_nonograms() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rule = text[text.index("- only `engines`") : text.index("`_native`;")]
    assert [name for name in DOORKEEPERS if f"{Path(name).name}`" not in rule] == []
    package = ROOT / "src" / "combien"
    outside = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if "combien.nonograms" in path.read_text("utf-8") and "nonograms" not in path.parts
        for module in imported(ast.parse(path.read_text(encoding="utf-8")), set())
        if module.startswith("combien.nonograms")
    }
    faces = {name for name in outside if name.split("/")[0] in ("_cli", "_display", "web")}
    assert outside - faces == {"puzzles/_triddler.py"}
    assert "(`_cli`, `_display`, `web`) and one puzzle: `puzzles/_triddler.py`" in text
    private = {
        line.split()[1]
        for line in (package / "puzzles" / "_triddler.py").read_text("utf-8").splitlines()
        if line.startswith("from combien.nonograms.")
    }
    assert len(private) == 4


@pytest.mark.parametrize("page", PAGES)
def test_each_name_exists(page: str) -> None:
    found = spans(page)
    assert len(found) > PAGES[page]
    assert {span: missing(span) for span in found if missing(span)} == {}


@pytest.mark.parametrize(
    "span",
    [
        "src/combien/cover/_none.py",
        "NoSuchClass",
        "cover._nowhere",
        "combien solv",
        "nox -s everything",
        "pytest tests/none",
        "--no-such-option",
        "Sat(encodingz=...)",
        "Problem.no_such_method",
    ],
)
def test_a_name_that_does_not_exist_is_found(span: str) -> None:
    assert missing(span)
