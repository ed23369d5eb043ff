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
from combien._base.extras import EXTRAS, install_command, interpreter, needed
from combien.cover import to_arrow
from combien.drawing._renderers.typeface import pdf_library
from combien.engines._optimum.cpsat import cpsat_module
from combien.engines._optimum.highs import highs_module
from combien.families._exchange import _module
from combien.nonograms._images import pillow
from combien.notebook import _widget_class
from combien.running._runners import _connected
from combien.sat._library import LibrarySolver
from combien.sat._solver import Outcome
from combien.web.server import serve
from tests.absent import forget, without
from tests.programs import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Of developers: no error is about these.
TOOLS = {"dev", "docs", "test"}
PACKAGE = Path(combien.__file__).parent


def _serve_editor() -> None:
    """Import the language server again, which notes what is missing as it is imported."""
    sys.modules.pop("combien.language._server", None)
    import_module("combien.language._server").serve("")


def _solve() -> None:
    solver = LibrarySolver([])
    solver.ask([])
    while solver.run(100, 60.0) is Outcome.OUT_OF_SLICE:
        pass


# For each extra a package that it brings, and what needs it.
NEEDED: dict[str, tuple[str, Callable[[], object]]] = {
    "arrow": ("pyarrow", lambda: to_arrow(combien.Problem.from_options("a"), [])),
    "cluster": ("distributed", lambda: _connected("local:1")),
    "cpsat": ("ortools", cpsat_module),
    "diagrams": ("oxidd", lambda: _module("oxidd.zbdd")),
    "lsp": ("pygls", _serve_editor),
    "milp": ("highspy", highs_module),
    "notebook": ("anywidget", _widget_class),
    "pdf": ("pydyf", pdf_library),
    "pictures": ("PIL", pillow),
    "sat": ("pysat", _solve),
    "web": ("starlette", serve),
}

# What a package does when it is imported, and the reason that is shown.
BROKEN = {
    "symbol": (
        "raise ImportError('_core.so: undefined symbol: _ZN5Highs\\nmore')",
        "_core.so: undefined symbol: _ZN5Highs more",
    ),
    "dependency": ("import no_such_dependency", "No module named 'no_such_dependency'"),
    "part": ("from . import no_such_part", "cannot import name 'no_such_part' from "),
    "library": (
        "import ctypes; ctypes.CDLL('libnothing.so.9')",
        "OSError: libnothing.so.9: cannot open shared object file",
    ),
    "version": ("import os; os.no_such_function()", "AttributeError: module 'os' has no attribute"),
}


@pytest.fixture(autouse=True)
def _without_the_cached_widget() -> None:
    _widget_class.cache_clear()


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
    without(module, monkeypatch)
    with pytest.raises(combien.MissingExtra) as refused:
        need()
    assert f", which is not installed: {install_command(extra)}" in str(refused.value)
    packages = re.findall(r'"(.+?)"', install_command(extra).partition("install")[2])
    assert packages == PROJECT["optional-dependencies"][extra]


def test_the_error_of_png_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    without("resvg_py", monkeypatch)
    picture = combien.Picture.of_cells([([(0, 0)], None, "")])
    with pytest.raises(combien.MissingExtra) as refused:
        picture.png()
    assert str(refused.value) == (
        "PNG pictures need resvg-py (extra 'pictures'), which is not installed: "
        f"{install_command('pictures')}"
    )


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("extra", EXTRAS)
def test_a_package_that_cannot_be_loaded(
    extra: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, need = NEEDED[extra]
    statement, reason = BROKEN[kind]
    (tmp_path / module).mkdir()
    (tmp_path / module / "__init__.py").write_text(f"{statement}\n")
    forget(module, monkeypatch)
    monkeypatch.syspath_prepend(tmp_path)
    # python-sat runs in a process of its own.
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    for other in EXTRAS[extra].keys() - {module}:
        # Those that come first are there, whether they are installed or not.
        monkeypatch.setitem(sys.modules, other, ModuleType(other))
    with pytest.raises(combien.MissingExtra) as refused:
        need()
    said = str(refused.value)
    assert f", which is installed but cannot be loaded ({reason}" in said
    assert f"): {install_command(extra, again=True)}" in said
    assert "not installed" not in said


def test_what_is_out_of_memory_is_not_missing() -> None:
    with pytest.raises(MemoryError), needed("this needs NumPy", "numpy"):
        raise MemoryError


def test_only_the_helper_tells_of_missing_packages() -> None:
    """Imports of optional packages go through one place; the core is explained in `lazy.py`."""
    raising = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if re.search(r"\bMissingExtra\(", path.read_text(encoding="utf-8"))
    }
    # The last one tells of programs.
    assert raising == {"errors.py", "_base/extras.py", "_base/lazy.py", "sat/_programs.py"}


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
    again = "--reinstall" if command.startswith("uv") else "--force-reinstall"
    assert f" {again} " in install_command("lsp", again=True)


def test_a_frozen_program_does_not_start_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would read `-P` as an argument, or run from its beginning, without an end."""
    assert interpreter("it runs") == sys.executable
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "pip" not in install_command("pdf")
    for run in (lambda: interpreter("it runs"), lambda: LibrarySolver([])):
        with pytest.raises(combien.MissingExtra, match="which this program cannot start"):
            run()
    for path in PACKAGE.rglob("*.py"):
        # The first returns it, the second shows it.
        if path.name not in ("extras.py", "doctor.py"):
            assert "sys.executable" not in path.read_text(encoding="utf-8"), path


def test_the_browser_installs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert "pip" not in install_command("pdf")


def test_nothing_names_an_extra_of_an_index() -> None:
    """`pip install combien[...]` needs an index that has combien."""
    wrong = [
        path.name
        for path in PACKAGE.rglob("*.py")
        if re.search(r"pip install ['\"]?combien\[", path.read_text(encoding="utf-8"))
    ]
    assert wrong == ["extras.py"]
