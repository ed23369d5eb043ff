"""The optional packages: what each extra consists of, and the command that installs it here.

`pip install "combien[pdf]"` needs an index that has combien, and this copy may come from a folder
or an archive.  The packages of an extra can be installed beside any copy, so messages name them.
"""

from __future__ import annotations

import os
import sys

# As in pyproject.toml, which a test compares; each package by the module that is imported.
EXTRAS = {
    "arrow": {"pyarrow": "pyarrow>=15"},
    "cluster": {"distributed": "distributed>=2026.1"},
    "cpsat": {"ortools": "ortools>=9.12"},
    "diagrams": {"graphillion": "graphillion>=2.1", "oxidd": "oxidd>=0.13"},
    "lsp": {"pygls": "pygls>=2"},
    "milp": {"highspy": "highspy>=1.11"},
    "notebook": {"anywidget": "anywidget>=0.9"},
    "pdf": {
        "pydyf": "pydyf>=0.12",
        "fontTools": "fonttools>=4.50",
        "font_roboto": "font-roboto>=0.0.1",
        "segno": "segno>=1.6",
    },
    "pictures": {"PIL": "pillow>=11"},
    "sat": {"pysat": "python-sat>=1.9.dev1"},
    "web": {"starlette": "starlette>=1.0", "uvicorn": "uvicorn>=0.30", "segno": "segno>=1.6"},
}


def installed() -> list[str]:
    """Return the extras whose packages are all there, without importing them.

    Cost: 1 ms.
    """
    from importlib.machinery import PathFinder  # Start-up: not for messages.

    return [name for name, of in EXTRAS.items() if all(map(PathFinder.find_spec, of))]


def install_command(name: str) -> str:
    """Return the command that installs an extra, or another package, for the running Python.

    >>> install_command("web")
    '...pip install ..."starlette>=1.0" "uvicorn>=0.30" "segno>=1.6"'

    It is the command of pip, or of uv for an environment without pip.  In the browser nothing can
    be installed, and the text says so.
    """
    if sys.platform == "emscripten":
        return "it cannot be installed in the browser; install combien on a computer"
    from importlib.util import find_spec  # Start-up: only for messages.
    from shutil import which  # Start-up: only for messages.

    needed = EXTRAS[name].values() if name in EXTRAS else [name]
    packages = " ".join(f'"{package}"' for package in needed)
    python = _python(which("python") or "")
    if find_spec("pip") is None and which("uv"):
        return f"uv pip install --python {python} {packages}"
    return f"{python} -m pip install {packages}"


def _python(known: str) -> str:
    """Return the running Python as a word of a command, where `python` is this program."""
    here = sys.executable
    # In the same folder, as environments are links to one Python; python3.11 is the same program.
    if [os.path.dirname(known), os.path.realpath(known)] == [
        os.path.dirname(here),
        os.path.realpath(here),
    ]:
        return "python"
    return f'"{here}"' if " " in here else here
