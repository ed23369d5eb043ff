"""Families to and from other libraries of decision diagrams: Graphillion and OxiDD.

Nodes are converted one by one, children first, so the cost depends on the nodes and not on the
sets.  Graphillion has one universe for the whole process, and changing it changes the meaning of
existing families; so it is set here only if it is not set yet.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from importlib import import_module
from typing import Any

from combien._base.extras import needed
from combien.errors import BadInput
from combien.families._members import ByNodes
from combien.families._passes import Nodes, no_nodes
from combien.families._universe import Universe

# OxiDD allocates its tables in advance, with room for the nodes and for temporary nodes.
LEAST_ROOM = 2**16


def to_graphillion(family: ByNodes) -> Any:
    """Return the family as a `graphillion.setset`; see `Family.to_graphillion`."""
    setset = _module("graphillion").setset
    if not setset.universe():
        setset.set_universe(list(family.elements))
    universe = setset.universe()
    places = {element: number for number, element in enumerate(universe)}
    for element in family.elements:
        if element not in places:
            raise BadInput(
                f"Graphillion's universe does not contain {element!r}; the universe is global, and "
                "setting it changes the meaning of existing families: if that is acceptable, "
                "call setset.set_universe(family.elements)"
            )
    moved = family.moved_to(Universe(universe))
    nodes = moved._take_nodes()
    names = ["B", "T", *(str(2 * number) for number in range(2, len(nodes.lo)))]
    lines = [
        f"{names[here]} {variable + 1} {names[lo]} {names[hi]}"
        for here, (variable, lo, hi) in enumerate(nodes, 2)
    ]
    # A family that is a terminal has no node, so its name is written.
    ending = [] if lines else [names[nodes.root]]
    return setset.loads("\n".join([*lines, *ending, ".", ""]))


def from_graphillion(sets: Any) -> tuple[Nodes, Sequence[Hashable]]:
    """Return the nodes and elements of a `graphillion.setset`; see `Family.from_graphillion`."""
    setset = _module("graphillion").setset
    if not isinstance(sets, setset):
        raise BadInput(f"expected a graphillion.setset, not {type(sets).__name__}")
    nodes, numbers = no_nodes(), {"B": 0, "T": 1}
    for line in sets.dumps().split("\n"):
        parts = line.split()
        if len(parts) == 4:
            name, variable, lo, hi = parts
            numbers[name] = nodes.add(int(variable) - 1, numbers[lo], numbers[hi])
        elif parts and parts != ["."]:
            return nodes.rooted(numbers[parts[0]]), ()
    return nodes.rooted(len(nodes.lo) - 1), setset.universe()


def to_oxidd(family: ByNodes, manager: Any = None) -> Any:
    """Return the family as an `oxidd.zbdd.ZBDDFunction`; see `Family.to_oxidd`."""
    zbdd = _module("oxidd.zbdd")
    elements, nodes = family.elements, family._take_nodes()
    if manager is None:
        room = max(LEAST_ROOM, 4 * len(nodes.lo))
        manager = zbdd.ZBDDManager(room, room, 1)
        manager.add_vars(len(elements))
    elif manager.num_vars() < len(elements):
        raise BadInput(
            f"the manager has {manager.num_vars()} variables, the family {len(elements)} elements: "
            "call manager.add_vars"
        )
    universe = family.universe
    places = {universe.known(element): place for place, element in enumerate(elements)}
    built = [manager.empty(), manager.base()]
    for variable, lo, hi in nodes:
        built.append(built[lo] | built[hi].change(places[variable]))
    return built[nodes.root]


def from_oxidd(
    function: Any, elements: Sequence[Hashable] | None = None
) -> tuple[Nodes, Sequence[Hashable]]:
    """Return the nodes and the elements of a ZBDD of OxiDD; see `Family.from_oxidd`."""
    zbdd = _module("oxidd.zbdd")
    if not isinstance(function, zbdd.ZBDDFunction):
        raise BadInput(f"expected an oxidd.zbdd.ZBDDFunction, not {type(function).__name__}")
    manager = function.manager
    count = manager.num_vars()
    names = range(count) if elements is None else list(elements)
    if len(names) != count or len(set(names)) != count:
        raise BadInput(f"expected {count} distinct elements, one for each variable")
    nodes = no_nodes()
    numbers: dict[Any, int] = {manager.empty(): 0, manager.base(): 1}
    waiting = [function]
    while waiting:
        here = waiting[-1]
        if here in numbers:
            waiting.pop()
            continue
        hi, lo = here.cofactors()
        unknown = [child for child in (hi, lo) if child not in numbers]
        waiting += unknown
        if not unknown:
            numbers[here] = nodes.add(here.node_level(), numbers[lo], numbers[hi])
    by_level = [names[manager.level_to_var(level)] for level in range(count)]
    return nodes.rooted(numbers[function]), by_level


def _module(name: str) -> Any:
    package = name.partition(".")[0]
    with needed(f"this conversion needs {package}", "diagrams"):
        return import_module(name)
