"""Problems that tests of several commands use."""

from __future__ import annotations

from functools import partialmethod
from pathlib import Path

import pytest

from combien._cli import doctor
from combien.printing import Scene

BARS = """
pattern3 bar = [{*}, {*}]
pattern3 box = [{**}, {**}]
problem3 bars = box [bar ~rot]
"""


@pytest.fixture
def bars(tmp_path: Path) -> Path:
    """A script with a solid problem: bars of two cubes in a box of four."""
    path = tmp_path / "bars.cmb"
    path.write_text(BARS, encoding="utf-8")
    return path


@pytest.fixture
def few_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Animations of few pictures, which are drawn quickly."""
    monkeypatch.setattr(Scene, "turntable", partialmethod(Scene.turntable, frames=4))
    monkeypatch.setattr(Scene, "motion", partialmethod(Scene.motion, frames=1))


@pytest.fixture
def no_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report of `combien doctor` imports no packages, which takes seconds."""
    monkeypatch.setattr(doctor, "_faults_of_imports", dict)
