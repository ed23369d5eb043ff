"""The names of `import combien`: all types of its arguments and results, and nothing private."""

from __future__ import annotations

import ast
import compileall
import importlib
import inspect
import re
import shutil
import subprocess
import sys
import types
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

import combien
from combien import _questions as questions
from combien import errors, nonograms
from combien.engines import _protocol as protocol
from combien.puzzles import PUZZLES
from tests.loops import for_each
from tests.programs import ROOT

SOURCE = Path(combien.__file__).parent
# Importing combien is to be quick; what it imports is a surer measure than a clock.
MOST_MODULES = 12


PACKAGES = sorted(
    path.parent.relative_to(SOURCE.parent).as_posix().replace("/", ".")
    for path in SOURCE.rglob("__init__.pyi")
)

# Public packages that import their names at once.
WITHOUT_STUBS = ("combien.language", "combien.running")


def checker_names(package: str) -> dict[str, str]:
    """The names that a type checker reads in the stub of a package, with the module of each."""
    stub = SOURCE.parent.joinpath(*package.split("."), "__init__.pyi")
    found = {}
    for line in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(line, ast.ImportFrom):
            assert line.module is not None
            (alias,) = line.names
            # Without "as" it would be an import and not a name of this module.
            assert alias.asname == alias.name
            found[alias.name] = line.module
    return found


@for_each(PACKAGES)
def test_type_checkers_see_the_same_names(package: str) -> None:
    module = importlib.import_module(package)
    table = {name: home for home, line in module._NAMES.items() for name in line.split()}
    assert checker_names(package) == table
    assert sorted(table) == module.__all__


def test_all_tables_of_names_have_stubs() -> None:
    lending = {path for path in SOURCE.rglob("__init__.py") if "lazy(" in path.read_text()}
    assert lending == {path.with_suffix(".py") for path in SOURCE.rglob("__init__.pyi")}
    assert len(lending) > 15


@for_each(combien.__all__)
def test_every_name_can_be_imported(name: str) -> None:
    value = getattr(combien, name)
    home = sys.modules[checker_names("combien")[name]]
    assert value is getattr(home, name)


def test_dir_shows_the_public_names_only() -> None:
    assert dir(combien) == combien.__all__
    assert not [name for name in dir(combien) if name.startswith("_")]


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="module 'combien' has no attribute 'counts'"):
        combien.counts  # type: ignore[attr-defined]  # noqa: B018


def test_names_are_found_in_an_archive(tmp_path: Path) -> None:
    package = Path(combien.__file__).parent
    with zipfile.ZipFile(tmp_path / "combien.zip", "w") as archive:
        for path in package.rglob("*.py"):
            archive.write(path, path.relative_to(package.parent))
    program = (
        "import combien, combien.nonograms, combien.puzzles; print(combien.__file__); "
        "print(combien.BadInput, dir(combien.nonograms), combien.puzzles.PUZZLES); combien.Family"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, 'combien.zip'); {program}"],
        cwd=tmp_path,
        env={"PYTHONPATH": ""},
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == [
        str(Path("combien.zip", "combien", "__init__.py")),
        f"{errors.BadInput} {dir(nonograms)} {PUZZLES}",
    ]
    assert "MissingExtra: the compiled core of combien cannot be loaded" in done.stderr


# Says from where it is, and does what the command line says.
PROGRAM = "from combien.__main__ import program; import combien; print(combien.__file__); program()"


def test_a_copy_without_sources_counts(tmp_path: Path) -> None:
    # As `compileall -b` makes it, and programs that bring their Python.
    copy = tmp_path / "combien"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    assert compileall.compile_dir(copy, legacy=True, quiet=1)
    for path in copy.rglob("*.py"):
        path.unlink()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "count", "example:camel.cmb"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [str(copy / "__init__.pyc"), "32420116341024288"]


@pytest.mark.needs("pyinstaller")
def test_a_program_of_pyinstaller_counts(tmp_path: Path) -> None:
    """As docs/programs.md says; without other packages, which would be read for minutes."""
    page = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
    (options,) = re.findall(r"^pyinstaller (--.*) program\.py$", page, re.MULTILINE)
    (tmp_path / "program.py").write_text(f"{PROGRAM}\n")
    needed = {"combien", "click", "nanobind_backend"}
    others = [f"--exclude-module={name}" for name in packages_distributions().keys() - needed]
    command = [sys.executable, "-m", "PyInstaller", "--log-level", "ERROR", *options.split()]
    command += [*sorted(others), "program.py"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    done = subprocess.run(
        [tmp_path / "dist" / "program" / "program", "count", "example:camel.cmb"],
        env={"LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    place, number = done.stdout.splitlines()
    assert Path(place).parent == tmp_path / "dist" / "program" / "_internal" / "combien"
    assert number == "32420116341024288"


def test_all_errors_are_public() -> None:
    tree = {name for name in errors.__all__ if isinstance(getattr(errors, name), type)}
    assert tree <= set(combien.__all__)
    assert len(tree) > 12


def test_all_questions_are_public() -> None:
    assert set(dir(questions)) <= set(combien.__all__)


def test_importing_loads_next_to_nothing() -> None:
    program = (
        "import sys; before = set(sys.modules); import combien; "
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stdout.split()
    assert [name for name in loaded if name.startswith("combien")] == [
        "combien",
        "combien._base",
        "combien._base.lazy",
    ]
    assert len(loaded) <= MOST_MODULES, loaded
    assert "typing" not in loaded


# The types in annotations -------------------------------------------------------------------------


def annotation_names(function: Callable[..., object]) -> Iterator[str]:
    """The names in the annotations of a function, as they are written."""
    for annotation in function.__annotations__.values():
        for node in ast.walk(ast.parse(str(annotation), mode="eval")):
            if isinstance(node, ast.Name):
                yield node.id


def functions(value: Any) -> Iterator[types.FunctionType]:
    """A public function itself, or the public methods and properties of a class."""
    if inspect.isfunction(value):
        yield value
    if not isinstance(value, type):
        return
    for home in value.__mro__:
        if not home.__module__.startswith("combien"):
            continue
        for name, member in vars(home).items():
            if name.startswith("_") and name not in ("__init__", "__getitem__", "__iter__"):
                continue
            member = getattr(member, "__func__", member)
            member = member.fget if isinstance(member, property) else member
            if inspect.isfunction(member):
                yield member


@cache
def package_classes() -> set[str]:
    """The classes of the whole package, by name."""
    return {
        node.name
        for path in Path(combien.__file__).parent.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    }


def public_names(function: types.FunctionType) -> set[str]:
    """What a user can import: from the face, or from the public package of the function."""
    package = sys.modules[".".join(function.__module__.split(".")[:2])]
    return {*combien.__all__, *getattr(package, "__all__", ())}


@for_each(combien.__all__)
def test_types_of_annotations_can_be_imported(name: str) -> None:
    missing = {
        f"{function.__qualname__}: {word}"
        for function in functions(getattr(combien, name))
        for word in annotation_names(function)
        if word in package_classes()
        and word not in public_names(function)
        # An alias or a type variable may have the name of a class elsewhere.
        and isinstance(function.__globals__.get(word, type), type)
        # `Count` and `Walk`, which engines return, are defined with the protocol of engines.
        and word not in protocol.__all__
    }
    assert missing == set()


def test_a_missing_type_is_noticed() -> None:
    assert "Placement" in package_classes()
    words = set(annotation_names(combien.Tiling.at))
    assert words == {"Cell", "Placement"}
    assert {"TilingProblem.read", "TilingProblem.board"} <= {
        function.__qualname__ for function in functions(combien.TilingProblem)
    }


def test_generic_answers_can_be_made_and_stay_frozen() -> None:
    answer = combien.Answer[int]("solved", "dlx", "", {}, 0.0, True)
    explanation = combien.Explanation[int]("unknown", "budget", "")
    for value in (answer, explanation):
        with pytest.raises(AttributeError):
            value.status = "none"  # type: ignore[misc]


def frozen_classes() -> list[type]:
    """All public dataclasses whose fields cannot be set."""
    modules = [importlib.import_module(name) for name in (*PACKAGES, *WITHOUT_STUBS)]
    values = (getattr(module, one) for module in modules for one in module.__all__)
    made = {value for value in values if "__dataclass_params__" in getattr(value, "__dict__", {})}
    frozen = [value for value in made if value.__dataclass_params__.frozen]
    return sorted(frozen, key=lambda value: (value.__module__, value.__qualname__))


@pytest.mark.parametrize("kind", frozen_classes(), ids=lambda kind: kind.__qualname__)
def test_a_misspelled_field_is_refused_and_a_subclass_has_more(kind: type) -> None:
    # Before Python 3.14, classes that are frozen and have slots raise TypeError in both cases.
    one: Any = object.__new__(kind)
    with pytest.raises(FrozenInstanceError, match="secnods"):
        one.secnods = 4
    more: Any = object.__new__(type("More", (kind,), {}))
    more.added = "mine"
    assert more.added == "mine"


def test_the_package_works_without_docstrings() -> None:
    code = "import combien; print(combien.count(combien.Problem.from_options(['ab', 'a', 'b'])))"
    run = subprocess.run([sys.executable, "-OO", "-c", code], capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("2\n", "")
