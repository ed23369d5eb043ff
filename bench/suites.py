"""Suites: the instances, programs, question and ratios that are measured together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bench.instances import COUNTING, DIAGRAMS, INSTANCES
from bench.instances.instance import Instance
from bench.ours import VECTORS, our_names, searches
from bench.peers import COUNTERS, LISTS, PEERS, SEARCHES

__all__ = ["SUITES", "Suite"]

# Our programs and the peers, by the name of the ratio.
Ratios = Mapping[str, tuple[Sequence[str], Sequence[str]]]

# Our methods of counting; `bits` lists, for comparison.
OUR_COUNTERS = ("auto", "frontier", "fkt", "zdd", "bits")


@dataclass(frozen=True, slots=True)
class Suite:
    """One table: the defaults of `--suite NAME`.

    `bytes` is the limit of a program's address space; `ratios` returns, for each ratio, our
    programs and the peers that they are compared with.
    """

    instances: Mapping[str, Callable[[], Instance]]
    programs: Sequence[str]
    question: str
    bytes: int
    ratios: Callable[[Sequence[str]], Ratios]


def _one_by_one(programs: Sequence[str]) -> Ratios:
    """Return who finds every solution, and who also hands each to Python.

    >>> _one_by_one(["miniexact", "miniexact:list", "combien:dlx", "combien:dlx:list"])
    {'ratio counted': (['combien:dlx'], ['miniexact', 'miniexact:list']),
     'ratio listed': (['combien:dlx:list'], ['miniexact:list'])}

    Where bits is measured with other vector instructions, there are ratios for these as well.

    >>> list(_one_by_one(["miniexact", "combien:bits", "combien:bits@avx2"]))
    ['ratio counted', 'ratio listed', 'ratio counted, avx2', 'ratio listed, avx2']
    """
    ours, peers = _apart(programs)
    finders = [name for name in ours if searches(name.split(":")[1])]
    ratios: dict[str, tuple[list[str], list[str]]] = {}
    for vectors in ("", *VECTORS):
        own = [name for name in finders if name.split(":")[1].partition("@")[2] == vectors]
        if vectors and not own:
            continue
        # Links have no vector instructions.
        own += [name for name in finders if vectors and "bits" not in name]
        lists = [name for name in own if name.endswith(":list")]
        end = f", {vectors}" if vectors else ""
        ratios["ratio counted" + end] = ([name for name in own if name not in lists], peers)
        ratios["ratio listed" + end] = (lists, [name for name in peers if name in LISTS])
    return ratios


def _any_way(programs: Sequence[str]) -> Ratios:
    """Return the default engine, and all of our engines, each against all peers."""
    ours, peers = _apart(programs)
    default = [name for name in ours if name == "combien:auto"]
    return {"ratio auto": (default, peers), "ratio best": (ours, peers)}


def _diagrams(programs: Sequence[str]) -> Ratios:
    return {"ratio": _apart(programs)}


def _apart(programs: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return our programs, and the peers."""
    ours = [name for name in programs if name not in PEERS]
    return ours, [name for name in programs if name in PEERS]


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
