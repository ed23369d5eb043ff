"""Import public names on first use, so that importing a package is cheap.

A package lists its public names once, as imports under `if TYPE_CHECKING:`, which type checkers and
editors follow.  They never run: `lazy` reads them as text, and imports a name when it is asked for.
"""

from __future__ import annotations

import sys
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def homes(package: str) -> dict[str, str]:
    """Return the module of each name that a package imports as itself under `if TYPE_CHECKING:`.

    >>> homes("combien")["Region"]
    'combien.geometry._region'
    """
    spec: Any = sys.modules[package].__spec__
    # By the loader, which can also be that of an archive.
    source = spec.loader.get_data(spec.origin).decode()
    block = source.partition("\nif TYPE_CHECKING:")[2].partition("\nelse:")[0]
    words = block.replace(",", " ").split()
    found: dict[str, str] = {}
    module = ""
    for word, name in pairwise(words):
        if word == "from":
            module = name
        elif word == "as":
            found[name] = module
    return found


def lazy(
    package: str, *own: str
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return the `__getattr__`, the `__dir__` and the `__all__` of a package.

    >>> get, _, public = lazy("combien")
    >>> get("BadInput"), public[:3]
    (<class 'combien.errors.BadInput'>, ['Answer', 'BadFormat', 'BadInput'])

    `own` are public names that the package itself defines.
    """
    modules = homes(package)
    public = sorted([*modules, *own])

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module  # Start-up: only for the first name.

        try:
            value: object = getattr(import_module(modules[name]), name)
        except ImportError as error:
            from combien.errors import MissingExtra  # Start-up: only without the core.

            # What was already explained, or is explained by Python, is raised as it is.
            explained = isinstance(error, MissingExtra) or "subinterpreters" in str(error)
            if explained or "_native" not in str(error):
                raise
            raise MissingExtra(
                f"the compiled core of combien cannot be loaded ({error}): install the package "
                "with 'pip install .', and run from outside its src folder"
            ) from error
        setattr(sys.modules[package], name, value)
        return value

    return get, public.copy, public
