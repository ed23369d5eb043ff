"""Imports within the package: no cycles, and a reason for each import inside a function.

A module that imports another one only inside a function depends on it all the same, so these
imports count for circles.  Imports under `if TYPE_CHECKING:` do not: they never run.  Modules that
are imported by their names as text (`combien._base.lazy`, the tables of engines) are not followed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src"
REASON = re.compile(r"  # (Start-up: .+|Optional dependency.*|Platform: .+)\.$")

TYPING_ONLY = ("TYPE_CHECKING", "typing.TYPE_CHECKING")

Graph = Mapping[str, set[str]]


def modules(source: Path) -> dict[str, Path]:
    """The files below a folder, by the names of their modules."""
    found = {}
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(
    node: ast.AST, *, inside: bool = False
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """The imports that can run, and whether each is inside a function."""
    children: Iterable[ast.AST] = ast.iter_child_nodes(node)
    if isinstance(node, ast.If) and ast.unparse(node.test) in TYPING_ONLY:
        children = node.orelse
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        yield node, inside
    inside = inside or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    for child in children:
        # An expression holds no import.
        if not isinstance(child, ast.expr):
            yield from imports(child, inside=inside)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def graph(source: Path) -> Graph:
    """For each module, the modules below the same folder that it imports."""
    files = modules(source)
    found: dict[str, set[str]] = {}
    for module, path in files.items():
        names: set[str] = set()
        for node, _ in imports(parsed(path)):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            else:
                parts = {f"{node.module}.{alias.name}" for alias in node.names}
                names |= {part if part in files else str(node.module) for part in parts}
        found[module] = names & set(files) - {module}
    return found


def circles(edges: Graph) -> list[list[str]]:
    """The largest sets of modules that all lead to each other."""
    reached: dict[str, set[str]] = {}
    for start in edges:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            fresh = edges[waiting.pop()] - seen
            seen |= fresh
            waiting += fresh
        reached[start] = seen
    together = {
        frozenset(other for other in reached[module] if module in reached[other])
        for module in edges
        if module in reached[module]
    }
    return sorted(map(sorted, together))


def without_reason(path: Path) -> list[str]:
    """The imports inside functions of a file that end without a reason."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        f"{path.name}:{node.lineno}: {lines[node.lineno - 1].strip()}"
        for node, inside in imports(parsed(path))
        if inside
        and not any(map(REASON.search, (lines[node.lineno - 1], lines[(node.end_lineno or 1) - 1])))
    ]


def test_there_are_no_cycles() -> None:
    edges = graph(SOURCE)
    assert len(edges) > 100
    assert circles(edges) == []


def test_imports_in_functions_have_a_reason() -> None:
    files = modules(SOURCE).values()
    assert [line for path in files for line in without_reason(path)] == []


# The checks themselves ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "circle"),
    [
        ("import pack.b", "from pack.a import f", True),
        ("def f():\n    from pack import b", "import pack.a", True),
        ("class C:\n    def f(self):\n        from pack.b import x", "from pack import a", True),
        ("if not TYPE_CHECKING:\n    import pack.b", "import pack.a", True),
        ("if TYPE_CHECKING:\n    import pack.b\nelse:\n    import pack.b", "import pack.a", True),
        ("if TYPE_CHECKING:\n    import pack.b", "import pack.a", False),
        ("if typing.TYPE_CHECKING:\n    import pack.b", "import pack.a", False),
        ("import pack.b", "import os", False),
    ],
)
def test_cycles_are_found(tmp_path: Path, first: str, second: str, circle: bool) -> None:
    (tmp_path / "pack").mkdir()
    for name, text in (("__init__", ""), ("a", first), ("b", second), ("c", "import pack.a")):
        (tmp_path / "pack" / f"{name}.py").write_text(text)
    assert circles(graph(tmp_path)) == ([["pack.a", "pack.b"]] if circle else [])


@pytest.mark.parametrize(
    ("line", "sound"),
    [
        ("import os", False),
        ("import os  # for the time", False),
        ("import os  # Start-up: ", False),
        ("import os  # Start-up: only for files.", True),
        ("import rich  # Optional dependency.", True),
        ("import resource  # Platform: not on Windows.", True),
        ("from os import (\n        path,\n    )  # Start-up: only for files.", True),
        ("from os import (  # Start-up: only for files.\n        path,\n    )", True),
    ],
)
def test_missing_reasons_are_found(tmp_path: Path, line: str, sound: bool) -> None:
    path = tmp_path / "one.py"
    path.write_text(f"import os\n\n\ndef f():\n    {line}\n    return 1\n")
    assert (without_reason(path) == []) == sound
