"""The static site is the package without some modules: they are not needed for any question."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

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


@pytest.mark.slow
def test_each_question_is_answered_without_what_is_not_shipped() -> None:
    spec = spec_from_file_location("build_site", BUILD)
    assert spec is not None
    assert spec.loader is not None
    build = module_from_spec(spec)
    sys.modules["build_site"] = build
    spec.loader.exec_module(build)
    names = ["combien." + path.removesuffix(".py").replace("/", ".") for path in build.NOT_SHIPPED]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(names), str(QUESTIONS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = dict(map(json.loads, done.stdout.splitlines()))
    for one in json.loads(QUESTIONS.read_text()):
        assert set(one["expect"]) <= set(found[one["name"]]), one["name"]
