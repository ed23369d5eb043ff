"""The optional packages: what each extra consists of, and the command that installs it here.

`pip install "combien[pdf]"` needs an index that has combien, and this copy may come from a folder
or an archive.  The packages of an extra can be installed beside any copy, so messages name them.
"""

from __future__ import annotations

import sys

__all__ = ["EXTRAS", "install_command"]

# As in pyproject.toml; a test compares the two.
EXTRAS = {
    "cluster": ("distributed>=2026.1",),
    "diagrams": ("graphillion>=2.1", "oxidd>=0.13"),
    "milp": ("highspy>=1.11",),
    "notebook": ("anywidget>=0.9",),
    "pdf": ("pydyf>=0.12",),
    "pictures": ("pillow>=11",),
    "sat": ("python-sat>=1.9.dev1",),
    "web": ("starlette>=1.0", "uvicorn>=0.30"),
}


def install_command(name: str) -> str:
    """Return the command that installs an extra, or another package, for the running Python.

    >>> install_command("web")
    '...pip install ..."starlette>=1.0" "uvicorn>=0.30"'

    It is the command of pip, or of uv for an environment without pip.  In the browser nothing can
    be installed, and the text says so.
    """
    if sys.platform == "emscripten":
        return "it cannot be installed in the browser; install combien on a computer"
    from importlib.util import find_spec  # Start-up: only for messages.
    from shutil import which  # Start-up: only for messages.

    packages = " ".join(f'"{package}"' for package in EXTRAS.get(name, (name,)))
    # The whole path unless `python` is this one: pip would install for another Python.
    python = "python" if which("python") == sys.executable else _quoted(sys.executable)
    if find_spec("pip") is None and which("uv"):
        return f"uv pip install --python {python} {packages}"
    return f"{python} -m pip install {packages}"


def _quoted(path: str) -> str:
    return f'"{path}"' if " " in path else path
