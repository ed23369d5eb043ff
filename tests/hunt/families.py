"""Families of sets: operations of diagrams against those of sets."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from combien import Family, Universe
from tests.hunt.asking import Case, Kind, Questions
from tests.hunt.covers import in_order

__all__ = ["FAMILIES"]

OPERATIONS = ("|", "&", "-", "^", "join", "meet", "maximal", "minimal", "hitting", "within")


def drawn_family(random: Random) -> Case:
    """A few families, and operations, each on two of those before."""
    families = [
        [random.sample(range(5), random.randint(0, 4)) for _ in range(random.randint(0, 6))]
        for _ in range(random.randint(1, 3))
    ]
    steps = [
        [random.randrange(len(OPERATIONS)), random.randrange(9), random.randrange(9)]
        for _ in range(random.randint(1, 4))
    ]
    return {"families": families, "steps": steps}


def asked_family(case: Case) -> Questions:
    """The sets after all operations, by diagrams and by Python's own sets."""
    universe = Universe(range(5))

    def by_diagrams() -> list[list[int]]:
        known = [Family(sets, universe=universe) for sets in case["families"]]
        for operation, one, other in case["steps"]:
            a, b = known[one % len(known)], known[other % len(known)]
            name = OPERATIONS[operation]
            if name in ("maximal", "minimal", "hitting"):
                known.append(getattr(a, name)())
            elif name in ("join", "meet", "within"):
                known.append(getattr(a, name)(b))
            else:
                known.append({"|": a | b, "&": a & b, "-": a - b, "^": a ^ b}[name])
        last = known[-1]
        assert last.count == len(list(last)) == sum(last.count_by_size())
        return sorted(map(in_order, last))

    def by_sets() -> list[list[int]]:
        known = [frozenset(map(frozenset, sets)) for sets in case["families"]]
        for operation, one, other in case["steps"]:
            known.append(
                _combined(OPERATIONS[operation], known[one % len(known)], known[other % len(known)])
            )
        return sorted(map(in_order, known[-1]))

    return {"sets": {"definition": by_sets, "diagrams": by_diagrams}}


Sets = frozenset[frozenset[int]]


def _combined(name: str, a: Sets, b: Sets) -> Sets:
    everything = [frozenset(n for n in range(5) if code >> n & 1) for code in range(32)]
    results: dict[str, Callable[[], object]] = {
        "|": lambda: a | b,
        "&": lambda: a & b,
        "-": lambda: a - b,
        "^": lambda: a ^ b,
        "join": lambda: (x | y for x in a for y in b),
        "meet": lambda: (x & y for x in a for y in b),
        "maximal": lambda: (x for x in a if not any(x < y for y in a)),
        "minimal": lambda: (x for x in a if not any(y < x for y in a)),
        "within": lambda: (x for x in a if any(x <= y for y in b)),
    }
    if name == "hitting":
        return _combined("minimal", frozenset(x for x in everything if all(x & y for y in a)), b)
    return frozenset(results[name]())  # type: ignore[call-overload, no-any-return]


FAMILIES = Kind("families", drawn_family, asked_family, share=0.5)
