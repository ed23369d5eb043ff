"""Programs and packages that a test may need and that `pip install ".[test]"` does not bring."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from combien.web._page import page_files

ROOT = Path(__file__).parent.parent
# Where `nox -s site` builds the static site, and where `nox -s docs` puts it in the website.
SITE = ROOT / "dist"
WEBSITE = ROOT / "build" / "docs" / "site"

# The extension for Visual Studio Code, and where `nox -s extension` packs it.
EXTENSION = ROOT / "editors" / "vscode"
PACKED = ROOT / "build" / "vscode"

# The folder with the example files of BurrTools, which are not part of this project.
BURRTOOLS = Path(os.environ.get("BURRTOOLS_EXAMPLES", "examples-of-burrtools"))
needs_burrtools = pytest.mark.skipif(
    not BURRTOOLS.is_dir(), reason="set BURRTOOLS_EXAMPLES to the folder examples of BurrTools"
)

DEBIAN = ("minisat", "cadical", "minisat+")
# Of other tests than those of solvers; the program may have another name.
MORE_DEBIAN = {
    "chromium": "chromium",
    "clasp": "clasp",
    "coinor-cbc": "cbc",
    "default-jre-headless": "java",
    "fish": "fish",
    "lp-solve": "lp_solve",
    "mandoc": "mandoc",
    "minizinc": "minizinc",
    "nodejs": "node",
    "toulbar2": "toulbar2",
    "zsh": "zsh",
}
# Name on PyPI: the module.
PYPI = {
    "axe-playwright-python": "axe_playwright_python",
    ".[lsp]": "pygls",
    ".[pdf]": "pydyf",
    ".[pictures]": "resvg_py",
    ".[web]": "starlette",
    "d4solver": "py_d4",
    "distributed": "distributed",
    "font-roboto": "font_roboto",
    "fonttools": "fontTools",
    "gurobipy": "gurobipy",
    "highspy": "highspy",
    "lib3mf": "lib3mf",
    "linopy": "linopy",
    "lxml": "lxml",
    "cpmpy": "cpmpy",
    "mip": "mip",
    "networkx": "networkx",
    "ortools": "ortools",
    "pandas": "pandas",
    "playwright": "playwright",
    "polars": "polars",
    "pulp": "pulp",
    "pyarrow": "pyarrow",
    "pycsp3": "pycsp3",
    "pyganak": "pyganak",
    "pyinstaller": "PyInstaller",
    "pyomo": "pyomo",
    "pyscipopt": "pyscipopt",
    "python-sat": "pysat",
    "swiglpk": "swiglpk",
    "sympy": "sympy",
    "trimesh": "trimesh",
}


def how_to_get(need: str) -> str:
    """The command that installs what a test needs; empty where it is installed."""
    if need in DEBIAN:
        return "" if shutil.which(need) else f"apt-get install {need}"
    if need in MORE_DEBIAN:
        return "" if shutil.which(MORE_DEBIAN[need]) else f"apt-get install {need}"
    if need == "site":
        return "" if _is_built(SITE) else "nox -s site"
    if need == "docs":
        return "" if _is_built(WEBSITE / "play") else "nox -s site docs"
    if need == "extension":
        return "" if _extension_is_packed() else "nox -s extension"
    return "" if find_spec(PYPI[need]) else f"pip install '{need}'"


def _is_built(folder: Path) -> bool:
    """Whether the static site is in a folder, with the page as it is now."""
    return all(
        (folder / name).is_file() and (folder / name).read_bytes() == content
        for name, content in page_files().items()
        # The build writes the list of files into this one.
        if name != "service_worker.js"
    )


def _extension_is_packed() -> bool:
    """Whether the extension is there, packed from the files as they are now."""
    files = [path for path in EXTENSION.rglob("*") if path.is_file()]
    places = [(path, PACKED / path.relative_to(EXTENSION)) for path in files]
    return (PACKED / "combien.vsix").is_file() and all(
        there.is_file() and there.read_bytes() == path.read_bytes() for path, there in places
    )


def commands(*lines: str) -> list[Any]:
    """Parameters that are command lines of such programs, each skipped where it is missing."""
    return [
        pytest.param(line, marks=pytest.mark.needs(line.split()[0]) if line else ())
        for line in lines
    ]
