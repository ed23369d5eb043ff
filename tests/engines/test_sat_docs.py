"""The page on the sat engine: its examples run, and its commands are there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from combien.cli.main import combien_command

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "engines" / "sat.md"

pytest.importorskip("pysat", reason='the sat engine asks python-sat: pip install "combien[sat]"')


def test_the_examples_of_the_page_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 7) == (0, True)


def test_the_options_that_the_page_names_are_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"(--[a-z]+)", text)) - {"--in", "--out"}
    assert named >= {"--engine", "--encoding", "--solver", "--proof"}
    shown = CliRunner().invoke(combien_command, ["solve", "--help"]).output
    assert {option for option in named if option not in shown} == set()
