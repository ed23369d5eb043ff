"""A folder of malicious scripts, and the files around it."""

from __future__ import annotations

import io
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from combien.errors import BadScript
from combien.language import run_file
from combien.language._files import MARK

BOARD = "problem p = {**} [{**}] "
SECRET = "secret = 'do not show this'"


def run(path: Path, **allowed: Any) -> str:
    out = io.StringIO()
    run_file(path, out=out, err=io.StringIO(), **allowed)
    return out.getvalue()


def refusal(path: Path, **allowed: Any) -> BadScript:
    with pytest.raises(BadScript) as caught:
        run(path, **allowed)
    return caught.value


def contents(folder: Path) -> dict[str, tuple[int, bytes]]:
    """The kind and the bytes of every file below a folder; links are not followed."""
    found = {}
    for path in sorted(folder.rglob("*")):
        kind = stat.S_IFMT(path.lstat().st_mode)
        found[str(path.relative_to(folder))] = (
            kind,
            path.read_bytes() if kind == stat.S_IFREG else b"",
        )
    return found


def lay_out(tmp_path: Path) -> None:
    """Make folders of scripts, beside files that scripts must not use."""
    for folder in ("scripts/sub", "outside/deep", "here", "bin"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "outside" / "secret.cmb").write_text(SECRET)
    (tmp_path / "outside" / "fine.cmb").write_text("pattern fine = {*}")
    (tmp_path / "scripts" / "tiles.cmb").write_text("pattern bar = {**}")
    (tmp_path / "scripts" / "notes.txt").write_text("my notes\n")
    (tmp_path / "scripts" / "claim.txt").write_text(f"# {MARK}\nmine\n<!-- {MARK} -->\n")
    (tmp_path / "here" / "data").write_text("my data\n")
    for folder in ("scripts", "here"):
        (tmp_path / folder / "folder_link").symlink_to(tmp_path / "outside")
        (tmp_path / folder / "link.cmb").symlink_to(tmp_path / "outside" / "secret.cmb")
        (tmp_path / folder / "dangling").symlink_to(tmp_path / "outside" / "new")
        os.mkfifo(tmp_path / folder / "pipe")
    for name in ("minisat", "sesame"):
        program = tmp_path / "here" / name
        program.write_text(f"#!/bin/sh\ntouch '{tmp_path}/outside/started'\n")
        program.chmod(0o755)
