"""What several tests of the language find."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.hostile import lay_out


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with scripts, and things that are none of their business; one stands in `here`."""
    lay_out(tmp_path)
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path
