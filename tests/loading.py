"""Modules outside the package: examples, and the scripts that build the pages."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent


def loaded(path: str) -> ModuleType:
    """The module of a file of the tree, as `docs/links.py`."""
    file = ROOT / path
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    # Where a dataclass looks up its own module.
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module
