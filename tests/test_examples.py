"""Every example runs: the files of examples/, and what README.md and the pages of docs/ show."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from combien._base.extras import EXTRAS
from combien._cli.main import main

ROOT = Path(__file__).parent.parent
# What an example needs besides combien.
NEEDS = {"networks.py": "networkx"}
EXAMPLES = sorted(p for p in (ROOT / "examples").iterdir() if p.suffix in (".cmb", ".non", ".py"))
# The commands for examples that are not programs.
COMMANDS = {".cmb": ["run"], ".non": ["nonogram", "solve"]}
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@dataclass(frozen=True)
class Block:
    """A block of code in a page: its language, its text, the line where it begins."""

    language: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    """The fenced blocks of code of a page, whatever follows their language."""
    return [
        Block(found[1], found[2], page.count("\n", 0, found.start(2)) + 1)
        for found in re.finditer(r"^```(\w*).*?\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    ]


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the examples at hand; what they write stays here."""
    # A copy, since scripts include nothing through links.
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    # Pages import from examples/, by a path of their own.
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


# What extras bring; numpy is none, as it weighs six times as much as combien with all it needs.
MODULES = {f"[{extra}]": list(of) for extra, of in EXTRAS.items()}
MODULES["pip install numpy"] = ["numpy", "scipy"]
# HiGHS needs it.
MODULES["[milp]"].append("numpy")


@pytest.fixture
def plain_install(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs on a page needs nothing that the head of the page does not name."""
    head = path.read_text(encoding="utf-8").partition("\n## ")[0]
    named = {module for extra, of in MODULES.items() if extra in head for module in of}
    for module in {module for of in MODULES.values() for module in of} - named:
        monkeypatch.setitem(sys.modules, module, None)


def ids(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


@pytest.mark.usefixtures("workshop")
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.needs(NEEDS[path.name]))
        if path.name in NEEDS
        else path
        for path in EXAMPLES
    ],
    ids=ids(EXAMPLES),
)
def test_an_example_prints_what_is_expected(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = path.with_suffix(".expected")
    assert expected.exists(), f"an example without its output: write {expected.name}"
    if path.suffix == ".py":
        said = subprocess.run(
            [sys.executable, path], capture_output=True, text=True, check=True
        ).stdout
    else:
        assert main([*COMMANDS[path.suffix], f"examples/{path.name}"]) == 0
        said = capsys.readouterr().out
    assert said == expected.read_text(encoding="utf-8")


def test_every_output_has_its_example() -> None:
    outputs = {path.stem for path in (ROOT / "examples").glob("*.expected")}
    assert outputs == {path.stem for path in EXAMPLES}
    assert outputs


@pytest.mark.usefixtures("workshop", "plain_install")
@pytest.mark.parametrize("path", PAGES, ids=ids(PAGES))
def test_the_python_of_a_page(path: Path) -> None:
    shared: dict[str, object] = {}
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    report: list[str] = []
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.language in ("python", "pycon") and ">>>" in block.text:
            test = doctest.DocTestParser().get_doctest(
                block.text, shared, path.name, str(path), block.line
            )
            doctest.DocTestRunner(optionflags=flags).run(test, out=report.append, clear_globs=False)
            shared = test.globs
    assert not report, "".join(report)


@pytest.mark.usefixtures("workshop", "plain_install")
@pytest.mark.parametrize("path", PAGES, ids=ids(PAGES))
def test_the_commands_of_a_page(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.language != "console":
            continue
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.M):
            name, *words = shlex.split(command)
            assert name == "combien", f"{path.name}: only combien is run here, not {name}"
            main(words)
            out, err = capsys.readouterr()
            # A page may also show messages of the standard error.
            same = partial(doctest.OutputChecker().check_output, expected)
            told = any(same(said, doctest.ELLIPSIS) for said in (out, out + err))
            assert told, f"{path.name}: {command}: {out}{err}"


def test_blocks_are_found() -> None:
    page = (
        'a\n```python\n>>> 1\n1\n```\nb\n```python exec="on"\n2\n```\n```console\n$ combien\n```\n'
    )
    assert blocks(page) == [
        Block("python", ">>> 1\n1\n", 3),
        Block("python", "2\n", 8),
        Block("console", "$ combien\n", 11),
    ]
