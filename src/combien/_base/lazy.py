"""Import public names on first use, so that importing a package is cheap.

A package lists its public names in a table, and its stub (`__init__.pyi`) lists them for type
checkers and editors; tests/test_face.py compares the two.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazy(
    package: str, names: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return the `__getattr__`, the `__dir__` and the `__all__` of a package.

    >>> get, _, public = lazy("combien", {"combien.errors": "BadInput BadFormat"})
    >>> get("BadInput"), public
    (<class 'combien.errors.BadInput'>, ['BadFormat', 'BadInput'])

    `names` has the public names of each module, separated by spaces.
    """
    homes = {name: module for module, line in names.items() for name in line.split()}
    public = sorted(homes)

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module  # Start-up: only for the first name.

        try:
            value: object = getattr(import_module(homes[name]), name)
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
