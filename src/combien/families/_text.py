"""Diagrams as text: a format to save and load, and the language of Graphviz.

The format consists of lines of JSON: a heading, the elements, and each node as [element, lo, hi]
after its children, so that it is read in one pass.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from combien._base.checks import check_instance
from combien.errors import BadFormat
from combien.families._passes import Nodes, no_nodes

HEADING = "combien family 1"


def dump(nodes: Nodes, elements: Sequence[Hashable]) -> str:
    """Return a diagram as lines of text."""
    used = nodes.used
    place = {variable: number for number, variable in enumerate(used)}
    lines = [HEADING]
    lines.append(json.dumps([_plain(elements[variable]) for variable in used]))
    lines += [f"[{place[variable]},{lo},{hi}]" for variable, lo, hi in nodes]
    lines.append(str(nodes.root))
    return "\n".join(lines) + "\n"


def _plain(element: Hashable) -> Any:
    """Return an element as a JSON value; tuples become lists."""
    if isinstance(element, tuple):
        return [_plain(part) for part in element]
    if element is None or type(element) in (str, int, bool):
        return element
    raise BadFormat(
        f"{element!r} cannot be written: the elements of a dumped family must be strings, "
        "integers, True, False, None, or tuples of these"
    )


def load(text: str) -> tuple[Nodes, list[Hashable]]:
    """Parse the text of `dump`; return the nodes and the elements, or raise `BadFormat`."""
    lines = check_instance("text", text, str, error=BadFormat).splitlines()
    if len(lines) < 3 or lines[0] != HEADING:
        raise BadFormat(f"line 1: expected '{HEADING}'")
    elements = [_hashable(part) for part in _numbered(lines[1], 2)]
    if len(set(elements)) < len(elements):
        raise BadFormat("line 2: duplicate element")
    nodes = no_nodes()
    for number, line in enumerate(lines[2:-1], 3):
        here = number - 1
        parts = _numbered(line, number)
        limits = (len(elements), here, here)
        if len(parts) != 3 or not all(
            type(part) is int and 0 <= part < limit
            for part, limit in zip(parts, limits, strict=True)
        ):
            raise BadFormat(
                f"line {number}: expected the number of an element and two of nodes above"
            )
        if any(child > 1 and nodes.variables[child] <= parts[0] for child in parts[1:]):
            raise BadFormat(f"line {number}: a node's element comes before those of its children")
        nodes.add(*parts)
    last = lines[-1]
    # A terminal is the root only of a diagram without nodes.
    roots = [str(len(nodes.lo) - 1)] if len(nodes.lo) > 2 else ["0", "1"]
    if last not in roots:
        raise BadFormat(f"line {len(lines)}: expected the number of the last node")
    return nodes.rooted(int(last)), elements


def _numbered(line: str, number: int) -> list[Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, list):
        raise BadFormat(f"line {number}: expected a list in brackets")
    return value


def _hashable(value: Any, depth: int = 0) -> Hashable:
    if isinstance(value, list):
        if depth > 50:
            raise BadFormat("line 2: an element is nested more than 50 deep")
        return tuple(_hashable(part, depth + 1) for part in value)
    if isinstance(value, (dict, float)):
        raise BadFormat("line 2: an element is a string, an integer or a list of these")
    element: Hashable = value
    return element


def dot(nodes: Nodes, elements: Sequence[Hashable]) -> str:
    """Return a diagram in the language of Graphviz; dashed edges leave the element out."""

    def lines() -> Iterator[str]:
        yield "digraph family {"
        yield '  0 [shape=box, label="⊥"];'
        yield '  1 [shape=box, label="⊤"];'
        for number, (variable, lo, hi) in enumerate(nodes, 2):
            label = json.dumps(str(elements[variable]), ensure_ascii=False)
            yield f"  {number} [label={label}];"
            yield f"  {number} -> {lo} [style=dashed];"
            yield f"  {number} -> {hi};"
        yield "}"

    return "\n".join(lines()) + "\n"
