"""The static site is the package without some modules: they are not needed for any question."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.loading import loaded
from tests.test_face import PACKAGES
from tests.test_imports import SOURCE, imports, modules, parsed

BUILD = Path(__file__).parents[2] / "web" / "build.py"
QUESTIONS = Path(__file__).with_name("questions.json")
# Asks each kind of question once, with the modules of the first argument missing.
PROGRAM = """
import json, sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.startswith(tuple(json.loads(sys.argv[1]))):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
from combien.web.session import answer
for one in json.load(open(sys.argv[2])):
    heard = []
    answer(json.dumps(one["question"]), heard.append)
    print(json.dumps([one["name"], [event["event"] for event in heard]]))
"""


def not_shipped() -> list[str]:
    """The modules and packages that the site leaves out."""
    shipped = loaded("web/build.py").NOT_SHIPPED
    return ["combien." + path.removesuffix(".py").replace("/", ".") for path in shipped]


def test_what_is_shipped_loads_nothing_that_is_not() -> None:
    files = modules(SOURCE)
    missing = {
        name for name in files for left in not_shipped() if f"{name}.".startswith(f"{left}.")
    }
    assert missing
    # Names that a package lends when they are asked for, and the modules that they are from.
    lent = {
        f"{package}.{name}": home
        for package in PACKAGES
        for home, line in import_module(package)._NAMES.items()
        for name in line.split()
    }
    loaded = [
        (module, name)
        for module, path in files.items()
        if module not in missing and path.name != "__init__.py"
        for node, inside in imports(parsed(path))
        if isinstance(node, ast.ImportFrom) and not inside
        for alias in node.names
        for name in (str(node.module), f"{node.module}.{alias.name}")
        if lent.get(name, name) in missing
    ]
    assert not loaded, "\n".join(map(str, loaded))


@pytest.mark.slow
def test_each_question_is_answered_without_what_is_not_shipped() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(not_shipped()), str(QUESTIONS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = dict(map(json.loads, done.stdout.splitlines()))
    for one in json.loads(QUESTIONS.read_text()):
        assert set(one["expect"]) <= set(found[one["name"]]), one["name"]
