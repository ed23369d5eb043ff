"""The other programs: a file each, with the same two functions.

    prepare(instance) -> object     what the program wants to be given; not in the search's time
    count(object) -> int            visits every solution, in the program's quickest way

A program that is not installed fails to import, and is reported so.
"""

from __future__ import annotations

from bench.instances.instance import Instance

__all__ = ["PEERS", "CannotSay", "with_slack"]

# Name on PyPI: module here.
PEERS = {
    "exact-cover": "bench.peers.exact_cover",
    "xcover": "bench.peers.xcover",
    "miniexact": "bench.peers.miniexact",
    "pyxcc": "bench.peers.pyxcc",
    "dlx-cython": "bench.peers.dlx_cython",
}


class CannotSay(Exception):
    """The program has no words for this instance."""


def with_slack(instance: Instance) -> list[list[int]]:
    """The options for a program that knows only primary items, and no colours.

    A secondary item becomes a primary one, and gets an option of its own: "not used".  That is the
    usual way, and not free: such items attract the branching.
    """
    if instance.colours is not None:
        raise CannotSay("no colours")
    return instance.options + [[item] for item in range(instance.primary, instance.items)]
