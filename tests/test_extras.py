"""What an error says about an optional package: a command that installs it in any case."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import combien
from combien._base.extras import EXTRAS, install_command
from combien.cover import to_arrow
from combien.drawing._renderers.typeface import pdf_library
from combien.engines._cpsat import cpsat_module
from combien.engines._highs import highs_module
from combien.families._exchange import _module
from combien.nonograms._images import pillow
from combien.notebook import _widget_class
from combien.running._runners import _connected
from combien.sat._library import LibrarySolver
from combien.web.server import serve
from tests.programs import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Of developers: no error is about these.
TOOLS = {"dev", "docs", "test"}


def _serve_editor() -> None:
    """Import the language server again, which notes what is missing as it is imported."""
    sys.modules.pop("combien.language._server", None)
    import_module("combien.language._server").serve("")


# For each extra a module that it brings, and what needs it.
NEEDED: dict[str, tuple[str, Callable[[], object]]] = {
    "arrow": ("pyarrow", lambda: to_arrow(combien.Problem.from_options("a"), [])),
    "cluster": ("distributed", lambda: _connected("local:1")),
    "cpsat": ("ortools.sat.python", cpsat_module),
    "diagrams": ("oxidd.zbdd", lambda: _module("oxidd.zbdd")),
    "lsp": ("pygls.lsp.server", _serve_editor),
    "milp": ("highspy", highs_module),
    "notebook": ("anywidget", _widget_class),
    "pdf": ("pydyf", pdf_library),
    "pictures": ("PIL.Image", pillow),
    "sat": ("pysat", lambda: LibrarySolver([])),
    "web": ("uvicorn", serve),
}


def test_the_packages_are_those_of_the_project() -> None:
    extras = PROJECT["optional-dependencies"]
    known = {name: list(of.values()) for name, of in EXTRAS.items()}
    assert {name: of for name, of in extras.items() if name not in TOOLS} == known
    assert NEEDED.keys() == EXTRAS.keys()
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (`.+`) \| ", page, re.MULTILINE)
    assert {name: of.strip("`").split("` `") for name, of in rows} == known


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_error_names_the_command(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, need = NEEDED[extra]
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(combien.MissingExtra) as refused:
        need()
    assert f": {install_command(extra)}" in str(refused.value)
    packages = re.findall(r'"(.+?)"', install_command(extra).partition("install")[2])
    assert packages == PROJECT["optional-dependencies"][extra]


@pytest.mark.parametrize("extra", ["web", "sat"])
def test_a_shell_runs_the_command(extra: str) -> None:
    """For pip these packages are there, so it needs no index."""
    for name in (NEEDED[extra][0], "pip"):
        pytest.importorskip(name, reason='pip install ".[test]"')
    command = f"{install_command(extra)} --no-index --no-deps --dry-run"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.count("already satisfied") == len(EXTRAS[extra])


def found(*names: str) -> Callable[[str], object]:
    """A search for programs that finds these, in /bin."""
    return lambda name: f"/bin/{name}" if name in names else None


@pytest.mark.parametrize(
    ("executable", "programs", "has_pip", "command"),
    [
        ("/bin/python", ["python", "uv"], True, "python -m pip install"),
        ("/bin/python3", ["python"], True, "/bin/python3 -m pip install"),
        ("/opt/python", ["python"], True, "/opt/python -m pip install"),
        ("/a b/python", [], True, '"/a b/python" -m pip install'),
        ("/bin/python", ["python", "uv"], False, "uv pip install --python python"),
        ("/bin/python", ["python"], False, "python -m pip install"),
    ],
)
def test_the_python_that_runs_gets_the_package(
    executable: str,
    programs: list[str],
    has_pip: bool,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", executable)
    monkeypatch.setattr("shutil.which", found(*programs))
    if not has_pip:
        monkeypatch.setitem(sys.modules, "pip", None)
    elif "pip" not in sys.modules:
        monkeypatch.setattr("importlib.util.find_spec", lambda name: ModuleType(name))
    assert install_command("lsp") == f'{command} "pygls>=2"'


def test_the_browser_installs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert "pip" not in install_command("pdf")


def test_nothing_names_an_extra_of_an_index() -> None:
    """`pip install combien[...]` needs an index that has combien."""
    wrong = [
        path.name
        for path in Path(combien.__file__).parent.rglob("*.py")
        if re.search(r"pip install ['\"]?combien\[", path.read_text(encoding="utf-8"))
    ]
    assert wrong == ["extras.py"]
