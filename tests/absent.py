"""Packages that a test has missing, whether they are installed or not."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder

import pytest


def forget(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a package imported again."""
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)


def without(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the import of a package fail, as if it were not installed."""

    class Absent(MetaPathFinder):
        def find_spec(self, name: str, *given: object) -> None:
            if name.partition(".")[0] == package:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    forget(package, monkeypatch)
    monkeypatch.setattr(sys, "meta_path", [Absent(), *sys.meta_path])
