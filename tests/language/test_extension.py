"""The extension for Visual Studio Code: packed, and run with the server outside of an editor."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import combien
from combien.language._highlighting import GROUPS
from combien.language._lexer import KEYWORDS, lexemes
from combien.language._source import Source
from tests.language.editor_grammar import GRAMMAR, SCOPES, grammar
from tests.programs import EXTENSION, PACKED, ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.cmb"))
packed = pytest.mark.needs("extension", "nodejs")


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """What an editor installs."""
    with zipfile.ZipFile(PACKED / "combien.vsix") as archive:
        archive.extractall(tmp_path)
    return tmp_path / "extension"


def in_editor(*words: object) -> Any:
    script = Path(__file__).with_name("in_editor.cjs")
    command = ["node", str(script), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_grammar_has_the_words_of_the_language() -> None:
    assert GRAMMAR.read_text("utf-8") == grammar(), "run python tests/language/editor_grammar.py"


def test_the_version_is_that_of_the_package() -> None:
    package = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    assert package["version"] == combien.__version__


@packed
def test_what_is_packed(unpacked: Path) -> None:
    own = {path.relative_to(EXTENSION) for path in EXTENSION.rglob("*") if path.is_file()}
    own -= {Path(".vscodeignore"), Path("README.md")}  # The latter in lower case.
    for path in own:
        assert (unpacked / path).read_bytes() == (EXTENSION / path).read_bytes()
    there = {
        path.relative_to(unpacked)
        for path in unpacked.rglob("*")
        if path.is_file() and "node_modules" not in path.parts
    }
    assert there - own == {Path("readme.md"), Path("LICENSE.txt")}
    # What only packs and tests it stays outside.
    modules = {path.name for path in (unpacked / "node_modules").iterdir()}
    assert "vscode-languageclient" in modules
    assert not modules & {"@vscode", "vscode-textmate", "vscode-oniguruma"}


@packed
def test_examples_are_highlighted(unpacked: Path) -> None:
    files = in_editor("tokens", unpacked, PACKED / "node_modules", *EXAMPLES)
    of_words = {word: SCOPES[group] for group, words in GROUPS.items() for word in words}
    for path, lines in zip(EXAMPLES, files, strict=True):
        text = path.read_text("utf-8")
        scopes = {}
        begin = 0
        for line, parts in zip(text.split("\n"), lines, strict=True):
            assert "".join(part for part, _ in parts) == line
            at = begin
            for part, scope in parts:
                scopes[at] = part, scope
                at += len(part)
            begin += len(line) + 1
        assert not [part for part, scope in scopes.values() if "invalid" in scope]
        for lexeme in lexemes(Source(text)):
            part, scope = scopes[lexeme.span.start]
            if lexeme.span.text in KEYWORDS:
                assert (part, scope) == (lexeme.span.text, of_words[lexeme.span.text])
            elif lexeme.type == "NAME":
                assert part == lexeme.span.text
                assert scope in ("variable.other.cmb", "entity.name.cmb")
            elif lexeme.type == "DRAWING":
                assert (part[0], scope) == ("{", "string.unquoted.drawing.cmb")


@packed
def test_an_option_that_does_not_exist_is_marked(unpacked: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.cmb"
    script.write_text("problem p = {*} [{*} ~symm ~times 2..3] ~on torus\n")
    ((line, _),) = in_editor("tokens", unpacked, PACKED / "node_modules", script)
    scopes = {part: scope for part, scope in line if part.strip()}
    assert scopes["~symm"] == "invalid.illegal.option.cmb"
    assert scopes["~times"] == scopes["~on"] == "storage.modifier.cmb"
    assert scopes["2..3"] == "constant.numeric.cmb"
    assert scopes["torus"] == "support.constant.cmb"


@packed
@pytest.mark.needs(".[lsp]")
def test_the_extension_counts_and_draws(unpacked: Path) -> None:
    """Also that nothing runs before a click, and that the drawing can load and run nothing."""
    script = ROOT / "examples" / "scott.cmb"
    shown = in_editor("start", unpacked, script, sys.executable, "-m", "combien", "lsp")
    assert sorted(shown["commands"]) == ["combien.count", "combien.draw"]
    (count, draw) = shown["lenses"]
    line = script.read_text("utf-8").split("\n").index("problem scott = ring pentominoes")
    assert count == [line, "count", {"problem": "scott", "count": "520"}]
    assert draw[:2] == [line, "draw"]
    assert shown["messages"] == ["scott: 520 solutions"]
    assert shown["title"] == "scott"
    assert shown["options"] == {"enableScripts": False, "localResourceRoots": []}
    assert "default-src 'none'; img-src data:; style-src 'nonce-" in shown["html"]
    (image,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', shown["html"])
    assert base64.b64decode(image).decode() == draw[2]["svg"]
    assert ElementTree.fromstring(draw[2]["svg"]).tag.endswith("svg")


@packed
def test_without_the_server_the_extension_says_what_to_install(unpacked: Path) -> None:
    script = ROOT / "examples" / "scott.cmb"
    shown = in_editor("start", unpacked, script, "no-such-command-as-this")
    assert any('pip install "pygls>=2"' in message for message in shown["messages"])
