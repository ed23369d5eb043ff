"""The optional packages: what each extra consists of, and how they are imported and installed.

`needed` wraps every import of one, so that all errors distinguish a package that is not installed
from one that is installed and cannot be loaded: a broken wheel, a missing shared library, two
packages that bring different versions of the same library.

`pip install "combien[pdf]"` needs an index that has combien, and this copy may come from a folder
or an archive.  The packages of an extra can be installed beside any copy, so messages name them.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

    from combien.errors import MissingExtra

# As in pyproject.toml, which a test compares; each package by the module that is imported.
EXTRAS = {
    "arrow": {"pyarrow": "pyarrow>=15"},
    "cluster": {"distributed": "distributed>=2026.1"},
    "cpsat": {"ortools": "ortools>=9.12"},
    "diagrams": {"graphillion": "graphillion>=2.1", "oxidd": "oxidd>=0.13"},
    "lsp": {"pygls": "pygls>=2"},
    "milp": {"highspy": "highspy>=1.11,!=1.15.*"},
    "notebook": {"anywidget": "anywidget>=0.9"},
    "pdf": {"pydyf": "pydyf>=0.12", "segno": "segno>=1.6"},
    "pictures": {"PIL": "pillow>=11", "resvg_py": "resvg-py>=0.5"},
    "sat": {"pysat": "python-sat>=1.9.dev1"},
    "web": {"starlette": "starlette>=1.0", "uvicorn": "uvicorn>=0.30", "segno": "segno>=1.6"},
}


# What the loader of shared libraries reports can be long.
_LONGEST_REASON = 400


# Where the compiled code of a package is loaded, unless its first import does that.
PARTS = {
    "PIL": "PIL.Image",
    "ortools": "ortools.sat.python.cp_model",
    "oxidd": "oxidd.zbdd",
    "pygls": "pygls.lsp.server",
    "pysat": "pysat.solvers",
    "starlette": "starlette.applications",
}
# Imported in a process of its own.
APART = {"pysat"}


def installed() -> list[str]:
    """Return the extras whose packages are all there, without importing them.

    Cost: 1 ms.
    """
    return [name for name, of in EXTRAS.items() if all(map(PathFinder.find_spec, of))]


class needed:  # noqa: N801
    """Context manager for imports of optional packages, which raises `MissingExtra`.

    >>> with needed("PNG pictures need resvg-py", "pictures"):
    ...     import resvg_py

    `need` is the beginning of the message, and `name` the extra or the requirement to install.
    A package that raises any exception when it is imported counts as one that cannot be loaded; the
    message then has the reason.
    """

    __slots__ = ("_more", "_name", "_need")

    def __init__(self, need: str, name: str, *, more: str = "") -> None:
        self._need = need
        self._name = name
        self._more = more

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, MemoryError):
            raise missing_extra(self._need, self._name, error, more=self._more) from error


def missing_extra(need: str, name: str, error: Exception, *, more: str = "") -> MissingExtra:
    """Return the error for an import that failed, with the reason if the package is installed.

    `more` is what else can be done.
    """
    from combien.errors import MissingExtra  # Start-up: only for this error.

    modules = EXTRAS.get(name, (name.partition(">")[0].replace("-", "_"),))
    absent = isinstance(error, ModuleNotFoundError) and error.name in modules
    if absent:
        return MissingExtra(f"{need}, which is not installed: {install_command(name)}{more}")
    kind = "" if isinstance(error, ImportError) else f"{type(error).__name__}: "
    reason = " ".join(f"{kind}{error}".split())[:_LONGEST_REASON]
    return MissingExtra(
        f"{need}, which is installed but cannot be loaded ({reason}): "
        f"{install_command(name, again=True)}{more}"
    )


def install_command(name: str, *, again: bool = False) -> str:
    """Return the command that installs an extra, or another package, for the running Python.

    >>> install_command("web")
    '...pip install ..."starlette>=1.0" "uvicorn>=0.30" "segno>=1.6"'

    With `again`, it replaces what is installed.  It is the command of pip, or of uv for an
    environment without pip.  In the browser, and in a program that
    PyInstaller made, nothing can be installed, and the text says so.
    """
    if sys.platform == "emscripten":
        return "it cannot be installed in the browser; install combien on a computer"
    if getattr(sys, "frozen", False):
        return "install it where this program was made, and make it again"
    from importlib.util import find_spec  # Start-up: only for messages.
    from shutil import which  # Start-up: only for messages.

    needed = EXTRAS[name].values() if name in EXTRAS else [name]
    packages = " ".join(f'"{package}"' for package in needed)
    python = _python(which("python") or "")
    if find_spec("pip") is None and which("uv"):
        return f"uv pip install{' --reinstall' * again} --python {python} {packages}"
    return f"{python} -m pip install{' --force-reinstall' * again} {packages}"


def interpreter(need: str) -> str:
    """Return the running Python, for another process.

    Raises `MissingExtra` in a program with a Python of its own, as PyInstaller makes them: it would
    start itself, again and again.
    """
    if not sys.executable or getattr(sys, "frozen", False):
        from combien.errors import MissingExtra  # Start-up: only for this error.

        raise MissingExtra(f"{need} by a Python of its own, which this program cannot start")
    return sys.executable


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
