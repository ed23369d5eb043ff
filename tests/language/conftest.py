"""A fixture that several tests of the language use."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.hostile import lay_out


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make scripts and files that they must not use, and change to their subfolder `here`."""
    lay_out(tmp_path)
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path
