"""The other programs: a file each, with the same two functions.

    prepare(instance) -> object     what the program wants to be given; not in the search's time
    count(object) -> int            the number of solutions, in the program's quickest way

Those that make diagrams are also asked for one:

    diagram(object) -> diagram      the diagram of all solutions
    told(diagram) -> int, int       solutions, nodes without the terminals; not in the time

A program that is not installed fails to import, and is reported so.
`incidence`, `cnf` and `conjunction` put an instance as several of them want it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench.instances.instance import Instance

__all__ = ["COUNTERS", "PEERS", "SEARCHES", "CannotSay", "plain_options", "uses", "with_slack"]

# Name on PyPI, with the way to use it where there are several: module here, or an object in it.
SEARCHES = {
    "exact-cover": "bench.peers.exact_cover",
    "xcover": "bench.peers.xcover",
    "miniexact": "bench.peers.miniexact",
    "pyxcc": "bench.peers.pyxcc",
    "dlx-cython": "bench.peers.dlx_cython",
}
COUNTERS = {
    "graphillion": "bench.peers.graphillion:by_sums",
    "graphillion:degrees": "bench.peers.graphillion:by_degrees",
    "graphillion:balanced": "bench.peers.graphillion:by_meetings",
    "oxidd": "bench.peers.oxidd:by_balance",
    "oxidd:backwards": "bench.peers.oxidd:from_below",
    "dd": "bench.peers.dd:by_balance",
    "dd:backwards": "bench.peers.dd:from_below",
    "dxz": "bench.peers.dxz",
    "pyganak": "bench.peers.pyganak",
    "d4solver": "bench.peers.d4solver",
    "tididi-cnf": "bench.peers.tididi_cnf",
}
PEERS = SEARCHES | COUNTERS


class CannotSay(Exception):
    """The program has no words for this instance."""


def plain_options(instance: Instance) -> list[list[int]]:
    """Return the options for a program that knows no colors."""
    if instance.colors is not None:
        raise CannotSay("no colors")
    return instance.options


def with_slack(instance: Instance) -> list[list[int]]:
    """Return the options for a program that knows only primary items, and no colors.

    A secondary item becomes a primary one, and gets an option of its own: "not used".  That is the
    usual way, and not free: such items attract the branching.
    """
    return plain_options(instance) + [[item] for item in range(instance.primary, instance.items)]


def uses(instance: Instance, options: Iterable[Sequence[int]]) -> list[list[int]]:
    """For each item, which of these options use it.

    >>> uses(Instance("two", [[0], [0, 1]], 1, 2, 2, "by hand"), [[0], [0, 1]])
    [[0, 1], [1]]
    """
    found: list[list[int]] = [[] for _ in range(instance.items)]
    for number, option in enumerate(options):
        for item in option:
            found[item].append(number)
    return found
