"""The public names and their signatures, compared with a list, so that changes are noticed.

After an intended change, write the list again: `python tests/test_public_api.py`.
"""

from __future__ import annotations

import importlib
import inspect
import re
import types
from collections.abc import Iterator
from pathlib import Path

LIST = Path(__file__).with_name("public_api.txt")
PACKAGES = [
    "combien",
    "combien.aio",
    "combien.cover",
    "combien.cover.formats",
    "combien.design",
    "combien.drawing",
    "combien.engines",
    "combien.families",
    "combien.geometry",
    "combien.graphs",
    "combien.language",
    "combien.nonograms",
    "combien.nonograms.formats",
    "combien.plane",
    "combien.printing",
    "combien.puzzles",
    "combien.rectangles",
    "combien.running",
    "combien.sat",
    "combien.sequences",
    "combien.tilings",
    "combien.tilings.disassembly",
]


def signature(value: object) -> str:
    """The parameters and the result as in the source; empty if Python cannot determine them."""
    try:
        # The default representation of an object contains its address, which changes.
        return re.sub(r" at 0x[0-9a-f]+", "", str(inspect.signature(value)))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""


def lines_of(place: str, value: object) -> Iterator[str]:
    """A line for a public value; for a class, also for its members, its own and inherited ones."""
    if not isinstance(value, type):
        kind = signature(value) if callable(value) else f": {type(value).__name__}"
        yield f"{place}{kind}"
        return
    yield f"class {place}{signature(value)}"
    bases = [base for base in reversed(value.__mro__) if base.__module__.startswith("combien")]
    members = {name: member for base in bases for name, member in vars(base).items()}
    for name, member in sorted(members.items()):
        if name.startswith("_"):
            continue
        if isinstance(member, (staticmethod, classmethod)):
            yield f"    {name}{signature(member.__func__)}"
        elif isinstance(member, types.FunctionType):
            yield f"    {name}{signature(member)}"
        elif isinstance(member, property):
            yield f"    {name}"


def public_api() -> str:
    """Every public name once, under the first package that has it."""
    lines: list[str] = []
    seen: set[int] = set()
    for package in PACKAGES:
        module = importlib.import_module(package)
        for name in sorted(module.__all__):
            value = getattr(module, name)
            if isinstance(value, (type, types.FunctionType)):
                if id(value) in seen:
                    continue
                seen.add(id(value))
            lines.extend(lines_of(f"{package}.{name}", value))
    return "\n".join(lines) + "\n"


def test_the_public_names_have_not_changed() -> None:
    same = public_api() == LIST.read_text(encoding="utf-8")
    # The texts are too long for a message: `git diff` shows the change once the list is written.
    assert same, "the public names changed; if they should, run python tests/test_public_api.py"


if __name__ == "__main__":
    LIST.write_text(public_api(), encoding="utf-8")
