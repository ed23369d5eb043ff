"""The names of `import combien`: all types that users meet are among them, and nothing else is."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import types
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import combien
from combien import _questions as questions
from combien import errors, nonograms
from combien._base.lazy import homes
from combien.engines import _protocol as protocol
from combien.puzzles import PUZZLES
from tests.loops import for_each

FACE = Path(combien.__file__).read_text(encoding="utf-8")
# Importing combien may take 15 ms; what it imports says that more surely than a clock.
MOST_MODULES = 12


def checker_names() -> dict[str, str]:
    """The names that a type checker reads on the face, with the module of each."""
    (block,) = (
        node
        for node in ast.parse(FACE).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    found = {}
    for line in block.body:
        assert isinstance(line, ast.ImportFrom)
        assert line.module is not None
        (alias,) = line.names
        # Without "as" it would be an import and not a name of this module.
        assert alias.asname == alias.name
        found[alias.name] = line.module
    return found


def test_checkers_see_what_there_is() -> None:
    assert checker_names() == homes("combien")
    assert sorted(checker_names()) == combien.__all__


@for_each(combien.__all__)
def test_every_name_can_be_imported(name: str) -> None:
    value = getattr(combien, name)
    home = sys.modules[checker_names()[name]]
    assert value is getattr(home, name)
    assert name in home.__all__


def test_dir_shows_the_public_names_only() -> None:
    assert dir(combien) == combien.__all__
    assert not [name for name in dir(combien) if name.startswith("_")]


def test_what_is_not_there() -> None:
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


def test_the_whole_tree_of_errors_is_there() -> None:
    tree = {name for name in errors.__all__ if isinstance(getattr(errors, name), type)}
    assert tree <= set(combien.__all__)
    assert len(tree) > 12


def test_all_questions_are_there() -> None:
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
        # What an engine gives, `Count` and `Walk`, stands with the protocol of engines.
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
