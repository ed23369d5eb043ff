"""No name is both a module and something else: `import a.b as c` and `from a import b` agree."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import combien


def clashes(package: ModuleType) -> Iterator[str]:
    """The submodules of a package, at any depth, that another attribute hides."""
    for info in pkgutil.iter_modules(package.__path__):
        if info.name == "__main__":
            continue
        name = f"{package.__name__}.{info.name}"
        module = import_module(name)
        if getattr(package, info.name) is not module:
            yield name
        if info.ispkg:
            yield from clashes(module)


def public_names(package: ModuleType) -> Iterator[str]:
    """The public names of packages that a submodule of the same name would replace."""
    modules = {info.name for info in pkgutil.iter_modules(package.__path__)}
    for name in modules & set(getattr(package, "__all__", ())):
        if not isinstance(getattr(package, name), ModuleType):
            yield f"{package.__name__}.{name}"
    for info in pkgutil.iter_modules(package.__path__):
        if info.ispkg:
            yield from public_names(import_module(f"{package.__name__}.{info.name}"))


def test_no_attribute_hides_a_submodule() -> None:
    assert list(clashes(combien)) == []
    assert list(public_names(combien)) == []


def test_a_module_of_the_nonograms_is_imported_as_a_module() -> None:
    import combien.nonograms._solver as module

    assert module.solve is combien.nonograms.solve


def test_the_search_finds_a_clash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "clashing"
    package.mkdir()
    (package / "paint.py").write_text("def paint() -> None: ...\n")
    (package / "__init__.py").write_text("from clashing.paint import paint\n__all__ = ['paint']\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = import_module("clashing")
    assert list(clashes(found)) == ["clashing.paint"]
    assert list(public_names(found)) == ["clashing.paint"]
