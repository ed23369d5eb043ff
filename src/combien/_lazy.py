"""Import public names on first use, so that importing a package is cheap.

A package lists its public names for type checkers under `if TYPE_CHECKING:` and for Python in a
table from each name to the module that defines it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["lazy"]


def lazy(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package.

    >>> get, names = lazy("combien.cover", {"Problem": "_problem"})
    >>> get("Problem"), names()
    (<class 'combien.cover._problem.Problem'>, ['Problem'])

    `homes` maps each public name to its module, relative to the package.
    """

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted(homes)

    return get, names
