"""The import rule: strictly down, or inside one's own folder.  ARCHITECTURE.md draws the layers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_imports import SOURCE, Graph, graph

ROOT = Path(__file__).parent.parent
DRAWING = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
FACE = "combien"
MODELS = ("tilings", "puzzles", "nonograms")
# What to draw, but not how.
TO_DRAW = (["_content"], ["_picture"], ["_clued"], ["_palette"])
DOORKEEPERS = (
    "_base/threads.py",
    "cover/_arrays.py",
    "cover/_elements.py",
    "cover/_problem.py",
    "cover/_reduce.py",
    "cover/formats/_ec.py",
    "cover/formats/_knuth.py",
    "cover/formats/_text.py",
    "families/_family.py",
    "families/_weighing.py",
    "geometry/_lattice.py",
    "nonograms/_cover.py",
    "nonograms/_human/spread.py",
    "nonograms/_solving/beliefs.py",
    "nonograms/_solving/encodings.py",
    "nonograms/_solving/search.py",
    "plane/_grid.py",
    "plane/_search.py",
    "rectangles/_lengths.py",
    "sat/_solver.py",
    "sequences/_automaton.py",
    "sequences/_recurrence.py",
    "tilings/_placement.py",
    "tilings/disassembly/_disassemble.py",
)


def layers(name: str) -> dict[str, int]:
    """The layers that ARCHITECTURE.md draws under this name: folder or file, and its height."""
    (block,) = re.findall(rf"^```{name}\n(.*?)^```", DRAWING, re.MULTILINE | re.DOTALL)
    lines = [line.split() for line in block.splitlines()]
    return {part: int(height) for height, *parts in lines for part in parts}


# Python -------------------------------------------------------------------------------------------


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """What can be or hold a statement: all but expressions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from statements(child)


def imported(tree: ast.Module, names: set[str]) -> Iterator[str]:
    """The modules of the package that are imported anywhere in a file, by their full names."""
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == FACE)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                yield "a relative import"
            elif node.module == FACE:
                # A name that is not a module of the package comes from its `__init__`.
                yield from (
                    f"{FACE}.{alias.name}" if alias.name in names else FACE for alias in node.names
                )
            elif node.module and node.module.split(".")[0] == FACE:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def faults(package: Path, heights: dict[str, int]) -> list[str]:
    """What breaks the rule below this folder, in words."""
    found = []
    names = {path.stem for path in package.iterdir()} | set(heights)
    for path in sorted(package.rglob("*.py")):
        own = path.relative_to(package).parts
        part = own[0].removesuffix(".py")
        if part == "__init__":
            continue
        place = "/".join(own)
        if part not in heights:
            found.append(f"{place}: ARCHITECTURE.md draws no layer for {part}")
            continue
        for module in imported(ast.parse(path.read_text(encoding="utf-8")), names):
            reason = fault(place, part, module, heights)
            if reason:
                found.append(f"{place} imports {module}: {reason}")
    return found


def fault(place: str, part: str, module: str, heights: dict[str, int]) -> str:
    """Why this file may not import this module; empty when it may."""
    if module == FACE:
        return "" if part in ("_cli", "__main__") else "the face of the package is for users"
    target, *rest = module.split(".")[1:] or [""]
    if target not in heights:
        return "ARCHITECTURE.md draws no layer for it"
    if target == "_native":
        doorkeeper = part == "engines" or place in DOORKEEPERS
        return "" if doorkeeper else "only engines may"
    if (target, rest[:1]) == ("cover", ["_oracle"]):
        return "" if place == "engines/_check.py" else "only tests may"
    if target == part:
        return ""
    if heights[target] >= heights[part]:
        return f"{part} does not lie above {target}"
    if part in MODELS and target == "engines":
        return "a model knows no engine"
    if part in MODELS and target == "drawing" and rest[:1] not in TO_DRAW:
        return "a model knows no renderer"
    return ""


def test_the_package_keeps_the_rule() -> None:
    assert faults(ROOT / "src" / FACE, layers("layers")) == []


def test_the_diagram_has_every_folder() -> None:
    package = ROOT / "src" / FACE
    there = {path.name for path in package.iterdir() if list(path.glob("*.py"))}
    there |= {path.stem for path in package.glob("*.py*") if path.stem != "__init__"}
    assert there == set(layers("layers"))
    rooms = {path.name for path in (ROOT / "native").iterdir() if path.is_dir()}
    assert rooms == set(layers("layers native"))


@pytest.mark.parametrize(
    ("place", "line", "reason"),
    [
        ("cover/_problem.py", "from combien.engines._sweeps import memo", "does not lie above"),
        ("cover/_problem.py", "from combien.geometry import region", "does not lie above"),
        ("cover/_problem.py", "def f():\n    import combien._cli.main", "does not lie above"),
        ("cover/_verify.py", "from combien import _native", "only engines may"),
        ("_questions/ask.py", "from combien import _native", "only engines may"),
        ("families/_text.py", "from combien import _native", "only engines may"),
        ("nonograms/_solver.py", "from combien import _native", "only engines may"),
        ("engines/_table.py", "from combien.cover._oracle import all_solutions", "only tests may"),
        ("cover/_verify.py", "from combien.cover import _oracle", "only tests may"),
        ("tilings/_tile.py", "from combien.engines import engine_named", "knows no engine"),
        ("puzzles/_queens.py", "from combien.engines import engine_named", "knows no engine"),
        ("puzzles/_queens.py", "from combien._questions import count", "does not lie above"),
        ("puzzles/_queens.py", "from combien.drawing import svg", "knows no renderer"),
        ("nonograms/_solver.py", "from combien.engines import engine_named", "knows no engine"),
        ("nonograms/_nonogram.py", "from combien.drawing import svg", "knows no renderer"),
        (
            "tilings/_tile.py",
            "from combien.drawing._renderers.svg import render",
            "knows no renderer",
        ),
        ("tilings/_tile.py", "from combien.drawing import svg", "knows no renderer"),
        ("tilings/_tile.py", "from combien import count", "is for users"),
        ("language/run.py", "import combien", "is for users"),
        ("language/run.py", "from .syntax import Script", "draws no layer"),
        ("novel/thing.py", "", "draws no layer for novel"),
        ("language/run.py", "from combien.novel import thing", "draws no layer"),
    ],
)
def test_the_rule_fails_when_broken(tmp_path: Path, place: str, line: str, reason: str) -> None:
    path = tmp_path / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(line)
    (found,) = faults(tmp_path, layers("layers"))
    assert reason in found


def test_what_is_allowed(tmp_path: Path) -> None:
    for place, line in {
        "_cli/main.py": "import combien\nfrom combien.language import parse",
        "engines/_table.py": "from combien import _native\nfrom combien._base.budget import Meter",
        "tilings/_draw.py": "from combien.drawing._picture import Picture\nimport os",
        "_questions/ask.py": "from combien.engines import engine_named",
        "families/_family.py": "from combien import _native",
        "nonograms/_human/spread.py": "from combien import _native",
        "nonograms/_solving/search.py": "from combien import _native",
        "nonograms/_clued.py": "from combien.drawing._clued import CluedBoard",
    }.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(line)
    assert faults(tmp_path, layers("layers")) == []


# The rooms of `engines` ---------------------------------------------------------------------------

STREET = f"{FACE}.engines"
ABOVE_ALL = 99


def room_faults(edges: Graph, heights: dict[str, int]) -> list[str]:
    """What breaks the rule among the rooms of `engines`, and the files beside them, in words."""
    found = []
    for module in sorted(edges):
        part = room(module)
        if not part:
            continue
        if part not in heights:
            found.append(f"ARCHITECTURE.md draws no layer for {module}")
            continue
        for other in sorted(edges[module]):
            target = room(other)
            if other == STREET:
                found.append(f"{module} imports {other}, which is for those outside")
            elif target not in ("", part) and heights.get(target, ABOVE_ALL) >= heights[part]:
                found.append(f"{module} imports {other}: {part} does not lie above {target}")
    return found


def room(module: str) -> str:
    """The room of `engines` that a module is in, or its name if it is in none; empty outside."""
    above, dot, below = module.partition(f"{STREET}.")
    return below.split(".")[0] if dot and not above else ""


def test_the_rooms_keep_the_rule() -> None:
    assert room_faults(graph(SOURCE), layers("layers engines")) == []


def test_the_diagram_has_every_room() -> None:
    there = {path.name for path in (SOURCE / FACE / "engines").iterdir() if list(path.glob("*.py"))}
    there |= {path.stem for path in (SOURCE / FACE / "engines").glob("_*.py")} - {"__init__"}
    assert there == set(layers("layers engines"))


@pytest.mark.parametrize(
    ("module", "other", "reason"),
    [
        ("_search.walk", "._sweeps.memo", "does not lie above"),
        ("_counting", "._search.walk", "does not lie above"),
        ("_optimum.cheapest", "._table", "does not lie above"),
        ("_sweeps.memo", "._novel", "does not lie above"),
        ("_sweeps.memo", "", "for those outside"),
        ("_novel.memo", "._protocol", "draws no layer"),
        ("_optimum.cheapest", "._diagrams.compiling", ""),
        ("_sweeps.memo", "._sweeps.prices", ""),
    ],
)
def test_the_rule_of_the_rooms_fails_when_broken(module: str, other: str, reason: str) -> None:
    edges = {f"{STREET}.{module}": {STREET + other, f"{FACE}.errors"}}
    found = room_faults(edges, layers("layers engines"))
    assert len(found) == bool(reason)
    assert all(reason in one for one in found)


# C++ ----------------------------------------------------------------------------------------------

PYTHON_HEADERS = ("nanobind/", "Python.h")


def native_faults(native: Path, heights: dict[str, int]) -> list[str]:
    """What breaks the rule in the core, in words."""
    found = []
    for path in sorted(native.rglob("*.[ch]pp")):
        place = path.relative_to(native)
        part = place.parts[0]
        if part not in heights:
            found.append(f"{place}: ARCHITECTURE.md draws no layer for {part}")
            continue
        for header in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)', path.read_text(), re.MULTILINE):
            target = header.split("/")[0] if "/" in header else part
            if header.startswith(PYTHON_HEADERS):
                if part != "bindings":
                    found.append(f"{place} includes {header}: only bindings may")
            elif target != part and (
                # The tests are above the bindings, but run without Python.
                heights.get(target, 0) > heights[part] or target == "bindings"
            ):
                found.append(f"{place} includes {header}: {part} does not lie above {target}")
    return found


def test_the_core_keeps_the_rule() -> None:
    assert native_faults(ROOT / "native", layers("layers native")) == []


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("base/ids.hpp", '#include "cover/problem.hpp"'),
        ("cover/bits/bits.cpp", '#include "frontier/plan.hpp"'),
        ("cover/links.cpp", "#include <nanobind/nanobind.h>"),
        ("frontier/sweep.cpp", "  # include <Python.h>"),
        ("tests/main.cpp", '#include "bindings/bindings.hpp"'),
        ("novel/thing.cpp", '#include "base/ids.hpp"'),
    ],
)
def test_the_rule_of_the_core_fails_when_broken(tmp_path: Path, place: str, line: str) -> None:
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text(f"#include <vector>\n{line}\n")
    assert len(native_faults(tmp_path, layers("layers native"))) == 1
