"""Scripts that include files from other folders, for each command that reads a script."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import combien

COMMANDS = ["count", "solve", "sample", "marginals", "estimate", "explain", "shares", "encode"]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    (tmp_path / "tiles.cmb").write_text("pattern bar = {**}")
    path = tmp_path / "scripts" / "a.cmb"
    path.parent.mkdir()
    path.write_text('include "../tiles.cmb" problem p = constant 4x2 true [bar ~sym]')
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_files_outside_are_refused_unless_allowed(command: str, script: Path) -> None:
    refused = combien(command, script)
    assert refused.code == 2
    assert "allow it with --allow-files" in refused.printed
    assert combien(command, script, "--allow-files").code == 0


def test_count_and_solve(script: Path) -> None:
    assert combien("count", script, "--allow-files").out == "5\n"
    solved = json.loads(combien("solve", "-n", 0, "--json", script, "--allow-files").out)
    assert len(solved["solutions"]) == 5


def test_convert(script: Path, tmp_path: Path) -> None:
    written = tmp_path / "p.dlx"
    assert "--allow-files" in combien("convert", script, written).printed
    assert combien("convert", "--allow-files", script, written).code == 0
    assert combien("count", written).out == "5\n"


def test_resuming_keeps_the_permission(script: Path) -> None:
    stopped = combien("solve", "-v", "-n", 1, "--engine", "dlx", script, "--allow-files")
    assert "--allow-files" in stopped.printed.partition("resume with: ")[2]
