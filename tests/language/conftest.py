"""A fixture for several tests of the language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.hostile import lay_out


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with scripts, and files that they must not use; the working folder is `here`."""
    lay_out(tmp_path)
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path
