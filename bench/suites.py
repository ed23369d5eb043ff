"""What is measured together: instances and programs, what they are asked, who is compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bench.instances import COUNTING, DIAGRAMS, INSTANCES
from bench.instances.instance import Instance
from bench.ours import our_names, searches
from bench.peers import COUNTERS, PEERS, SEARCHES

__all__ = ["SUITES", "Suite"]

# The ways to a number that are not one by one; bits is the search, for comparison.
OUR_COUNTERS = ("auto", "frontier", "fkt", "zdd", "bits")


@dataclass(frozen=True, slots=True)
class Suite:
    """One table: what `--suite NAME` measures when no more is said.

    `bytes` is the address space that a program may have; `ratios` finds those of ours that each
    ratio compares with the best peer.
    """

    instances: Mapping[str, Callable[[], Instance]]
    programs: Sequence[str]
    question: str
    bytes: int
    ratios: Callable[[Sequence[str]], Mapping[str, Sequence[str]]]


def _one_by_one(programs: Sequence[str]) -> dict[str, list[str]]:
    """Those that find every solution; those that also hand it over."""
    finders = [n for n in programs if n not in PEERS and searches(n.split(":")[1])]
    lists = [name for name in finders if name.endswith(":list")]
    return {
        "ratio counted": [name for name in finders if name not in lists],
        "ratio listed": lists,
    }


def _any_way(programs: Sequence[str]) -> dict[str, list[str]]:
    """Return what a user gets who says nothing, and what he could have got."""
    ours = [name for name in programs if name not in PEERS]
    return {"ratio auto": [name for name in ours if name == "combien:auto"], "ratio best": ours}


def _diagrams(programs: Sequence[str]) -> dict[str, list[str]]:
    return {"ratio": [name for name in programs if name not in PEERS]}


SUITES = {
    # Some programs keep millions of solutions; they may, but not in more than this.
    "search": Suite(INSTANCES, [*SEARCHES, *our_names()], "count", 4 * 2**30, _one_by_one),
    # The first page of d4's cache alone is four of these.
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
