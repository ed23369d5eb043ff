"""Suites: the instances, programs, question and ratios that are measured together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bench.instances import COUNTING, DIAGRAMS, INSTANCES
from bench.instances.instance import Instance
from bench.ours import our_names, searches
from bench.peers import COUNTERS, PEERS, SEARCHES

__all__ = ["SUITES", "Suite"]

# Our methods of counting; `bits` lists, for comparison.
OUR_COUNTERS = ("auto", "frontier", "fkt", "zdd", "bits")


@dataclass(frozen=True, slots=True)
class Suite:
    """One table: the defaults of `--suite NAME`.

    `bytes` is the limit of a program's address space; `ratios` returns, for each ratio, our
    programs that are compared with the best peer.
    """

    instances: Mapping[str, Callable[[], Instance]]
    programs: Sequence[str]
    question: str
    bytes: int
    ratios: Callable[[Sequence[str]], Mapping[str, Sequence[str]]]


def _one_by_one(programs: Sequence[str]) -> dict[str, list[str]]:
    """Return our programs that find every solution, and the ones that also list them."""
    finders = [n for n in programs if n not in PEERS and searches(n.split(":")[1])]
    lists = [name for name in finders if name.endswith(":list")]
    return {
        "ratio counted": [name for name in finders if name not in lists],
        "ratio listed": lists,
    }


def _any_way(programs: Sequence[str]) -> dict[str, list[str]]:
    """Return the default engine, and all of our engines."""
    ours = [name for name in programs if name not in PEERS]
    return {"ratio auto": [name for name in ours if name == "combien:auto"], "ratio best": ours}


def _diagrams(programs: Sequence[str]) -> dict[str, list[str]]:
    return {"ratio": [name for name in programs if name not in PEERS]}


SUITES = {
    # Some programs keep millions of solutions; this is the limit of their memory.
    "search": Suite(INSTANCES, [*SEARCHES, *our_names()], "count", 4 * 2**30, _one_by_one),
    # The first page of d4's cache alone takes 4 GB.
    "counting": Suite(
        COUNTING,
        [*COUNTERS, *(f"combien:{name}" for name in OUR_COUNTERS)],
        "count",
        6 * 2**30,
        _any_way,
    ),
    "diagrams": Suite(
        DIAGRAMS,
        [*(n for n in COUNTERS if n.startswith(("graphillion", "oxidd", "dd"))), "combien:zdd"],
        "diagram",
        6 * 2**30,
        _diagrams,
    ),
}
