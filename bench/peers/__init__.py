"""The other programs: one file each, with the same two functions.

    prepare(instance) -> object     convert the instance for the program; not measured as search
    count(object) -> int            the number of solutions, by the program's fastest method

Programs that make diagrams also have:

    diagram(object) -> diagram      the diagram of all solutions
    size(diagram) -> int, int       solutions, and nodes without the terminals; not measured

A program that is not installed fails to import, and is reported as missing.
`incidence`, `cnf` and `conjunction` convert instances to forms that several programs use.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench.instances.instance import Instance

__all__ = [
    "COUNTERS",
    "LISTS",
    "PEERS",
    "SEARCHES",
    "Unsupported",
    "plain_options",
    "uses",
    "with_slack",
]

# The name on PyPI, and the method if there are several: a module here, or an object in it.
SEARCHES = {
    "exact-cover": "bench.peers.exact_cover",
    "xcover": "bench.peers.xcover",
    "miniexact": "bench.peers.miniexact",
    "pyxcc": "bench.peers.pyxcc",
    "dlx-cython": "bench.peers.dlx_cython",
    "passagemath-combinat": "bench.peers.sage_dlx",
    "knuth:dlx1": "bench.peers.knuth:dlx1",
    "knuth:dlx2": "bench.peers.knuth:dlx2",
    "knuth:ssxcc": "bench.peers.knuth:ssxcc",
    "knuth:ssxc1": "bench.peers.knuth:ssxc1",
    "dancing-links": "bench.peers.dancing_links",
    "exact-cover:list": "bench.peers.exact_cover:listing",
    "miniexact:list": "bench.peers.miniexact:listing",
    "passagemath-combinat:list": "bench.peers.sage_dlx:listing",
}
# These hand every solution to Python.
LISTS = (*(name for name in SEARCHES if name.endswith(":list")), "xcover", "pyxcc", "dlx-cython")
COUNTERS = {
    "graphillion": "bench.peers.graphillion:by_sums",
    "graphillion:degrees": "bench.peers.graphillion:by_degrees",
    "graphillion:balanced": "bench.peers.graphillion:by_meetings",
    "oxidd": "bench.peers.oxidd:by_balance",
    "oxidd:backwards": "bench.peers.oxidd:from_below",
    "dd": "bench.peers.dd:by_balance",
    "dd:backwards": "bench.peers.dd:from_below",
    "tdzdd": "bench.peers.tdzdd",
    "dxz": "bench.peers.dxz",
    "pyganak": "bench.peers.pyganak",
    "d4solver": "bench.peers.d4solver",
    "tididi-cnf": "bench.peers.tididi_cnf",
}
PEERS = SEARCHES | COUNTERS


class Unsupported(Exception):
    """The program does not support this instance."""


def plain_options(instance: Instance) -> list[list[int]]:
    """Return the options for a program without colors."""
    if instance.colors is not None:
        raise Unsupported("no colors")
    return instance.options


def with_slack(instance: Instance) -> list[list[int]]:
    """Return the options for a program with primary items only.

    A secondary item becomes a primary one with an additional option, "not used".  This is the usual
    method, and has a cost: such items attract the branching.
    """
    return plain_options(instance) + [[item] for item in range(instance.primary, instance.items)]


def uses(instance: Instance, options: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return the options that use each item.

    >>> uses(Instance("two", [[0], [0, 1]], 1, 2, 2, "by hand"), [[0], [0, 1]])
    [[0, 1], [1]]
    """
    found: list[list[int]] = [[] for _ in range(instance.items)]
    for number, option in enumerate(options):
        for item in option:
            found[item].append(number)
    return found
